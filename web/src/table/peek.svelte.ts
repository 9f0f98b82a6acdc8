/* Looking back at a moment of the game without leaving it. */
import type { Frame } from "../protocol/types";
import { t } from "../sentence";
import { toasts } from "../toasts.svelte";
import { isShared, momentAt, pastFrame } from "./past";
import { Play } from "./play.svelte";
import type { TableSession } from "./session.svelte";

export class Peek {
  frame = $state.raw<Frame | null>(null);
  /** For the board: it draws the past as it draws the present. */
  readonly play = new Play();

  constructor(private session: TableSession) {
    $effect.pre(() => {
      const frame = this.frame;
      this.play.see(frame);
      this.play.log = frame ? session.log.filter((news) => news.version <= frame.version) : [];
    });
  }

  async at(version: number): Promise<void> {
    try {
      const { card, seat } = this.session;
      this.frame = pastFrame(card!, await momentAt(card!, version, isShared(card, this.session.seats) ? null : seat), seat);
    } catch {
      toasts.show(t("That moment cannot be looked at now."));
    }
  }

  /** To the event before or after; after the last one lies the present. */
  step(by: number): void {
    const versions = [...new Set(this.session.log.map((news) => news.version))];
    const here = this.frame ? versions.findIndex((version) => version >= (this.frame?.version ?? 0)) : versions.length - 1;
    const next = versions[Math.max(0, here + by)];
    if (next === undefined || next >= (versions.at(-1) ?? 0)) this.end();
    else void this.at(next);
  }

  end(): void {
    this.frame = null;
  }
}
