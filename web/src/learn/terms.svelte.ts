/* Words on the table that explain themselves: which there are, and which one is open. */
import type { Term } from "./api";

export interface Piece {
  text: string;
  term?: Term;
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

class Terms {
  /** Of the game whose table is open. */
  #known = $state.raw<Term[]>([]);
  #finder = $state.raw<RegExp | null>(null);
  open = $state.raw<{ term: Term; at: DOMRect; by: Element } | null>(null);

  use(terms: Term[]): void {
    this.#known = terms;
    // The longest first, so that "counts double" is not found as "double".
    const words = terms.flatMap((term) => term.words).sort((one, other) => other.length - one.length);
    this.#finder = words.length ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "giu") : null;
    this.open = null;
  }

  get has(): boolean {
    return this.#finder !== null;
  }

  get all(): Term[] {
    return this.#known;
  }

  of(word: string): Term | undefined {
    const small = word.toLocaleLowerCase();
    return this.#known.find((term) => term.words.some((each) => each.toLocaleLowerCase() === small));
  }

  /** A text, with the words that explain themselves apart; each term once. */
  cut(text: string, told: Set<Term>): Piece[] {
    if (!this.#finder) return [{ text }];
    const found: Piece[] = [];
    let from = 0;
    for (const match of text.matchAll(this.#finder)) {
      const term = this.of(match[0]);
      if (!term || told.has(term)) continue;
      told.add(term);
      if (match.index > from) found.push({ text: text.slice(from, match.index) });
      found.push({ text: match[0], term });
      from = match.index + match[0].length;
    }
    if (from < text.length) found.push({ text: text.slice(from) });
    return found;
  }
}

export const terms = new Terms();
