/* Motion and sound that tell what has already happened: slides, blows, building and falling. */
import type { GameEvent, News } from "$shell/protocol/types";
import type { Cue } from "$shell/sound";
import { CELL } from "./draw";
import type { Spot } from "./scene";

const OUT = "cubic-bezier(0.2, 0.8, 0.2, 1)";
const SLIDE = "cubic-bezier(0.35, 0, 0.1, 1)";
const TURNS = new Set(["moved", "wall_placed", "rubble_played", "deployed", "commanded"]);
const CUES: Record<string, Cue> = {
  moved: "move",
  commanded: "move",
  treasure_taken: "coin",
  wall_placed: "lock",
  wall_weakened: "take",
  rubble_played: "take",
  wall_demolished: "take",
  robbed: "wake",
  card_drawn: "flip",
};

export const cue = ({ event }: News): Cue | null => (event && !event.is_dealt ? (CUES[event.type] ?? null) : null);

/** The numbers of the walls that came down. */
export const fell = (events: GameEvent[]): number[] => events.filter((event) => event.type === "wall_demolished").map((event) => Number(event.wall));

/** What the last turn did: where a pawn slid, or to which wall something was done. */
export function lastTurn(log: News[]): { from: Spot; to: Spot } | { wall: number } | null {
  const event = log.findLast((news) => TURNS.has(news.event?.type ?? ""))?.event;
  if (event?.type === "moved") return { from: [Number(event.from_x), Number(event.from_y)], to: [Number(event.x), Number(event.y)] };
  return event?.wall === undefined ? null : { wall: Number(event.wall) };
}

export function animate(events: GameEvent[], root: Element): void {
  const find = (selector: string): Element | null => root.querySelector(selector);
  let wait = 0;
  for (const event of events) {
    const wall = find(`[data-wall="${Number(event.wall)}"] > g`);
    if (event.type === "moved") {
      const dx = (Number(event.from_x) - Number(event.x)) * CELL;
      const dy = (Number(event.from_y) - Number(event.y)) * CELL;
      const cells = Math.abs(dx + dy) / CELL;
      wait = Math.min(420, 120 + cells * 28);
      const step = { north: [0, -8], east: [8, 0], south: [0, 8], west: [-8, 0] }[String(event.direction)] ?? [0, 0];
      const pawn = find(`[data-pawn="${Number(event.seat)}"] > g`);
      if (cells) pawn?.animate({ transform: [`translate(${dx}px, ${dy}px)`, "none"] }, { duration: wait, easing: SLIDE });
      else pawn?.animate({ transform: ["none", `translate(${step[0]}px, ${step[1]}px)`, "none"] }, { duration: 180 });
    } else if (event.type === "wall_weakened") {
      wall?.animate({ transform: ["none", "translate(4px, 2px)", "translate(-3px, 0)", "none"] }, { duration: 200, delay: wait });
    } else if (event.type === "wall_placed") {
      wall?.animate({ transform: ["translateY(-18px)", "none"], opacity: [0, 1] }, { duration: 180, easing: OUT });
    } else if (event.type === "rubble_played") wall?.animate({ opacity: [0.4, 1] }, { duration: 180 });
    else if (event.type === "deployed" || event.type === "commanded") find("[data-minotaur]")?.animate({ opacity: [0, 1] }, { duration: 220 });
  }
  for (const gone of root.querySelectorAll("[data-fallen]")) {
    gone.animate({ transform: ["none", "translateY(14px)"], opacity: [1, 0] }, { duration: 260, delay: wait, fill: "forwards", easing: "cubic-bezier(0.6, 0, 0.9, 0.4)" });
  }
}
