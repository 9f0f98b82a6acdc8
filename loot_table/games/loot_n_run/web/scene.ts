/* The scene of Loot N Run as scene.py writes it. */
import { t, tn } from "$shell/sentence";

export interface Face {
  id: string;
  back: string;
  treasures: string[];
  amulets: number;
  guardian: string | null;
  text: string;
}

export interface Card {
  back: string;
  /** How many reshuffles it was held through. */
  age: number;
  face: Face | null;
}

/** What rooms are worth in a run, and whether they would survive an Awaken. */
export interface Worth {
  points: number;
  treasures: { type: string; text: string; is_doubled: boolean }[];
  guardians: number;
  amulets: number;
  is_safe: boolean;
}

export interface Odds {
  seat: number;
  caught: number;
  mummy: number;
  werewolf: number;
  frank: number;
  is_exact?: false;
}

export interface BackFacts {
  name: string;
  claws: number;
  one_in: number | null;
}

export interface Seen {
  back: string;
  cards: number;
  of_cards: number;
  guardians: number;
  of_guardians: number;
  amulets: number;
  of_amulets: number;
}

export interface Scene {
  you: number | null;
  target: number;
  scores: number[];
  turn: number;
  reshuffles: number;
  to_act: number | null;
  phase: "action" | "keep" | "over";
  backs: BackFacts[];
  decks: { size: number; back: string | null }[];
  hands: Card[][];
  drawn: { deck: number; back: string; face: Face | null }[];
  discard: Face[];
  refused: { seat: number; back: string; face: Face | null }[];
  seen: Seen[];
  mine: Worth | null;
  odds: Odds[];
}

export const percent = (chance: number): string => `${Math.round(chance * 100)} %`;

/** A face from its words in an event: "3 masks + Mummy". */
export function faceFrom(id: string, text: string, backs: BackFacts[]): Face {
  const [treasures = "", ...rest] = text.split(" + ");
  const found: string[] = [];
  for (const [, number, kind] of treasures.matchAll(/(\d+) ([a-z]+)/g)) {
    for (let n = 0; n < Number(number); n++) found.push(number === "1" ? kind! : kind!.replace(/s$/, ""));
  }
  const guardian = rest.map((word) => word.toLowerCase()).find((word) => ["mummy", "werewolf", "frank"].includes(word)) ?? null;
  const amulets = rest.some((word) => /amulet/.test(word)) ? Number(/^(\d+) amulets$/.exec(rest.join(" "))?.[1] ?? 1) : 0;
  const back = backs.find((each) => each.name[0]?.toUpperCase() === id[0])?.name ?? backs[0]?.name ?? "green";
  const counts = [...new Set(found)].map((kind) => [kind, found.filter((each) => each === kind).length] as const);
  const told = [counts.map(([kind, n]) => tn(n, `{n} ${kind}`, `{n} ${kind}s`)).join(", "), ...rest.map((word) => t(word))];
  return { id, back, treasures: found, amulets, guardian, text: told.filter(Boolean).join(" + ") };
}
