/* How this browser looks at the table: which card is read, what lies open, what is pointed at. */
import { system } from "$shell/settings.svelte";

class Look {
  /** The card whose words are shown: its id, or a kind. */
  read = $state<string | null>(null);
  /** The card that is shown large. */
  held = $state<string | null>(null);
  isGraveyardOpen = $state(false);
  /** The Looter under the mouse or the keyboard's cursor. */
  over = $state<string | null>(null);

  /** Phones, phones on their side, tablets: a line for each crew, and what one does beside the hand. */
  get isTight(): boolean {
    return system.isCompact || !system.isWide;
  }
}

export const look = new Look();
