/* The keyboard's place on a board: arrows, Home and End, Tab to the next thing that can be done, Enter to do it. */
import { tick } from "svelte";
import { settings } from "../settings.svelte";
import { usual } from "../table/keys";
import { cellOf } from "./cells";

export interface Grid {
  /** The cell so many columns and rows further; the same one at the edge. */
  step(from: string, across: number, down: number): string;
  /** The first (-1) or last (1) cell of the row. */
  edge(from: string, end: 1 | -1): string;
  /** Cells worth a stop now, in order. */
  stops(): string[];
}

const ARROWS: Record<string, [across: number, down: number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Cells carry `data-cell` with their key, and `tabindex={cursor.at === key ? 0 : -1}`. The board, or each cell, has
 * `onkeydown={(event) => cursor.keys(event, own)}` and `onfocusin={(event) => cursor.follow(event)}`. */
export class Cursor {
  at = $state("");
  root = $state<HTMLElement>();

  constructor(
    start: string,
    private grid: Grid,
    /** Told when the keyboard moves it. */
    private moved: (key: string) => void = () => undefined,
  ) {
    this.at = start;
  }

  cell(key: string): HTMLElement | null {
    return this.root?.querySelector<HTMLElement>(`[data-cell="${key}"]`) ?? null;
  }

  rect(key: string): DOMRect | null {
    return this.cell(key)?.getBoundingClientRect() ?? null;
  }

  go(key: string): void {
    this.at = key;
    this.moved(key);
    void tick().then(() => this.cell(key)?.focus());
  }

  /** Focus came to a cell some other way: by a click, or from outside. */
  follow(event: Event): string {
    this.at = cellOf(event.target) ?? this.at;
    return this.at;
  }

  /** To the next stop, or the one before; false when there is none, so that Tab leaves the board. */
  next(by: 1 | -1): boolean {
    const list = this.grid.stops();
    const here = list.indexOf(this.at);
    const next = list[here < 0 ? (by === 1 ? 0 : list.length - 1) : here + by];
    if (next === undefined) return false;
    this.go(next);
    return true;
  }

  /** A key on a cell. `own` comes first: what a board does otherwise with arrows, Enter or letters. */
  keys(event: KeyboardEvent, own: Record<string, (key: string) => boolean | void>): void {
    const here = this.follow(event);
    const name = event.key === " " ? "Enter" : usual(event);
    const isLetter = event.key.length === 1 && event.key !== " ";
    const isFree = !event.ctrlKey && !event.metaKey && !event.altKey;
    // Alt and an arrow are the browser's, but where the board has another use for the arrow they walk.
    const isWalk = event.altKey && !event.ctrlKey && !event.metaKey && !!ARROWS[event.key] && !!own[event.key];
    if (isWalk && this.walk(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (!isFree || (isLetter && !settings.get("hasKeys"))) return;
    // A key that is held down walks on, but neither previews nor commits: that takes a press of its own.
    const isHeld = event.repeat && name === "Enter";
    if (isHeld || (own[name] && own[name](here) !== false) || this.walk(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** Whether the key moved the cursor. */
  private walk(event: KeyboardEvent): boolean {
    const arrow = ARROWS[event.key];
    if (arrow) this.go(this.grid.step(this.at, ...arrow));
    else if (event.key === "Home" || event.key === "End") this.go(this.grid.edge(this.at, event.key === "End" ? 1 : -1));
    else return event.key === "Tab" && this.next(event.shiftKey ? -1 : 1);
    return true;
  }
}

/** A grid of so many columns and rows, cells named by `key` in reading order. */
export function gridOf(columns: () => number, rows: () => number, key: (column: number, row: number) => string, place: (key: string) => [column: number, row: number], stops: () => string[]): Grid {
  const within = (at: number, most: number): number => Math.min(most - 1, Math.max(0, at));
  return {
    step(from, across, down) {
      const [column, row] = place(from);
      return key(within(column + across, columns()), within(row + down, rows()));
    },
    edge: (from, end) => key(end === 1 ? columns() - 1 : 0, place(from)[1]),
    stops,
  };
}
