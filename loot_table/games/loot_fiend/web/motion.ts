/* Motion on the map only shows what is already so: walks, a tile turned up, a piece laid down. */
import { tick } from "svelte";
import type { News } from "$shell/protocol/types";
import { isSame, middle, standing, wayBetween } from "./map";
import type { Cell, Scene } from "./scene";

const EASE = "cubic-bezier(0.2, 0.8, 0.2, 1)";

/** What happened between two frames. Everybody travels to a store one after the other, from the finder on. */
export function animate(root: HTMLElement | undefined, scene: Scene, old: Cell[], now: Cell[], fresh: News[]): void {
  void tick().then(() => walk(root, scene, old, now, fresh.some((news) => news.event?.type === "store_found")));
  for (const { event } of fresh) {
    if (event?.type === "tile_laid") flipIn(root, `${event.x},${event.y}`);
    if (event?.type === "loot_laid") dropIn(root, String(event.loot));
  }
}

function walk(root: HTMLElement | undefined, scene: Scene, old: Cell[], now: Cell[], isStore: boolean): void {
  let delay = isStore ? 320 : 0;
  const order = scene.finder === null ? now.map((_, n) => n) : now.map((_, n) => (n + scene.finder!) % now.length);
  for (const seat of order) {
    if (isSame(old[seat]!, now[seat]!)) continue;
    const pawn = root?.querySelector(`[data-pawn="${seat}"] > g`);
    const end = standing(scene, seat);
    const way = wayBetween(scene, old[seat]!, now[seat]!);
    if (!pawn || way.length < 2) continue;
    const points = way.map(middle);
    points[points.length - 1] = end;
    const step = way.length > 2 ? 110 : 220;
    const frames = points.map((point) => ({ transform: `translate(${point.x - end.x}px, ${point.y - end.y}px)` }));
    pawn.animate(frames, { duration: step * (way.length - 1), delay, easing: way.length > 2 ? "linear" : EASE, fill: "backwards" });
    if (isStore) delay += step * (way.length - 1);
  }
}

function flipIn(root: HTMLElement | undefined, key: string): void {
  void tick().then(() => {
    const tile = root?.querySelector<SVGElement>(`[data-cell="${key}"] .face`);
    tile?.animate([{ transform: "scaleX(0.05)", opacity: 0.4 }, { transform: "none", opacity: 1 }], { duration: 320, easing: EASE });
  });
}

function dropIn(root: HTMLElement | undefined, id: string): void {
  void tick().then(() => {
    const piece = root?.querySelector<SVGElement>(`[data-loot="${id}"] > g`);
    piece?.animate([{ transform: "translateY(-26px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 200, delay: 90, fill: "backwards" });
  });
}
