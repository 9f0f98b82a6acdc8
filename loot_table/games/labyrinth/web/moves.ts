/* Motion that shows what has already happened: slides, blows, building and falling. */
import type { GameEvent } from "$shell/protocol/types";
import { CELL } from "./draw";

const OUT = "cubic-bezier(0.2, 0.8, 0.2, 1)";
const SLIDE = "cubic-bezier(0.35, 0, 0.1, 1)";

export function moves(root: HTMLElement, events: GameEvent[]): void {
  const find = (selector: string): Element | null => root.querySelector(selector);
  let wait = 0;
  for (const event of events) {
    if (event.type === "moved") {
      const dx = (Number(event.from_x) - Number(event.x)) * CELL;
      const dy = (Number(event.from_y) - Number(event.y)) * CELL;
      const cells = Math.abs(dx + dy) / CELL;
      wait = Math.min(420, 120 + cells * 28);
      const step = { north: [0, -4], east: [4, 0], south: [0, 4], west: [-4, 0] }[String(event.direction)] ?? [0, 0];
      const pawn = find(`[data-pawn="${Number(event.seat)}"] > g`);
      if (cells) pawn?.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: wait, easing: SLIDE });
      else pawn?.animate([{ transform: "none" }, { transform: `translate(${step[0]! * 2}px, ${step[1]! * 2}px)` }, { transform: "none" }], { duration: 180 });
    } else if (event.type === "wall_weakened") {
      find(`[data-wall="${Number(event.wall)}"] > g`)?.animate([{ transform: "none" }, { transform: "translate(4px, 2px)" }, { transform: "translate(-3px, 0)" }, { transform: "none" }], { duration: 200, delay: wait });
    } else if (event.type === "wall_placed") {
      find(`[data-wall="${Number(event.wall)}"] > g`)?.animate([{ transform: "translateY(-18px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 180, easing: OUT });
    } else if (event.type === "rubble_played") {
      find(`[data-wall="${Number(event.wall)}"] > g`)?.animate([{ opacity: 0.4 }, { opacity: 1 }], { duration: 180 });
    } else if (event.type === "deployed" || event.type === "commanded") {
      find("[data-minotaur]")?.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 220 });
    }
  }
  for (const gone of root.querySelectorAll("[data-fallen]")) {
    gone.animate([{ transform: "none", opacity: 1 }, { transform: "translateY(14px)", opacity: 0 }], { duration: 260, delay: wait, fill: "forwards", easing: "cubic-bezier(0.6, 0, 0.9, 0.4)" });
  }
}
