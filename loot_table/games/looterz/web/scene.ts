/* The scene of Looterz as scene.py writes it. */

export type Word = "taunt" | "activation" | "recruitment" | "last_wish";
export type Asked = "recruit" | "act" | "target" | "victim" | "player" | "card" | "sacrifice" | "discard" | "order" | "use";

export interface Kind {
  name: string;
  life: number;
  power: number;
  text: string;
  words: Word[];
}

export interface Looter {
  id: string;
  life: number;
  home: number;
  has_acted: boolean;
  is_exhausted: boolean;
  is_ready: boolean;
  /** Loot that a search brings on average. */
  mean: number;
}

export interface Race {
  short: number;
  mean: number;
  win: number;
}

export interface Waiting {
  card: string;
  trigger: Exclude<Word, "taunt">;
  seat: number;
  does: string;
}

export interface Question {
  kind: Asked;
  source: string | null;
  op: string | null;
  origin: "graveyard" | "hand" | null;
  spare: number;
  may_decline: boolean;
}

export interface Acts {
  is_ready: boolean;
  why: string | null;
  search: { says: string; dice: number };
  attacks: Record<string, { says: string; kill: number; dice: number }>;
  ability: { has: boolean; can: boolean; says: string };
  rest: boolean;
}

export interface Outlook {
  recruits: Record<string, string>;
  draw: string | null;
  acts: Record<string, Acts>;
  choices: Record<string, string>;
  shields: Record<string, { by: string[]; says: string }>;
}

export interface Scene {
  target: number;
  turn: number;
  round: number;
  active: number;
  phase: number;
  to_act: number | null;
  party_limit: number;
  hand_limit: number;
  has_rest: boolean;
  kinds: Record<string, Kind>;
  loot: number[];
  race: Race[];
  parties: Looter[][];
  hands: { size: number; cards: string[] }[];
  known: string[];
  pile: number;
  graveyard: string[];
  unseen: { kind: string; count: number }[];
  dragons: { seen: number; of: number } | null;
  queue: Waiting[];
  question: Question | null;
  mine: Outlook | null;
}
