/* Under what address others reach this server. */

class House {
  /** Where a local network is served and we look at it from its own machine: its address in that network. */
  #address = $state(typeof location === "undefined" ? "" : location.origin);

  /** What an invitation begins with. */
  get address(): string {
    return this.#address;
  }

  /** The server says it with every answer, where it is another than the one in the address bar may be. */
  hear(told: string | null): void {
    if (told && /^(127\.|localhost$|\[::1\]$)/.test(location.hostname)) this.#address = told;
  }
}

export const house = new House();
