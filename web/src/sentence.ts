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

let catalogue: Record<string, string> = {};
export const language = (typeof localStorage === "undefined" ? null : localStorage.getItem("loot-language")) ?? (typeof navigator === "undefined" ? "en" : navigator.language);

/** Fetch the words of the reader's language; English needs none. */
export async function learn(): Promise<void> {
  if (language.startsWith("en")) return;
  try {
    const answer = await fetch(`/api/words/${encodeURIComponent(language)}`);
    if (answer.ok) catalogue = (await answer.json()) as Record<string, string>;
  } catch {
    // English will do
  }
}

/** The page's own words: `t("{n} of {all} seen", { n: 3, all: 9 })`. The template is the key of the catalogue. */
export function t(template: string, parts: Record<string, string | number> = {}): string {
  return (catalogue[template] ?? template).replace(/\{(\w+)\}/g, (hole, name: string) => String(parts[name] ?? hole));
}
