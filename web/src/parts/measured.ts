/* What the lab has measured of a game, in words. */
import type { Measured } from "../protocol/types";
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
  return { fair: t("fair"), unfair: t("unfair") }[verdict] ?? t("open");
}
