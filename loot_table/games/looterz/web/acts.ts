/* What a tap, a drop or a key on a card, a player or a pile means at this moment. No rules: the list of legal actions says
   what may be done, the server says why something may not. */
import { announcer } from "$shell/announce.svelte";
import { twinOf, type Press } from "$shell/board/press";
import type { Action, Refusal } from "$shell/protocol/types";
import { plain, t } from "$shell/sentence";
import type { Play, WayOut } from "$shell/table/play.svelte";
import { look } from "./look.svelte";
import { called, find, kindOf, sceneOf, type Asked, type Scene } from "./scene";

export const box = (event: Event): DOMRect => (event.currentTarget as HTMLElement).getBoundingClientRect();

export const asked = (play: Play): Asked | null => sceneOf(play).question?.kind ?? null;

/** The Looter that is picked up to act: "dwarf-1", or "aim:dwarf-1" once Attack was chosen and one's own are targets too. */
export const actor = (play: Play): string | null => play.picked?.replace("aim:", "") ?? null;
export const isAiming = (play: Play): boolean => play.picked?.startsWith("aim:") ?? false;

/** What an answer names: a Looter, a card, or a seat (`seat:2`). */
export const named = (action: Action | undefined): string | null =>
  typeof action?.player === "number" ? `seat:${action.player}` : ((action?.target ?? action?.card ?? action?.looter ?? null) as string | null);

/** The attacks of the picked Looter. */
export const attacks = (play: Play): Action[] => play.choices.map((choice) => choice.action).filter((action) => action.type === "attack" && action.looter === actor(play));

/** Looterz, cards and seats that can be chosen now. */
export function legal(play: Play): Set<string> {
  const kind = asked(play);
  const isOwn = (id: string): boolean => find(sceneOf(play), id)?.seat === play.seat;
  const actions = kind === "act" ? attacks(play) : play.choices.map((choice) => choice.action).filter((action) => action.type === kind);
  const spots = actions.map((action) => named(action) ?? "");
  return new Set(kind === "act" && !isAiming(play) ? spots.filter((id) => !isOwn(id)) : spots);
}

/** Questions whose answers are buttons. */
export const ANSWERED: (Asked | null)[] = ["victim", "player", "order"];

/** What the keys 1 to 9 stand for: the answers in the order of their buttons, or the cards of one's hand. */
export function listed(play: Play): string[] {
  if (ANSWERED.includes(asked(play))) return [...legal(play)];
  return play.seat === null ? [] : sceneOf(play).hands[play.seat]!.cards;
}

export const cardText = (scene: Scene, id: string): string => scene.kinds[kindOf(id)]?.text || t("No ability.");

/** A card that is not in play, as it is read out. */
export function cardWords(scene: Scene, id: string): string {
  const kind = scene.kinds[kindOf(id)]!;
  return `${t("{card}, life {life}, power {power}", { card: called(id, scene), life: kind.life, power: kind.power })}. ${kind.text}`;
}

/** A Looter, or a player's name over a crew, as it is read out. */
export function cellWords(play: Play, id: string): string {
  const scene = sceneOf(play);
  const isOpen = legal(play).has(id);
  const words = id.startsWith("seat:") ? [plain(scene.heads[Number(id.slice(5))])] : [plain(find(scene, id)?.looter.says)];
  if (actor(play) === id) words.push(t("Picked."));
  if (isOpen) words.push(asked(play) === "act" ? t("Can be attacked.") : t("Can be chosen."));
  return [...words, shieldWords(play, id)].join(" ").trim();
}

/** Whose Taunt keeps it from being chosen. */
export function shieldWords(play: Play, id: string): string {
  const guards = sceneOf(play).mine?.shields[id];
  return guards && !legal(play).has(id) ? t("Shielded by {looterz}.", { looterz: guards.map((each) => called(each, sceneOf(play))).join(", ") }) : "";
}

// ---- answers

const FIELDS: Partial<Record<Asked, string>> = { target: "looter", sacrifice: "looter", card: "card", discard: "card", order: "card", recruit: "card" };

/** What choosing this means now. */
function answer(play: Play, id: string): Action | null {
  const kind = asked(play);
  const looter = actor(play);
  if (!kind) return null;
  if (kind === "act") return looter ? { type: "attack", looter, target: id } : null;
  if (kind === "victim" || kind === "player") return id.startsWith("seat:") ? { type: kind, player: Number(id.slice(5)) } : null;
  return FIELDS[kind] && !id.startsWith("seat:") ? { type: kind, [FIELDS[kind]]: id } : null;
}

/** A refusal that names a guard offers that one instead. */
function wayOut(play: Play, refusal: Refusal): WayOut | undefined {
  const open = legal(play);
  const other = refusal.show?.map((mark) => mark.replace("card:", "")).find((id) => open.has(id));
  const action = other ? answer(play, other) : null;
  if (!other || !action) return undefined;
  const card = called(other, sceneOf(play));
  return { label: asked(play) === "act" ? t("Attack {card}", { card }) : t("Choose {card}", { card }), run: () => void play.propose(action) };
}

function choose(play: Play, id: string, anchor: DOMRect | null): void {
  const action = answer(play, id);
  const what = id.startsWith("seat:") ? (play.names[Number(id.slice(5))] ?? "") : called(id, sceneOf(play));
  if (action) void play.propose(action, { title: t("Not {what}", { what }), anchor, way: (refusal) => wayOut(play, refusal) });
}

// ---- taps

/** On a Looter, a card, or a player's name. */
export function tapOn(play: Play, id: string, anchor: DOMRect | null): void {
  const isSeat = id.startsWith("seat:");
  if (isSeat && !play.isMine) return;
  if (!isSeat) look.read = id;
  if (!play.isMine) tellCard(play, id);
  else if (!isSeat && asked(play) === "act" && !legal(play).has(id)) tapInDungeon(play, id, anchor);
  else choose(play, id, anchor);
}

function tellCard(play: Play, id: string): void {
  const words = `${called(id, sceneOf(play))}. ${cardText(sceneOf(play), id)}`;
  play.refused = null;
  if (look.isTight) look.held = id;
  else if (!play.isMine) play.aside = words;
  announcer.say(words);
}

function tapInDungeon(play: Play, id: string, anchor: DOMRect | null): void {
  const at = find(sceneOf(play), id);
  if (at?.seat === play.seat && !isAiming(play)) {
    if (at?.looter.is_ready) pickUp(play, actor(play) === id ? null : id);
    else explain(play, id, anchor);
  } else if (at && actor(play)) choose(play, id, anchor);
  else tellCard(play, id);
}

export function pickUp(play: Play, id: string | null): void {
  play.pick(id);
  if (!id) return;
  look.read = id;
  announcer.say(`${plain(play.question?.asks)} ${plain(play.find((action) => action.type === "search" && action.looter === id)?.says)}`);
}

/** Why this Looter cannot act. */
const explain = (play: Play, looter: string, anchor: DOMRect | null): void =>
  void play.propose({ type: "search", looter }, { title: t("Not {what}", { what: called(looter, sceneOf(play)) }), anchor });

/** Say what lies here, and why it cannot be chosen. */
export function explainHere(play: Play, id: string, anchor: DOMRect | null): void {
  const isSeat = id.startsWith("seat:");
  look.read = isSeat ? null : id;
  const isFree = asked(play) === "act" && !actor(play) && find(sceneOf(play), id)?.looter.is_ready && find(sceneOf(play), id)?.seat === play.seat;
  if (!play.isMine || isSeat || isFree || legal(play).has(id)) announcer.say(cellWords(play, id));
  else if (asked(play) === "act" && !actor(play)) explain(play, id, anchor);
  else choose(play, id, anchor);
}

export type Deed = "search" | "attack" | "activate" | "rest";

export function tapDeed(play: Play, deed: Deed, anchor: DOMRect | null): void {
  const looter = actor(play);
  if (!looter) return;
  if (deed === "attack") return isAiming(play) && !play.preview ? play.pick(looter) : aim(play);
  if (isAiming(play)) play.pick(looter);
  void play.propose({ type: deed, looter }, { title: t("Not with {looter}", { looter: called(looter, sceneOf(play)) }), anchor });
}

export function aim(play: Play): void {
  const looter = actor(play);
  if (!looter) return;
  play.pick(`aim:${looter}`);
  const open = [...legal(play)].map((id) => called(id, sceneOf(play)));
  if (open.length) return announcer.say(t("Whom? {looterz}.", { looterz: open.join(", ") }));
  play.pick(looter);
  void play.propose({ type: "attack", looter, target: looter }, { title: t("Nobody to attack") });
}

export function tapInn(play: Play, anchor: DOMRect | null): void {
  if (play.isMine) void play.propose({ type: "draw" }, { title: t("No drawing now"), anchor });
}

/** Use it, or pass it over. */
export const tapPlain = (play: Play, type: "use" | "decline", anchor: DOMRect | null): void => void play.propose({ type }, { title: t("Not now"), anchor });

/** Arrows among cards that lie side by side, in one line or several. */
export function walkAmong(event: KeyboardEvent, room: HTMLElement | undefined, what: string): void {
  const all = [...(room?.querySelectorAll<HTMLElement>(what) ?? [])];
  const across = all.filter((card) => card.offsetTop === all[0]?.offsetTop).length;
  const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key];
  if (!by) return;
  all[all.indexOf(event.target as HTMLElement) + by]?.focus();
  event.preventDefault();
}

// ---- holding and dragging

const canDrag = (play: Play, id: string): boolean =>
  play.isMine && (asked(play) === "act" ? find(sceneOf(play), id)?.seat === play.seat && find(sceneOf(play), id)!.looter.is_ready : asked(play) === "recruit" && legal(play).has(id));

let twin: ReturnType<typeof twinOf> | null = null;

/** A long press reads a card; a drag drops it somewhere, which previews and never commits. */
export const grip = (play: Play, id: string, tap: (anchor: DOMRect) => void): Press => ({
  tap: (event) => tap(box(event)),
  hold: () => (look.held = id),
  canDrag: () => canDrag(play, id),
  drag(at, from) {
    const card = document.querySelector<HTMLElement>(`[data-card="${id}"]`);
    if (card) (twin ??= twinOf(card)).move({ x: at.x - from.x, y: at.y - from.y });
  },
  drop(_, on) {
    twin?.remove();
    twin = null;
    const place = on?.closest<HTMLElement>("[data-cell], [data-crew]");
    if (place && place.dataset.card !== id) dropCard(play, id, place);
  },
});

/** A card let go over a Looter or a crew means what two taps would mean. */
function dropCard(play: Play, id: string, on: HTMLElement): void {
  const at = find(sceneOf(play), on.dataset.cell ?? "");
  if (asked(play) === "act") {
    if (!at) return;
    play.pick(at.seat === play.seat ? `aim:${id}` : id);
    choose(play, at.looter.id, on.getBoundingClientRect());
  } else if (on.closest("[data-crew=own]")) {
    play.pick(null);
    choose(play, id, on.getBoundingClientRect());
  }
}
