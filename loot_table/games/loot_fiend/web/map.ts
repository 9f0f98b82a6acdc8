/* Where things are on the map. A cell is 100 by 100 units; the starter covers four. */
import { t } from "$shell/sentence";
import type { Cell, Scene, TileScene } from "./scene";

export const CELL = 100;
export const STEPS: readonly Cell[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

export const keyOf = (cell: Cell): string => `${cell[0]},${cell[1]}`;
export const cellOf = (key: string): Cell => key.split(",").map(Number) as Cell;
export const isSame = (one: Cell, other: Cell): boolean => one[0] === other[0] && one[1] === other[1];
export const isStarter = (cell: Cell): boolean => (cell[0] === 0 || cell[0] === 1) && (cell[1] === 0 || cell[1] === 1);
/** What the tile on a cell is called: the starter is one tile. */
export const anchor = (cell: Cell): Cell => (isStarter(cell) ? [0, 0] : cell);
/** As the rules say it: "3 west, 4 north". */
export function spoken([x, y]: Cell): string {
  const across = x < 0 ? t("{n} west", { n: -x }) : t("{n} east", { n: x });
  const along = y < 0 ? t("{n} north", { n: -y }) : t("{n} south", { n: y });
  return x && y ? `${across}, ${along}` : x ? across : y ? along : t("the starter");
}

export function middle(cell: Cell): { x: number; y: number } {
  return isSame(cell, [0, 0]) ? { x: CELL, y: CELL } : { x: cell[0] * CELL + CELL / 2, y: cell[1] * CELL + CELL / 2 };
}

/** The middle of the edge through which one goes to a cell. */
export function edge(beyond: Cell, side: number): { x: number; y: number } {
  const [dx, dy] = STEPS[side]!;
  return { x: beyond[0] * CELL + 50 - dx * 50, y: beyond[1] * CELL + 50 - dy * 50 };
}

/** Where a character stands on its tile. */
export function standing(scene: Scene, seat: number): { x: number; y: number; size: number } {
  const at = scene.seats[seat]!.at;
  const tile = scene.tiles.find((each) => isSame(each.at, at))!;
  const here = tile.seats.indexOf(seat);
  const of = tile.seats.length;
  const x = at[0] * CELL;
  const y = at[1] * CELL;
  if (tile.kind === "starter") {
    const isRight = seat === 1 || seat === 2;
    return { x: isRight ? 144 : 56, y: seat % 2 ? 144 : 56, size: 42 };
  }
  const spread = (here - (of - 1) / 2) * (of > 3 ? 15 : 20);
  if (tile.kind === "store") return { x: x + 50 + (here - (of - 1) / 2) * 24, y: y + 84, size: of > 2 ? 22 : 28 };
  if (tile.loot.length) return { x: x + 28 + here * 18, y: y + 74 - (here % 2) * 4, size: 34 };
  return { x: x + 50 + spread, y: y + 50, size: of > 1 ? 36 : 42 };
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The map units that cells cover; the starter's name stands for all four of its cells. */
export function around(cells: Cell[]): Box {
  const ends = cells.map(([x, y]) => (x === 0 && y === 0 ? 2 : 1));
  const xs = cells.flatMap(([x], n) => [x, x + ends[n]!]);
  const ys = cells.flatMap(([, y], n) => [y, y + ends[n]!]);
  return { left: Math.min(...xs) * CELL, right: Math.max(...xs) * CELL, top: Math.min(...ys) * CELL, bottom: Math.max(...ys) * CELL };
}

export const bounds = (tiles: TileScene[], more: Cell[] = []): Box => around([[0, 0], ...tiles.map((tile) => tile.at), ...more]);

/** Empty cells that some road leads to. */
export const openCells = (scene: Scene): Cell[] => [...new Set(scene.tiles.flatMap((tile) => tile.open.map(keyOf)))].map(cellOf);

/** A shortest way along roads, both ends included; empty when there is none. */
export function wayBetween(scene: Scene, from: Cell, to: Cell): Cell[] {
  const tiles = new Map(scene.tiles.map((tile) => [keyOf(tile.at), tile]));
  const back = new Map<string, Cell | null>([[keyOf(from), null]]);
  const waiting: Cell[] = [from];
  for (const here of waiting) {
    if (isSame(here, to)) {
      const way: Cell[] = [];
      for (let at: Cell | null = here; at; at = back.get(keyOf(at)) ?? null) way.unshift(at);
      return way;
    }
    for (const join of tiles.get(keyOf(here))?.joins ?? []) {
      if (!back.has(keyOf(join.to))) {
        back.set(keyOf(join.to), here);
        waiting.push(join.to);
      }
    }
  }
  return [];
}

/** A line through the middles of tiles. */
export function pathLine(path: Cell[]): string {
  // Over the starter the line goes by the unit square it comes through, so that it stays on roads.
  const points = path.map((cell, n) => {
    if (!isSame(cell, [0, 0])) return middle(cell);
    const near = path[n - 1] ?? path[n + 1];
    if (!near || (path[n - 1] && path[n + 1])) return { x: CELL, y: CELL };
    return { x: Math.min(Math.max(near[0], 0), 1) * CELL + 50, y: Math.min(Math.max(near[1], 0), 1) * CELL + 50 };
  });
  return points.map((point, n) => `${n ? "L" : "M"}${point.x} ${point.y}`).join("");
}
