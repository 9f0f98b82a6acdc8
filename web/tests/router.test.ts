import { expect, it, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/", search: "" });
vi.stubGlobal("addEventListener", () => undefined);
const { placeOf } = await import("../src/router.svelte");

it("knows every address, and admits when it does not", () => {
  expect(placeOf("/")).toEqual({ page: "home" });
  expect(placeOf("/games/loot_n_run")).toEqual({ page: "game", slug: "loot_n_run" });
  expect(placeOf("/new/crates_barrels")).toEqual({ page: "new", slug: "crates_barrels" });
  expect(placeOf("/join/MAGPIE")).toEqual({ page: "join", code: "MAGPIE" });
  expect(placeOf("/t/abc")).toEqual({ page: "table", table: "abc" });
  expect(placeOf("/t/abc/replay")).toEqual({ page: "replay", table: "abc", version: null });
  expect(placeOf("/t/abc/replay/17")).toEqual({ page: "replay", table: "abc", version: 17 });
  expect(placeOf("/t/abc/replay/x")).toEqual({ page: "lost", path: "/t/abc/replay/x" });
  expect(placeOf("/notices/off/abc.def")).toEqual({ page: "off", token: "abc.def" });
  expect(placeOf("/daily")).toEqual({ page: "daily" });
  expect(placeOf("/puzzles/loot_n_run")).toEqual({ page: "puzzles", slug: "loot_n_run" });
  expect(placeOf("/puzzles/loot_n_run/0a1b")).toEqual({ page: "puzzle", slug: "loot_n_run", puzzle: "0a1b" });
  expect(placeOf("/puzzles")).toEqual({ page: "lost", path: "/puzzles" });
  expect(placeOf("/operator")).toEqual({ page: "operator" });
  expect(placeOf("/operator/x")).toEqual({ page: "lost", path: "/operator/x" });
  expect(placeOf("/nowhere")).toEqual({ page: "lost", path: "/nowhere" });
});

it("knows the lessons", () => {
  expect(placeOf("/learn")).toEqual({ page: "learn", slug: "" });
  expect(placeOf("/learn/loot_n_run")).toEqual({ page: "learn", slug: "loot_n_run" });
  expect(placeOf("/learn/loot_n_run/awaken")).toEqual({ page: "lesson", slug: "loot_n_run", lesson: "awaken" });
  expect(placeOf("/learn/loot_n_run/awaken/3")).toEqual({ page: "lost", path: "/learn/loot_n_run/awaken/3" });
});

it("knows the lab's rooms", () => {
  expect(placeOf("/lab")).toEqual({ page: "lab" });
  expect(placeOf("/lab/d/abc")).toEqual({ page: "design", design: "abc", tab: "components", job: null });
  expect(placeOf("/lab/d/abc/findings")).toEqual({ page: "design", design: "abc", tab: "findings", job: null });
  expect(placeOf("/lab/d/abc/run/j1")).toEqual({ page: "design", design: "abc", tab: "run", job: "j1" });
  expect(placeOf("/lab/d/abc/tune")).toEqual({ page: "design", design: "abc", tab: "tune", job: null });
  expect(placeOf("/lab/d/abc/compare/j1")).toEqual({ page: "design", design: "abc", tab: "compare", job: "j1" });
  expect(placeOf("/lab/i/abc.def")).toEqual({ page: "invitation", invitation: "abc.def" });
  for (const path of ["/lab/d", "/lab/d/abc/run", "/lab/d/abc/nothing", "/lab/d/abc/ask/j1", "/lab/x/abc"]) expect(placeOf(path)).toEqual({ page: "lost", path });
});
