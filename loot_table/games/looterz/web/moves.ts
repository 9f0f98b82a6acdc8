/* Pick, preview, commit: what a tap on a card, a player or a pile means at this moment. No rules: the scene and the
   list of legal actions say what may be done, the server says why something may not. */
import { announcer } from "$shell/announce.svelte";
import type { Action, Refusal } from "$shell/protocol/types";
import type { Play, Preview, WayOut } from "$shell/table/play.svelte";
import { count } from "$shell/words";
import { look } from "./look.svelte";
import type { Acts, Asked, Looter, Scene } from "./scene";

export const sceneOf = (play: Play): Scene => play.scene as Scene;
export const kindOf = (id: string): string => (id.includes("-") ? id.slice(0, id.lastIndexOf("-")) : id);

const COPIES = ["", "", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX", " X"];

/** "Death Knight II". */
export function called(id: string, scene?: Scene): string {
  const kind = kindOf(id);
  const name = scene?.kinds[kind]?.name ?? kind.replace(/(^|_)([a-z])/g, (_, gap: string, letter: string) => (gap ? " " : "") + letter.toUpperCase());
  return name + (id === kind ? "" : (COPIES[Number(id.slice(kind.length + 1))] ?? ""));
}

export function find(scene: Scene, id: string): { looter: Looter; seat: number } | null {
  for (const [seat, party] of scene.parties.entries()) {
    const looter = party.find((each) => each.id === id);
    if (looter) return { looter, seat };
  }
  return null;
}

export const asked = (play: Play): Asked | null => sceneOf(play).question?.kind ?? null;
export const acts = (play: Play, id: string | null = play.picked): Acts | undefined => (id ? sceneOf(play).mine?.acts[id] : undefined);

/** What a card stands for in the present question: the field that names it. */
const FIELDS: Partial<Record<Asked, "looter" | "card">> = { target: "looter", sacrifice: "looter", card: "card", discard: "card", order: "card", recruit: "card" };

export function answerWith(play: Play, id: string): Action | null {
  const kind = asked(play);
  const field = kind ? FIELDS[kind] : undefined;
  return kind && field ? { type: kind, [field]: id } : null;
}

/** Looterz, cards and seats (`seat:2`) that can be chosen now. */
export function legal(play: Play): Set<string> {
  const found = new Set<string>();
  const kind = asked(play);
  if (!play.isMine || !kind) return found;
  const mine = sceneOf(play).mine!;
  if (kind === "recruit") for (const id of Object.keys(mine.recruits)) found.add(id);
  else if (kind === "act") {
    const own = acts(play);
    if (own) for (const id of Object.keys(own.attacks)) if (look.isAiming || find(sceneOf(play), id)?.seat !== play.seat) found.add(id);
  } else for (const id of Object.keys(mine.choices)) found.add(id);
  return found;
}

/** What the keys 1 to 9 stand for: the answers in the order of their buttons, or the cards of one's hand. */
export function listed(play: Play): string[] {
  const kind = asked(play);
  if (kind === "victim" || kind === "player" || kind === "order") return [...legal(play)];
  return play.seat === null ? [] : sceneOf(play).hands[play.seat]!.cards;
}

// ---- previews

export function previewOf(play: Play, id: string): Preview | null {
  const scene = sceneOf(play);
  const mine = scene.mine;
  const kind = asked(play);
  if (!mine || !kind) return null;
  const name = called(id, scene);
  if (id.startsWith("seat:")) {
    const player = Number(id.slice(5));
    const who = play.names[player] ?? "";
    return { action: { type: kind, player }, label: kind === "victim" ? `Steal from ${who}` : `Choose ${who}`, says: mine.choices[id] ?? "" };
  }
  if (kind === "recruit") return { action: { type: "recruit", card: id }, label: `Recruit ${name}`, says: mine.recruits[id] ?? "", locks: true };
  if (kind === "act") {
    const hit = play.picked ? mine.acts[play.picked]?.attacks[id] : undefined;
    if (!hit || !play.picked) return null;
    const says = `${called(play.picked, scene)} attacks ${name}. ${hit.says}`;
    return { action: { type: "attack", looter: play.picked, target: id }, label: `Roll ${count(hit.dice, "die", "dice")}`, says, locks: true };
  }
  const says = mine.choices[id];
  const action = answerWith(play, id);
  if (says === undefined || !action) return null;
  const op = scene.question?.op;
  const label =
    kind === "sacrifice" ? `Sacrifice ${name}` : kind === "discard" ? `Discard ${name}` : kind === "order" ? `${name} first` : `${OP_VERBS[op ?? ""] ?? "Choose"} ${name}`;
  return { action, label, says: `${name}. ${says}`, locks: op === "attack" || op === "search" || kind === "discard" };
}

const OP_VERBS: Record<string, string> = {
  attack: "Attack",
  destroy: "Destroy",
  damage: "Hurt",
  take_control: "Take",
  exhaust: "Exhaust",
  search: "Send",
  enter: "Bring back",
  recover: "Take back",
  gain_life: "Heal",
};

export function deedPreview(play: Play, id: string, deed: "search" | "activate" | "rest"): Preview | null {
  const own = acts(play, id);
  const name = called(id, sceneOf(play));
  if (!own?.is_ready) return null;
  if (deed === "search") return { action: { type: "search", looter: id }, label: `Roll ${count(own.search.dice, "die", "dice")}`, says: `${name} searches. ${own.search.says}`, locks: true };
  if (deed === "rest") return own.rest ? { action: { type: "rest", looter: id }, label: "Rest", says: `${name} stays idle this turn.` } : null;
  return own.ability.can ? { action: { type: "activate", looter: id }, label: `Use ${name}`, says: own.ability.says } : null;
}

export function drawPreview(play: Play): Preview | null {
  const says = sceneOf(play).mine?.draw;
  return says ? { action: { type: "draw" }, label: "Draw a card", says, locks: true } : null;
}

const isShown = (play: Play, preview: Preview): boolean => JSON.stringify(play.preview?.action) === JSON.stringify(preview.action);

/** The first tap shows what would happen, the second does it. */
export function offer(play: Play, preview: Preview, anchor: DOMRect | null): void {
  if (isShown(play, preview)) void play.commit(preview.action, anchor);
  else play.show(preview);
}

// ---- taps

export function tapCard(play: Play, id: string, anchor: DOMRect | null): void {
  const scene = sceneOf(play);
  look.read = id;
  if (!play.isMine) {
    play.refused = null;
    announcer.say(`${called(id, scene)}. ${scene.kinds[kindOf(id)]?.text || "No ability."}`);
    return;
  }
  if (legal(play).has(id)) {
    const preview = previewOf(play, id);
    if (preview) offer(play, preview, anchor);
    return;
  }
  if (asked(play) === "act") tapInDungeon(play, id, anchor);
  else if (asked(play) === "recruit") void play.explain(`Not ${called(id, scene)}`, { type: "recruit", card: id }, anchor);
  else {
    const answer = answerWith(play, id);
    if (answer) void play.explain(`Not ${called(id, scene)}`, answer, anchor, (refusal) => wayOut(play, refusal));
  }
}

/** A card let go over a Looter or a crew means what two taps would mean. */
export function dropCard(play: Play, id: string, on: HTMLElement): void {
  const kind = asked(play);
  const target = on.dataset.cell ?? "";
  if (kind === "act") {
    if (!acts(play, id)?.is_ready || !find(sceneOf(play), target)) return;
    if (play.picked !== id) play.pick(id);
    look.isAiming = find(sceneOf(play), target)?.seat === play.seat;
    if (!legal(play).has(target)) tapInDungeon(play, target, on.getBoundingClientRect());
    else play.show(previewOf(play, target));
  } else if (on.closest("[data-crew=own]")) {
    if (legal(play).has(id)) play.show(previewOf(play, id));
    else tapCard(play, id, on.getBoundingClientRect());
  }
}

export const canDrag = (play: Play, id: string): boolean =>
  play.isMine && (asked(play) === "act" ? acts(play, id)?.is_ready === true : asked(play) === "recruit" && legal(play).has(id));

function tapInDungeon(play: Play, id: string, anchor: DOMRect | null): void {
  const scene = sceneOf(play);
  const at = find(scene, id);
  const name = called(id, scene);
  if (at?.seat === play.seat && !look.isAiming) {
    if (acts(play, id)?.is_ready) {
      play.pick(play.picked === id ? null : id);
      if (play.picked) announcer.say(`${name}. Search: ${acts(play, id)!.search.says} Or attack one of ${legal(play).size}.`);
    } else void play.explain(`Not ${name}`, { type: "search", looter: id }, anchor);
  } else if (play.picked) {
    void play.explain(`Not ${name}`, { type: "attack", looter: play.picked, target: id }, anchor, (refusal) => wayOut(play, refusal));
  } else {
    play.refused = null;
    announcer.say(`${name}. ${scene.kinds[kindOf(id)]?.text || "No ability."}`);
  }
}

/** A refusal that names a guard offers that one instead. */
export function wayOut(play: Play, refusal: Refusal): WayOut | undefined {
  const open = legal(play);
  const other = refusal.show?.find((id) => open.has(id));
  const preview = other ? previewOf(play, other) : null;
  return other && preview ? { label: `${asked(play) === "act" ? "Attack" : "Choose"} ${called(other, sceneOf(play))}`, run: () => play.show(preview) } : undefined;
}

export function tapDeed(play: Play, deed: "search" | "attack" | "activate" | "rest", anchor: DOMRect | null): void {
  const id = play.picked;
  if (!id) return;
  const name = called(id, sceneOf(play));
  if (deed === "attack") {
    aim(play, !look.isAiming || play.preview?.action.type !== undefined);
    return;
  }
  look.isAiming = false;
  const preview = deedPreview(play, id, deed);
  if (preview) offer(play, preview, anchor);
  else void play.explain(`Not with ${name}`, { type: deed, looter: id }, anchor);
}

export function aim(play: Play, isAiming: boolean): void {
  if (play.preview) play.show(null);
  play.refused = null;
  look.isAiming = isAiming;
  if (!isAiming || !play.picked) return;
  const open = [...legal(play)];
  if (!open.length) {
    look.isAiming = false;
    void play.explain("Nobody to attack", { type: "attack", looter: play.picked, target: play.picked }, null);
  } else announcer.say(`Whom? ${open.map((id) => called(id, sceneOf(play))).join(", ")}.`);
}

export function tapSeat(play: Play, seat: number, anchor: DOMRect | null): void {
  const kind = asked(play);
  if (!play.isMine || (kind !== "victim" && kind !== "player")) return;
  const preview = legal(play).has(`seat:${seat}`) ? previewOf(play, `seat:${seat}`) : null;
  if (preview) offer(play, preview, anchor);
  else void play.explain(`Not ${play.names[seat]}`, { type: kind, player: seat }, anchor);
}

export function tapInn(play: Play, anchor: DOMRect | null): void {
  const preview = play.isMine ? drawPreview(play) : null;
  if (preview) offer(play, preview, anchor);
  else if (play.isMine) void play.explain("No drawing now", { type: "draw" }, anchor);
  else look.open = look.open === "inn" ? null : "inn";
}

/** Use it, or pass it over. */
export function tapPlain(play: Play, type: "use" | "decline", anchor: DOMRect | null): void {
  const scene = sceneOf(play);
  const source = scene.question?.source;
  const name = source ? called(source, scene) : "it";
  const says = type === "use" ? (source ? (scene.kinds[kindOf(source)]?.text ?? "") : "") : `${name} does nothing more.`;
  if (play.find((action) => action.type === type)) offer(play, { action: { type }, label: type === "use" ? `Use ${name}` : "Decline", says }, anchor);
  else void play.explain("Not now", { type }, anchor);
}

/** One's Looterz that have yet to act. */
export const idle = (scene: Scene, seat: number | null): Looter[] => (seat === null ? [] : (scene.parties[seat] ?? []).filter((looter) => looter.is_ready));
