/* How this browser looks at the table: which card is read, whether a target is being sought, what lies open. */

class Look {
  /** The card whose words are shown: its id, or a kind. */
  read = $state<string | null>(null);
  /** The card that a finger holds, shown large. */
  held = $state<string | null>(null);
  /** Attack was chosen for the picked Looter, so one's own Looterz are targets too. */
  isAiming = $state(false);
  /** An open pile: "graveyard" or "inn". */
  open = $state<"graveyard" | "inn" | null>(null);
  /** Where the keyboard is on the board: a Looter, or `seat:2`. */
  cursor = $state("");
  /** The Looter under the mouse or the keyboard's cursor. */
  over = $state<string | null>(null);
}

export const look = new Look();
