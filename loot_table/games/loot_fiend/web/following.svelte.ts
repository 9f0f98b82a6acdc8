/* What goes on by itself: a new question is shown at once, and a walk of several steps goes on step by step. */
import { untrack } from "svelte";
import type { Play } from "$shell/table/play.svelte";
import { mine, sceneOf, showRotation, showRoute } from "./acts";
import { look } from "./look.svelte";
import { isSame } from "./map";

/** Call while the board is set up. */
export function followUp(now: () => Play): void {
  let seen = "";
  $effect(() => {
    const play = now();
    const scene = sceneOf(play);
    const key = JSON.stringify([scene.phase, scene.to_act, scene.turned?.at, scene.turned?.kind, scene.routes?.traveller]);
    const isSending = play.isSending;
    untrack(() => {
      if (key === seen || isSending) return;
      seen = key;
      look.rot = null;
      look.route = 0;
      if (!play.isMine) return;
      if (scene.phase === "orient") showRotation(play);
      if (scene.phase === "route") showRoute(play, 0);
    });
  });

  $effect(() => {
    const play = now();
    const at = mine(play)?.at;
    const version = play.frame?.version;
    const hasPreview = play.preview !== null;
    const isSending = play.isSending;
    untrack(() => {
      if (!look.walking.length || !at || isSending) return;
      if (version === look.walkedAt) {
        if (!hasPreview) look.walking = [];
        return;
      }
      look.walking = isSame(at, look.walking[0]!) ? look.walking.slice(1) : [];
      look.walkedAt = version ?? -1;
      const next = look.walking[0];
      const isOpen = next && sceneOf(play).exits.some((exit) => exit.kind === "move" && exit.can && isSame(exit.to, next));
      if (isOpen && play.isMine) void play.commit({ type: "move", to: next });
      else look.walking = [];
    });
  });
}
