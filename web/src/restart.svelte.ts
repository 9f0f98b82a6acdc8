/* A restart that the server announces: told over sockets and with every answer, and counted down here. */

export interface Coming {
  /** By this browser's own clock, in milliseconds. */
  at: number;
  text: string;
}

const SECOND = 1000;
const SAME = 2 * SECOND; // told twice, a little apart
const OVER = 120 * SECOND; // after it: it came, or it did not

class Restart {
  coming = $state.raw<Coming | null>(null);
  now = $state(0);
  private ticking: ReturnType<typeof setInterval> | undefined;

  get seconds(): number {
    return this.coming ? Math.max(0, Math.round((this.coming.at - this.now) / SECOND)) : 0;
  }

  hear(told: { seconds: number; text: string } | null): void {
    clearInterval(this.ticking);
    if (!told) {
      this.coming = null;
      return;
    }
    this.now = Date.now();
    const at = this.now + told.seconds * SECOND;
    const isSame = this.coming?.text === told.text && Math.abs(this.coming.at - at) < SAME;
    if (!isSame) this.coming = { at, text: told.text };
    this.ticking = setInterval(() => this.tick(), SECOND);
  }

  /** "590;New%20cards", as it comes with an answer; nothing while none is announced. */
  hearHeader(said: string | null): void {
    if (said === null) {
      if (this.coming) this.hear(null);
      return;
    }
    const [seconds = "", text = ""] = said.split(";");
    if (!/^\d+$/.test(seconds)) return;
    try {
      this.hear({ seconds: Number(seconds), text: decodeURIComponent(text) });
    } catch {
      this.hear({ seconds: Number(seconds), text: "" });
    }
  }

  private tick(): void {
    this.now = Date.now();
    if (this.coming && this.now > this.coming.at + OVER) this.hear(null);
  }
}

export const restart = new Restart();
