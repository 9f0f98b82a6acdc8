/* Table codes: three words, such as amber-harbor-violin. What is typed is read here by the same rules as on the server. */

export const EXAMPLE = "amber harbor violin";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const MOST_LETTERS = 8;
const MOST_TYPED = 100;
const MOST_SUGGESTIONS = 5;

export type Read = { code: string } | { word: string; at: number; suggestions: string[] };

/** A code as people say it. One from before is a single word in capitals, and stays as it is. */
export const spoken = (code: string): string => code.replaceAll("-", " ");

/** The code in a link that somebody was sent, or what was typed. */
export function withoutLink(text: string): string {
  const link = /\/join\/([^/?#\s]+)/.exec(text);
  if (!link) return text;
  try {
    return decodeURIComponent(link[1]!);
  } catch {
    return link[1]!;
  }
}

/** Where words stand in what was typed, in capitals or not, whatever is between them. */
export function wordsIn(text: string): { word: string; from: number; to: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((found) => ({ word: plain(found[0]), from: found.index, to: found.index + found[0].length }));
}

const plain = (text: string): string => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

export class WordList {
  private readonly known: Set<string>;

  constructor(readonly words: string[]) {
    this.known = new Set(words);
  }

  has(word: string): boolean {
    return this.known.has(word);
  }

  /** The words that begin so. */
  completions(begun: string): string[] {
    return this.words.slice(this.place(begun), this.place(begun + "~"));
  }

  private place(text: string): number {
    let [low, high] = [0, this.words.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.words[middle]! < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The words that one slip of the fingers makes this of. */
  mistyped(typed: string): string[] {
    return typed.length > MOST_LETTERS + 1 ? [] : [...new Set(slips(typed))].filter((word) => this.has(word)).sort();
  }

  /** The one word that can be meant; none if there are several, or none. */
  meant(typed: string): string | null {
    if (this.has(typed)) return typed;
    const begun = this.completions(typed);
    if (begun.length === 1) return begun[0]!;
    const mistyped = this.mistyped(typed);
    // What several words begin with is unfinished rather than mistyped, unless all of them go on from the one that is meant.
    return mistyped.length === 1 && begun.every((word) => word.startsWith(mistyped[0]!)) ? mistyped[0]! : null;
  }

  /** What may be meant, the shortest way to go on first. */
  suggestions(typed: string): string[] {
    const begun = this.completions(typed).sort((one, other) => one.length - other.length);
    const found = [...new Set([...begun, ...this.mistyped(typed)])];
    return (found.length ? found : this.neighbours(typed)).slice(0, MOST_SUGGESTIONS);
  }

  /** The words that are most like it, however far off it is. */
  nearest(typed: string): string[] {
    const word = typed.slice(0, MOST_LETTERS + 2);
    const ranked = this.words.map((known) => ({ known, far: distance(word, known) })).filter(({ far }) => far <= Math.max(2, Math.ceil(word.length / 2)));
    // Of words that are as far off, those that begin the same way, which is how they were heard.
    const rank = ({ known, far }: { known: string; far: number }): number => far - (known[0] === word[0] ? 0.5 : 0);
    return ranked
      .sort((one, other) => rank(one) - rank(other) || (one.known < other.known ? -1 : 1))
      .slice(0, MOST_SUGGESTIONS)
      .map(({ known }) => known);
  }

  private neighbours(typed: string): string[] {
    for (let length = Math.min(typed.length, MOST_LETTERS) - 1; length > 1; length--) {
      const found = this.completions(typed.slice(0, length));
      if (found.length) return found;
    }
    return [];
  }

  /** The code that is meant, or the first word that is not understood; `at` is -1 if there are not three. */
  read(text: string): Read {
    const words = text.length > MOST_TYPED ? [] : wordsIn(text).map((each) => each.word);
    if (words.length === 3) {
      const meant = words.map((word) => this.meant(word));
      const at = meant.indexOf(null);
      return at < 0 ? { code: meant.join("-") } : { word: words[at]!, at, suggestions: this.suggestions(words[at]!) };
    }
    if (words.length === 1 && /^[a-z]{6}$/.test(words[0]!)) return { code: words[0]!.toUpperCase() };
    const found = this.cut(words.join(""));
    return found.length === 1 ? { code: found[0]! } : { word: "", at: -1, suggestions: [] };
  }

  /** All ways to read letters as three words. */
  private cut(letters: string): string[] {
    const found: string[] = [];
    if (letters.length > 3 * MOST_LETTERS) return found;
    for (let n = 1; n <= MOST_LETTERS; n++)
      for (let m = n + 1; m <= n + MOST_LETTERS; m++) {
        const words = [letters.slice(0, n), letters.slice(n, m), letters.slice(m)];
        if (words.every((word) => this.has(word))) found.push(words.join("-"));
      }
    return found;
  }
}

/** How many slips lie between two words: a letter missing, added, wrong, or two of them swapped. */
export function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let n = 1; n <= one.length; n++) {
    const row = [n];
    for (let m = 1; m <= other.length; m++) {
      const isSame = one[n - 1] === other[m - 1];
      let least = Math.min(last[m]! + 1, row[m - 1]! + 1, last[m - 1]! + (isSame ? 0 : 1));
      if (n > 1 && m > 1 && one[n - 1] === other[m - 2] && one[n - 2] === other[m - 1]) least = Math.min(least, before[m - 2]! + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[other.length]!;
}

function* slips(typed: string): Generator<string> {
  for (let n = 0; n <= typed.length; n++) {
    const before = typed.slice(0, n);
    const rest = typed.slice(n);
    yield before + rest.slice(1);
    yield before + rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2);
    for (const letter of LETTERS) {
      yield before + letter + rest;
      yield before + letter + rest.slice(1);
    }
  }
}

/** Of each word so many letters of the one before, then its own. */
export function unpack(packed: string): string[] {
  let before = "";
  return [...packed.matchAll(/(\d)([a-z]+)/g)].map(([, shared, rest]) => (before = before.slice(0, Number(shared)) + rest!));
}

let coming: Promise<WordList> | null = null;

/** The list, fetched when somebody first means to type a code. */
export function wordList(): Promise<WordList> {
  coming ??= import("virtual:code-words").then((loaded) => new WordList(unpack(loaded.default)));
  coming.catch(() => (coming = null));
  return coming;
}
