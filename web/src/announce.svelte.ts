/* What is said to those who listen: one polite queue, and one for "your turn" and errors. */

class Announcer {
  polite = $state("");
  urgent = $state("");
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Sentences of one moment are bundled, so that a turn is one announcement. */
  say(text: string): void {
    if (!text) return;
    this.waiting.push(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.polite = this.waiting.join(" ");
      this.waiting = [];
    }, 120);
  }

  alert(text: string): void {
    // The same sentence twice in a row is only read again if the text changes.
    this.urgent = this.urgent === text ? text + "\u00a0" : text;
  }
}

export const announcer = new Announcer();
