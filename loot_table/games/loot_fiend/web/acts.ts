/* What the player does with loot and locks, as previews: both the board and the area below it use these. */
import { announcer } from "$shell/announce.svelte";
import type { Play } from "$shell/table/play.svelte";
import { count, listing } from "$shell/words";
import { height, width } from "./art";
import { look, type Held } from "./look.svelte";
import { spoken } from "./map";
import type { Exit, Laid, LootScene, Rotation, Scene, SeatScene, Shape, Touched } from "./scene";

export const sceneOf = (play: Play): Scene => play.scene as Scene;
export const mine = (play: Play): SeatScene | null => (play.seat === null ? null : (sceneOf(play).seats[play.seat] ?? null));
export const lootOf = (scene: Scene, id: string | null): LootScene | undefined => scene.loot.find((each) => each.id === id);
export const shapeOf = (scene: Scene, id: string): Shape => {
  const all: { id: string; code: string }[] = [...scene.loot, ...scene.seats.flatMap((seat) => seat.pack)];
  return scene.shapes[all.find((each) => each.id === id)?.code ?? ""] ?? { name: id, size: "small", value: 0, turned: [[[0, 0]]] };
};
export const named = (shape: Shape): string => `${shape.name} ${shape.value}`;
export const worth = (shape: Shape): string => `${shape.name}, ${count(shape.value, "point")}`;

export const FIT_WORDS = { fits: "fits", repack: "fits after a repack", no: "does not fit" } as const;

/** Whether the backpack may be repacked now at all, as far as the phase goes. */
export function canRepack(play: Play): boolean {
  const scene = sceneOf(play);
  if (!play.isMine || !mine(play)?.pack.length) return false;
  if (scene.phase === "store") return true;
  if (scene.phase === "trip") return scene.trip!.may_repack;
  return scene.phase === "turn" && scene.cost <= scene.actions_left;
}

export function isAtStore(play: Play): boolean {
  const scene = sceneOf(play);
  if (scene.phase === "store") return true;
  const at = mine(play)?.at;
  return scene.tiles.some((tile) => tile.kind === "store" && at !== undefined && tile.at[0] === at[0] && tile.at[1] === at[1]);
}

export function price(scene: Scene): string {
  return scene.phase === "turn" ? count(scene.cost, "action") : "no action";
}

// ---- collect

export function take(play: Play, id: string): void {
  const scene = sceneOf(play);
  const loot = lootOf(scene, id);
  if (!loot) return;
  look.rest();
  if (loot.best && (scene.phase === "turn" || scene.phase === "trip")) {
    look.mode = "place";
    look.held = { id, code: loot.code, rot: loot.best[0], x: loot.best[1], y: loot.best[2] };
    showPlace(play);
  } else {
    look.wish = id;
    showWish(play);
  }
}

export function isPlaceable(scene: Scene, held: Held): boolean {
  return lootOf(scene, held.id)?.places?.some(([rot, x, y]) => rot === held.rot && x === held.x && y === held.y) === true;
}

export const collecting = (scene: Scene, held: Held): { type: string; loot: string; rot: number; x: number; y: number } => ({
  type: scene.phase === "trip" ? "trip_collect" : "collect",
  loot: held.id,
  rot: held.rot,
  x: held.x,
  y: held.y,
});

/** A legal place is previewed; anywhere else the piece only hovers. */
export function showPlace(play: Play): void {
  const scene = sceneOf(play);
  const held = look.held;
  if (!held || look.mode !== "place") return;
  const shape = scene.shapes[held.code]!;
  const me = mine(play)!;
  if (isPlaceable(scene, held)) {
    play.show({
      action: collecting(scene, held),
      label: `Collect the ${shape.name}`,
      says: `Column ${held.x + 1}, row ${held.y + 1}: ${me.points + shape.value} points then, for ${price(scene)}. It stays there until you repack.`,
    });
  } else {
    play.show(null);
    announcer.say(`Column ${held.x + 1}, row ${held.y + 1}: no room there.`);
  }
}

// ---- repack

export function movesInWords(moves: Touched[]): string {
  const turned = moves.filter((each) => each.is_turned).map((each) => each.name);
  const moved = moves.filter((each) => !each.is_turned).map((each) => each.name);
  const said = [turned.length ? `turn the ${listing(turned)}` : "", moved.length ? `move the ${listing(moved)}` : ""].filter(Boolean);
  const line = said.join(", ");
  return line ? `${line.charAt(0).toUpperCase()}${line.slice(1)}.` : "";
}

export const written = (laid: Laid[]): [string, number, number, number][] =>
  [...laid].sort((a, b) => (a.id < b.id ? -1 : 1)).map((piece) => [piece.id, piece.rot, piece.x, piece.y]);

export function showWish(play: Play): void {
  const scene = sceneOf(play);
  const loot = lootOf(scene, look.wish);
  if (!loot || !play.isMine) return;
  const shape = scene.shapes[loot.code]!;
  if (loot.fit === "repack" && loot.repack && canRepack(play)) {
    const then = scene.phase !== "store" ? ` Then the ${shape.name} fits.` : "";
    play.show({
      action: { type: "reorganise", layout: written(loot.repack.layout) },
      label: "Repack",
      says: `${movesInWords(loot.repack.moves)}${then} The repack costs ${price(scene)}.`,
    });
  } else play.show(null);
}

export function startRepack(play: Play, from: Laid[] | null = null): void {
  const me = mine(play);
  if (!me) return;
  look.rest();
  look.mode = "repack";
  look.draft = (from ?? me.pack).map((piece) => ({ ...piece }));
  showDraft(play);
}

export const overlaps = (scene: Scene, piece: { code: string; rot: number; x: number; y: number }, laid: Laid[], locks: number): string | null => {
  const squares = (each: { code: string; rot: number; x: number; y: number }): string[] =>
    (scene.shapes[each.code]!.turned[each.rot] ?? []).map(([x, y]) => `${each.x + x},${each.y + y}`);
  const wanted = squares(piece);
  if (wanted.some((square) => Number(square.split(",")[1]) < locks)) return "a lock";
  const other = laid.find((each) => squares(each).some((square) => wanted.includes(square)));
  return other ? `the ${scene.shapes[other.code]!.name}` : null;
};

/** When everything lies in the backpack again, and differently, it can be done. */
export function showDraft(play: Play): void {
  const scene = sceneOf(play);
  const me = mine(play);
  if (!me || look.mode !== "repack") return;
  const isWhole = !look.held && !look.tray.length && look.draft.length === me.pack.length;
  const isChanged = JSON.stringify(written(look.draft)) !== JSON.stringify(written(me.pack));
  if (isWhole && isChanged) {
    const fitting = scene.loot.filter((loot) => loot.is_here && loot.fit === "repack").map((loot) => scene.shapes[loot.code]!.name);
    const says = fitting.length ? `Everything is in. Whether the ${listing(fitting, "or")} fits now shows when you are done.` : "Everything is in.";
    play.show({ action: { type: "reorganise", layout: written(look.draft) }, label: "Done packing", says: `${says} It costs ${price(scene)}.` });
  } else play.show(null);
}

// ---- locks

export function startPaying(play: Play, locks: number): void {
  const scene = sceneOf(play);
  look.rest();
  look.mode = "pay";
  look.locksOff = locks;
  look.paid = scene.payments.find((each) => each.count === locks)?.pay ?? [];
  showPayment(play);
}

export function showPayment(play: Play): void {
  const scene = sceneOf(play);
  const me = mine(play);
  if (!me || look.mode !== "pay") return;
  const total = look.paid.reduce((sum, id) => sum + shapeOf(scene, id).value, 0);
  const needed = scene.lock_price * look.locksOff;
  if (total < needed) {
    play.show(null);
    return;
  }
  const left = me.points - total;
  const spent = total - needed;
  const change = spent ? `${needed} points spent, ${total} handed over. No change is given.` : "Paid exactly.";
  play.show({
    action: { type: "remove_locks", count: look.locksOff, pay: [...look.paid].sort() },
    label: `Remove ${count(look.locksOff, "lock")}`,
    says: `${change} ${count(left, "point")} stay, and you gain ${count(look.locksOff, "row")}.`,
  });
}

// ---- geometry of a piece in the hand

export function turnHeld(scene: Scene): void {
  const held = look.held;
  if (!held) return;
  const turns = scene.shapes[held.code]!.turned;
  look.held = inside(scene, { ...held, rot: (held.rot + 1) % turns.length });
}

export function inside(scene: Scene, held: Held): Held {
  const squares = scene.shapes[held.code]!.turned[held.rot]!;
  return {
    ...held,
    x: Math.min(Math.max(held.x, 0), scene.columns - width(squares)),
    y: Math.min(Math.max(held.y, 0), scene.rows - height(squares)),
  };
}

// ---- the map, as the buttons below it use it

export function showExit(play: Play, exit: Exit): void {
  look.rest();
  look.walking = [];
  if (exit.kind === "add") play.show({ action: { type: "add", to: exit.to }, label: "Flip a tile", says: exit.says, locks: true });
  else play.show({ action: { type: "move", to: exit.to }, label: `Move to ${spoken(exit.to)}`, says: exit.says });
}

export function rotationNow(scene: Scene): Rotation | undefined {
  return scene.turned?.rotations.find((each) => each.can && each.rot === look.rot) ?? scene.turned?.rotations.find((each) => each.can);
}

export function showRotation(play: Play): void {
  const scene = sceneOf(play);
  const rotation = rotationNow(scene);
  if (!rotation || !play.isMine) return;
  play.show({ action: { type: "orient", rot: rotation.rot }, label: "Lay it like this", says: `Roads ${rotation.label}. ${rotation.leads}` });
}

export function routeWords(scene: Scene, number: number): string {
  const route = scene.routes!.routes[number]!;
  const fitting = route.loot.filter((each) => each.fits).map((each) => scene.shapes[each.code]!.name);
  const others = route.loot.length - fitting.length;
  const past = [fitting.length ? listing(fitting) : "", others ? `${count(others, "piece")} without room` : ""].filter(Boolean).join(" and ");
  return `${count(route.path.length - 1, "tile")} past ${past || "no loot"}: at most ${count(route.worth, "point")}.`;
}

export function showRoute(play: Play, number: number): void {
  const scene = sceneOf(play);
  look.route = number;
  play.show({ action: { type: "route", path: scene.routes!.routes[number]!.path }, label: `Send by route ${number + 1}`, says: routeWords(scene, number) });
}
