import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { press, type Press } from "../src/board/press";

/** Just enough of a browser: events on one element and on the window. */
class Pointed extends Event {
  pointerId = 1;
  pointerType = "mouse";
  button = 0;
  detail = 1;
  clientX = 0;
  clientY = 0;
  deltaY = 0;

  constructor(type: string, more: object) {
    super(type, { cancelable: true });
    Object.assign(this, more);
  }
}

const under = { name: "what lies under the finger" } as unknown as Element;
let element: EventTarget;
let told: unknown[][];
let own: Press;

const fire = (type: string, x = 0, y = 0, more: object = {}): Pointed => {
  const event = new Pointed(type, { clientX: x, clientY: y, ...more });
  const isOnElement = ["pointerdown", "click", "wheel", "contextmenu"].includes(type);
  (isOnElement ? element : (window as unknown as EventTarget)).dispatchEvent(event);
  return event;
};
const touch = (id = 1): object => ({ pointerType: "touch", pointerId: id });
const names = (): unknown[] => told.map(([name]) => name);

beforeEach(() => {
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal("window", Object.assign(page, { setTimeout, addEventListener: page.addEventListener.bind(page), removeEventListener: page.removeEventListener.bind(page) }));
  vi.stubGlobal("document", { elementFromPoint: () => under });
  element = new EventTarget();
  told = [];
  own = {
    tap: (_, by) => told.push(["tap", by]),
    hold: (at) => told.push(["hold", at.x, at.y]),
    slide: (at) => told.push(["slide", at.x, at.y]),
    lift: (at) => told.push(["lift", at.x, at.y]),
    canDrag: () => true,
    drag: (at, from) => told.push(["drag", at.x, at.y, from.x, from.y]),
    drop: (at, on, by) => told.push(["drop", at.x, at.y, on, by]),
    pinch: (factor, at) => told.push(["pinch", factor, at.x, at.y]),
    pan: (by) => told.push(["pan", by.x, by.y]),
  };
  press(element as unknown as Element, own);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a tap", () => {
  it("is a click by mouse, finger or key", () => {
    fire("pointerdown");
    fire("pointerup");
    fire("click", 0, 0, { pointerType: "mouse" });
    fire("click", 0, 0, { pointerType: "touch" });
    fire("click", 0, 0, { pointerType: "pen" });
    fire("click", 0, 0, { pointerType: "", detail: 0 });
    expect(told).toEqual([
      ["tap", "mouse"],
      ["tap", "touch"],
      ["tap", "touch"],
      ["tap", "key"],
    ]);
  });

  it("may tremble", () => {
    fire("pointerdown", 0, 0);
    fire("pointermove", 5, 5);
    fire("pointerup", 5, 5);
    fire("click", 5, 5);
    expect(names()).toEqual(["tap"]);
  });
});

describe("a drag", () => {
  it("begins after some pixels, ends over an element, and its click is no tap", () => {
    fire("pointerdown", 10, 10);
    fire("pointermove", 14, 10);
    fire("pointermove", 40, 10);
    fire("pointermove", 60, 20);
    fire("pointerup", 60, 20);
    const click = fire("click", 60, 20);
    expect(told).toEqual([
      ["drag", 40, 10, 10, 10],
      ["drag", 60, 20, 10, 10],
      ["drop", 60, 20, under, "mouse"],
    ]);
    expect(click.defaultPrevented).toBe(true);
    fire("pointerdown");
    fire("pointerup");
    fire("click");
    expect(names().at(-1)).toBe("tap");
  });

  it("that ends elsewhere swallows no key", () => {
    fire("pointerdown");
    fire("pointermove", 40, 0);
    fire("pointerup", 40, 0); // the click goes to what lies there
    fire("click", 0, 0, { detail: 0, pointerType: "" });
    expect(told.at(-1)).toEqual(["tap", "key"]);
  });

  it("begins only where it may", () => {
    own.canDrag = () => false;
    fire("pointerdown");
    fire("pointermove", 40, 0);
    fire("pointermove", 80, 0);
    fire("pointerup", 80, 0);
    expect(told).toEqual([]);
  });

  it("is broken off by the browser or by a second finger", () => {
    fire("pointerdown", 0, 0, touch());
    fire("pointermove", 40, 0, touch());
    fire("pointercancel", 40, 0, touch());
    expect(told.at(-1)).toEqual(["drop", 40, 0, null, "touch"]);
    fire("pointerdown", 0, 0, touch());
    fire("pointermove", 40, 0, touch());
    fire("pointerdown", 90, 0, touch(2));
    expect(told.at(-1)).toEqual(["drop", 90, 0, null, "touch"]);
    fire("pointerup", 40, 0, touch());
    fire("pointerup", 90, 0, touch(2));
    expect(names().filter((name) => name === "drop")).toHaveLength(2);
  });

  it("is not begun by another button, nor by another pointer", () => {
    fire("pointerdown", 0, 0, { button: 2 });
    fire("pointermove", 40, 0, { button: 2 });
    fire("pointerup", 40, 0, { button: 2 });
    fire("pointermove", 80, 0, { pointerId: 7 });
    expect(told).toEqual([]);
  });
});

describe("a long press", () => {
  it("of a finger slides and lifts instead of dragging, and is no tap", () => {
    fire("pointerdown", 5, 6, touch());
    vi.advanceTimersByTime(500);
    fire("pointermove", 50, 60, touch());
    fire("pointerup", 50, 60, touch());
    fire("click", 50, 60, touch());
    expect(told).toEqual([
      ["hold", 5, 6],
      ["slide", 50, 60],
      ["lift", 50, 60],
    ]);
  });

  it("is none by mouse, nor after a move", () => {
    fire("pointerdown");
    vi.advanceTimersByTime(500);
    fire("pointerup");
    fire("pointerdown", 0, 0, touch());
    fire("pointermove", 40, 0, touch());
    vi.advanceTimersByTime(500);
    fire("pointerup", 40, 0, touch());
    expect(names()).toEqual(["drag", "drop"]);
  });
});

describe("two fingers and the wheel", () => {
  it("grow the board about the middle and push it, and no click after them is a tap", () => {
    fire("pointerdown", 0, 0, touch(1));
    fire("pointerdown", 100, 0, touch(2));
    fire("pointermove", 200, 0, touch(2));
    expect(told).toEqual([
      ["pinch", 2, 100, 0],
      ["pan", 50, 0],
    ]);
    fire("pointerup", 200, 0, touch(2));
    fire("pointerup", 0, 0, touch(1));
    fire("click", 0, 0, touch());
    expect(names()).not.toContain("tap");
  });

  it("turn the wheel into a factor, where a board grows", () => {
    expect(fire("wheel", 3, 4, { deltaY: -500 }).defaultPrevented).toBe(true);
    expect(told).toEqual([["pinch", Math.E, 3, 4]]);
    delete own.pinch;
    expect(fire("wheel", 3, 4, { deltaY: -500 }).defaultPrevented).toBe(false);
  });
});
