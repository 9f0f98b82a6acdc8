/* How this browser looks at the board: which way up, with threats or without, and what is pointed at. */

class Look {
  flip = $state<boolean | null>(null);
  hasThreats = $state(false);
  /** The tile under the mouse or the keyboard's cursor. */
  over = $state<string | null>(null);
  /** A pawn whose reach is shown. */
  inspected = $state<string | null>(null);

  isFlipped(seat: number | null): boolean {
    return this.flip ?? seat === 1;
  }

  turn(seat: number | null): void {
    this.flip = !this.isFlipped(seat);
  }
}

export const look = new Look();
