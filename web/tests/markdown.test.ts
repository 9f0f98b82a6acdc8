import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inlines, parse } from "../src/markdown";

const games = join(import.meta.dirname, "../../loot_table/games");

describe("our Markdown", () => {
  it("keeps markup as words", () => {
    expect(inlines("<img src=x onerror=alert(1)>")).toEqual([{ kind: "text", text: "<img src=x onerror=alert(1)>" }]);
  });

  it("finds the number of a rule and what it says", () => {
    const [block] = parse("- **CB-MOV-3** No pawn may be *jumped* (CB-MOV-1).");
    expect(block).toEqual({
      kind: "list",
      items: [
        {
          rule: "CB-MOV-3",
          words: [
            { kind: "text", text: "No pawn may be " },
            { kind: "em", text: "jumped" },
            { kind: "text", text: " (" },
            { kind: "rule", text: "CB-MOV-1" },
            { kind: "text", text: ")." },
          ],
        },
      ],
    });
  });

  it("reads tables without their ruler", () => {
    const [table] = parse("| Back | Cards |\n| --- | --- |\n| green | 24 |");
    expect(table).toMatchObject({ kind: "table", rows: [[[{ text: "green" }], [{ text: "24" }]]] });
  });

  for (const game of readdirSync(games, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith("__"))) {
    it(`finds every numbered rule of ${game.name}`, () => {
      const source = readFileSync(join(games, game.name, "rulebook.md"), "utf-8");
      const rules = parse(source).flatMap((block) => (block.kind === "list" ? block.items.map((item) => item.rule) : []));
      const written = [...source.matchAll(/^\s*- \*\*([A-Z]{2}-[A-Z0-9-]+[a-z]?)\*\*/gm)].map((match) => match[1]);
      expect(rules.filter((rule) => rule !== null)).toEqual(written);
    });
  }
});
