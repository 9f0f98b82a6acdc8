import type { BotFacts, GameFacts } from "../protocol/types";
import { t } from "../sentence";
import { changedOf, type Options } from "./options";

/** Whom people meet in their first game of a kind. */
const FIRST_BOT = "apprentice";

export const botId = (bot: BotFacts): string => (typeof bot === "string" ? bot : bot.name);

/** "Burglar". */
export function botTitle(bot: BotFacts | null): string {
  if (bot === null) return t("bot");
  if (typeof bot !== "string" && bot.title) return bot.title;
  return botId(bot).charAt(0).toUpperCase() + botId(bot).slice(1);
}

/** "looks a few moves ahead", or nothing. */
export const botLine = (bot: BotFacts): string => (typeof bot === "string" ? "" : (bot.doc ?? ""));

/** The level to begin with: the one that was played against last, if any. */
export function usualBot(bots: BotFacts[], last?: string): string {
  const names = bots.map(botId);
  return [last, FIRST_BOT].find((name) => name !== undefined && names.includes(name)) ?? names[0]!;
}

/** Our own levels, which play at every table. */
export const levelsOf = (bots: BotFacts[]): BotFacts[] => bots.filter((bot) => typeof bot === "string" || bot.players === undefined);

/** Those that play at such a table: the levels, and guests that know just it. */
export function botsAt(game: GameFacts, players: number, options: Options): BotFacts[] {
  const here = JSON.stringify(changedOf(game.options, options));
  return game.bots.filter((bot) => typeof bot === "string" || bot.players === undefined || (bot.players === players && JSON.stringify(changedOf(game.options, bot.options ?? {})) === here));
}
