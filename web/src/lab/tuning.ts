/* What is wanted and what may be turned, between a page and the sentences that `loot lab tune` reads. */
import type { OptionValue } from "../protocol/types";
import type { Candidate, Figure, Turnable } from "./api";
import { isShare } from "./words";

/** A want in pieces: its words, and what can be put in their place. */
export interface Piece {
  text: string;
  kind: "words" | "number" | "unit" | "way";
}

const UNITS = ["minutes", "decisions"];

export function piecesOf(sentence: string, personas: string[]): Piece[] {
  const kindOf = (text: string): Piece["kind"] => (/^\d/.test(text) ? "number" : UNITS.includes(text) ? "unit" : personas.includes(text) ? "way" : "words");
  return sentence
    .split(/(\d+(?:\.\d+)?|\b[a-z_]+\b)/)
    .filter(Boolean)
    .map((text) => ({ text, kind: kindOf(text) }))
    .reduce<Piece[]>((found, piece) => {
      const last = found.at(-1);
      if (last?.kind === "words" && piece.kind === "words") return [...found.slice(0, -1), { text: last.text + piece.text, kind: "words" }];
      return [...found, piece];
    }, []);
}

/** A knob as it is being set: a number from a least to a most, or some of an option's values. */
export interface Knob {
  path: string;
  low: number;
  high: number;
  values: OptionValue[] | null;
}

/** A usual range around what a number is now. */
export function knobFor(path: string, turnable: Turnable): Knob | null {
  const option = turnable.options.find((each) => each.path === path);
  if (option) return { path, low: 0, high: 0, values: option.values };
  const number = turnable.numbers.find((each) => each.path === path);
  if (!number) return null;
  const reach = Math.max(2, Math.round(Math.abs(number.now) * 0.15));
  return { path, low: number.now > 0 ? Math.max(1, number.now - reach) : number.now, high: number.now + reach, values: null };
}

export const knobSaid = (knob: Knob): string => `${knob.path}=${knob.values ? knob.values.join(",") : `${knob.low}..${knob.high}`}`;

export function knobRead(text: string): Knob {
  const [path, told] = text.split("=") as [string, string];
  const range = /^(-?\d+)\.\.(-?\d+)$/.exec(told);
  if (range) return { path, low: Number(range[1]), high: Number(range[2]), values: null };
  const valueOf = (word: string): OptionValue => (word === "true" ? true : word === "false" ? false : /^-?\d+$/.test(word) ? Number(word) : word);
  return { path, low: 0, high: 0, values: told.split(",").map(valueOf) };
}

export const settingsOf = (knobs: Knob[]): number => knobs.reduce((many, knob) => many * (knob.values?.length ?? Math.max(1, knob.high - knob.low + 1)), 1);

/** About how many games a search plays: as loot_table/lab/tune.py goes about it. */
export function gamesOf(knobs: Knob[], trials: number, most: number, isTwice: boolean): number {
  const rounds = [...new Set([200, 800, 3200].map((many) => Math.min(many, most)))];
  let settings = Math.min(trials, settingsOf(knobs));
  let games = most + 2 * knobs.length * Math.min(800, rounds.at(-1)!);
  for (const [n, deals] of rounds.entries()) {
    games += settings * (deals - (rounds[n - 1] ?? 0));
    settings = Math.min(settings, Math.max(4, Math.floor(settings / 3)));
  }
  return games + settings * most * (isTwice ? 2 : 1);
}

/** How far the worst figure of a want lies from the middle of where it is wanted, in its unit; and how far it may. */
export interface Off {
  figure: Figure;
  off: number;
  reach: number;
  band: number;
}

export function offOf(candidate: Candidate, want: number): Off | null {
  const found = (candidate.wanted[want]?.figures ?? []).flatMap((figure): Off[] => {
    if (!figure.band || !figure.interval) return [];
    const scale = isShare(figure.unit) ? 100 : 1;
    const middle = (figure.band[0] + figure.band[1]) / 2;
    return [{ figure, off: scale * Math.abs(figure.value - middle), reach: (scale * (figure.interval[1] - figure.interval[0])) / 2, band: (scale * (figure.band[1] - figure.band[0])) / 2 }];
  });
  return found.toSorted((one, other) => other.off - one.off)[0] ?? null;
}
