/* How this browser looks at the table: which card is read, what lies open, what is pointed at. */

class Look {
  /** The card whose words are shown: its id, or a kind. */
  read = $state<string | null>(null);
  /** The card that a finger holds, shown large. */
  held = $state<string | null>(null);
  isGraveyardOpen = $state(false);
  /** The Looter under the mouse or the keyboard's cursor. */
  over = $state<string | null>(null);
}

export const look = new Look();
