/* How designs, verdicts and costs are said. */
import type { SeatWish } from "../protocol/types";
import { t, tn } from "../sentence";
import type { DesignCard, Figure, Job, LabBot } from "./api";

export const titleOf = (design: { name: string; game_name: string; differs: string[] }): string =>
  design.name || (design.differs.length ? t("{game}, changed", { game: design.game_name }) : t("{game}, as shipped", { game: design.game_name }));

/** "scoring.target.4" as people say it. */
export function placeName(path: string): string {
  const words = path.split(".").map((part) => part.replaceAll("_", " "));
  const said = words.join(" · ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export function statusOf(design: DesignCard & { jobs?: Job[] }): { id: "draft" | "tested" | "published" | "running"; text: string } {
  if (design.is_published) return { id: "published", text: t("published") };
  if (design.jobs?.some((job) => job.is_going_on)) return { id: "running", text: t("running") };
  if (design.jobs?.some((job) => job.answer && job.hash === design.hash)) return { id: "tested", text: t("tested") };
  return { id: "draft", text: t("draft") };
}

/* As in loot_table/lab/answers.py. */
const OPEN = ["not enough evidence", "withheld", "known from below"];
const BAD = ["unfair", "different", "something is dead", "better without", "thinking does not always help", "no"];
/** A verdict on wants is a yes or a no: said as what it is about. */
export const verdictName = (verdict: string): string => ({ yes: t("holds"), no: t("does not hold") })[verdict] ?? verdict;
export type Tone = "good" | "bad" | "open";
export const toneOf = (verdict: string): Tone => (BAD.includes(verdict) ? "bad" : OPEN.includes(verdict) ? "open" : "good");

export function duration(seconds: number): string {
  if (seconds < 1) return t("about a second");
  if (seconds < 90) return t("≈ {n} s", { n: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400) return t("≈ {n} min", { n: Math.round(seconds / 60) });
  return t("≈ {n} h", { n: Math.round(seconds / 3600) });
}

/** Where a question is watched, and its answer read. */
export const placeOfJob = (job: Job): string => `/lab/d/${job.design}/${job.question === "tune" ? "tune" : job.question === "compare" ? "compare" : "run"}/${job.id}`;

/** Shares, and what is more or less of them, are parts of one. */
export const isShare = (unit: string): boolean => unit === "%" || unit === "points";
/** "+1.2 ± 0.4 points": shorter than where it lies, and as much. */
export function plusMinus({ value, interval, unit }: Figure): string {
  const scale = isShare(unit) ? 100 : 1;
  const sign = value > 0 ? "+" : value < 0 ? "−" : "";
  const reach = interval ? ` ± ${((scale * (interval[1] - interval[0])) / 2).toFixed(1)}` : "";
  return `${sign}${Math.abs(scale * value).toFixed(1)}${reach} ${unit === "%" ? t("points") : unit}`.trimEnd();
}
export const botName = (bots: LabBot[], name: string): string => bots.find((bot) => bot.name === name)?.title ?? name;
export const players = (n: number): string => tn(n, "{n} player", "{n} players");
export const deals = (n: number): string => tn(n, "{n} deal", "{n} deals").replace(String(n), n.toLocaleString("en"));

/** One of us, and bots on the other seats; or open seats for those who come. */
export const seatsOf = (many: number, others: "bots" | "open", bot: string): SeatWish[] =>
  Array.from({ length: many }, (_, n): SeatWish => (n === 0 ? { kind: "human" } : others === "bots" ? { kind: "bot", bot } : { kind: "open" }));
