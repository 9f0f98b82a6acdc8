/* On a shared screen the curtain waits until whoever has moved has seen what came of it: they hand over, or it falls by
 * itself after a pause that is long enough to read and begins when nothing moves any more. */
import { plain, t } from "../sentence";
import { settings, system } from "../settings.svelte";
import type { TableSession } from "./session.svelte";

const LEAST = 6; // seconds
const MOST = 16;
const LETTERS = 14; // read in a second, by somebody who takes their time
const STEP = 250;

export class HandOver {
  /** Counts what was touched: who does something still looks. */
  touched = $state(0);
  isMoving = $state(false);
  /** Seconds until the curtain falls by itself; null where it waits to be told. */
  private left = $state<number | null>(null);

  constructor(
    private session: TableSession,
    private board: () => Element | undefined,
  ) {
    $effect(() => {
      void this.touched;
      if (!this.isOn) return;
      const pause = this.pause();
      this.left = settings.get("handsOver") ? pause : null;
      const timer = setInterval(() => this.wait(pause), STEP);
      return () => clearInterval(timer);
    });
  }

  get isOn(): boolean {
    return this.session.hasMoved;
  }

  get words(): string {
    if (this.left === null) return t("Have a look, then hand over: the curtain falls.");
    return this.isMoving ? t("Have a look, then hand over.") : t("Have a look, then hand over. The curtain falls by itself in {n} s.", { n: Math.ceil(this.left) });
  }

  touch(): void {
    this.touched += 1;
  }

  run(): void {
    this.session.cover();
  }

  /** By how much there is to read. */
  private pause(): number {
    const letters = (this.session.frame?.match?.news ?? []).reduce((sum, news) => sum + plain(news.text).length, 0);
    return Math.min(MOST, Math.max(LEAST, 3 + letters / LETTERS));
  }

  private wait(pause: number): void {
    this.isMoving = !system.isStill && moves(this.board());
    if (this.left === null || document.visibilityState !== "visible") return;
    this.left = this.isMoving ? pause : this.left - STEP / 1000;
    if (this.left <= 0) this.run();
  }
}

/** Whether something is on its way; what glows for ever is not. */
function moves(board: Element | undefined): boolean {
  return board?.getAnimations({ subtree: true }).some((each) => each.playState === "running" && each.effect?.getComputedTiming().endTime !== Infinity) ?? false;
}
