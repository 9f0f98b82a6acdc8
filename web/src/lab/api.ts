/* The lab's part of the protocol: designs, questions asked of them, and playtests. */
import { request } from "../protocol/http";
import type { OptionValue, Seat, SeatWish, TableCard } from "../protocol/types";

export interface Wrong {
  field: string;
  text: string;
}

export interface DesignCard {
  id: string;
  game: string;
  game_name: string;
  name: string;
  author: string;
  /** What is played; null while something is wrong. */
  hash: string | null;
  is_mine: boolean;
  wrong: Wrong[];
  differs: string[];
  differs_from_parent: string[];
  players: [number, number];
  is_published: boolean;
  invitation: string | null;
  made: number;
  touched: number;
  parent: string | null;
  base_title: string;
}

export interface Design extends DesignCard {
  options: Record<string, OptionValue>;
  changes: unknown[];
}

export interface Figure {
  name: string;
  value: number;
  interval: [number, number] | null;
  unit: string;
  band: [number, number] | null;
  says: string;
  /** What has to be said beside it; findings of older versions have none. */
  note?: string;
}

/** A setting of the knobs, measured on fresh deals. */
export interface Candidate {
  design: unknown;
  hash: string;
  changed: string[];
  changes: number;
  verdict: string;
  /** The verdict with other bots, if they were asked. */
  again: string;
  /** By want: its verdict and its figures. */
  wanted: { verdict: string; figures: Figure[] }[];
}

export interface Screened {
  knob: string;
  low: unknown;
  high: unknown;
  moves_nothing: boolean;
  effects: Figure[];
}

export interface Tuned {
  says: string;
  wants: string[];
  before: Candidate;
  screened: Screened[];
  frontier: Candidate[];
  tried: number;
  deals: number;
  command: string;
}

/** What may be turned, and what can be wanted. */
export interface Turnable {
  numbers: { path: string; now: number }[];
  options: { path: string; now: OptionValue; values: OptionValue[]; about: string }[];
  wants: string[];
  personas: string[];
}

export interface Tuning {
  players: number;
  wants: string[];
  knobs: string[];
  bot: string;
  again: string | null;
  trials: number;
  most: number;
}

/** How a design differs from another one, and what was found out about that. */
export interface Against {
  other: string;
  title: string;
  hash: string | null;
  differs: string[];
  jobs: Job[];
}

export interface Answer {
  question: string;
  players: number;
  design: string;
  bots: string;
  deals: number;
  stopped: string;
  verdict: string;
  says: string;
  figures: Figure[];
  command: string;
  differs: string[];
  elsewhere: Record<string, string>;
  /** Figures that are surely otherwise among other bots, in words. */
  apart?: string[];
  /** Of two designs: each figure in the one and in the other; findings of an older release have none. */
  sides?: [Figure, Figure][];
  examples: number[];
  cannot_tell: string[];
  flips: boolean;
}

export interface Look {
  verdict: string;
  deals: number;
  figures: Figure[];
}

export interface Job {
  id: string;
  design: string;
  hash: string;
  title: string;
  other_title: string;
  other_hash: string;
  against: string;
  question: string;
  heading: string;
  players: number;
  bot: string;
  again: string | null;
  most: number;
  state: "waiting" | "playing" | "done" | "stopped" | "failed";
  games: number;
  error: string;
  asked: number;
  seconds: number;
  spent: number;
  /** Its place among those that wait. */
  place: number | null;
  is_going_on: boolean;
  number: number;
  /** Of tuning: what happens now. */
  stage: { says: string; done: number; of: number } | null;
  wants: string[];
  answer: Answer | null;
  says: string;
  looks?: Look[];
  knobs?: string[];
  trials?: number;
  tuned?: Tuned | null;
}

export interface Question {
  name: string;
  heading: string;
  about: string;
  most: number;
  usual: number;
  games_a_deal: number;
  /** Something more that has to be said: "never". */
  wants: string;
  /** Who plays is part of the question. */
  is_about_bots: boolean;
  is_against: boolean;
}

export interface LabBot {
  name: string;
  title: string;
  doc: string;
}

export interface LabHome {
  designs: (DesignCard & { jobs: Job[] })[];
  questions: Question[];
  bots: LabBot[];
  second_levels: Record<string, string>;
  /** What one can do in each game. */
  kinds: Record<string, string[]>;
  seconds_left: number;
  processes: number;
}

export interface Row {
  name: string;
  path: string;
  cells: string[];
  was: string[] | null;
  state: "same" | "changed" | "new" | "removed";
  kinds: string[] | null;
}

export interface Sheet {
  path: string;
  columns: { name: string; kind: string }[];
  rows: Row[];
  is_list: boolean;
  changed: number;
}

export interface OpenDesign {
  design: Design;
  jobs: Job[];
  sheets: Sheet[];
}

export interface Edit {
  kind: "cell" | "remove" | "copy" | "back";
  path: string;
  text?: string;
}

export interface Changed {
  name?: string;
  author?: string;
  options?: Record<string, OptionValue>;
  changes?: unknown[];
  edits?: Edit[];
  sheet?: string;
  csv?: string;
}

export interface Playtests {
  games: number;
  said: number;
  by_design: { design: string; games: number; tables: string[]; people: { name: string; says: string }[]; bots: { name: string; says: string }[] }[];
  survey: { name: string; count: number; mean: number | null; says: string | null }[];
  lines: string[];
}

export interface Invitation {
  game: string;
  game_name: string;
  name: string;
  author: string;
  hash: string;
  differs: string[];
  players: [number, number];
}

export interface Ask {
  question: string;
  players: number;
  bot: string;
  again?: string | null;
  most?: number;
  against?: string;
  never?: string;
}

interface Made {
  seats: { seat: Seat }[];
  card: TableCard;
}
interface Table {
  players: number;
  seats: SeatWish[];
  name: string;
}

const one = (id: string): string => `/api/lab/designs/${encodeURIComponent(id)}`;
const job = (id: string): string => `/api/lab/jobs/${encodeURIComponent(id)}`;
const invitation = (id: string): string => `/api/lab/invitations/${encodeURIComponent(id)}`;

export const lab = {
  home: (): Promise<LabHome> => request("GET", "/api/lab"),
  make: (wish: { game?: string; parent?: string; text?: string; form?: string; name?: string; author?: string }): Promise<{ design: DesignCard }> => request("POST", "/api/lab/designs", wish),
  open: (id: string): Promise<OpenDesign> => request("GET", one(id)),
  change: (id: string, wish: Changed): Promise<OpenDesign> => request("PUT", one(id), wish),
  throwAway: (id: string): Promise<unknown> => request("DELETE", one(id)),
  publish: (id: string, is_published: boolean): Promise<{ design: DesignCard }> => request("PUT", `${one(id)}/published`, { is_published }),
  file: (id: string, form: string, sheet = ""): string => `${one(id)}/file?${new URLSearchParams({ form, sheet })}`,
  print: (id: string, wish: Record<string, string>): string => `${one(id)}/print?${new URLSearchParams(wish)}`,
  picture: (id: string, path: string, more: Record<string, string> = {}): string => `${one(id)}/picture?${new URLSearchParams({ path, ...more })}`,
  cost: (id: string, players: number, bot: string): Promise<{ seconds_a_game: number }> => request("GET", `${one(id)}/cost?${new URLSearchParams({ players: String(players), bot })}`),
  ask: (id: string, wish: Ask): Promise<{ job: Job }> => request("POST", `${one(id)}/jobs`, wish),
  turnable: (id: string): Promise<Turnable> => request("GET", `${one(id)}/knobs`),
  tune: (id: string, wish: Tuning): Promise<{ job: Job; settings: number }> => request("POST", `${one(id)}/tunings`, wish),
  against: (id: string, other: string): Promise<Against> => request("GET", `${one(id)}/against?${new URLSearchParams({ other })}`),
  job: (id: string, after: number): Promise<{ job: Job }> => request("GET", `${job(id)}?after=${after}`),
  stop: (id: string): Promise<{ job: Job }> => request("POST", `${job(id)}/stop`, {}),
  resume: (id: string): Promise<{ job: Job }> => request("POST", `${job(id)}/resume`, {}),
  watch: (id: string, example: number, side: "a" | "b" = "a"): Promise<{ table: string }> => request("GET", `${job(id)}/games/${example}?side=${side}`),
  report: (id: string): string => `${job(id)}/report`,
  wholeReport: (id: string): string => `${one(id)}/report`,
  table: (id: string, wish: Table): Promise<Made> => request("POST", `${one(id)}/tables`, wish),
  invite: (id: string): Promise<{ design: DesignCard }> => request("POST", `${one(id)}/invitation`, {}),
  playtests: (id: string): Promise<Playtests> => request("GET", `${one(id)}/playtests`),
  invitation: (id: string): Promise<Invitation> => request("GET", invitation(id)),
  accept: (id: string, wish: Table): Promise<Made> => request("POST", `${invitation(id)}/tables`, wish),
  survey: (table: string, said: Record<string, unknown>): Promise<unknown> => request("POST", `/api/tables/${encodeURIComponent(table)}/survey`, said),
};
