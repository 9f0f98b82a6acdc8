/* Where the tiles lie in the drawing, whichever way up the board is. */

export const CELL = 80;
export const MARGIN = 34;
export const NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const FILES = "abcdefghi";

export interface Place {
  x: number;
  y: number;
  column: number;
  row: number;
}

export const fileAt = (column: number, isFlipped: boolean): string => FILES[isFlipped ? 8 - column : column]!;
export const rankAt = (row: number, isFlipped: boolean): number => (isFlipped ? row + 1 : 9 - row);
export const tileAt = (column: number, row: number, isFlipped: boolean): string => fileAt(column, isFlipped) + rankAt(row, isFlipped);

export function placeOf(tile: string, isFlipped: boolean): Place {
  const file = FILES.indexOf(tile[0]!);
  const rank = Number(tile[1]) - 1;
  const column = isFlipped ? 8 - file : file;
  const row = isFlipped ? rank : 8 - rank;
  return { x: MARGIN + column * CELL + CELL / 2, y: MARGIN + row * CELL + CELL / 2, column, row };
}
