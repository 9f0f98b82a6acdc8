/* What people read: sentences come from the server in pieces; the page's own words go through the language's catalogue. */

export interface Span {
  as: "name" | "thing" | "place" | "points" | "die" | "rule" | "good" | "bad" | "gold";
  text: string;
  /** Which seat, card, piece or square. */
  id?: string;
}

export type Sentence = string | (string | Span)[];

export function plain(sentence: Sentence | null | undefined): string {
  if (!sentence) return "";
  return typeof sentence === "string" ? sentence : sentence.map((part) => (typeof part === "string" ? part : part.text)).join("");
}

/** A language as the server tells it: translations, plural forms by the template of one, and which form a number takes. */
interface Catalogue {
  words: Record<string, string>;
  plurals: Record<string, string[]>;
  forms: number[];
}

const LANGUAGE = "loot-language";

let catalogue: Catalogue = { words: {}, plurals: {}, forms: [] };
export const language = (typeof localStorage === "undefined" ? null : localStorage.getItem(LANGUAGE)) ?? (typeof navigator === "undefined" ? "en" : navigator.language);

/** Read everything in another language from now on; the page begins anew. */
export function speak(wanted: string): void {
  try {
    localStorage.setItem(LANGUAGE, wanted);
  } catch {
    return; // a private window may refuse
  }
  location.reload();
}

/** Fetch the words of the reader's language; English needs none. */
export async function learn(): Promise<void> {
  if (language.startsWith("en")) return;
  try {
    const answer = await fetch(`/api/words/${encodeURIComponent(language)}`);
    if (answer.ok) catalogue = (await answer.json()) as Catalogue;
  } catch {
    // English will do
  }
}

type Parts = Record<string, string | number>;
const filled = (template: string, parts: Parts): string => template.replace(/\{(\w+)\}/g, (hole, name: string) => String(parts[name] ?? hole));

/** The page's own words: `t("{n} of {all} seen", { n: 3, all: 9 })`. The template is the key of the catalogue. */
export function t(template: string, parts: Parts = {}): string {
  return filled(catalogue.words[template] ?? template, parts);
}

/** So many of something: `tn(3, "{n} card", "{n} cards")`. */
export function tn(n: number, one: string, many: string, parts: Parts = {}): string {
  const forms = catalogue.plurals[one];
  const form = catalogue.forms[n < 200 ? n : 100 + (n % 100)] ?? 0;
  return filled(forms?.[form] ?? (n === 1 ? one : many), { n, ...parts });
}

/** "a, b and c". */
export function listing(words: string[], last: "and" | "or" = "and"): string {
  if (words.length < 2) return words[0] ?? "";
  const first = words.slice(0, -1).reduce((first, second) => t("{first}, {second}", { first, second }));
  const second = words.at(-1)!;
  return last === "and" ? t("{first} and {second}", { first, second }) : t("{first} or {second}", { first, second });
}

/** Some words as a sentence of its own. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : first + ".";
}
