/* Cards that travel: where each lay before a change, and how it comes to where it lies now. */
import type { News } from "$shell/protocol/types";

const MOVE = 240;

export class Motion {
  private places = new Map<string, { box: DOMRect; twin: HTMLElement }>();

  /** Remember where every card lies, and how it looks, before the page changes. */
  before(): void {
    this.places.clear();
    for (const card of document.querySelectorAll<HTMLElement>("[data-card]")) this.places.set(card.dataset.card!, { box: card.getBoundingClientRect(), twin: card });
  }

  after(news: News[], into: HTMLElement): void {
    const here = new Map([...document.querySelectorAll<HTMLElement>("[data-card]")].map((card) => [card.dataset.card!, card]));
    for (const [id, card] of here) {
      const from = this.places.get(id)?.box;
      const to = card.getBoundingClientRect();
      if (from) slide(card, from, to);
    }
    let source = "inn"; // where Loot from the supply comes from: the Looter that searched last
    for (const each of news) {
      const event = each.event;
      if (event?.type === "rolled") source = String(event.looter);
      if (event?.type === "buried") for (const id of event.cards as string[]) this.bury(id, into);
      else if (event?.type === "discarded") this.bury(String(event.card), into);
      else if (event?.type === "hurt") for (const id of event.cards as string[]) shake(here.get(id));
      else if ((event?.type === "entered" || event?.type === "drew") && !this.places.has(String(event.card))) land(here.get(String(event.card)));
      else if (event?.type === "looted" || event?.type === "stole") {
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
    into.append(twin);
    const x = grave.left + grave.width / 2 - was.box.left - was.box.width / 2;
    const y = grave.top + grave.height / 2 - was.box.top - was.box.height / 2;
    const flight = twin.animate([{ transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(.45)`, opacity: 0.2 }], { duration: 300, delay: 120, easing: "cubic-bezier(0.6, 0, 0.9, 0.4)", fill: "both" });
    flight.onfinish = () => twin.remove();
    flight.oncancel = () => twin.remove();
  }
}

function slide(card: HTMLElement, from: DOMRect, to: DOMRect): void {
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (Math.hypot(x, y) < 4 || !to.width) return;
  card.animate([{ transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], { duration: MOVE, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" });
}

function land(card: HTMLElement | undefined): void {
  card?.animate([{ transform: "translateY(-30px) scale(1.12)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: MOVE });
}

function shake(card: HTMLElement | undefined): void {
  card?.animate([{ transform: "none" }, { transform: "translateX(-5px) rotate(-2deg)" }, { transform: "translateX(5px) rotate(2deg)" }, { transform: "none" }], { duration: 260, delay: 200 });
}

function hop(seat: number): void {
  document.querySelector(`[data-marker="${seat}"] path:nth-child(2)`)?.animate([{ transform: "none" }, { transform: "translateY(-7px)" }, { transform: "none" }], { duration: 260, delay: 120 });
}

const COINS = 5; // more would only be a blur

/** Coins fly to whoever gets them; the counters have changed already. */
function pay(amount: number, source: string, seat: number, into: HTMLElement): void {
  const from = document.querySelector(`[data-cell="${source}"]`)?.getBoundingClientRect();
  const to = document.querySelector(`[data-cell="seat:${seat}"] .coins`)?.getBoundingClientRect();
  if (!from || !to) return;
  for (let n = 0; n < Math.min(amount, COINS); n++) {
    const coin = document.createElement("span");
    coin.dataset.coin = String(seat);
    coin.style.cssText = `position:absolute;width:18px;height:18px;border-radius:50%;background:#f5b83d;border:2px solid #25180a;left:${from.left + from.width / 2 - 9}px;top:${from.top + from.height / 2 - 9}px`;
    into.append(coin);
    const x = to.left + to.width / 2 - from.left - from.width / 2;
    const y = to.top + to.height / 2 - from.top - from.height / 2;
    const flight = coin.animate([{ transform: "scale(.4)", opacity: 0 }, { transform: `translate(${x * 0.4}px, ${y * 0.4 - 36}px)`, opacity: 1, offset: 0.5 }, { transform: `translate(${x}px, ${y}px) scale(.7)`, opacity: 0.6 }], { duration: 420, delay: 140 + n * 60, easing: "cubic-bezier(0.4, 0, 0.7, 1)", fill: "both" });
    flight.onfinish = flight.oncancel = () => coin.remove();
  }
}
