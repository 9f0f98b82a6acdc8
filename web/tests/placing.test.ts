import { describe, expect, it } from "vitest";
import { place, type Box } from "../src/learn/placing";

const ROOM: Box = { left: 0, top: 0, width: 1000, height: 700 };
const SIZE = { width: 300, height: 150 };
const hits = (at: { left: number; top: number }, box: Box): boolean =>
  at.left < box.left + box.width && box.left < at.left + SIZE.width && at.top < box.top + box.height && box.top < at.top + SIZE.height;

describe("where a bubble stands", () => {
  it("stands below what is marked and points at it", () => {
    const marked = { left: 450, top: 200, width: 100, height: 100 };
    const at = place(SIZE, ROOM, [marked], [], []);
    expect(hits(at, marked)).toBe(false);
    expect(at.tip?.side).toBe("top");
  });

  it("covers neither what is marked nor the things beside it", () => {
    const marked = { left: 450, top: 500, width: 100, height: 100 };
    const things = [0, 1, 2, 3, 4].map((n) => ({ left: 150 + 150 * n, top: 640, width: 60, height: 60 }));
    const at = place(SIZE, ROOM, [marked], things, []);
    expect([marked, ...things].some((box) => hits(at, box))).toBe(false);
  });

  it("stays in the room, and points nowhere when nothing is marked", () => {
    const at = place(SIZE, ROOM, [], [{ left: 0, top: 0, width: 500, height: 700 }], []);
    expect(at.tip).toBe(null);
    expect(at.left).toBeGreaterThanOrEqual(500);
    expect(at.left + SIZE.width).toBeLessThanOrEqual(1000);
  });

  it("points down at what lies below the room", () => {
    const at = place(SIZE, ROOM, [{ left: 100, top: 705, width: 80, height: 100 }], [], []);
    expect(at.tip?.side).toBe("bottom");
  });
});
