/* The scene of Looters of the Labyrinth as scene.py writes it. Squares are [x, y] from the north-west corner. */

export type Spot = [x: number, y: number];
export type Dir = "N" | "E" | "S" | "W";

export interface Slide {
  dir: Dir;
  name: string;
  is_legal: boolean;
  to: Spot;
  path: Spot[];
  treasures: Spot[];
  passes: number[];
  stop: "win" | "wall" | "edge" | "pawns" | "theft";
  wall: number | null;
  falls: boolean;
  robs: number | null;
  head: string;
  says: string;
}

export interface SeatFacts {
  side: number;
  pawn: Spot;
  cards: number;
  tokens: number;
  walls: number;
  has_rubble: boolean;
  has_axe: boolean | null;
  is_opponent: boolean;
  slides: Slide[];
  reach: [x: number, y: number, slides: number][];
}

export interface Wall {
  number: number;
  symbol: string;
  cells: Spot[];
  nodes: Spot[];
  node: number;
  hits: number;
  owner: number | null;
  rubble: { at: Spot; seat: number }[];
  falls: boolean;
  /** What weakening it would do; null unless this seat may. */
  weaken: string | null;
}

export interface Kind {
  symbol: string;
  cells: Spot[];
  nodes: Spot[];
  copies: number;
  left: number;
  discarded: number;
  unseen: number;
}

/** A piece in one orientation, and the numbers of those that a turn or a flip leads to. */
export interface Shape {
  cells: Spot[];
  nodes: Spot[];
  turned: number;
  flipped: number;
}

export interface Opening {
  at: Spot;
  says: string;
  opens: Slide[];
}

export interface Scene {
  side: number;
  files: string[];
  you: number | null;
  to_act: number | null;
  phase: "turn" | "build" | "between" | "over";
  turn: number;
  stall: { turns: number; limit: number | null };
  target: number;
  has_teams: boolean;
  talk: { is: "open" | "limited" | "none"; is_private: boolean } | null;
  sides: { name: string; stash: number; seats: number[] }[];
  seats: SeatFacts[];
  colours: string[];
  starts: Spot[];
  treasures: { at: Spot; is_taken: boolean }[];
  walls: Wall[];
  minotaur: Spot | null;
  has_minotaur: boolean;
  piles: { draw: number; discard: number };
  kinds: Kind[];
  hand: string[] | null;
  hands: (string[] | null)[];
  turned_up: string | null;
  pieces: Record<string, Shape[]>;
  near: { seat: number; at: Spot; within: number }[];
  close: { within: number; walls: boolean; rubble: boolean; pawns: Spot[] } | null;
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

export const same = (one: Spot | null | undefined, other: Spot | null | undefined): boolean =>
  !!one && !!other && one[0] === other[0] && one[1] === other[1];
export const has = (rows: number[] | null, [x, y]: Spot): boolean => rows !== null && (((rows[y] ?? 0) >> x) & 1) === 1;
export const nameOf = (scene: Scene, [x, y]: Spot): string => `${scene.files[x] ?? "?"}${y + 1}`;
export const STEPS: Record<Dir, Spot> = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
export const DIRS: Dir[] = ["N", "E", "S", "W"];
