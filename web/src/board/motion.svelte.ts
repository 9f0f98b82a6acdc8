/* Motion only shows what is already so: it can be skipped, and is left out for who wants stillness. */
import { tick } from "svelte";
import type { GameEvent } from "../protocol/types";
import { settings, system } from "../settings.svelte";
import type { Play } from "../table/play.svelte";

/** Call while a board is set up. `show` gets what has just happened once the board is drawn as it is now; what it
 * returns is called when the motion is over or the next begins. */
export function motion(play: () => Play, root: () => Element | undefined, show: (events: GameEvent[], root: Element) => void | (() => void), rest = 0): void {
  $effect(() => {
    const events = play().fresh.flatMap((news) => news.event ?? []);
    const board = root();
    if (!events.length || system.isStill || !board) return;
    let end: void | (() => void);
    let isOver = false; // the next may begin before the board is drawn
    void tick().then(() => {
      if (isOver) return;
      end = show(events, board);
      for (const animation of board.getAnimations({ subtree: true })) animation.playbackRate = settings.pace;
    });
    const timer = rest ? setTimeout(() => end?.(), rest / settings.pace) : undefined;
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  });
  $effect(() => {
    if (!play().skips) return;
    for (const animation of root()?.getAnimations({ subtree: true }) ?? []) if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });
}
