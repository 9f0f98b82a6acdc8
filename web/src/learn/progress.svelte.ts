/* How far this browser has come with the lessons, and what the coach has explained. Nothing of it leaves the browser. */
import type { Action } from "../protocol/types";

const KEY = "loot.lessons";

/** Of one lesson: the best stars so far, and where it was left. */
export interface Done {
  stars: number;
  answers: (Action | boolean)[];
  wrong: number;
  wasShown: boolean;
}

interface Kept {
  games: Record<string, Record<string, Done>>;
  /** Rules that the coach has explained, by game. */
  heard: Record<string, string[]>;
  /** Whether it was switched on or off for a game; or the table of its first game. */
  coach: Record<string, boolean | string>;
  /** Whoever switched it off once is not coached in other games, unless they ask. */
  isCoachOff: boolean;
}

function read(): Kept {
  const empty: Kept = { games: {}, heard: {}, coach: {}, isCoachOff: false };
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return { ...empty, ...found };
  } catch {
    return empty;
  }
}

const NOTHING: Done = { stars: 0, answers: [], wrong: 0, wasShown: false };

class Progress {
  #kept = $state<Kept>(read());

  private write(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A private window may refuse; then a lesson is begun anew.
    }
  }

  of(game: string, lesson: string): Done {
    return this.#kept.games[game]?.[lesson] ?? NOTHING;
  }

  keep(game: string, lesson: string, done: Partial<Done>): void {
    this.#kept.games[game] = { ...this.#kept.games[game], [lesson]: { ...this.of(game, lesson), ...done } };
    this.write();
  }

  /** Done: the best stars count, and the next time begins at the beginning. */
  finish(game: string, lesson: string, stars: number): void {
    this.keep(game, lesson, { ...NOTHING, stars: Math.max(stars, this.of(game, lesson).stars) });
  }

  // ---- the coach

  heard(game: string): string[] {
    return this.#kept.heard[game] ?? [];
  }

  hear(game: string, rule: string): void {
    this.#kept.heard[game] = [...new Set([...this.heard(game), rule])];
    this.write();
  }

  isCoached(game: string, table: string): boolean {
    const chosen = this.#kept.coach[game];
    if (typeof chosen === "boolean") return chosen;
    return chosen === table && !this.#kept.isCoachOff;
  }

  /** Somebody sits down at a table: in the first game of its kind the coach comes along. */
  sitDown(game: string, table: string): void {
    if (this.#kept.coach[game] !== undefined || this.#kept.isCoachOff) return;
    this.#kept.coach[game] = table;
    this.write();
  }

  setCoach(game: string, isOn: boolean): void {
    this.#kept.coach[game] = isOn;
    this.#kept.isCoachOff = !isOn;
    this.write();
  }
}

export const progress = new Progress();
