/* The scene of Looters of the Labyrinth as scene.py writes it. Squares are [x, y] from the north-west corner. */
import type { Sentence } from "$shell/sentence";

export type Spot = [x: number, y: number];
export type Dir = "N" | "E" | "S" | "W";

export interface Slide {
  dir: Dir;
  is_legal: boolean;
  to: Spot;
  path: Spot[];
  treasures: Spot[];
  wall: number | null;
  stop: "win" | "wall" | "edge" | "pawns" | "theft";
  /** What it would do, or why it is not possible. */
  says: Sentence;
}

export interface SeatFacts {
  side: number;
  pawn: Spot;
  tokens: number;
  has_rubble: boolean;
  reach: [x: number, y: number, slides: number][];
  /** How far it reaches; null after the end. */
  says: Sentence | null;
}

/** Squares of a piece, and those of them where its token can lie, in order. */
export interface Form {
  cells: Spot[];
  nodes: Spot[];
}

export interface Wall extends Form {
  number: number;
  symbol: string;
  node: number;
  owner: number | null;
  rubble: { at: Spot; seat: number }[];
  falls: boolean;
  can_weaken: boolean;
  says: Sentence;
}

export interface Kind extends Form {
  symbol: string;
  name: string;
  copies: number;
  left: number;
  unseen: number;
}

/** A piece in one orientation, and the numbers of those that a turn or a flip leads to. */
export interface Shape extends Form {
  turned: number;
  flipped: number;
}

/** Where rubble may go, and where the own pawn could then stop. */
export interface Opening {
  at: Spot;
  opens: Spot[];
  is_rich: boolean;
}

export interface Scene {
  side: number;
  files: string[];
  you: number | null;
  to_act: number | null;
  phase: "turn" | "build" | "between" | "over";
  has_teams: boolean;
  seats: SeatFacts[];
  starts: Spot[];
  treasures: { at: Spot; is_taken: boolean }[];
  walls: Wall[];
  minotaur: Spot | null;
  has_minotaur: boolean;
  piles: Sentence;
  kinds: Kind[];
  hand: string[] | null;
  turned_up: string | null;
  pieces: Record<string, Shape[]>;
  near: { seat: number; at: Spot; within: number }[];
  close: { within: number; walls: boolean; rubble: boolean; pawns: Spot[] } | null;
  slides: Slide[];
  rubble: Opening[];
  deploy: number[] | null;
  commands: Slide[];
}

/** What a wall would cut off, as asking.py draws it. */
export interface Cut {
  seat: number;
  treasures: Spot[];
  way: Spot[];
  gap: Spot[];
  shut: number[];
}

export interface Pose {
  symbol: string;
  orient: number;
  x: number;
  y: number;
}

export const same = (one: Spot | null | undefined, other: Spot | null | undefined): boolean => !!one && !!other && one[0] === other[0] && one[1] === other[1];
export const has = (rows: number[] | null, [x, y]: Spot): boolean => rows !== null && (((rows[y] ?? 0) >> x) & 1) === 1;
/** "10,6": how a square is marked in the page and by refusals. */
export const key = ([x, y]: Spot): string => `${x},${y}`;
export const spotOf = (name: string): Spot => name.split(",").map(Number) as Spot;
export const nameOf = (scene: Scene, [x, y]: Spot): string => `${scene.files[x] ?? "?"}${y + 1}`;
export const wallAt = (scene: Scene, at: Spot): Wall | undefined => scene.walls.find((wall) => wall.cells.some((cell) => same(cell, at)));
export const STEPS: Record<Dir, Spot> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
export const DIRS: Dir[] = ["N", "E", "S", "W"];
