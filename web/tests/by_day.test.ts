import { describe, expect, it, vi } from "vitest";
import { titled } from "../src/badge";
import { clockSaid, isByDay, span } from "../src/parts/clock";
import type { TableFacts } from "../src/protocol/types";
import { hearPushes, pathOf, type Worker } from "../src/worker/push";

vi.stubGlobal("location", { pathname: "/", search: "" });
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("innerWidth", 1000);
vi.stubGlobal("innerHeight", 800);
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { inOrder, isWaiting } = await import("../src/mine.svelte");

const HOUR = 3600;
const DAY = 24 * HOUR;

describe("clocks in days", () => {
  it.each([
    [2 * DAY, "2 days"],
    [DAY, "1 day"],
    [DAY + 4 * HOUR, "1 d 4 h"],
    [DAY + 20 * 60, "1 day"],
    [5 * HOUR + 20 * 60, "5 h 20 min"],
    [HOUR, "1 hour"],
    [61, "2 min"],
    [0, "0 min"],
  ])("%i s are %s", (seconds, words) => expect(span(seconds)).toBe(words));

  it("have a short form", () => expect([2 * DAY + HOUR, 5 * HOUR + 60, 90].map((each) => span(each, true))).toEqual(["2 d", "5 h", "2 min"]));

  it("are told from those that tick", () => {
    expect(isByDay({ bank: DAY, increment: 0 })).toBe(true);
    expect(isByDay({ bank: DAY - 1, increment: 0 })).toBe(false);
    expect(clockSaid({ bank: 2 * DAY, increment: 0, is_per_move: true })).toBe("2 days a move");
    expect(clockSaid({ bank: 14 * DAY, increment: 0, is_per_move: false })).toBe("14 days for the game");
    expect(clockSaid({ bank: 180, increment: 2 })).toBe("3:00 + 2 s");
  });
});

const seat = (n: number, kind: "human" | "bot", is_held = false): TableFacts["seats"][number] => ({ seat: n, kind, name: "x", colour: "a", is_held });
const facts = (more: Partial<TableFacts>): TableFacts => ({
  table: "t",
  code: "",
  game: "g",
  game_name: "G",
  phase: "playing",
  version: 1,
  to_act: 0,
  is_paused: false,
  clock: null,
  next: null,
  seats: [seat(0, "human"), seat(1, "human")],
  left: null,
  ...more,
});

describe("tables that wait", () => {
  it("are those where somebody else waits for one of my seats", () => {
    expect(isWaiting(facts({}), [0])).toBe(true);
    expect(isWaiting(facts({}), [1])).toBe(false);
    expect(isWaiting(facts({ phase: "over", to_act: null }), [0])).toBe(false);
    expect(isWaiting(facts({ is_paused: true }), [0])).toBe(false);
    expect(isWaiting(facts({ seats: [seat(0, "human", true), seat(1, "human")] }), [0])).toBe(false);
  });

  it("are those against bots only where days are counted", () => {
    const bots = { seats: [seat(0, "human"), seat(1, "bot")] };
    expect(isWaiting(facts(bots), [0])).toBe(false);
    expect(isWaiting(facts({ ...bots, clock: { bank: DAY, increment: 0 } }), [0])).toBe(true);
  });

  it("come with the least time first", () => {
    const all = [null, 500, 20].map((left) => ({ facts: facts({ left }), seats: [0] }));
    expect(inOrder(all).map((each) => each.facts.left)).toEqual([20, 500, null]);
  });
});

describe("the badge", () => {
  it("stands before the title once, and goes again", () => {
    expect(titled("Loot Table", 2)).toBe("(2) Loot Table");
    expect(titled("(2) Loot Table", 3)).toBe("(3) Loot Table");
    expect(titled("(3) Loot Table", 0)).toBe("Loot Table");
  });
});

describe("a push", () => {
  it("leads to a table here and nowhere else", () => {
    expect(pathOf({ path: "/t/abc-_1" })).toBe("/t/abc-_1");
    for (const path of ["https://evil.example.org/t/a", "//evil.example.org", "/t/a/../../x", "/api/tables", 7, null]) expect(pathOf({ path })).toBe("/");
    expect(pathOf(null)).toBe("/");
  });

  it("is shown in its own words, and a tap opens the table or goes to the page that shows it", async () => {
    const heard: Record<string, (event: never) => void> = {};
    const shown: unknown[] = [];
    const opened: string[] = [];
    const pages: { url: string; focus: () => Promise<void>; postMessage: () => void }[] = [];
    const worker = {
      addEventListener: (kind: string, hear: (event: never) => void) => (heard[kind] = hear),
      location: { origin: "https://play.example.org" },
      navigator: {},
      registration: { showNotification: (title: string, options: unknown) => (shown.push([title, options]), Promise.resolve()) },
      clients: { matchAll: () => Promise.resolve(pages), openWindow: (url: string) => (opened.push(url), Promise.resolve()) },
    } as unknown as Worker;
    hearPushes(worker);
    const works: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>): number => works.push(work);
    heard["push"]!({ data: { json: () => ({ kind: "turn", text: "It is your turn.", path: "/t/abc", tag: "x" }) }, waitUntil } as never);
    heard["push"]!({ data: { json: () => JSON.parse("no") as unknown }, waitUntil } as never);
    await Promise.all(works);
    expect(shown[0]).toEqual(["Loot Table", { body: "It is your turn.", tag: "x", icon: "/mark.svg", data: { path: "/t/abc" } }]);
    expect(shown).toHaveLength(2);
    const tap = { notification: { data: { path: "/t/abc" }, close: () => undefined }, waitUntil };
    heard["notificationclick"]!(tap as never);
    await Promise.all(works);
    expect(opened).toEqual(["https://play.example.org/t/abc"]);
    let focused = 0;
    pages.push({ url: "https://play.example.org/t/abc?x=1", focus: () => ((focused += 1), Promise.resolve()), postMessage: () => undefined });
    heard["notificationclick"]!(tap as never);
    await Promise.all(works);
    expect([opened.length, focused]).toEqual([1, 1]);
  });
});
