/* What the server has put off because it has a lot to do: we wait our turn, and say so. */

class Busy {
  /** The server's sentence while something waits, else nothing. */
  said = $state("");
  private waiting = 0;

  async wait(milliseconds: number, said: string): Promise<void> {
    this.waiting += 1;
    this.said = said;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    this.waiting -= 1;
    // The next wait may follow at once: nothing flickers.
    setTimeout(() => !this.waiting && (this.said = ""), 400);
  }
}

export const busy = new Busy();
