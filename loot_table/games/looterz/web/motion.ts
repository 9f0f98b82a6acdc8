/* What is shown and heard of what has just happened: cards that travel, coins that fly, the last roll. */
import type { GameEvent, News } from "$shell/protocol/types";
import { t, tn } from "$shell/sentence";
import type { Cue } from "$shell/sound";
import { called, type Scene } from "./scene";

const CUES: Record<string, Cue> = {
  entered: "move",
  drew: "flip",
  rolled: "move",
  looted: "coins",
  stole: "coin",
  buried: "take",
  took_control: "escape",
  ability_began: "lock",
  dragon_seen: "wake",
  won: "win",
};
export const cue = (news: News): Cue | null => CUES[news.event?.type ?? ""] ?? null;

// ---- the last roll

/** What was thrown last, and what came of it. */
export function lastRoll(log: News[], scene: Scene): { key: string; looter: string; dice: number[]; power: number; came: string } | null {
  const at = log.findLastIndex((news) => news.event?.type === "rolled");
  const event = log[at]?.event;
  if (!event) return null;
  const after = log[at + 1]?.event;
  const deed = log[at - 1]?.event;
  return {
    key: `${at}`,
    looter: called(String(event.looter), scene),
    dice: event.dice as number[],
    power: Number(event.power),
    came: outcome(Number(event.hits), after?.type === "looted" ? Number(after.amount) : 0, deed?.deed === "attack" ? called(String(deed.target), scene) : null),
  };
}

function outcome(hits: number, loot: number, target: string | null): string {
  if (loot) return t("+{n} Loot", { n: loot });
  if (!hits) return target ? t("missed") : t("nothing but dust");
  return target ? tn(hits, "{n} hit on {target}", "{n} hits on {target}", { target }) : tn(hits, "{n} hit", "{n} hits");
}

// ---- cards that travel

const MOVE = 240;
const cardsOnPage = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-card]")];

export class Travel {
  private places = new Map<string, { box: DOMRect; twin: HTMLElement }>();

  /** Remember where every card lies, and how it looks, before the page changes. */
  before(): void {
    this.places = new Map(cardsOnPage().map((card) => [card.dataset.card!, { box: card.getBoundingClientRect(), twin: card }]));
  }

  after(events: GameEvent[], into: HTMLElement): void {
    const here = new Map(cardsOnPage().map((card) => [card.dataset.card!, card]));
    for (const [id, card] of here) {
      const from = this.places.get(id)?.box;
      if (from) slide(card, from, card.getBoundingClientRect());
    }
    let source = "inn"; // where Loot from the supply comes from: the Looter that searched last
    for (const event of events) {
      if (event.type === "rolled") {
        source = String(event.looter);
        tumble();
      } else if (event.type === "buried") for (const id of event.cards as string[]) this.bury(id, into);
      else if (event.type === "discarded") this.bury(String(event.card), into);
      else if (event.type === "hurt") for (const id of event.cards as string[]) shake(here.get(id));
      else if ((event.type === "entered" || event.type === "drew") && !this.places.has(String(event.card))) land(here.get(String(event.card)));
      else if (event.type === "looted" || event.type === "stole") {
        hop(Number(event.seat));
        pay(Number(event.amount), event.type === "stole" ? `seat:${Number(event.victim)}` : source, Number(event.seat), into);
      }
    }
  }

  /** A twin of a card that has left play slides to the Graveyard. */
  private bury(id: string, into: HTMLElement): void {
    const was = this.places.get(id);
    const grave = document.querySelector<HTMLElement>("[data-cell=graveyard]")?.getBoundingClientRect();
    if (!was || !grave || was.twin.isConnected) return;
    const twin = was.twin.cloneNode(true) as HTMLElement;
    twin.removeAttribute("data-card");
    twin.removeAttribute("data-cell");
    twin.style.cssText = `position:absolute;margin:0;left:${was.box.left}px;top:${was.box.top}px;width:${was.box.width}px`;
    const [x, y] = between(was.box, grave);
    const way = { transform: ["none", `translate(${x}px, ${y}px) scale(.45)`], opacity: [1, 0.2] };
    fly(twin, into, way, { duration: 300, delay: 120, easing: "cubic-bezier(0.6, 0, 0.9, 0.4)" });
  }
}

/** From the middle of one to the middle of the other. */
const between = (from: DOMRect, to: DOMRect): [x: number, y: number] => [to.left + to.width / 2 - from.left - from.width / 2, to.top + to.height / 2 - from.top - from.height / 2];

function fly(what: HTMLElement, into: HTMLElement, way: PropertyIndexedKeyframes, timing: KeyframeAnimationOptions): void {
  into.append(what);
  const flight = what.animate(way, { ...timing, fill: "both" });
  flight.onfinish = flight.oncancel = () => what.remove();
}

function slide(card: HTMLElement, from: DOMRect, to: DOMRect): void {
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (Math.hypot(x, y) < 4 || !to.width) return;
  const way = { transform: [`translate(${x}px, ${y}px) scale(${from.width / to.width})`, "none"], transformOrigin: ["0 0", "0 0"] };
  card.animate(way, { duration: MOVE, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" });
}

function land(card: HTMLElement | undefined): void {
  card?.animate({ transform: ["translateY(-30px) scale(1.12)", "none"], opacity: [0, 1] }, { duration: MOVE });
}

function shake(card: HTMLElement | undefined): void {
  card?.animate({ transform: ["none", "translateX(-5px) rotate(-2deg)", "translateX(5px) rotate(2deg)", "none"] }, { duration: 260, delay: 200 });
}

function hop(seat: number): void {
  document.querySelector(`[data-marker="${seat}"] path:nth-child(2)`)?.animate({ transform: ["none", "translateY(-7px)", "none"] }, { duration: 260, delay: 120 });
}

/** The dice come to rest. */
function tumble(): void {
  document.querySelectorAll(".tray .die").forEach((die, n) => {
    const way = { transform: ["translateY(-26px) rotate(-190deg) scale(.7)", "translateY(4px) rotate(14deg)", "none"], opacity: [0, 1, 1], offset: [0, 0.7, 1] };
    die.animate(way, { duration: 400 + n * 40, delay: n * 40, fill: "backwards", easing: "cubic-bezier(0.3, 1.2, 0.5, 1)" });
  });
}

const COINS = 5; // more would only be a blur

/** Coins fly to whoever gets them; the counters have changed already. */
function pay(amount: number, source: string, seat: number, into: HTMLElement): void {
  const from = document.querySelector(`[data-cell="${source}"]`)?.getBoundingClientRect();
  const to = document.querySelector(`[data-cell="seat:${seat}"] .counts`)?.getBoundingClientRect();
  if (!from || !to) return;
  const [x, y] = between(from, to);
  for (let n = 0; n < Math.min(amount, COINS); n++) {
    const coin = document.createElement("span");
    coin.dataset.coin = String(seat);
    coin.style.cssText = `position:absolute;width:18px;height:18px;border-radius:50%;background:#f5b83d;border:2px solid #25180a;left:${from.left + from.width / 2 - 9}px;top:${from.top + from.height / 2 - 9}px`;
    const way = { transform: ["scale(.4)", `translate(${x * 0.4}px, ${y * 0.4 - 36}px)`, `translate(${x}px, ${y}px) scale(.7)`], opacity: [0, 1, 0.6] };
    fly(coin, into, way, { duration: 420, delay: 140 + n * 60, easing: "cubic-bezier(0.4, 0, 0.7, 1)" });
  }
}
