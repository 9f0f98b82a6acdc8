/* A rulebook in sections, and what is found in it. */
import type { Block, Inline } from "../protocol/types";

export interface Section {
  id: string;
  title: Inline[];
  blocks: Block[];
  rules: string[];
}

export const textOf = (words: Inline[]): string => words.map((word) => word.text).join("");
const rulesIn = (block: Block): string[] => (block.kind === "list" ? block.items.flatMap((item) => item.rule ?? []) : []);

/** What stands before the first heading, and what each of the larger headings opens. The book's title is left out. */
export function sectionsOf(book: Block[]): { intro: Block[]; sections: Section[] } {
  const intro: Block[] = [];
  const sections: Section[] = [];
  for (const block of book) {
    if (block.kind === "heading" && block.level <= 2) {
      // The title of a book opens nothing, unless it is the second book in a row.
      if (block.level === 2 || sections.length) sections.push({ id: block.id, title: block.words, blocks: [], rules: [] });
    } else {
      const here = sections.at(-1);
      (here?.blocks ?? intro).push(block);
      here?.rules.push(...rulesIn(block));
    }
  }
  return { intro, sections: sections.filter((section) => section.blocks.length) };
}

/** The rules in which every word stands, in the order of the book; a number, or the beginning of one, counts as a word. */
export function found(book: Block[], query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return book.flatMap((block) =>
    block.kind !== "list"
      ? []
      : block.items.flatMap((item) => {
          if (!item.rule) return [];
          const text = `${item.rule} ${textOf(item.words)}`.toLowerCase();
          return words.every((word) => text.includes(word)) ? [item.rule] : [];
        }),
  );
}
