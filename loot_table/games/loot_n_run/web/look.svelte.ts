/* How this browser looks at the table: own cards covered or not, the Werewolf's choice under way. */

class Look {
  isCovered = $state(false);
  isPeeking = $state(false);
  kept = $state.raw<string[]>([]);
  isDiscardOpen = $state(false);

  get showsFaces(): boolean {
    return !this.isCovered || this.isPeeking;
  }
}

export const look = new Look();
