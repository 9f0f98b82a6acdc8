import { describe, expect, it } from "vitest";
import type { Block } from "../src/protocol/types";
import { found, sectionsOf } from "../src/rules/book";

const words = (text: string) => [{ kind: "text" as const, text }];
const heading = (level: number, text: string): Block => ({ kind: "heading", level, words: words(text), id: text.toLowerCase() });
const clauses = (...rules: [string, string][]): Block => ({ kind: "list", items: rules.map(([rule, text]) => ({ rule, words: words(text) })) });
const BOOK: Block[] = [
  heading(1, "A game"),
  { kind: "paragraph", words: words("About it.") },
  heading(2, "Moving"),
  clauses(["CB-MOV-1", "One tile or two."], ["CB-MOV-3", "No pawn may be jumped."]),
  heading(3, "More"),
  clauses(["CB-ATT-1", "Ending on a pawn takes it out."]),
  heading(1, "The table"),
  clauses(["LT-1", "One at a time."]),
];

describe("a rulebook", () => {
  it("is in sections, with small headings inside and a second book as one more", () => {
    const { intro, sections } = sectionsOf(BOOK);
    expect(intro).toHaveLength(1);
    expect(sections.map((section) => section.id)).toEqual(["moving", "the table"]);
    expect(sections[0]!.rules).toEqual(["CB-MOV-1", "CB-MOV-3", "CB-ATT-1"]);
  });

  it("is searched by words in any order and by numbers", () => {
    expect(found(BOOK, "pawn")).toEqual(["CB-MOV-3", "CB-ATT-1"]);
    expect(found(BOOK, "jumped PAWN")).toEqual(["CB-MOV-3"]);
    expect(found(BOOK, "mov-1")).toEqual(["CB-MOV-1"]);
    expect(found(BOOK, "  ")).toEqual([]);
    expect(found(BOOK, "dragon")).toEqual([]);
  });
});
