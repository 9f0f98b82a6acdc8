/* What is shown and heard of what has just happened: walks, a tile turned up, a piece laid down. */
import type { GameEvent, News } from "$shell/protocol/types";
import type { Cue } from "$shell/sound";
import { isSame, middle, standing, wayBetween } from "./map";
import type { Cell, Scene } from "./scene";

const EASE = "cubic-bezier(0.2, 0.8, 0.2, 1)";

const CUES: Record<string, Cue> = { moved: "move", tile_laid: "flip", collected: "coin", locks_removed: "lock", store_found: "wake" };
export const cue = (news: News): Cue | null => CUES[news.event?.type ?? ""] ?? null;

/** Where something happened last. */
export function lastPlace(log: News[]): Cell | null {
  const event = log.findLast((news) => ["moved", "explored", "store_found"].includes(news.event?.type ?? ""))?.event;
  return event ? [Number(event.x), Number(event.y)] : null;
}

/** What happened between two frames. Everybody travels to a store one after the other, from the finder on. */
export function animate(root: Element, scene: Scene, old: Cell[], events: GameEvent[]): void {
  const isStore = events.some((event) => event.type === "store_found");
  walk(root, scene, old, isStore);
  for (const event of events) {
    if (event.type === "tile_laid") {
      const face = root.querySelector(`[data-cell="${event.x},${event.y}"] .face`);
      face?.animate({ transform: ["scaleX(0.05)", "none"], opacity: [0.4, 1] }, { duration: 320, easing: EASE });
    } else if (event.type === "loot_laid") {
      const piece = root.querySelector(`[data-loot="${event.loot}"] > g`);
      piece?.animate({ transform: ["translateY(-26px)", "none"], opacity: [0, 1] }, { duration: 200, delay: 90, fill: "backwards" });
    }
  }
}

function walk(root: Element, scene: Scene, old: Cell[], isStore: boolean): void {
  let delay = isStore ? 320 : 0;
  for (const turn of scene.seats.keys()) {
    const seat = ((scene.finder ?? 0) + turn) % scene.seats.length;
    const now = scene.seats[seat]!.at;
    const pawn = root.querySelector(`[data-pawn="${seat}"] > g`);
    const way = old[seat] && !isSame(old[seat], now) ? wayBetween(scene, old[seat], now) : [];
    if (!pawn || way.length < 2) continue;
    const end = standing(scene, seat);
    const points = [...way.slice(0, -1).map(middle), end];
    const step = way.length > 2 ? 110 : 220;
    const frames = points.map((point) => ({ transform: `translate(${point.x - end.x}px, ${point.y - end.y}px)` }));
    pawn.animate(frames, { duration: step * (way.length - 1), delay, easing: way.length > 2 ? "linear" : EASE, fill: "backwards" });
    if (isStore) delay += step * (way.length - 1);
  }
}
