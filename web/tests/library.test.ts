import { describe, expect, it } from "vitest";
import type { LibraryGame } from "../src/library/api";
import { cell, csv } from "../src/library/csv";
import { matches, NO_FILTERS, placeOf, read, resultOf, written } from "../src/library/filters";
import { day } from "../src/library/told";
import { daysInARow } from "../src/profile/days";

const seat = (name: string, bot: string | null = null, score: string | null = null): LibraryGame["seats"][number] => ({ name, kind: bot ? "bot" : "human", colour: "a", bot, team: null, score });
const game = (more: Partial<LibraryGame> = {}): LibraryGame => ({
  table: "t",
  code: "one-two-three",
  game: "a_game",
  game_name: "A Game",
  phase: "over",
  at: 1000,
  seats: [seat("Ana", null, "12"), seat("Ben", "thief", "15"), seat("Cleo", "thief", "9")],
  mine: [0],
  standings: [0, 1, 0],
  unit: "points",
  steps: 30,
  to_act: null,
  is_public: false,
  design: null,
  options_changed: {},
  may_delete: true,
  review: null,
  ...more,
});
const shows = (one: LibraryGame, wanted: Partial<typeof NO_FILTERS>): boolean => matches(one, { ...NO_FILTERS, ...wanted }, 2000);

describe("filters", () => {
  it("know how a game ended for me", () => {
    expect([resultOf(game()), placeOf(game())]).toEqual(["lost", 2]);
    expect(resultOf(game({ standings: [1, 0, 0] }))).toBe("win");
    expect(resultOf(game({ standings: [0.5, 0.5, 0] }))).toBe("shared");
    expect(resultOf(game({ standings: null, phase: "playing" }))).toBeNull();
    expect(resultOf(game({ mine: [0, 1, 2] }))).toBeNull();
  });

  it("narrow the list down", () => {
    expect(shows(game(), {})).toBe(true);
    expect([shows(game(), { player: "bE" }), shows(game(), { player: "zoe" })]).toEqual([true, false]);
    expect([shows(game(), { against: "thief" }), shows(game(), { against: "burglar" }), shows(game(), { against: "people" })]).toEqual([true, false, false]);
    expect([shows(game(), { state: "running" }), shows(game({ phase: "playing" }), { state: "running" })]).toEqual([false, true]);
    expect([shows(game(), { days: "1" }), shows(game({ at: -90_000 }), { days: "1" })]).toEqual([true, false]);
    expect([shows(game(), { design: "own" }), shows(game({ design: "abc" }), { design: "own" })]).toEqual([false, true]);
    expect(shows(game(), { mistakes: "1" })).toBe(false);
  });

  it("stand in the address", () => {
    const filters = { ...NO_FILTERS, player: "Ana & Ben", result: "win" as const };
    expect(read(new URLSearchParams(written(filters)))).toEqual(filters);
    expect(written(NO_FILTERS)).toBe("");
  });
});

describe("the list as CSV", () => {
  it("holds no formulas and keeps commas", () => {
    expect(cell("=HYPERLINK(1)")).toBe("'=HYPERLINK(1)");
    expect(cell('a "b", c')).toBe('"a ""b"", c"');
    expect(cell(-14)).toBe("-14");
    const lines = csv([game({ seats: [seat("Ana"), seat("@Ben", null), seat("C,D", "thief")] })])
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`"'@Ben; C,D (thief)"`);
  });
});

describe("days", () => {
  it("in a row end today or yesterday", () => {
    const now = new Date(2026, 10, 18, 12);
    const ago = (days: number): number => new Date(2026, 10, 18 - days, 20).getTime() / 1000;
    expect(daysInARow([ago(1), ago(2), ago(4)], now)).toBe(2);
    expect(daysInARow([ago(0), ago(1)], now)).toBe(2);
    expect(daysInARow([ago(2)], now)).toBe(0);
  });

  it("are called by their names", () => {
    const now = new Date(2026, 10, 18, 12);
    expect(day(new Date(2026, 10, 17, 23).getTime() / 1000, now)).toBe("Yesterday");
    expect(day(new Date(2026, 10, 18, 1, 5).getTime() / 1000, now)).toContain("Today");
  });
});
