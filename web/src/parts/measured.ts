/* What the lab has measured of a game, in words. */
import type { Effect, Measured, PeopleMinutes } from "../protocol/types";
import { t } from "../sentence";

export function luckSaid({ luck, luck_is_bound, date }: Measured): string {
  const n = Math.round(luck * 100);
  return luck_is_bound ? t("At least {n} % luck, measured on {date}", { n, date }) : t("{n} % luck, {skill} % what players do, measured on {date}", { n, skill: 100 - n, date });
}

/** Each seat's share of the victory in the order of play: "51 / 49 %". */
export function seatsSaid(seats: number[]): string {
  return `${seats.map((share) => Math.round(share * 100)).join(" / ")} %`;
}

export function verdictSaid(verdict: string): string {
  return { fair: t("fair"), unfair: t("unfair") }[verdict] ?? t("not settled");
}

const signed = (value: number, digits = 1): string => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(digits)}`;

/** What an option's other value does against the usual one: what is sure, or how little it can be. */
export function effectSaid({ seats, decisions }: Effect): string {
  const isSure = ([value, reach]: [number, number]): boolean => Math.abs(value) > reach;
  const moved = [
    ...seats
      .map((each, n) => ({ each, n }))
      .filter(({ each }) => isSure(each))
      .map(({ each: [value, reach], n }) => t("seat {n} {points} ± {reach} points", { n: n + 1, points: signed(100 * value), reach: (100 * reach).toFixed(1) })),
    ...(isSure(decisions) ? [t("{decisions} ± {reach} decisions a game", { decisions: signed(decisions[0]), reach: decisions[1].toFixed(1) })] : []),
  ];
  if (moved.length) return moved.join("; ");
  if (seats.every(([value, reach]) => value === 0 && reach === 0) && decisions[0] === 0) return t("it changed no game");
  return t("nothing for sure; seats within ± {points} points", { points: (100 * Math.max(...seats.map(([value, reach]) => Math.abs(value) + reach))).toFixed(1) });
}

/** How long games among people take here: "12 min (9 to 15, 8 games)". */
export const peopleSaid = ({ minutes, low, high, games }: PeopleMinutes): string =>
  t("{minutes} ({low} to {high}, {games} games)", { minutes: Math.round(minutes), low: Math.round(low), high: Math.round(high), games });
