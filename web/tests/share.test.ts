import { expect, it } from "vitest";
import type { Board, Week } from "../src/daily/api";
import { left, outcomeOf, placeOf, shareText } from "../src/daily/share";

const mine = { table: "t", is_over: true, is_late: false, share: 1, score: 37, has_resigned: false };
const week: Week = { days: [true, false, true].map((played, n) => ({ day: `2026-11-1${n}`, played, won: false })), in_a_row: 1 };
const board = { day: "2026-11-18", game: "loot_n_run", mine, place: { of: 31, worse: 24, better: 5, percent: 80 } } as Board;

it("shares a result without a word about the deal", () => {
  const text = shareText("Loot N Run", board, week, "https://host/daily");
  expect(text.split("\n")).toEqual(["Loot Table · Loot N Run · 2026-11-18", "Won with 37", "Better than 80 in 100.", "🟡⚪🟡", "https://host/daily"]);
});

it("is honest with few", () => {
  expect(placeOf({ of: 1, worse: 0, better: 0, percent: null })).toBe("Nobody else has finished it yet.");
  expect(placeOf({ of: 4, worse: 1, better: 1, percent: null })).toBe("3 others have finished it: 1 did worse, 1 the same, 1 better.");
  expect(placeOf({ of: 31, worse: 0, better: 30, percent: 0 })).toBe("Everybody else did better.");
});

it("says how it ended and what time is left", () => {
  expect(outcomeOf({ ...mine, share: 0, score: 12 })).toBe("12, not won");
  expect(outcomeOf({ ...mine, share: 0, has_resigned: true })).toBe("Resigned");
  expect(outcomeOf({ ...mine, share: 0.5, score: null })).toBe("Shared the win");
  expect(left(9 * 3600 + 20 * 60)).toBe("9 h 20 min");
  expect(left(59)).toBe("1 min");
});
