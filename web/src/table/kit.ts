/* What a game brings to the table besides its board: words for the frame around it. */
import type { Component } from "svelte";
import type { Action, News, Seat } from "../protocol/types";
import type { Cue } from "../sound";
import type { IconShapes } from "../parts/icon";
import type { Play } from "./play.svelte";

export interface Fact {
  text: string;
  /** For where there is little room; the whole text is still read out. */
  short?: string;
  icon?: IconShapes;
  tone?: "gold" | "good" | "bad";
}

export interface SeatFacts {
  score: string;
  unit: string;
  facts: Fact[];
  /** The score as a row of places, filled one after the other. */
  slots?: { have: number; of: number; icon: IconShapes; label: string };
}

export interface LogPart {
  text: string;
  as?: "name" | "chip" | "good" | "bad" | "gold";
}

/** A step of a turn, shown as a chip in the prompt. */
export interface Step {
  label: string;
  state: "done" | "now" | "next";
}

export interface ExtraTab {
  id: string;
  label: string;
  icon: IconShapes;
  component: Component<{ play: Play }>;
}

/** How a board is drawn into the frame: `export const kit: Kit = …` beside the default export of Board.svelte. */
export interface Kit {
  /** The area under the board: hand, reserve, actions. */
  mine: Component<{ play: Play }>;
  /** What a seat's card says. */
  seat(scene: unknown, seat: Seat): SeatFacts;
  /** How the game is won, in one or two sentences. */
  goal(scene: unknown, seat: Seat | null): string;
  /** The steps of a turn, and which of them is now. */
  steps?(play: Play): Step[];
  /** The prompt's first line when it is this seat's turn; the server's own prompt when there is none. */
  asks?(play: Play): string | null;
  /** What somebody else is doing: "choosing which card to keep". */
  waits?(play: Play): string;
  /** The prompt's second line while nothing is previewed. */
  hint(play: Play): string;
  /** A typed line as an action, or a sentence that says what to type. */
  parse(line: string, play: Play): Action | string;
  /** An example of what can be typed. */
  example(play: Play): string;
  /** Everything the scene shows, as sentences. */
  tell(play: Play): string[];
  /** Who won a game that is over, where the table's own words would not do. */
  verdict?(play: Play): string | null;
  /** What decided a game that is over; the server's own words when there is none. */
  ending?(play: Play): string | null;
  /** A sentence of the rules or the log in the words of this board: its names of squares and players. */
  reword?(text: string, play: Play): string;
  /** Whether something is too small to be read out. */
  isQuiet?(news: News): boolean;
  /** A log line in parts; null to show the plain sentence, none to leave it out. */
  log?(news: News, names: string[], scene: unknown): LogPart[] | null;
  /** The heading under which each log line stands, such as "Move 4". */
  chapters?(log: News[], players: number): (string | null)[];
  /** The sound of an event. */
  cue?(news: News): Cue | null;
  /** A small picture on a seat's card, such as a backpack. */
  badge?: Component<{ scene: unknown; seat: Seat }>;
  /** Actions left and about to be spent, as discs in the prompt; null when nothing is counted. */
  pips?(play: Play): { left: number; spend: number; of: number } | null;
  tabs?: ExtraTab[];
  keys?: [keys: string, does: string][];
  minutes: number;
}

export interface Board {
  default: Component<{ play: Play }>;
  kit: Kit;
}

const found = import.meta.glob<Board>("../../../loot_table/games/*/web/Board.svelte");
const boards = new Map(Object.entries(found).map(([path, load]) => [path.split("/").at(-3)!, load]));

export const hasBoard = (game: string): boolean => boards.has(game);

export function loadBoard(game: string): Promise<Board> {
  const load = boards.get(game);
  return load ? load() : Promise.reject(new Error(`no board for ${game}`));
}
