/* Small words: lists, numbers, times, bots. */
import type { BotFacts, OptionValue } from "./protocol/types";
import { t, tn } from "./sentence";

export function listing(words: string[], last: "and" | "or" = "and"): string {
  if (words.length < 2) return words[0] ?? "";
  const first = words.slice(0, -1).reduce((first, second) => t("{first}, {second}", { first, second }));
  const second = words.at(-1)!;
  return last === "and" ? t("{first} and {second}", { first, second }) : t("{first} or {second}", { first, second });
}

/** 7:12, or 1:02:05. */
export function time(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return t("{n} min ago", { n: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? tn(hours, "{n} hour ago", "{n} hours ago") : tn(Math.floor(hours / 24), "{n} day ago", "{n} days ago");
}

/** Whom people meet when they do not say whom. */
export const USUAL_BOT = "thief";

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

export const optionName = (name: string): string => {
  const spaced = name.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

export function optionValue(value: OptionValue): string {
  if (typeof value === "boolean") return value ? t("On") : t("Off");
  return typeof value === "number" ? String(value) : optionName(value);
}

/** Some words as a sentence of its own. */
export function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : first + ".";
}
