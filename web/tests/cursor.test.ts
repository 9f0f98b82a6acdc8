import { beforeEach, describe, expect, it, vi } from "vitest";

let hasKeys = true;
vi.mock("../src/settings.svelte", () => ({ settings: { get: () => hasKeys } }));
const { Cursor, gridOf } = await import("../src/board/cursor.svelte");

const FILES = "abc";
const key = (column: number, row: number): string => `${FILES[column]}${3 - row}`;
const place = (cell: string): [number, number] => [FILES.indexOf(cell[0]!), 3 - Number(cell[1])];

/** A cell of the board as the browser hands it over. */
const cell = (name: string): EventTarget => ({ closest: () => ({ dataset: { cell: name } }) }) as unknown as EventTarget;

interface Pressed extends KeyboardEvent {
  isUsed: boolean;
}

function pressed(name: string, on: string, more: Partial<KeyboardEvent> = {}): Pressed {
  const event = { key: name, target: cell(on), ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, isUsed: false, ...more };
  return Object.assign(event, { preventDefault: () => (event.isUsed = true), stopPropagation: () => undefined }) as unknown as Pressed;
}

/** Three by three, a3 in the first corner; stops at b1 and c3. */
function board(stops = ["b1", "c3"]): { cursor: InstanceType<typeof Cursor>; moved: string[]; walk(name: string, more?: Partial<KeyboardEvent>): string } {
  const moved: string[] = [];
  const cursor = new Cursor(
    "b2",
    gridOf(
      () => 3,
      () => 3,
      key,
      place,
      () => stops,
    ),
    (to) => moved.push(to),
  );
  return {
    cursor,
    moved,
    walk(name, more = {}) {
      cursor.keys(pressed(name, cursor.at, more), {});
      return cursor.at;
    },
  };
}

beforeEach(() => {
  hasKeys = true;
});

describe("the keyboard on a board", () => {
  it("walks by arrows and stops at the edge", () => {
    const { walk, moved } = board();
    expect(["ArrowUp", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight"].map((name) => walk(name))).toEqual(["b3", "b3", "a3", "a2", "b2"]);
    expect(moved).toHaveLength(5);
  });

  it("goes to the ends of a row", () => {
    const { walk } = board();
    expect([walk("End"), walk("Home")]).toEqual(["c2", "a2"]);
  });

  it("goes from stop to stop, and after the last one leaves the board", () => {
    const { cursor, walk } = board();
    expect([walk("Tab"), walk("Tab")]).toEqual(["b1", "c3"]);
    const out = pressed("Tab", "c3");
    cursor.keys(out, {});
    expect([out.isUsed, cursor.at]).toEqual([false, "c3"]);
    expect(walk("Tab", { shiftKey: true })).toBe("b1");
    const before = pressed("Tab", "b1", { shiftKey: true });
    cursor.keys(before, {});
    expect(before.isUsed).toBe(false);
  });

  it("leaves the board at once where nothing can be done", () => {
    const { cursor } = board([]);
    const event = pressed("Tab", "b2");
    cursor.keys(event, {});
    expect([event.isUsed, cursor.at]).toEqual([false, "b2"]);
  });

  it("starts from the cell that has the focus, however it came there", () => {
    const { cursor } = board();
    cursor.keys(pressed("ArrowRight", "a1"), {});
    expect(cursor.at).toBe("b1");
    expect(cursor.follow({ target: cell("c2") } as unknown as Event)).toBe("c2");
    expect(cursor.follow({ target: null } as unknown as Event)).toBe("c2");
  });

  it("leaves the browser what it does with other keys", () => {
    const { cursor } = board();
    const does = vi.fn();
    for (const more of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
      for (const name of ["ArrowLeft", "Home", "Tab", "e"]) {
        const event = pressed(name, "b2", more);
        cursor.keys(event, { e: does });
        expect(event.isUsed).toBe(false);
      }
    }
    expect(cursor.at).toBe("b2");
    expect(does).not.toHaveBeenCalled();
  });
});

describe("a board's own keys", () => {
  it("come first, and may leave the key to the cursor", () => {
    const { cursor } = board();
    const own = { ArrowLeft: vi.fn(), ArrowRight: vi.fn(() => false) };
    cursor.keys(pressed("ArrowLeft", "b2"), own);
    expect([cursor.at, own.ArrowLeft.mock.calls]).toEqual(["b2", [["b2"]]]);
    cursor.keys(pressed("ArrowRight", "b2"), own);
    expect(cursor.at).toBe("c2");
  });

  it("do with blanks what Enter does, once for each press", () => {
    const { cursor } = board();
    const Enter = vi.fn();
    cursor.keys(pressed("Enter", "a1"), { Enter });
    cursor.keys(pressed(" ", "a2"), { Enter });
    const held = pressed("Enter", "a3", { repeat: true });
    cursor.keys(held, { Enter });
    expect(Enter.mock.calls).toEqual([["a1"], ["a2"]]);
    expect(held.isUsed).toBe(true);
  });

  it("are letters of either case, unless somebody has switched letters off", () => {
    const { cursor } = board();
    const e = vi.fn();
    const Enter = vi.fn();
    cursor.keys(pressed("E", "b2", { shiftKey: true }), { e });
    expect(e).toHaveBeenCalledOnce();
    hasKeys = false;
    const event = pressed("e", "b2");
    cursor.keys(event, { e, Enter });
    cursor.keys(pressed(" ", "b2"), { e, Enter });
    expect([event.isUsed, e.mock.calls.length, Enter.mock.calls.length]).toEqual([false, 1, 1]);
  });
});
