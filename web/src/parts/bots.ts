import type { BotFacts } from "../protocol/types";
import { t } from "../sentence";

/** Whom people meet when they do not say whom. */
const USUAL_BOT = "thief";

export const botId = (bot: BotFacts): string => (typeof bot === "string" ? bot : bot.name);

/** "Burglar". */
export function botTitle(bot: BotFacts | null): string {
  if (bot === null) return t("bot");
  if (typeof bot !== "string" && bot.title) return bot.title;
  return botId(bot).charAt(0).toUpperCase() + botId(bot).slice(1);
}

/** "looks a few moves ahead", or nothing. */
export const botLine = (bot: BotFacts): string => (typeof bot === "string" ? "" : (bot.doc ?? ""));

export function usualBot(bots: BotFacts[]): string {
  const names = bots.map(botId);
  return names.includes(USUAL_BOT) ? USUAL_BOT : names[0]!;
}
