import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { distance, spoken, withoutLink, wordList, wordsIn } from "../src/codes";
import { pack } from "../code-words";

const at = (path: string): string => readFileSync(join(import.meta.dirname, "../..", path), "utf-8");
const cases = JSON.parse(at("tests/server/code_cases.json")) as { understood: Record<string, string>; "not understood": Record<string, [string, string[]]> };

it("holds the words that the server has", async () => {
  const words = at("loot_table/server/words.txt").trim().split("\n");
  expect((await wordList()).words).toEqual(words);
  expect(pack(words).length).toBeLessThan(70_000);
});

it("understands what the server understands", async () => {
  const list = await wordList();
  for (const [typed, code] of Object.entries(cases.understood)) expect([typed, list.read(typed)]).toEqual([typed, { code }]);
});

it("names the same word with the same suggestions where it does not", async () => {
  const list = await wordList();
  for (const [typed, [word, suggestions]] of Object.entries(cases["not understood"])) {
    const read = list.read(typed) as { word: string; suggestions: string[] };
    expect([typed, read.suggestions]).toEqual([typed, suggestions]);
    if (!word.endsWith("…")) expect([typed, read.word]).toEqual([typed, word]);
  }
});

it("counts slips, and finds the nearest words to what is none", async () => {
  expect([distance("ambre", "amber"), distance("amber", "amber"), distance("hrbr", "harbor"), distance("", "ox")]).toEqual([1, 0, 2, 2]);
  const list = await wordList();
  expect(list.nearest("harrbborr")).toContain("harbor");
  expect(list.nearest("vyollin")).toContain("violin");
  expect(list.nearest("x".repeat(200)).length).toBeLessThanOrEqual(5);
  for (const word of list.nearest("vyollin")) expect(list.has(word)).toBe(true);
});

it("finds the code in a link, and leaves other things alone", () => {
  expect(withoutLink("https://loot.example/join/amber-harbor-violin?x=1")).toBe("amber-harbor-violin");
  expect(withoutLink("come: loot.example/join/amber%20harbor%20violin !")).toBe("amber harbor violin");
  expect(withoutLink("loot.example/join/%E0%A4%A")).toBe("%E0%A4%A");
  expect(withoutLink("amber harbor violin")).toBe("amber harbor violin");
});

it("knows where words stand", () => {
  expect(wordsIn(" Ámber – harbor.")).toEqual([
    { word: "amber", from: 1, to: 6 },
    { word: "harbor", from: 9, to: 15 },
  ]);
});

it("says a code with blanks, and one from before as it is", () => {
  expect(spoken("amber-harbor-violin")).toBe("amber harbor violin");
  expect(spoken("MAGPIE")).toBe("MAGPIE");
});
