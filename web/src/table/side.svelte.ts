/* What lies beside the board: one tab on wide screens, one sheet over the lower half on phones. */
import { tick } from "svelte";
import { system } from "../settings.svelte";

export class Side {
  tab = $state("log");
  /** On phones: "table" shows the board and one's own area. */
  sheet = $state("table");
  /** The rule to open the rulebook at. */
  rule = $state<string | null>(null);

  get shown(): string {
    return system.isCompact ? this.sheet : this.tab;
  }

  /** Whether an open sheet lies over the prompt and one's own area, so that they can be neither seen nor reached. */
  get isOver(): boolean {
    return system.isCompact && this.sheet !== "table";
  }

  open(id: string): void {
    if (id !== "table" && id !== "players") this.tab = id;
    this.sheet = id;
  }

  openRule(id: string): void {
    this.rule = null;
    void tick().then(() => (this.rule = id));
    this.open("rules");
  }
}
