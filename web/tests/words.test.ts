import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/", search: "" });
vi.stubGlobal("addEventListener", () => undefined);

const { listing } = await import("../src/sentence");
const { ago, time } = await import("../src/parts/clock");
const { botLine, botTitle, usualBot } = await import("../src/parts/bots");
const { optionValue } = await import("../src/parts/options");
const { faceFrom } = await import("../../loot_table/games/loot_n_run/web/scene");
const { icon, shapes } = await import("../icons");

describe("words", () => {
  it("lists and tells the time", () => {
    expect(listing(["a"])).toBe("a");
    expect(listing(["a", "b", "c"], "or")).toBe("a, b or c");
    expect(time(432)).toBe("7:12");
    expect(time(3725)).toBe("1:02:05");
    expect(time(-3)).toBe("0:00");
    expect(ago(0, 59_000)).toBe("just now");
    expect(ago(0, 2 * 3_600_000)).toBe("2 hours ago");
    expect(optionValue(true)).toBe("On");
    expect(botTitle("burglar")).toBe("Burglar");
    expect(botTitle({ name: "thief", title: "Thief", doc: "knows what is worth taking" })).toBe("Thief");
    expect(botLine({ name: "thief", doc: "knows what is worth taking" })).toBe("knows what is worth taking");
    expect(usualBot(["random", "apprentice", "thief"])).toBe("apprentice");
    expect(usualBot(["random", "apprentice", "thief"], "thief")).toBe("thief");
    expect(usualBot(["random", "apprentice", "thief"], "gone")).toBe("apprentice");
    expect(usualBot(["random"])).toBe("random");
    expect(botTitle("oracle")).toBe("Oracle");
  });
});

describe("faces in events", () => {
  const backs = ["green", "yellow", "red"].map((name, n) => ({ name, claws: n + 1, cards: 1, guardians: 1, one_in: 1 }));

  it("reads treasures, guardians and amulets", () => {
    expect(faceFrom("R07", "3 masks + Mummy", backs)).toMatchObject({ back: "red", treasures: ["mask", "mask", "mask"], guardian: "mummy", amulets: 0 });
    expect(faceFrom("G02", "1 cup + amulet", backs)).toMatchObject({ back: "green", treasures: ["cup"], guardian: null, amulets: 1 });
    expect(faceFrom("Y05", "1 cup, 1 chest", backs)).toMatchObject({ treasures: ["cup", "chest"], guardian: null });
  });
});

describe("icons", () => {
  it("are shapes, not markup", () => {
    expect(shapes('<g fill="none"><path d="M1 1"/><circle r="2"/></g>')).toEqual([
      [
        "g",
        { fill: "none" },
        [
          ["path", { d: "M1 1" }, []],
          ["circle", { r: "2" }, []],
        ],
      ],
    ]);
    expect(icon("lucide", "check").box).toBe("0 0 24 24");
    expect(() => icon("lucide", "no-such-icon")).toThrow();
  });
});
