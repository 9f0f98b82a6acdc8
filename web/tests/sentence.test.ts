import { afterEach, describe, expect, it, vi } from "vitest";
import { plain, t, tn } from "../src/sentence";

/** How a Slavic language counts: one, few, many. */
const form = (n: number): number => (n % 10 === 1 && n % 100 !== 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2);

/** The module as it is once a language was learnt. */
async function learnt(answer: () => Promise<Response>, language = "pl"): Promise<{ told: typeof import("../src/sentence"); asked: string[] }> {
  const asked: string[] = [];
  vi.resetModules();
  vi.stubGlobal("localStorage", { getItem: () => language });
  vi.stubGlobal("fetch", (path: string) => {
    asked.push(path);
    return answer();
  });
  const told = await import("../src/sentence");
  await told.learn();
  return { told, asked };
}

const polish = async (): Promise<Response> =>
  Response.json({
    words: { "{who} takes {what}.": "{what} bierze {who}." },
    plurals: { "{n} card of {all}": ["{n} karta z {all}", "{n} karty z {all}", "{n} kart z {all}"] },
    forms: [...Array(200).keys()].map(form),
  });

afterEach(() => vi.unstubAllGlobals());

describe("plain", () => {
  it("joins the pieces of a sentence", () => {
    expect(plain([{ as: "name", text: "Ana", id: "0" }, " takes ", { as: "thing", text: "a cup" }, "."])).toBe("Ana takes a cup.");
    expect(plain("Ana waits.")).toBe("Ana waits.");
    expect(plain(null)).toBe("");
    expect(plain(undefined)).toBe("");
  });
});

describe("English", () => {
  it("fills the holes of a template", () => {
    expect(t("{who} takes {what}.", { who: "Ana", what: 2 })).toBe("Ana takes 2.");
    expect(t("{n} of {n}", { n: 0 })).toBe("0 of 0");
    expect(t("Nothing to fill.")).toBe("Nothing to fill.");
  });

  it("leaves a hole that nobody fills, and does not fill what was filled in", () => {
    expect(t("{who} takes {what}.", { who: "Ana" })).toBe("Ana takes {what}.");
    expect(t("{who} takes {what}.", { who: "{what}", what: "a cup" })).toBe("{what} takes a cup.");
  });

  it("has one form for one, and another for the rest", () => {
    const cards = (n: number): string => tn(n, "{n} card of {all}", "{n} cards of {all}", { all: 300 });
    expect([0, 1, 2, 21, 101, 201].map(cards)).toEqual(["0 cards of 300", "1 card of 300", "2 cards of 300", "21 cards of 300", "101 cards of 300", "201 cards of 300"]);
  });

  it("is not asked for", async () => {
    const { told, asked } = await learnt(polish, "en-GB");
    expect(asked).toEqual([]);
    expect(told.t("{who} takes {what}.", { who: "Ana", what: "a cup" })).toBe("Ana takes a cup.");
  });
});

describe("another language", () => {
  it("may turn a sentence round", async () => {
    const { told, asked } = await learnt(polish);
    expect(asked).toEqual(["/api/words/pl"]);
    expect(told.t("{who} takes {what}.", { who: "Ana", what: "a cup" })).toBe("a cup bierze Ana.");
  });

  it("is English where a translation is missing", async () => {
    const { told } = await learnt(polish);
    expect(told.t("{who} waits.", { who: "Ana" })).toBe("Ana waits.");
    expect(told.tn(1, "{n} room", "{n} rooms")).toBe("1 room");
    expect(told.tn(22, "{n} room", "{n} rooms")).toBe("22 rooms");
  });

  it("has its own plural forms, also of numbers beyond those that were told", async () => {
    const { told } = await learnt(polish);
    const cards = (n: number): string => told.tn(n, "{n} card of {all}", "{n} cards of {all}", { all: 9 });
    expect([1, 2, 5, 12, 22].map(cards)).toEqual(["1 karta z 9", "2 karty z 9", "5 kart z 9", "12 kart z 9", "22 karty z 9"]);
    expect([200, 201, 202, 212, 1001, 1003, 1011].map(cards)).toEqual(["200 kart z 9", "201 karta z 9", "202 karty z 9", "212 kart z 9", "1001 karta z 9", "1003 karty z 9", "1011 kart z 9"]);
  });

  it("is English where the server does not know it, or does not answer", async () => {
    for (const answer of [async () => new Response("", { status: 404 }), async () => Promise.reject(new TypeError("offline"))]) {
      const { told } = await learnt(answer);
      expect(told.t("{who} takes {what}.", { who: "Ana", what: "a cup" })).toBe("Ana takes a cup.");
      expect(told.tn(2, "{n} card of {all}", "{n} cards of {all}", { all: 9 })).toBe("2 cards of 9");
    }
  });
});
