import { describe, expect, it } from "vitest";
import type { Term } from "../src/learn/api";
import { terms } from "../src/learn/terms.svelte";

const TERMS: Term[] = [
  { words: ["guardian", "guardians"], say: "Mummy, Werewolf or Frank.", rule: "LR-44" },
  { words: ["1 in 3"], say: "Yellow.", rule: "LR-61" },
  { words: ["double", "counts double"], say: "Twice.", rule: "LR-33" },
];
const cut = (text: string): string[] => terms.cut(text, new Set()).map((piece) => (piece.term ? `<${piece.text}>` : piece.text));

describe("words that explain themselves", () => {
  it("are found whole, in any case, the longest first, each once", () => {
    terms.use(TERMS);
    expect(cut("Guardians! 1 in 3 counts double.")).toEqual(["<Guardians>", "! ", "<1 in 3>", " ", "<counts double>", "."]);
    expect(cut("a guardian and another guardian")).toEqual(["a ", "<guardian>", " and another guardian"]);
    expect(cut("guardianship, 11 in 30")).toEqual(["guardianship, 11 in 30"]);
  });

  it("are left alone where a game has none", () => {
    terms.use([]);
    expect(terms.has).toBe(false);
    expect(cut("guardian")).toEqual(["guardian"]);
  });
});
