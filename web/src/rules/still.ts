/* A still of a game's board: the real one is put on the page out of sight, drawn, copied, and taken away again, all
 * before anybody sees it. Boards keep what is under the cursor, how far one has zoomed and the like in one place for the
 * whole page, so a board that is in use must not notice; and any number of stills costs nothing once they are drawn. */
import { flushSync, mount, unmount } from "svelte";
import type { Frame, PictureFacts } from "../protocol/types";
import type { Board } from "../table/kit";
import Stage from "./Stage.svelte";

let stills = 0;
const waiting: (() => void)[] = [];

/** One still with each frame of the screen, so that a page full of them can be scrolled all the while; gives back how to
 * call it off. */
export function soon(draw: () => void): () => void {
  waiting.push(draw);
  if (waiting.length === 1) requestAnimationFrame(next);
  return () => {
    const at = waiting.indexOf(draw);
    if (at > 0) waiting.splice(at, 1);
    else if (at === 0) waiting[0] = () => undefined;
  };
}

function next(): void {
  try {
    waiting[0]?.();
  } finally {
    waiting.shift();
    if (waiting.length) requestAnimationFrame(next);
  }
}

export function stilled(board: Board, frame: Frame, before: Frame | null, marks: string[], shows: PictureFacts["shows"], wide: number, tall: number): Node {
  const stage = document.createElement("div");
  Object.assign(stage.style, { position: "fixed", left: "-9999px", top: "0", width: `${wide}px`, height: `${tall}px` });
  stage.inert = true;
  document.body.append(stage);
  const restore = kept(board.kit.look);
  const drawn = mount(Stage, { target: stage, props: { board, frame, before, marks, shows } });
  try {
    flushSync();
    return renamed(stage.firstElementChild!.cloneNode(true) as Element, `p${(stills += 1)}`);
  } finally {
    void unmount(drawn);
    stage.remove();
    restore();
    flushSync();
  }
}

/** What somebody has set to look at, to be put back afterwards. */
function kept(look: object | undefined): () => void {
  if (!look) return () => undefined;
  const all = Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(look)));
  const state = look as Record<string, unknown>;
  const saved = all.filter(([, each]) => each.get && each.set).map(([name]) => [name, state[name]] as const);
  return () => {
    for (const [name, value] of saved) state[name] = value;
  };
}

const POINTS = ["href", "aria-labelledby", "aria-describedby", "aria-controls", "for"];

/** With names of its own, so that nothing on the page is there twice. */
function renamed(copy: Element, mark: string): Element {
  const all = [copy, ...copy.querySelectorAll("*")];
  const ids = new Set(all.map((each) => each.id).filter(Boolean));
  for (const each of all) {
    if (each.id) each.id = `${each.id}-${mark}`;
    for (const { name, value } of [...each.attributes]) {
      const to = value.match(/^url\(["']?#([^"')]+)["']?\)$/)?.[1] ?? (POINTS.includes(name) ? value.replace(/^#/, "") : "");
      if (ids.has(to)) each.setAttribute(name, value.replace(to, `${to}-${mark}`));
      if (name === "data-testid" || name === "data-board" || name === "data-mine") each.removeAttribute(name);
    }
  }
  return copy;
}
