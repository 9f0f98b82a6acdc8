/* Days, places and states in words. */
import { language, t } from "../sentence";
import type { LibraryGame } from "./api";

/** "Today, 21:40", "Yesterday", "9 November". */
export function day(seconds: number, now = new Date()): string {
  const when = new Date(seconds * 1000);
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(when).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0) return t("Today, {time}", { time: when.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) });
  if (days === 1) return t("Yesterday");
  if (days > 1 && days < 7) return when.toLocaleDateString(language, { weekday: "long" });
  return when.toLocaleDateString(language, { day: "numeric", month: "long", ...(when.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }) });
}

/** "1st". Beyond eight seats nobody sits. */
export function ordinal(place: number): string {
  const said = [t("1st"), t("2nd"), t("3rd"), t("4th"), t("5th"), t("6th"), t("7th"), t("8th")];
  return said[place - 1] ?? String(place);
}

export function stateOf(game: LibraryGame): string {
  if (game.to_act !== null && game.mine.includes(game.to_act)) return t("Your turn");
  return { gathering: t("Waiting for players"), playing: t("Being played"), over: t("Finished"), aside: t("Set aside") }[game.phase];
}
