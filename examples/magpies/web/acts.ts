/* What a tap or a key means: an action, as the rules write it. The table says why not. */
import type { Play } from "$shell/table/play.svelte";

/** Where it was tapped; nothing for a key, which is asked to confirm. */
function act(play: Play, type: string, title: string, event?: Event): void {
  const anchor = event ? (event.currentTarget as HTMLElement).getBoundingClientRect() : null;
  if (play.seat !== null) void play.propose({ type }, { title, anchor, isQuick: event !== undefined });
}

export const peck = (play: Play, event?: Event): void => act(play, "peck", "No pecking now", event);
export const flyHome = (play: Play, event?: Event): void => act(play, "fly_home", "Not home yet", event);
