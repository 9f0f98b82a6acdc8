/* Outlines of pieces made of squares. */
import type { Spot } from "./scene";

export const CELL = 40;
export const MARGIN = 36;
const INSET = 2;

export const middle = ([x, y]: Spot): { x: number; y: number } => ({ x: MARGIN + x * CELL + CELL / 2, y: MARGIN + y * CELL + CELL / 2 });

function box(x: number, y: number, width: number, height: number, round = 0): string {
  if (!round) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const arc = (dx: number, dy: number): string => `a${round} ${round} 0 0 1 ${dx} ${dy}`;
  return `M${x + round} ${y}h${width - 2 * round}${arc(round, round)}v${height - 2 * round}${arc(-round, round)}h${2 * round - width}${arc(-round, -round)}v${2 * round - height}${arc(round, -round)}z`;
}

/** The body of a piece: rounded squares, joined where they touch. */
export function body(cells: Spot[], cell = CELL, margin = MARGIN): string {
  const inset = (INSET * cell) / CELL;
  const size = cell - 2 * inset;
  const has = (x: number, y: number): boolean => cells.some((other) => other[0] === x && other[1] === y);
  return cells
    .map(([x, y]) => {
      const left = margin + x * cell + inset;
      const top = margin + y * cell + inset;
      let path = box(left, top, size, size, (7 * cell) / CELL);
      if (has(x + 1, y)) path += box(left + size / 2, top, cell, size);
      if (has(x, y + 1)) path += box(left, top + size / 2, size, cell);
      if (has(x + 1, y) && has(x, y + 1) && has(x + 1, y + 1)) path += box(left + size / 2, top + size / 2, cell, cell);
      return path;
    })
    .join("");
}

/** A straight way from the middle of one square to another's. */
export const way = (from: Spot, to: Spot): string => `M${middle(from).x} ${middle(from).y}L${middle(to).x} ${middle(to).y}`;

/** A circle about the middle of a square. */
export function ring(at: Spot, radius: number): string {
  const { x, y } = middle(at);
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`;
}

/** The edges of an area, for dashes. */
export function rim(cells: Spot[]): string {
  const inside = new Set(cells.map(([x, y]) => `${x} ${y}`));
  const has = (x: number, y: number): boolean => inside.has(`${x} ${y}`);
  return cells
    .map(([x, y]) => {
      const left = MARGIN + x * CELL;
      const top = MARGIN + y * CELL;
      return [
        has(x, y - 1) ? "" : `M${left} ${top}h${CELL}`,
        has(x + 1, y) ? "" : `M${left + CELL} ${top}v${CELL}`,
        has(x, y + 1) ? "" : `M${left} ${top + CELL}h${CELL}`,
        has(x - 1, y) ? "" : `M${left} ${top}v${CELL}`,
      ].join("");
    })
    .join("");
}

/** Whole squares, for washes and hatching. */
export const fill = (cells: Spot[]): string => cells.map(([x, y]) => box(MARGIN + x * CELL, MARGIN + y * CELL, CELL, CELL)).join("");

export const bricks = (cells: Spot[]): string => cells.map(([x, y]) => `M${MARGIN + x * CELL + 6} ${MARGIN + y * CELL + 17}h28M${MARGIN + x * CELL + 20} ${MARGIN + y * CELL + 4}v13`).join("");

/** All squares of a plane: a number a row, bit x for column x. */
export function spotsIn(rows: number[] | null): Spot[] {
  return (rows ?? []).flatMap((row, y) => [...Array(31).keys()].filter((x) => (row >> x) & 1).map((x) => [x, y] as Spot));
}

/** All squares of the board at most so many spaces away. */
export function diamond([x, y]: Spot, within: number, side: number): Spot[] {
  const found: Spot[] = [];
  for (let dy = -within; dy <= within; dy++) {
    for (let dx = Math.abs(dy) - within; dx <= within - Math.abs(dy); dx++) {
      if (x + dx >= 0 && x + dx < side && y + dy >= 0 && y + dy < side) found.push([x + dx, y + dy]);
    }
  }
  return found;
}

export const turnOf = (from: Spot, to: Spot): number => (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
