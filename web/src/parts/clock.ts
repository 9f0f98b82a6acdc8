import type { ClockTerms } from "../protocol/types";
import { t, tn } from "../sentence";

export const DAY = 86_400;

/** Whether nobody is expected to sit and wait (LT-16). */
export const isByDay = (clock: ClockTerms | null | undefined): boolean => (clock?.bank ?? 0) >= DAY;

/** 7:12, or 1:02:05. */
export function time(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** 2 d 4 h, 5 h 20 min, 12 min: for clocks that nobody watches. `isShort`: where there is room for a unit alone. */
export function span(seconds: number, isShort = false): string {
  const minutes = Math.max(0, Math.ceil(seconds / 60));
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (isShort) return d ? t("{d} d", { d }) : h ? t("{h} h", { h }) : t("{m} min", { m });
  if (d) return h ? t("{d} d {h} h", { d, h }) : tn(d, "{n} day", "{n} days");
  if (h) return m ? t("{h} h {m} min", { h, m }) : tn(h, "{n} hour", "{n} hours");
  return t("{m} min", { m });
}

/** What a table's clocks are. */
export function clockSaid(clock: ClockTerms): string {
  if (!isByDay(clock)) return t("{time} + {n} s", { time: time(clock.bank), n: clock.increment });
  const days = Math.round(clock.bank / DAY);
  if (clock.is_per_move) return tn(days, "{n} day a move", "{n} days a move");
  return tn(days, "{n} day for the game", "{n} days for the game");
}

export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return t("{n} min ago", { n: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? tn(hours, "{n} hour ago", "{n} hours ago") : tn(Math.floor(hours / 24), "{n} day ago", "{n} days ago");
}
