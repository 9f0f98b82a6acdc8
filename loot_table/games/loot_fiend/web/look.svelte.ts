/* How this browser looks at the table: the part of the map, and what it is about to do with the backpack. */
import type { Cell, Laid, Place } from "./scene";

export interface Held extends Place {
  id: string;
  code: string;
}

export const LEAST_ZOOM = 0.4;
export const MOST_ZOOM = 2;

/** What is meant at all is picked up in `play.picked`: "loot:m07", "repack" or "pay:2". */
class Look {
  /** The middle of what is seen, in map units, and pixels for each unit. */
  x = $state(100);
  y = $state(100);
  zoom = $state(1);
  /** Whether the view still follows the map by itself. */
  isFollowing = $state(true);
  /** The cell under the mouse or the keyboard's cursor. */
  over = $state<string | null>(null);

  /** The piece in the hand: from the tile, or out of the backpack. */
  held = $state.raw<Held | null>(null);
  /** While packing by hand: what lies in the backpack and what lies beside it. */
  draft = $state.raw<Laid[]>([]);
  tray = $state.raw<Laid[]>([]);
  /** What is handed over for locks. */
  paid = $state.raw<string[]>([]);
  /** The squares of one's own backpack on the screen, over which pieces are dragged. */
  squares = $state.raw<HTMLElement | undefined>();
  /** Which way round the new tile is tried. */
  rot = $state<number | null>(null);
  route = $state(0);
  /** The rest of a walk of several steps, and the frame in which it was shown. */
  walking = $state.raw<Cell[]>([]);
  walkedAt = -1;
  /** For what the view was fitted. */
  fitted = "";
}

export const look = new Look();
