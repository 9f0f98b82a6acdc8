import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { whole } from "../src/protocol/cards";
import { language } from "../src/sentence";

const asked: string[] = [];

/** A server that gives these answers, one after the other. */
function answers(...given: [status: number, body: unknown][]): void {
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const [status, body] = given.shift()!;
    return new Response(JSON.stringify(body), { status });
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => ({ version: from + n, text: "", rule: "" }));
const TOO_FAST: [number, unknown] = [429, { error: { code: "too_fast", text: "wait a little" } }];

describe("the server", () => {
  it("tells a long log page by page", async () => {
    const { api } = await import("../src/protocol/http");
    answers([200, { version: 8, log: lines(0, 200), next: 200 }], [200, { version: 9, log: lines(200, 350), next: null }]);
    const found = await api.log("T1", 1);
    expect(found.log.map((news) => news.version)).toEqual(lines(0, 350).map((news) => news.version));
    expect(found.version).toBe(9);
    expect(asked).toEqual([`/api/tables/T1/log?seat=1&language=${language}&from=0`, `/api/tables/T1/log?seat=1&language=${language}&from=200`]);
  });

  it("is asked again, and later, when it was asked too fast", async () => {
    const { api } = await import("../src/protocol/http");
    const { busy } = await import("../src/busy.svelte");
    answers(TOO_FAST, TOO_FAST, [200, { games: [] }]);
    const games = api.games();
    await vi.advanceTimersByTimeAsync(500);
    expect(busy.said).toBe("wait a little");
    expect(asked.length).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await games).toEqual([]);
    expect(busy.said).toBe("");
  });

  it("does nothing twice by itself: what was refused is said", async () => {
    const { api } = await import("../src/protocol/http");
    answers(TOO_FAST);
    await expect(api.create({ game: "looterz", players: 2 })).rejects.toMatchObject({ status: 429, message: "wait a little" });
    expect(asked.length).toBe(1);
  });

  it("says that it does not answer now, and is not asked again for that", async () => {
    const { api } = await import("../src/protocol/http");
    answers([503, { error: { code: "unavailable", text: "try again" } }]);
    await expect(api.games()).rejects.toMatchObject({ status: 503 });
    expect(asked.length).toBe(1);
  });
});

describe("a card", () => {
  it("has every field though hardly anything could be read", () => {
    const card = whole({ table: "T1", phase: "aside", aside: "it is broken", game: null, players: 0, seats: [] });
    expect(card).toMatchObject({ table: "T1", game: "", game_name: "A table", code: "", clock: null, offer: null, commitment: null, seats: [] });
  });
});
