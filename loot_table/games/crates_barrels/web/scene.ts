/* The scene of Crates vs Barrels as scene.py writes it. */

export interface SideFacts {
  name: string;
  pawn: string;
  loot: string;
  on_board: number;
  reserve: number;
  carrier: string | null;
  home_in: number | null;
  delivers_next: boolean;
  attacks: string[];
}

export interface PawnFacts {
  tile: string;
  side: number;
  carries: boolean;
  reach: string[];
}

export type Kind = "move" | "attack" | "respawn" | "pick_up" | "win" | "draw";

export interface Outlook {
  from: string | null;
  to: string;
  kind: Kind;
  label: string;
  says: string;
}

export interface Scene {
  files: string;
  ranks: string;
  sides: [SideFacts, SideFacts];
  pawns: PawnFacts[];
  respawn: { tile: string; is_covered: boolean }[];
  is_respawn_open: boolean;
  turn: number;
  limit: number;
  to_act: number | null;
  winner: number | null;
  outlook: Outlook[];
  /** What a pass would mean, where one is allowed. */
  pass: string | null;
}
