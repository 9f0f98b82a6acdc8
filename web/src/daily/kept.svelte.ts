/* Which puzzles this browser has answered. The first answer to a puzzle is the one that counts. */

export type Mark = "solved" | "missed";
const PUZZLES = "loot.puzzles";

function read(): Record<string, Mark> {
  try {
    return JSON.parse(localStorage.getItem(PUZZLES) ?? "{}") as Record<string, Mark>;
  } catch {
    return {};
  }
}

class KeptPuzzles {
  marks = $state.raw<Record<string, Mark>>(read());

  of(game: string, id: string): Mark | undefined {
    return this.marks[`${game}/${id}`];
  }

  keep(game: string, id: string, mark: Mark): void {
    if (this.of(game, id)) return;
    this.marks = { ...this.marks, [`${game}/${id}`]: mark };
    try {
      localStorage.setItem(PUZZLES, JSON.stringify(this.marks));
    } catch {
      // Private windows may refuse; then nothing is remembered.
    }
  }
}

export const kept = new KeptPuzzles();
