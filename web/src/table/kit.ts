/* What a game brings to the table besides its board. Words come from the game's rules and guide, on the server. */
import type { Component, Snippet } from "svelte";
import type { News, Seat } from "../protocol/types";
import type { Cue } from "../sound";
import type { IconShapes } from "../parts/icon";
import type { Play } from "./play.svelte";

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
  /** The pictures that the guide's facts name. */
  icons?: Record<string, IconShapes>;
  /** The sound of an event. */
  cue?(news: News): Cue | null;
  /** A small picture on a seat's card, such as a backpack. */
  badge?: Component<{ scene: unknown; seat: Seat }>;
  tabs?: ExtraTab[];
  keys?: [keys: string, does: string][];
  /** What somebody looks at: one for the whole page, so that a still of the board can leave it as it was. */
  look?: object;
  /** How many pixels a picture of the board needs at least. */
  least?: number;
}

/** What a lesson adds to the table that it is played on. */
export interface LessonParts {
  head: { line: string; leave: string };
  /** In place of the question, where there is no room for a bubble. */
  prompt: Snippet<[Play]>;
  /** Over the board: the bubble, and the end. */
  over: Snippet<[Play, HTMLElement | undefined]>;
  tab: { id: string; label: string; icon: IconShapes; content: Snippet<[Play]> };
}

export interface Board {
  default: Component<{ play: Play }>;
  kit: Kit;
}

// An example's board is a file of its own, which only its tables ask for (`loot serve --game examples/magpies`).
const found = import.meta.glob<Board>(["../../../loot_table/games/*/web/Board.svelte", "../../../examples/*/web/Board.svelte"]);
const boards = new Map(Object.entries(found).map(([path, load]) => [path.split("/").at(-3)!, load]));

/** The game's own board, or the general one. */
export function loadBoard(game: string): Promise<Board> {
  return (boards.get(game) ?? (() => import("../board/General.svelte") as Promise<unknown> as Promise<Board>))();
}
