/* What is done with the backpack: a piece placed, everything packed anew, or loot handed over for locks. Until it is an
 * action it is a draft in `look`. */
import { announcer } from "$shell/announce.svelte";
import type { By, Point } from "$shell/board/press";
import type { Action } from "$shell/protocol/types";
import { t } from "$shell/sentence";
import { settings } from "$shell/settings.svelte";
import type { Play } from "$shell/table/play.svelte";
import { lootOf, mine, nameOf, sceneOf, suggest, worth } from "./acts";
import { height, width } from "./art";
import { look, type Held } from "./look.svelte";
import { isSame } from "./map";
import type { Cell, Laid, Place, Scene } from "./scene";

export type Mode = "rest" | "place" | "repack" | "pay";

/** The piece on the map that is asked about. */
export const wishOf = (play: Play): string | null => (play.picked?.startsWith("loot:") ? play.picked.slice(5) : null);
export const locksOff = (play: Play): number => (play.picked?.startsWith("pay:") ? Number(play.picked.slice(4)) : 0);

export function modeOf(play: Play): Mode {
  if (play.picked === "repack") return "repack";
  if (locksOff(play)) return "pay";
  return wishOf(play) && look.held ? "place" : "rest";
}

/** The piece in the hand, if it is still meant. */
export const heldOf = (play: Play): Held | null => (["place", "repack"].includes(modeOf(play)) ? look.held : null);

export function canRepack(play: Play): boolean {
  const scene = sceneOf(play);
  if (!play.isMine || !mine(play)?.pack.length) return false;
  if (scene.phase === "trip") return scene.trip!.may_repack;
  return scene.phase === "store" || (scene.phase === "turn" && scene.cost <= scene.actions_left);
}

export function canUnlock(play: Play): boolean {
  const scene = sceneOf(play);
  const at = mine(play)?.at;
  const isAtStore = scene.phase === "store" || scene.tiles.some((tile) => tile.kind === "store" && at !== undefined && isSame(tile.at, at));
  return play.isMine && isAtStore && scene.payments.length > 0 && (scene.phase === "store" || scene.cost <= scene.actions_left);
}

export function rest(play: Play): void {
  play.pick(null);
}

// ---- collect

export function take(play: Play, id: string): void {
  const scene = sceneOf(play);
  const loot = lootOf(scene, id);
  if (!loot || play.isSending) return;
  look.walking = [];
  look.held = loot.best && play.isMine && (scene.phase === "turn" || scene.phase === "trip") ? { id, code: loot.code, rot: loot.best[0], x: loot.best[1], y: loot.best[2] } : null;
  play.pick(`loot:${id}`);
  if (look.held) hover(play);
  else if (loot.repack && canRepack(play)) suggest(play, repacking(loot.repack.layout));
}

/** The best piece here, or why there is none. */
export function collect(play: Play, anchor: DOMRect): void {
  const scene = sceneOf(play);
  const here = scene.loot.filter((loot) => loot.is_here);
  const best = here.filter((loot) => loot.best).sort((a, b) => scene.shapes[b.code]!.value - scene.shapes[a.code]!.value)[0] ?? here[0];
  if (best && !best.is_guarded && play.isMine && scene.cost <= scene.actions_left) take(play, best.id);
  else void play.propose({ type: "collect", loot: best?.id ?? scene.loot[0]?.id ?? "s01", rot: 0, x: 0, y: scene.rows - 1 }, { title: t("Nothing to collect"), anchor });
}

export function isPlaceable(scene: Scene, held: Held): boolean {
  return lootOf(scene, held.id)?.places?.some(([rot, x, y]) => rot === held.rot && x === held.x && y === held.y) === true;
}

const collecting = (scene: Scene, { id, rot, x, y }: Held): Action => ({ type: scene.phase === "trip" ? "trip_collect" : "collect", loot: id, rot, x, y });
const spotWords = ({ x, y }: Place): { x: number; y: number } => ({ x: x + 1, y: y + 1 });

/** A free place is previewed; anywhere else the piece only hovers. */
export function hover(play: Play): void {
  const held = heldOf(play);
  if (!held || modeOf(play) !== "place") return;
  if (isPlaceable(sceneOf(play), held)) suggest(play, collecting(sceneOf(play), held));
  else {
    play.show(null);
    announcer.say(t("Column {x}, row {y}: no room there.", spotWords(held)));
  }
}

// ---- repack

const repacking = (laid: Laid[]): Action => ({ type: "reorganise", layout: written(laid) });
export const written = (laid: Laid[]): [string, number, number, number][] => [...laid].sort((a, b) => (a.id < b.id ? -1 : 1)).map((piece) => [piece.id, piece.rot, piece.x, piece.y]);

export function repack(play: Play, anchor: DOMRect | null, from: Laid[] | null = null): void {
  const me = mine(play)!;
  if (!canRepack(play)) return void play.propose(repacking(me.pack), { title: t("No repacking"), anchor });
  if (play.isSending) return;
  look.held = null;
  look.tray = [];
  look.draft = (from ?? me.pack).map((piece) => ({ ...piece }));
  play.pick("repack");
  showDraft(play);
}

/** When everything lies in the backpack again, and differently, it can be done. */
export function showDraft(play: Play): void {
  const me = mine(play)!;
  const isWhole = !look.held && !look.tray.length && look.draft.length === me.pack.length;
  if (isWhole && JSON.stringify(written(look.draft)) !== JSON.stringify(written(me.pack))) suggest(play, repacking(look.draft));
  else play.show(null);
}

export const squaresOf = (scene: Scene, piece: Place & { code: string }): string[] => (scene.shapes[piece.code]!.turned[piece.rot] ?? []).map(([x, y]) => `${piece.x + x},${piece.y + y}`);

/** What is in the way of a piece in the draft: a lock, or another piece. */
export function obstacle(play: Play, piece: Place & { code: string }): string | null {
  const scene = sceneOf(play);
  const wanted = squaresOf(scene, piece);
  if (wanted.some((square) => Number(square.split(",")[1]) < mine(play)!.locks)) return t("a lock");
  const other = look.draft.find((each) => squaresOf(scene, each).some((square) => wanted.includes(square)));
  return other ? t("the {piece}", { piece: nameOf(scene.shapes[other.code]!) }) : null;
}

export function pickUp(play: Play, piece: Laid): void {
  if (look.held) look.tray = [...look.tray, look.held];
  look.draft = look.draft.filter((each) => each.id !== piece.id);
  look.tray = look.tray.filter((each) => each.id !== piece.id);
  look.held = { ...piece };
  showDraft(play);
  announcer.say(t("{piece} in hand.", { piece: worth(sceneOf(play).shapes[piece.code]!) }));
}

/** What is in the hand goes beside the backpack, or everything does. */
export function stow(play: Play, isAll = false): void {
  look.tray = [...look.tray, ...(isAll ? look.draft : []), ...(look.held ? [look.held] : [])];
  if (isAll) look.draft = [];
  look.held = null;
  showDraft(play);
}

/** Let go where it is: collected, or laid down in the draft. */
export function put(play: Play, isQuick = false): void {
  const scene = sceneOf(play);
  const held = heldOf(play);
  const anchor = look.squares?.getBoundingClientRect() ?? null;
  if (!held) return;
  if (modeOf(play) === "place") return void play.propose(collecting(scene, held), { title: t("Not there"), anchor, isQuick });
  const wrong = obstacle(play, held);
  if (wrong && look.tray.length)
    return play.refuse({ title: t("Not there"), refusal: { text: t("There it would lie on {obstacle}.", { obstacle: wrong }), rule: "LF-48", show: [`piece:${held.id}`] }, anchor });
  if (wrong) return void play.propose(repacking([...look.draft, held]), { title: t("Not there"), anchor });
  look.draft = [...look.draft, held];
  look.held = null;
  announcer.say(t("{piece} put down.", { piece: nameOf(scene.shapes[held.code]!) }));
  showDraft(play);
}

// ---- locks

export function unlock(play: Play, anchor: DOMRect | null): void {
  const scene = sceneOf(play);
  if (canUnlock(play)) return startPaying(play, 1);
  const all = mine(play)!.pack.map((piece) => piece.id);
  void play.propose({ type: "remove_locks", count: 1, pay: scene.payments[0]?.pay ?? all.sort() }, { title: t("The lock stays"), anchor });
}

export function startPaying(play: Play, locks: number): void {
  if (play.isSending) return;
  look.paid = sceneOf(play).payments.find((each) => each.count === locks)?.pay ?? [];
  play.pick(`pay:${locks}`);
  showPayment(play);
}

export const paidPoints = (play: Play): { total: number; needed: number } => ({
  total: mine(play)!.pack.reduce((sum, piece) => sum + (look.paid.includes(piece.id) ? sceneOf(play).shapes[piece.code]!.value : 0), 0),
  needed: sceneOf(play).lock_price * locksOff(play),
});

function showPayment(play: Play): void {
  const { total, needed } = paidPoints(play);
  if (total < needed) play.show(null);
  else suggest(play, { type: "remove_locks", count: locksOff(play), pay: [...look.paid].sort() });
}

export function handOver(play: Play, piece: Laid): void {
  const isKept = look.paid.includes(piece.id);
  look.paid = isKept ? look.paid.filter((id) => id !== piece.id) : [...look.paid, piece.id];
  const name = nameOf(sceneOf(play).shapes[piece.code]!);
  const { total, needed } = paidPoints(play);
  announcer.say(isKept ? t("{piece} kept. {total} of {needed} points.", { piece: name, total, needed }) : t("{piece} handed over. {total} of {needed} points.", { piece: name, total, needed }));
  showPayment(play);
}

// ---- a piece in the hand

export function inside(scene: Scene, held: Held): Held {
  const squares = scene.shapes[held.code]!.turned[held.rot]!;
  return { ...held, x: Math.min(Math.max(held.x, 0), scene.columns - width(squares)), y: Math.min(Math.max(held.y, 0), scene.rows - height(squares)) };
}

export function turnHeld(play: Play): void {
  const held = heldOf(play);
  if (!held) return;
  const scene = sceneOf(play);
  look.held = inside(scene, { ...held, rot: (held.rot + 1) % scene.shapes[held.code]!.turned.length });
  hover(play);
}

/** So that the piece is about a square. */
export function moveTo(play: Play, cell: Cell): void {
  const held = heldOf(play)!;
  const scene = sceneOf(play);
  const squares = scene.shapes[held.code]!.turned[held.rot]!;
  look.held = inside(scene, { ...held, x: cell[0] - Math.floor((width(squares) - 1) / 2), y: cell[1] - Math.floor((height(squares) - 1) / 2) });
  hover(play);
}

/** Take a piece that is dragged: from the tile, out of the backpack, or from beside it. */
function lift(play: Play, id: string): boolean {
  if (heldOf(play)?.id === id) return true;
  if (lootOf(sceneOf(play), id)) take(play, id);
  else {
    if (modeOf(play) === "rest" && canRepack(play)) repack(play, null);
    const piece = modeOf(play) === "repack" ? [...look.draft, ...look.tray].find((each) => each.id === id) : undefined;
    if (piece) pickUp(play, piece);
  }
  return heldOf(play)?.id === id;
}

/** A piece is dragged, wherever that began. */
export function carry(play: Play, id: string, at: Point): void {
  const box = look.squares?.getBoundingClientRect();
  if (!lift(play, id) || !box) return;
  const scene = sceneOf(play);
  const held = heldOf(play)!;
  const squares = scene.shapes[held.code]!.turned[held.rot]!;
  const x = Math.round(((at.x - box.left) / box.width) * scene.columns - width(squares) / 2);
  const y = Math.round(((at.y - box.top) / box.height) * scene.rows - height(squares) / 2);
  const next = inside(scene, { ...held, x, y });
  if (next.x === held.x && next.y === held.y) return;
  look.held = next;
  hover(play);
}

/** For what can be dragged from somewhere else, and may not be drawn any more meanwhile. */
export const dragged = (play: Play, id: string): { drag(at: Point): void; drop(at: Point, on: Element | null, by: By): void } => ({
  drag: (at) => carry(play, id, at),
  drop: (at, on, by) => on && drop(play, at, by),
});

export function drop(play: Play, at: Point, by: By): void {
  const box = look.squares?.getBoundingClientRect();
  const held = heldOf(play);
  if (!box || !held) return;
  const room = 24;
  const isOutside = at.x < box.left - room || at.x > box.right + room || at.y < box.top - room || at.y > box.bottom + room;
  if (modeOf(play) === "repack") {
    if (isOutside) stow(play);
    else put(play);
  } else if (isOutside) rest(play);
  else if (!isPlaceable(sceneOf(play), held) || (by === "mouse" && !settings.get("confirms"))) put(play, true);
}
