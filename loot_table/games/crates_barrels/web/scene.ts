/* The scene of Crates vs Barrels as scene.py writes it. */
import type { Sentence } from "$shell/sentence";

export interface SideFacts {
  loot: string;
  on_board: number;
  reserve: number;
  carrier: string | null;
  home_in: number | null;
  attacks: string[];
  /** Who waits in the yard, and what it takes to come back. */
  in_reserve: Sentence;
  how_back: Sentence;
}

export interface PawnFacts {
  tile: string;
  side: number;
  carries: boolean;
  reach: string[];
}

/** What a turn does beyond moving a pawn. */
export type Deed = "attack" | "pick_up" | "win" | "draw";

export interface Scene {
  sides: [SideFacts, SideFacts];
  pawns: PawnFacts[];
  respawn: { tile: string; is_covered: boolean }[];
  turn: number;
  /** By the tiles that a turn goes from and to: "e7e9", and "e5" for a respawn. */
  deeds: Record<string, Deed>;
}
