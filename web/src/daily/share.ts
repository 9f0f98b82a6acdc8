/* A result in a few lines that spoil nothing: no card, no move, no position. */
import { t, tn } from "../sentence";
import type { Board, Try, Week } from "./api";

const PLAYED = "🟡";
const MISSED = "⚪";

/** "Won with 37", "37, not won". */
export function outcomeOf(mine: Try): string {
  const score = mine.score === null || mine.score === undefined ? null : String(mine.score);
  if (mine.has_resigned) return t("Resigned");
  if (mine.share === 1) return score === null ? t("Won") : t("Won with {score}", { score });
  if (mine.share) return score === null ? t("Shared the win") : t("Shared the win with {score}", { score });
  return score === null ? t("Not won") : t("{score}, not won", { score });
}

/** Where one stands, said honestly when there are few. */
export function placeOf(place: Board["place"]): string {
  if (!place) return "";
  const others = place.of - 1;
  if (others === 0) return t("Nobody else has finished it yet.");
  if (place.worse === 0 && place.better === others) return t("Everybody else did better.");
  if (place.percent !== null) return t("Better than {percent} in 100.", { percent: place.percent });
  const alike = others - place.worse - place.better;
  return tn(others, "One other has finished it: {worse} did worse, {alike} the same, {better} better.", "{n} others have finished it: {worse} did worse, {alike} the same, {better} better.", {
    worse: place.worse,
    alike,
    better: place.better,
  });
}

export function shareText(name: string, board: Board, week: Week, link: string): string {
  const row = week.days.map((each) => (each.played ? PLAYED : MISSED)).join("");
  const lines = [`Loot Table · ${name} · ${board.day}`, board.mine ? outcomeOf(board.mine) : "", board.place && board.place.of > 1 ? placeOf(board.place) : "", row, link];
  return lines.filter(Boolean).join("\n");
}

export function left(seconds: number): string {
  const minutes = Math.max(0, Math.ceil(seconds / 60));
  return minutes >= 60 ? t("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 }) : t("{minutes} min", { minutes });
}

/** A day of the server's, in the reader's own way of writing. */
export function dayTold(day: string, how: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long" }): string {
  return new Intl.DateTimeFormat(undefined, { ...how, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
