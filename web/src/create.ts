/* Setting a table up and going there. */
import { api } from "./protocol/http";
import type { NewTable, Seat } from "./protocol/types";
import { router } from "./router.svelte";
import { settings } from "./settings.svelte";

/** Create a table, remember the seats it gave us, and go there; `starts` when nobody has to be waited for. */
export async function setUp(wish: NewTable, starts: boolean): Promise<void> {
  const made = await api.create(wish);
  const own = (wish.seats ?? []).flatMap((seat, number) => (seat.kind === "human" ? [number] : []));
  const seats: Seat[] = made.seats ?? (own.length ? own : [made.seat ?? 0]);
  settings.keep(made.card, seats);
  router.go(`/t/${made.card.table}${starts ? "?start=1" : ""}`);
}

export const guestName = (): string => settings.get("name").trim() || "Guest";
