/* Lessons as the server tells them. Nothing is kept there: every request brings the answers so far. */
import { request } from "../protocol/http";
import type { Action, Frame, News, OptionValue, Refusal } from "../protocol/types";
import { language, type Sentence } from "../sentence";

export interface LessonEntry {
  id: string;
  title: string;
  kind: "do" | "find" | "legal";
  steps: number;
  par: number | null;
}

export interface Taught {
  game: string;
  name: string;
  lessons: LessonEntry[];
  first_game: { id: string; players: number } | null;
}

export interface Note {
  rule: string;
  say: Sentence;
}

export interface Term {
  words: string[];
  say: Sentence;
  rule: string;
}

export interface Teaching extends Omit<Taught, "first_game"> {
  notes: Note[];
  terms: Term[];
  first_game: { id: string; players: number; options: Record<string, OptionValue>; bot: string; say: Sentence } | null;
}

/** Where a lesson stands. */
export interface LessonState {
  verdict: { is_right: boolean; says: Sentence | null; refusal: Refusal | null } | null;
  done: number;
  of: number;
  kind: "do" | "find";
  title: string;
  says: Sentence;
  show: string[];
  rules: { rule: string; words: string }[];
  is_done: boolean;
  is_failed: boolean;
  stars: number;
  log: News[];
  frame: Frame;
}

/** A card of "legal or not?". */
export interface CardState {
  kind: "legal";
  title: string;
  done: number;
  of: number;
  says: Sentence;
  show: string[];
  label: Sentence;
  solved: { is_right: boolean; is_legal: boolean; says: Sentence; rule: string; words: string; show: string[] } | null;
  frame: Frame;
}

export interface Said {
  answers: (Action | boolean)[];
  attempt?: Action | boolean;
  ask?: Record<string, unknown>;
  show?: boolean;
}

const at = (game: string): string => `/api/lessons/${encodeURIComponent(game)}`;
const known = new Map<string, Promise<Teaching>>();

/** What a game teaches, fetched once. */
function teaching(game: string): Promise<Teaching> {
  let found = known.get(game);
  if (!found) {
    found = request<Teaching>("GET", `${at(game)}?language=${encodeURIComponent(language)}`);
    known.set(game, found);
    found.catch(() => known.delete(game));
  }
  return found;
}

export const lessons = {
  all: async (): Promise<Taught[]> => (await request<{ games: Taught[] }>("GET", `/api/lessons?language=${encodeURIComponent(language)}`)).games,
  of: teaching,
  say: <T>(game: string, lesson: string, said: Said): Promise<T> => request("POST", `${at(game)}/${encodeURIComponent(lesson)}`, { ...said, language: language.slice(0, 16) }),
};
