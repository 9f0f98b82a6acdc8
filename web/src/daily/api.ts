/* The daily deal and puzzles, as the server tells them. */
import { request } from "../protocol/http";
import type { Action, Frame, Seat, TableCard } from "../protocol/types";
import { language, type Sentence } from "../sentence";

/** How a try ended; without a share it is still played. */
export interface Try {
  table: string;
  is_over: boolean;
  is_late: boolean;
  share?: number;
  score?: number | null;
  has_resigned?: boolean;
}

export interface DealToday {
  slug: string;
  name: string;
  players: number;
  bot: string;
  begun: number;
  finished: number;
  resigned: number;
  mine: Try | null;
}

export interface Week {
  days: { day: string; played: boolean; won: boolean }[];
  in_a_row: number;
}

export interface PuzzleToday {
  game: string;
  game_name: string;
  id: string;
  stars: number;
}

export interface Today {
  day: string;
  seconds_left: number;
  featured: string | null;
  games: DealToday[];
  puzzle: PuzzleToday | null;
  week: Week;
}

export interface Board {
  day: string;
  game: string;
  players: number;
  bot: string;
  is_over: boolean;
  begun: number;
  finished: number;
  resigned: number;
  commitment: string;
  next_commitment: string;
  key: string | null;
  deal: string;
  mine: Try | null;
  /** Null for who has not finished: it would tell something of the deal. */
  spread: { score: number; tries: number; won: number }[] | null;
  named: { name: string | null; is_mine: boolean; place: number; share: number; score: number | null; has_resigned: boolean }[] | null;
  place: { of: number; worse: number; better: number; percent: number | null } | null;
}

export interface ListedPuzzle {
  id: string;
  stars: number;
  rule: string;
  players: number;
  steps: number;
}

export interface PuzzleList {
  game: string;
  made: { command?: string; date?: string; evaluators?: Record<string, string> };
  puzzles: ListedPuzzle[];
}

export interface Asked {
  frame: Frame;
  asks: Sentence;
  step: number;
  steps: number;
}

export interface AnswerTold {
  label: Sentence;
  share: number;
  error: number;
  ends_in: number | null;
  is_best: boolean;
  is_given: boolean;
}

export interface Verdict extends Partial<Asked> {
  is_right: boolean;
  is_done: boolean;
  says: Sentence[];
  why: { text: Sentence; rule: string }[];
  answers: AnswerTold[];
}

const at = (game: string, puzzle?: string): string => `/api/puzzles/${encodeURIComponent(game)}${puzzle === undefined ? "" : `/${encodeURIComponent(puzzle)}`}`;

export const daily = {
  today: (): Promise<Today> => request("GET", "/api/daily"),
  board: (game: string, day: string): Promise<Board> => request("GET", `/api/daily/${encodeURIComponent(game)}/${day}`),
  begin: (game: string, wish: { name?: string; shows_name?: boolean; is_practice?: boolean }): Promise<{ table: string; seats: { seat: Seat }[]; is_rated: boolean; card: TableCard }> =>
    request("POST", `/api/daily/${encodeURIComponent(game)}`, wish),
  puzzles: (game: string): Promise<PuzzleList> => request("GET", at(game)),
  asked: (game: string, puzzle: string, answers: Action[]): Promise<Asked> => request("POST", at(game, puzzle), { answers, language }),
  answer: (game: string, puzzle: string, answers: Action[]): Promise<Verdict> => request("POST", at(game, puzzle), { answers, language }),
  ask: async (game: string, puzzle: string, answers: Action[], question: Record<string, unknown>): Promise<unknown> =>
    (await request<{ answer: unknown }>("POST", `${at(game, puzzle)}/ask`, { answers, question, language })).answer,
};
