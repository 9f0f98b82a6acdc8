/* Where a bubble stands: near what it speaks of, over neither that nor the things on the board. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placed {
  left: number;
  top: number;
  /** The edge of the bubble that its tip is on, and how far along; none where it stands apart. */
  tip: { side: "top" | "bottom" | "left" | "right"; at: number } | null;
}

const GAP = 14;
const NEAR = 44; // a tip points no further than this
const EDGE = 8;
const STEPS = 7; // places that are tried each way
const MARKED = 10; // what covering a pixel of it costs
const THING = 3;
const FIELD = 0.1;
const AWAY = 40; // what each pixel of distance costs

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top));

export function union(boxes: Box[]): Box | null {
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

const within = (at: number, least: number, most: number): number => Math.max(least, Math.min(at, Math.max(least, most)));
const gap = (from: number, length: number, to: number, other: number): number => Math.max(0, to - from - length, from - to - other);
const apart = (one: Box, other: Box): number => gap(one.left, one.width, other.left, other.width) + gap(one.top, one.height, other.top, other.height);

/** Beside what is marked, or elsewhere in the room: wherever it covers the least of what matters. */
export function place(size: { width: number; height: number }, room: Box, marked: Box[], things: Box[], fields: Box[]): Placed {
  const anchor = union(marked);
  const least = { left: room.left + EDGE, top: room.top + EDGE };
  const most = { left: room.left + room.width - size.width - EDGE, top: room.top + room.height - size.height - EDGE };
  const fit = (left: number, top: number): Box => ({ left: within(left, least.left, most.left), top: within(top, least.top, most.top), ...size });
  const found: Box[] = [];
  if (anchor) {
    const middle = anchor.left + anchor.width / 2 - size.width / 2;
    const centre = anchor.top + anchor.height / 2 - size.height / 2;
    found.push(fit(middle, anchor.top + anchor.height + GAP), fit(middle, anchor.top - size.height - GAP));
    found.push(fit(anchor.left + anchor.width + GAP, centre), fit(anchor.left - size.width - GAP, centre));
  }
  for (let n = 0; n < STEPS * STEPS; n += 1) {
    const share = { x: (n % STEPS) / (STEPS - 1), y: Math.floor(n / STEPS) / (STEPS - 1) };
    found.push(fit(least.left + share.x * (most.left - least.left), least.top + share.y * (most.top - least.top)));
  }
  const covered = (box: Box, boxes: Box[], weight: number): number => boxes.reduce((sum, each) => sum + weight * overlap(box, each), 0);
  const cost = (box: Box): number => covered(box, marked, MARKED) + covered(box, things, THING) + covered(box, fields, FIELD) + (anchor ? AWAY * apart(box, anchor) : 0);
  const best = found.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  return { left: best.left, top: best.top, tip: anchor && tipOf(best, anchor) };
}

/** Towards what is near and straight above, below or beside. */
function tipOf(box: Box, anchor: Box): Placed["tip"] {
  const x = anchor.left + anchor.width / 2 - box.left;
  const y = anchor.top + anchor.height / 2 - box.top;
  const isNear = (distance: number): boolean => distance >= 0 && distance <= NEAR;
  if (x > 0 && x < box.width) {
    const at = within(x, 20, box.width - 20);
    if (isNear(box.top - anchor.top - anchor.height)) return { side: "top", at };
    if (isNear(anchor.top - box.top - box.height)) return { side: "bottom", at };
  }
  if (y > 0 && y < box.height) {
    const at = within(y, 20, box.height - 20);
    if (isNear(box.left - anchor.left - anchor.width)) return { side: "left", at };
    if (isNear(anchor.left - box.left - box.width)) return { side: "right", at };
  }
  return null;
}
