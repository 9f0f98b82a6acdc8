/* The scene of Loot Fiend as scene.py writes it. */
import type { Sentence } from "$shell/sentence";

export type Cell = [x: number, y: number];
export type Fit = "fits" | "repack" | "no";
export type Size = "small" | "medium" | "large";
export type Phase = "turn" | "orient" | "place_loot" | "spot" | "route" | "trip" | "leave_first" | "store" | "over" | "first_player" | "flip" | "toss" | "draw";

export interface Shape {
  name: string;
  size: Size;
  value: number;
  turned: Cell[][];
}

export interface Place {
  rot: number;
  x: number;
  y: number;
}

export interface Laid extends Place {
  id: string;
  code: string;
}

export interface SeatScene {
  at: Cell;
  points: number;
  locks: number;
  free: number;
  actions: number;
  pack: Laid[];
  /** In words; empty for an empty backpack. */
  holds: string;
}

export interface TileScene {
  at: Cell;
  kind: string;
  roads: number[];
  joins: { side: number; to: Cell }[];
  open: Cell[];
  loot: string[];
  seats: number[];
  is_double: boolean;
  says: string;
}

export interface LootScene {
  id: string;
  code: string;
  at: Cell;
  fit: Fit;
  is_here: boolean;
  is_guarded: boolean;
  walk: number;
  cost: number;
  /** Whether it is here or could be walked to and taken in a turn. */
  is_shown: boolean;
  places?: [rot: number, x: number, y: number][];
  best?: [rot: number, x: number, y: number];
  repack?: { layout: Laid[]; room: Place } | null;
}

export interface Exit {
  kind: "move" | "add";
  to: Cell;
  beyond: Cell;
  side: number;
  cost: number;
  can: boolean;
}

export interface Walk {
  to: Cell;
  cost: number;
  path: Cell[];
  /** Of several steps. */
  label?: Sentence;
  says?: Sentence;
}

export interface Rotation {
  rot: number;
  roads: number[];
  label: Sentence;
  can: boolean;
}

export interface BoxScene {
  size: Size;
  left: number;
  shapes: { code: string; count: number; fit: Fit }[];
}

export interface Payment {
  count: number;
  pay: string[];
  price: number;
  says: Sentence;
  later: Sentence;
}

export interface Scene {
  phase: Phase;
  to_act: number | null;
  actions_left: number;
  cost: number;
  columns: number;
  rows: number;
  lock_price: number;
  shapes: Record<string, Shape>;
  seats: SeatScene[];
  tiles: TileScene[];
  loot: LootScene[];
  stack: {
    left: number;
    laid: number;
    total: number;
    chance: [number, number];
    within: number[];
    ahead: { number: number; from: number; to: number; in: Sentence }[];
    unseen: { kind: string; count: number }[];
  };
  boxes: BoxScene[];
  stores: { found: number; final: number };
  finder: number | null;
  exits: Exit[];
  walks: Walk[];
  spots: { to: Cell; from: Cell }[];
  turned: { kind: string; at: Cell; from: Cell; rotations: Rotation[] } | null;
  choices: { at: Cell; asks_shape: boolean; sizes: Size[]; small?: string[] } | null;
  routes: { traveller: number; routes: { path: Cell[] }[] } | null;
  trip: { traveller: number; path: Cell[]; may_repack: boolean } | null;
  shop: { leaver: number; done: boolean[] } | null;
  packings: { layout: Laid[]; gains: string[] }[];
  payments: Payment[];
}
