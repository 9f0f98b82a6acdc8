/* The scene of Looterz as scene.py writes it, and how to look things up in it. */
import type { Sentence } from "$shell/sentence";
import type { Play } from "$shell/table/play.svelte";

export type Word = "taunt" | "activation" | "recruitment" | "last_wish";
export type Asked = "recruit" | "act" | "target" | "victim" | "player" | "card" | "sacrifice" | "discard" | "order" | "use";

export interface Kind {
  name: string;
  life: number;
  power: number;
  text: string;
  words: Word[];
}

/** How a card is drawn, and how large. */
export interface Fit {
  size: "full" | "small" | "strip";
  width: number;
  height: number;
}

export interface Looter {
  id: string;
  life: number;
  home: number;
  has_acted: boolean;
  is_exhausted: boolean;
  is_ready: boolean;
  /** Loot that a search brings on average. */
  mean: number;
  says: Sentence;
}

export interface Scene {
  target: number;
  turn: number;
  active: number;
  phase: number;
  to_act: number | null;
  hand_limit: number;
  kinds: Record<string, Kind>;
  loot: number[];
  race: { short: number; mean: number; win: number; chance: Sentence }[];
  /** Who of the others is likeliest to win. */
  danger: { long: Sentence; short: Sentence } | null;
  /** What is read out of each player. */
  heads: Sentence[];
  parties: Looter[][];
  hands: { size: number; cards: string[] }[];
  known: string[];
  pile: number;
  graveyard: string[];
  unseen: { kind: string; count: number }[];
  dragons: { seen: number; of: number } | null;
  queue: { card: string; trigger: Exclude<Word, "taunt">; seat: number; does: Sentence }[];
  question: { kind: Asked; source: string | null; is_hostile: boolean; origin: "graveyard" | "hand" | null; may_decline: boolean } | null;
  /** For who decides: why an ability cannot be used, and who is shielded by whom. */
  mine: { reminder: Sentence | null; unable: Record<string, Sentence>; shields: Record<string, string[]> } | null;
}

export const sceneOf = (play: Play): Scene => play.scene as Scene;
export const kindOf = (id: string): string => (id.includes("-") ? id.slice(0, id.lastIndexOf("-")) : id);

const COPIES = ["", "", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX", " X"];

/** "Death Knight II". */
export function called(id: string, scene: Scene): string {
  const kind = kindOf(id);
  return (scene.kinds[kind]?.name ?? kind) + (id === kind ? "" : (COPIES[Number(id.slice(kind.length + 1))] ?? ""));
}

export function find(scene: Scene, id: string): { looter: Looter; seat: number } | null {
  for (const [seat, party] of scene.parties.entries()) {
    const looter = party.find((each) => each.id === id);
    if (looter) return { looter, seat };
  }
  return null;
}

/** One's Looterz that have yet to act. */
export const idle = (scene: Scene, seat: number | null): Looter[] => (seat === null ? [] : (scene.parties[seat] ?? []).filter((looter) => looter.is_ready));
