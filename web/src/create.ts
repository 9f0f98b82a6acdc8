/* Setting a table up and going there. */
import { api } from "./protocol/http";
import type { NewTable } from "./protocol/types";
import { router } from "./router.svelte";
import { t } from "./sentence";
import { settings } from "./settings.svelte";

/** Create a table, remember the seats it gave us, and go there; `starts` when nobody has to be waited for. */
export async function setUp(wish: NewTable, starts: boolean): Promise<void> {
  const made = await api.create(wish);
  const bot = wish.seats?.find((seat) => seat.kind === "bot")?.bot;
  if (bot) settings.playedAgainst(wish.game, bot);
  settings.keep(
    made.card,
    made.seats.map(({ seat }) => seat),
  );
  router.go(`/t/${made.card.table}${starts ? "?start=1" : ""}`);
}

export const guestName = (): string => settings.get("name").trim() || t("Guest");
