/* What a tap, a key or a button means on the map; packing.ts has what is done with the backpack. */
import { announcer } from "$shell/announce.svelte";
import type { Action } from "$shell/protocol/types";
import { plain, t, tn } from "$shell/sentence";
import { isSame as isSameAction, type Play } from "$shell/table/play.svelte";
import { look } from "./look.svelte";
import { isSame, keyOf, spoken } from "./map";
import { take } from "./packing";
import type { Cell, Exit, LootScene, Rotation, Scene, SeatScene, Shape } from "./scene";

export const sceneOf = (play: Play): Scene => play.scene as Scene;
export const mine = (play: Play): SeatScene | null => (play.seat === null ? null : (sceneOf(play).seats[play.seat] ?? null));
export const lootOf = (scene: Scene, id: string | null): LootScene | undefined => scene.loot.find((each) => each.id === id);
/** Names of pieces are in the catalogue as they stand in the components. */
export const nameOf = (shape: Shape): string => t(shape.name);
export const points = (n: number): string => tn(n, "{n} point", "{n} points");
export const worth = (shape: Shape): string => `${nameOf(shape)}, ${points(shape.value)}`;
export const fitWords = (fit: LootScene["fit"]): string => ({ fits: t("fits"), repack: t("fits after a repack"), no: t("does not fit") })[fit];
export const rect = (event: Event): DOMRect => (event.currentTarget as HTMLElement).getBoundingClientRect();

/** Previewed, and never done by being shown twice. */
export function suggest(play: Play, action: Action): void {
  if (!isSameAction(play.preview?.action, action)) void play.propose(action);
}

// ---- the new tile, the routes

export function rotationNow(scene: Scene): Rotation | undefined {
  return scene.turned?.rotations.find((each) => each.can && each.rot === look.rot) ?? scene.turned?.rotations.find((each) => each.can);
}

export function showRotation(play: Play): void {
  const rotation = rotationNow(sceneOf(play));
  if (rotation && play.isMine) suggest(play, { type: "orient", rot: rotation.rot });
}

export function turnTile(play: Play): void {
  const scene = sceneOf(play);
  const can = scene.turned?.rotations.filter((each) => each.can) ?? [];
  if (!can.length || !play.isMine) return;
  const here = can.findIndex((each) => each.rot === rotationNow(scene)?.rot);
  look.rot = can[(here + 1) % can.length]!.rot;
  showRotation(play);
}

export function showRoute(play: Play, number: number): void {
  look.route = number;
  suggest(play, { type: "route", path: sceneOf(play).routes!.routes[number]!.path });
}

// ---- a place on the map

/** Where a preview leads to. */
export function aim(play: Play): string | null {
  const to = play.preview ? (look.walking.at(-1) ?? (play.preview.action.to as Cell | undefined)) : undefined;
  return to ? keyOf(to) : null;
}

const exitTo = (scene: Scene, kind: Exit["kind"], cell: Cell): Exit | undefined => scene.exits.find((exit) => exit.kind === kind && isSame(exit.to, cell));
const isTile = (scene: Scene, cell: Cell): boolean => scene.tiles.some((tile) => isSame(tile.at, cell));

/** To go there or to flip there, whichever it would be. */
export const stepTo = (scene: Scene, cell: Cell): Action => ({ type: isTile(scene, cell) ? "move" : "add", to: cell });

export function tapCell(play: Play, cell: Cell, isQuick: boolean, anchor: DOMRect | null): void {
  const scene = sceneOf(play);
  const at = mine(play)?.at;
  if (!play.isMine) announcer.say(scene.tiles.find((tile) => isSame(tile.at, cell))?.says ?? "");
  else if (scene.phase === "orient") {
    const isNew = isSame(cell, scene.turned!.at);
    void play.propose(isNew ? { type: "orient", rot: rotationNow(scene)!.rot } : stepTo(scene, cell), { title: t("First this tile"), anchor });
  } else if (scene.phase === "spot") {
    const spot = scene.spots.find((each) => isSame(each.to, cell));
    void play.propose({ type: "spot", to: cell, from: spot?.from ?? at }, { title: t("Not there"), anchor });
  } else if (at && isSame(cell, at)) takeHere(play, anchor);
  else if (scene.phase === "turn") walkOrFlip(play, cell, isQuick, anchor);
  else if (scene.phase === "route") {
    const found = scene.routes!.routes.findIndex((route, n) => n !== look.route && route.path.some((each) => isSame(each, cell)));
    if (found >= 0) showRoute(play, found);
  } else void play.propose(stepTo(scene, cell), { title: t("Not now"), anchor });
}

function walkOrFlip(play: Play, cell: Cell, isQuick: boolean, anchor: DOMRect | null): void {
  const scene = sceneOf(play);
  const walk = scene.walks.find((each) => isSame(each.to, cell));
  if (walk && walk.path.length > 1) {
    const action = { type: "move", to: walk.path[0]! };
    if (aim(play) === keyOf(cell)) return void play.commit(action, anchor);
    play.pick(null);
    look.walking = walk.path;
    look.walkedAt = play.frame?.version ?? -1;
    play.show({ action, label: walk.label!, says: walk.says!, spend: walk.cost });
    return;
  }
  look.walking = [];
  if (play.picked) play.pick(null);
  const isFlip = exitTo(scene, "add", cell) !== undefined;
  void play.propose(stepTo(scene, cell), { title: t("Not {where}", { where: spoken(cell) }), anchor, isQuick: isQuick && !isFlip });
}

/** Why a place is allowed or not. */
export function explainCell(play: Play, cell: Cell, anchor: DOMRect | null): void {
  const scene = sceneOf(play);
  const walk = scene.walks.find((each) => isSame(each.to, cell));
  const choice = play.find((action) => Array.isArray(action.to) && isSame(action.to as Cell, cell));
  const says = choice?.says ?? walk?.says;
  if (says) announcer.say(t("Allowed. {says}", { says: plain(says) }));
  else void play.propose(stepTo(scene, cell), { title: t("Not {where}", { where: spoken(cell) }), anchor });
}

/** Each press shows the next road. */
export function nextExit(play: Play, kind: Exit["kind"], anchor: DOMRect): void {
  const scene = sceneOf(play);
  const list = scene.exits.filter((exit) => exit.kind === kind && exit.can);
  const now = list.findIndex((exit) => play.preview?.action.type === kind && isSame(play.preview.action.to as Cell, exit.to));
  const next = list[(now + 1) % list.length];
  look.walking = [];
  if (next) return suggest(play, { type: kind, to: next.to });
  const to = scene.exits.find((exit) => exit.kind === kind)?.to ?? mine(play)!.at;
  void play.propose({ type: kind, to }, { title: kind === "move" ? t("No way") : t("No flip"), anchor });
}

// ---- loot underfoot

function takeHere(play: Play, anchor: DOMRect | null): void {
  const scene = sceneOf(play);
  const here = scene.loot.filter((loot) => loot.is_here).sort((a, b) => Number(!!b.best) - Number(!!a.best) || scene.shapes[b.code]!.value - scene.shapes[a.code]!.value);
  const own = scene.tiles.find((tile) => isSame(tile.at, mine(play)!.at));
  if (!here.length) return announcer.say(t("You stand here. {tile}", { tile: own?.says ?? "" }));
  const now = here.findIndex((loot) => `loot:${loot.id}` === play.picked);
  takeOne(play, here[(now + 1) % here.length]!, anchor);
}

export function takeOne(play: Play, loot: LootScene, anchor: DOMRect | null): void {
  if (!loot.is_here || !loot.is_guarded || !play.isMine) return take(play, loot.id);
  const scene = sceneOf(play);
  const type = scene.phase === "trip" ? "trip_collect" : "collect";
  void play.propose({ type, loot: loot.id, rot: 0, x: 0, y: scene.rows - 1 }, { title: t("Not here"), anchor });
}
