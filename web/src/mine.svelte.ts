/* The tables that wait for this browser's players, asked for in one request: now and then, and never while nobody looks. */
import { keepTitle, showBadge } from "./badge";
import { isByDay } from "./parts/clock";
import { api } from "./protocol/http";
import type { Seat, TableFacts } from "./protocol/types";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";

const EVERY = 60_000;
const FIRST = 20_000; // a page has more important things to fetch

export interface Waiting {
  facts: TableFacts;
  seats: Seat[];
}

/** Whether others wait for one of these seats. A game against bots alone waits for nobody, unless days are counted. */
export function isWaiting(facts: TableFacts, seats: Seat[]): boolean {
  const { to_act } = facts;
  if (facts.phase !== "playing" || facts.is_paused || to_act === null || !seats.includes(to_act) || facts.seats[to_act]?.is_held) return false;
  return isByDay(facts.clock) || facts.seats.some((seat) => seat.kind === "human" && !seats.includes(seat.seat));
}

/** Who has the least time comes first. */
export function inOrder(waiting: Waiting[]): Waiting[] {
  return [...waiting].sort((one, other) => (one.facts.left ?? Infinity) - (other.facts.left ?? Infinity));
}

class Mine {
  waiting = $state.raw<Waiting[]>([]);
  /** When it was asked, by this browser's clock: clocks run on. */
  at = $state(0);
  #asking: Promise<void> | null = null;

  waits(table: string): boolean {
    return this.waiting.some(({ facts }) => facts.table === table);
  }

  /** Once at a time, however many want to know. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async #ask(): Promise<void> {
    const kept = settings.tables.filter((each) => each.seats.length);
    if (!kept.length) return this.#show([]);
    try {
      const told = await api.mine(kept.map((each) => each.table));
      const found = told.map((facts) => ({ facts, seats: settings.seatsAt(facts.table) })).filter(({ facts, seats }) => isWaiting(facts, seats));
      this.#show(inOrder(found));
    } catch {
      // Later, then: what was known stays.
    }
  }

  #show(found: Waiting[]): void {
    this.waiting = found;
    this.at = performance.now();
    this.mark();
  }

  /** The table that one looks at says for itself whose turn it is. */
  mark(): void {
    const here = router.place.page === "table" ? router.place.table : "";
    showBadge(this.waiting.filter(({ facts }) => facts.table !== here).length);
  }

  /** As long as the page is open; the answer ends it. */
  watch(): () => void {
    const stop = keepTitle();
    const look = (): void => void (document.visibilityState === "visible" && this.ask());
    const first = setTimeout(look, FIRST);
    const timer = setInterval(look, EVERY);
    document.addEventListener("visibilitychange", look);
    navigator.serviceWorker?.addEventListener("message", look);
    return () => {
      stop();
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      navigator.serviceWorker?.removeEventListener("message", look);
    };
  }
}

export const mine = new Mine();
