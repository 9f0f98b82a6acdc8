/* How the board moves and sounds when something happens. */
import type { GameEvent, News } from "$shell/protocol/types";
import type { Cue } from "$shell/sound";
import type { Place } from "./tiles";

export interface Ends {
  /** null: from the reserve. */
  from: string | null;
  to: string;
}

export interface Fallen {
  tile: string;
  side: number;
  carries: boolean;
}

const CUES: Record<string, Cue> = { played: "move", taken_out: "take", picked_up: "coins" };

export const cue = (news: News): Cue | null => CUES[news.event?.type ?? ""] ?? null;

/** From and to of a turn in notation; null for a pass. */
function endsOf(played: GameEvent | null | undefined): Ends | null {
  const found = /^\$?(?:@([a-i][1-9])|([a-i][1-9])[-x]([a-i][1-9]))/.exec(String(played?.notation));
  if (!found) return null;
  return found[1] ? { from: null, to: found[1] } : { from: found[2]!, to: found[3]! };
}

export const lastTurn = (log: News[]): Ends | null => endsOf(log.findLast((news) => news.event?.type === "played")?.event);

/** Pawns that are gone, drawn until they have fallen. */
export function fallenIn(events: GameEvent[]): Fallen[] {
  return events.filter((event) => event.type === "taken_out").map((event) => ({ tile: String(event.tile), side: Number(event.seat), carries: event.had_loot === true }));
}

export function animate(events: GameEvent[], root: Element, placeOf: (tile: string) => Place): void {
  const ends = endsOf(events.find((event) => event.type === "played"));
  const moved = ends && root.querySelector(`[data-pawn="${ends.to}"] > g`);
  if (moved && ends.from) {
    const [from, to] = [placeOf(ends.from), placeOf(ends.to)];
    moved.animate({ transform: [`translate(${from.x - to.x}px, ${from.y - to.y}px)`, "none"] }, { duration: 180, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" });
  } else moved?.animate({ transform: ["translateY(-34px) scale(1.2)", "none"], opacity: [0, 1] }, 180);
  if (events.some((event) => event.type === "picked_up")) moved?.animate({ transform: ["scaleX(1)", "scaleX(0)", "scaleX(1)"] }, { duration: 260, delay: 180 });
  for (const gone of root.querySelectorAll("[data-fallen] > g")) {
    gone.animate({ transform: ["none", "scale(1.25, 0.2) translateY(20px)"], opacity: [1, 0] }, { duration: 240, delay: 120, fill: "forwards" });
  }
}
