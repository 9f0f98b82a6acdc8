/* The part of the protocol that is about reviews. Shares are in points of victory, 0 to 100. */
import { request } from "../protocol/http";
import type { Seat } from "../protocol/types";
import { language, type Sentence } from "../sentence";

export type Mark = "close" | "inaccuracy" | "mistake" | "blunder";
export type Eyes = "public" | "all" | Seat;

export interface Tick {
  kind: "chance" | "decision" | "reveal" | "score" | "service";
  seat: Seat | null;
  says: Sentence[];
}

export interface Opening {
  kind: "opening";
  evaluator: string;
  fair: number;
  decisions: number;
  steps: number;
  deep: boolean;
  result: number[];
  ending: Sentence;
  ticks: Tick[];
}

export interface Candidate {
  action: Record<string, unknown>;
  says: Sentence;
  share: number;
  error: number;
  tables: number;
  /** Turns until a certain win (above 0) or loss (below). */
  ends_in?: number;
}

export interface Judged {
  step: number;
  seat: Seat;
  rule: string;
  mark: Mark;
  mark_says: Sentence;
  loss: number;
  error: number;
  answers: number | null;
  played: number;
  best: number;
  candidates: Candidate[];
}

export interface Decision extends Judged {
  kind: "decision";
  says: Sentence;
  hindsight?: Judged;
  /** Something was lost for certain, and how much is still found out: it comes once more. */
  settled?: false;
}

export interface Account {
  seat: Seat;
  result: number;
  withheld: Sentence | null;
  /** Luck and skill in a line. */
  says?: Sentence | null;
  start?: number;
  luck?: number;
  own?: number;
  others?: number;
  gap?: number;
  adjusted?: number;
}

export interface Ledger {
  kind: "ledger";
  accounts: Account[];
  lines: { step: number; kind: "luck" | "decision" | "gap"; seat: Seat | null; worth: number[] }[];
}

export interface Ribbon {
  kind: "ribbon";
  eyes: Eyes;
  tables: number;
  /** By step and seat; the last is the result. */
  shares: number[][];
  reach: number[][];
}

export interface Reason {
  event: Sentence;
  rule: string;
  after_best: number;
  after_played: number;
  says: Sentence;
}

export interface TurningPoint {
  kind: "own" | "luck" | "others";
  step: number;
  seat: Seat;
  worth: number;
  rule: string;
  says: Sentence;
  reasons: Reason[];
}

export interface Closing {
  kind: "closing";
  seat: Seat;
  turning_points: TurningPoint[];
  rates: { seat: Seat; counted: number; says: Sentence }[];
}

export type Finding = Opening | Decision | Ledger | Ribbon | Closing;

export interface Told {
  state: "waiting" | "going on" | "done" | "failed";
  error: string;
  findings: Finding[];
}

/** A game that was not played, and how it ends. */
export interface Branch {
  result: number[];
  table: string;
}

/** Many of them. */
export interface Spread {
  games: number;
  shares: number[];
  intervals: ([number, number] | null)[];
  places: number[][];
}

export interface Hidden {
  where: (string | number)[];
  possible: { id: string; chance: number; there: boolean }[];
}

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}/review`;

export const reviews = {
  news: (table: string, seat: Seat | null, isDeep: boolean, after: number): Promise<Told> =>
    request("GET", `${at(table)}?${new URLSearchParams({ language, after: String(after), ...(isDeep ? { deep: "1" } : {}), ...(seat === null ? {} : { seat: String(seat) }) })}`),
  same: async (table: string, step: number, action: unknown): Promise<Branch> => (await request<{ found: Branch }>("POST", `${at(table)}/tries`, { step, action, luck: "same", language })).found,
  fresh: async (table: string, step: number, action: unknown): Promise<Spread> => (await request<{ found: Spread }>("POST", `${at(table)}/tries`, { step, action, luck: "fresh", language })).found,
  hindsight: async (table: string, step: number, isDeep: boolean): Promise<Judged> =>
    (await request<{ found: Judged }>("GET", `${at(table)}/hindsight/${step}?${new URLSearchParams({ language, ...(isDeep ? { deep: "1" } : {}) })}`)).found,
  knowledge: async (table: string, step: number, seat: Seat): Promise<Hidden[]> => (await request<{ found: Hidden[] }>("GET", `${at(table)}/knowledge/${step}?seat=${seat}`)).found,
};
