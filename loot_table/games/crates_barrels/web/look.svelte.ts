/* How this browser looks at the board: which way up, with threats or without, and what is pointed at. */
import crosshair from "icon:lucide/crosshair";
import flip from "icon:lucide/rotate-cw";
import type { Tool } from "$shell/board/Fab.svelte";
import { t } from "$shell/sentence";

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

  toggleThreats = (): void => void (this.hasThreats = !this.hasThreats);

  tools(seat: number | null): Tool[] {
    return [
      { icon: flip, label: t("Flip the board"), run: () => this.turn(seat) },
      { icon: crosshair, label: t("Show threats"), run: this.toggleThreats, isOn: this.hasThreats },
    ];
  }
}

export const look = new Look();
