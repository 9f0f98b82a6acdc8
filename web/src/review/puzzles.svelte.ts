/* Mistakes that somebody keeps to solve again: whole puzzles, in this browser alone. */
import type { Moment, TableCard } from "../protocol/types";
import type { Candidate, Decision } from "./api";

export interface Puzzle {
  id: string;
  /** When it was kept, and how it went since. */
  at: number;
  solved: number;
  missed: number;
  card: TableCard;
  /** As everybody saw it, and as the seat did. */
  open: Moment;
  own: Moment;
  decision: Decision;
}

const KEY = "loot.puzzles";
const MOST = 40;
/** Points of victory that may be given away by an answer that still counts as found. */
const SLACK = 2;

function isPuzzle(found: unknown): found is Puzzle {
  const one = found as Partial<Puzzle> | null;
  return typeof one?.id === "string" && !!one.card?.game && !!one.open && !!one.own && Array.isArray(one.decision?.candidates);
}

function read(): Puzzle[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isPuzzle) : [];
  } catch {
    return [];
  }
}

class Puzzles {
  all = $state.raw<Puzzle[]>(read());

  /** Whether there was room for it. */
  private write(next: Puzzle[]): boolean {
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      return false;
    }
    this.all = next;
    return true;
  }

  find(id: string): Puzzle | undefined {
    return this.all.find((each) => each.id === id);
  }

  keep(card: TableCard, open: Moment, own: Moment, decision: Decision): boolean {
    const id = idOf(card.table, decision.step);
    const puzzle: Puzzle = { id, at: Date.now(), solved: 0, missed: 0, card, open, own, decision };
    return this.write([puzzle, ...this.all.filter((each) => each.id !== id)].slice(0, MOST));
  }

  count(id: string, isFound: boolean): void {
    this.write(this.all.map((each) => (each.id === id ? { ...each, solved: each.solved + (isFound ? 1 : 0), missed: each.missed + (isFound ? 0 : 1) } : each)));
  }

  forget(id: string): void {
    this.write(this.all.filter((each) => each.id !== id));
  }
}

export const idOf = (table: string, step: number): string => `${table}-${step}`;

/** Whether an answer is the best one, or as good as that. */
export const isFound = (decision: Decision, chosen: Candidate): boolean => chosen.share >= (decision.candidates[decision.best]?.share ?? 0) - SLACK;

export const puzzles = new Puzzles();
