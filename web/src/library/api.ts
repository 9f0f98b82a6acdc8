/* The part of the protocol that is about one's own games and the key ring they hang on. */
import { request } from "../protocol/http";
import type { Colour, Seat } from "../protocol/types";

export interface Sitter {
  name: string;
  kind: "human" | "bot" | "open";
  colour: string;
  bot: string | null;
  team: number | null;
  score: string | null;
}

/** What a review found for one's own seat, in points of victory; null where luck and decisions are not told apart. */
export interface Reviewed {
  luck: number | null;
  own: number | null;
  mistakes: number;
  curve: number[];
}

export interface LibraryGame {
  table: string;
  code: string;
  game: string;
  game_name: string;
  phase: "gathering" | "playing" | "over" | "aside";
  /** Seconds since 1970: when it ended, or when the seat was taken. */
  at: number;
  seats: Sitter[];
  mine: Seat[];
  standings: number[] | null;
  unit: string;
  steps: number;
  to_act: Seat | null;
  is_public: boolean;
  design: string | null;
  options_changed: Record<string, unknown>;
  may_delete: boolean;
  review: Reviewed | null;
}

interface Page {
  games: LibraryGame[];
  next: number | null;
  total: number;
}

export interface Figure {
  count: number;
  share: number;
  fair: number;
  interval: [number, number];
  /** Games until the figure is firm; null when that is beyond counting. */
  more: number | null;
  adjusted: { count: number; least: number; share: number | null; interval: [number, number] | null };
}

export interface GameFigure extends Figure {
  game: string;
  name: string;
  levels: (Figure & { level: string })[];
}

export interface Figures {
  games: number;
  won: number;
  skipped: number;
  since: number | null;
  played_at: number[];
  by_game: GameFigure[];
  streak: { longest: number; current: number; by_chance: number };
  luckiest: { table: string; luck: number } | null;
  best: { table: string; own: number } | null;
}

export interface Passkey {
  id: string;
  name: string;
  made: number;
  used: number;
}

export interface Ring {
  is_there: boolean;
  games: number;
  offers_passkeys: boolean;
  name?: string;
  colour?: Colour;
  /** When the recovery code was made. */
  recovery?: number | null;
  passkeys?: Passkey[];
  browsers?: number;
  blocked?: { id: string; name: string; made: number }[];
}

const part = encodeURIComponent;

export const library = {
  page: (before: number | null): Promise<Page> => request("GET", `/api/library${before === null ? "" : `?before=${before}`}`),
  figures: (): Promise<Figures> => request("GET", "/api/library/figures"),
  records: (form: "zip" | "jsonl"): string => `/api/library/records?form=${form}`,
  leaveOut: (table: string): Promise<unknown> => request("DELETE", `/api/library/games/${part(table)}`),
  deleteTable: (table: string): Promise<unknown> => request("DELETE", `/api/tables/${part(table)}`),
  keep: (table: string): Promise<unknown> => request("POST", `/api/tables/${part(table)}/keep`, {}),
};

export const keyring = {
  get: (): Promise<Ring> => request("GET", "/api/keyring"),
  describe: (holder: { name?: string; colour?: Colour }): Promise<Ring> => request("PUT", "/api/keyring", holder),
  erase: (): Promise<unknown> => request("DELETE", "/api/keyring"),
  signOutOthers: (): Promise<unknown> => request("POST", "/api/keyring/sign-out-others", {}),
  signOut: (): Promise<unknown> => request("POST", "/api/keyring/sign-out", {}),
  newCode: async (): Promise<string> => (await request<{ code: string }>("POST", "/api/keyring/recovery", {})).code,
  dropCode: (): Promise<unknown> => request("DELETE", "/api/keyring/recovery"),
  recover: (code: string, bring: boolean): Promise<Ring> => request("POST", "/api/keyring/recover", { code, bring }),
  dropPasskey: (id: string): Promise<Ring> => request("DELETE", `/api/keyring/passkeys/${part(id)}`),
  unblock: (id: string): Promise<Ring> => request("DELETE", `/api/keyring/blocked/${part(id)}`),
};

export type Reason = "insults" | "spam" | "cheating" | "name" | "other";

export const manners = {
  block: (table: string, seat: Seat): Promise<unknown> => request("POST", `/api/tables/${part(table)}/block`, { seat }),
  report: (table: string, seat: Seat, reason: Reason, text: string): Promise<unknown> => request("POST", `/api/tables/${part(table)}/report`, { seat, reason, text }),
};
