/* The cells of a board, by the key that they carry in `data-cell`. */
import type { Point } from "./press";

/** The cell that something lies in. */
export function cellOf(what: EventTarget | null): string | null {
  return (what as Element | null)?.closest?.<HTMLElement>("[data-cell]")?.dataset.cell ?? null;
}

/** The cell under a finger or the mouse. */
export const cellAt = (at: Point): string | null => cellOf(document.elementFromPoint(at.x, at.y));
