import { describe, expect, it } from "vitest";
import type { Candidate, Sheet, Turnable } from "../src/lab/api";
import { namedIn } from "../src/lab/naming";
import { gamesOf, knobFor, knobRead, knobSaid, offOf, piecesOf, settingsOf } from "../src/lab/tuning";

const turnable: Turnable = {
  numbers: [
    { path: "scoring.target.4", now: 35 },
    { path: "scoring.start.4.3", now: 0 },
  ],
  options: [{ path: "option.deck", now: "classic", values: ["classic", "mixed"], about: "" }],
  wants: [],
  personas: [],
};

describe("wants", () => {
  it("are sentences whose numbers, units and ways to play can be changed", () => {
    expect(piecesOf("median 35 to 45 minutes", []).map(({ kind, text }) => `${kind}:${text}`)).toEqual(["words:median ", "number:35", "words: to ", "number:45", "words: ", "unit:minutes"]);
    expect(piecesOf("racer and hoarder within 2.5 points", ["racer", "hoarder"]).filter(({ kind }) => kind === "way")).toHaveLength(2);
  });
  it("are whole again when their pieces are put together", () => {
    const want = "racer and hoarder within 5 points of each other";
    expect(
      piecesOf(want, ["racer", "hoarder"])
        .map(({ text }) => text)
        .join(""),
    ).toBe(want);
  });
});

describe("knobs", () => {
  it("begin around what a number is now, and never below what it can hardly be", () => {
    expect(knobFor("scoring.target.4", turnable)).toEqual({ path: "scoring.target.4", low: 30, high: 40, values: null });
    expect(knobFor("scoring.start.4.3", turnable)).toEqual({ path: "scoring.start.4.3", low: 0, high: 2, values: null });
    expect(knobFor("scoring.nothing", turnable)).toBeNull();
  });
  it("are said as the command line says them, and read back", () => {
    for (const text of ["scoring.target.4=30..40", "option.deck=classic,mixed", "option.passing=true,false"]) expect(knobSaid(knobRead(text))).toBe(text);
  });
  it("have as many settings as can be combined, and a search plays so many games", () => {
    const knobs = [knobRead("a=1..4"), knobRead("option.b=x,y")];
    expect(settingsOf(knobs)).toBe(8);
    expect(gamesOf(knobs, 60, 100, false)).toBe(100 + 4 * 100 + 8 * 100 + 4 * 100);
  });
});

describe("a candidate", () => {
  it("is as far off as its worst figure, in points", () => {
    const figure = (name: string, value: number) => ({ name, value, interval: [value - 0.01, value + 0.01] as [number, number], unit: "%", band: [0.48, 0.52] as [number, number], says: "" });
    const candidate = { wanted: [{ verdict: "no", figures: [figure("seat 1", 0.51), figure("seat 2", 0.45)] }] } as unknown as Candidate;
    const worst = offOf(candidate, 0)!;
    expect(worst.figure.name).toBe("seat 2");
    expect([worst.off, worst.reach, worst.band].map((each) => each.toFixed(1))).toEqual(["5.0", "1.0", "2.0"]);
    expect(offOf(candidate, 1)).toBeNull();
  });
});

describe("a row of the components", () => {
  it("is named by the rules that use its words", () => {
    const sheet: Sheet = { path: "cards", columns: ["id", "guardian", "amulet"].map((name) => ({ name, kind: name === "amulet" ? "number" : "text" })), rows: [], is_list: true, changed: 0 };
    const row = { name: "R07", path: "cards.R07", cells: ["R07", "werewolf", "1"], was: null, state: "same" as const, kinds: null };
    const rules = { "LR-1": "The Werewolf brings two cards.", "LR-2": "An amulet wards one guardian off.", "LR-3": "Nothing else." };
    expect(namedIn(rules, sheet, row)).toEqual([
      { word: "werewolf", rules: ["LR-1"] },
      { word: "amulet", rules: ["LR-2"] },
    ]);
  });
});
