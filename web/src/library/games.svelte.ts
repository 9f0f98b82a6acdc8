/* All my games, page by page: the first is shown while the others come. */
import { Problem } from "../protocol/http";
import { t } from "../sentence";
import { settings } from "../settings.svelte";
import { library, type LibraryGame } from "./api";

export class MyGames {
  list = $state.raw<LibraryGame[]>([]);
  total = $state(0);
  isLoading = $state(true);
  problem = $state("");
  private isClosed = false;

  async load(): Promise<void> {
    this.isLoading = true;
    this.problem = "";
    try {
      await this.every();
      if (await this.bringOld()) await this.every();
    } catch (error) {
      this.problem = error instanceof Problem ? error.message : t("Your games could not be fetched.");
    }
    this.isLoading = false;
  }

  private async every(): Promise<void> {
    const found = new Map<string, LibraryGame>();
    for (let before: number | null = null; !this.isClosed;) {
      const page = await library.page(before);
      for (const game of page.games) found.set(game.table, game);
      this.total = page.total;
      this.list = [...found.values()].sort((one, other) => other.at - one.at);
      if (page.next === null) return;
      before = page.next;
    }
  }

  /** Seats from before there was a library hang on no ring yet. Whether there were any. */
  private async bringOld(): Promise<boolean> {
    const known = new Set(this.list.map((game) => game.table));
    const old = settings.tables.filter((kept) => kept.seats.length && !known.has(kept.table));
    const kept = await Promise.allSettled(old.map((each) => library.keep(each.table)));
    return kept.some((each) => each.status === "fulfilled");
  }

  forget(table: string): void {
    this.list = this.list.filter((game) => game.table !== table);
    this.total -= 1;
    settings.forget(table);
  }

  close(): void {
    this.isClosed = true;
  }
}
