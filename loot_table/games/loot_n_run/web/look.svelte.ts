/* How this browser looks at the table: the Werewolf's choice under way, the discard pile open or not. */

class Look {
  kept = $state.raw<string[]>([]);
  isDiscardOpen = $state(false);
}

export const look = new Look();
