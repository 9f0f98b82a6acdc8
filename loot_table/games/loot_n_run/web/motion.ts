/* What is shown and heard of what has just happened. */
import type { News } from "$shell/protocol/types";
import { plain, t } from "$shell/sentence";
import type { Cue } from "$shell/sound";
import { faceFrom, type Face, type Scene } from "./scene";

const CUES: Record<string, Cue> = { looted: "flip", ran: "coins", awakened: "wake", escaped: "escape", mummy_scored: "coin" };
export const cue = (news: News): Cue | null => CUES[news.event?.type ?? ""] ?? null;

/** Cards that are turned over one by one, and what came of it. */
export interface Show {
  title: string;
  faces: Face[];
  doubled: string[];
  verdict: string;
  tone: "good" | "bad" | "gold";
  extras: string[];
}

const EXTRAS = ["mummy_scored", "extra_turn", "final_scored"];

export function revealed(news: News[], scene: Scene, names: string[]): Show | null {
  const find = (...types: string[]): News | undefined => news.find((each) => types.includes(each.event?.type ?? ""));
  const main = find("awakened", "ran")?.event;
  const cards = (main?.cards ?? []) as string[];
  if (!main || !cards.length) return null;
  const who = names[Number(main.seat)] ?? "";
  const escaped = find("escaped");
  const scored = main.type === "ran" ? main : (escaped ?? find("mummy_scored"))?.event;
  return {
    faces: cards.map((id, n) => faceFrom(id, (main.faces as string[])[n] ?? "", scene.backs)),
    doubled: (scored?.doubled ?? []) as string[],
    extras: [...news.filter((each) => EXTRAS.includes(each.event?.type ?? "")).map((each) => plain(each.text)), ...(find("werewolf_drew") ? [t("The Werewolf brings rooms to choose from.")] : [])],
    ...(main.type === "ran"
      ? { title: t("{who} runs", { who }), verdict: `+${Number(main.points)}`, tone: "gold" }
      : {
          title: t("{who} awakens {whom}: guardians {guardians}, amulets {amulets}", {
            who,
            whom: names[Number(main.target)] ?? "",
            guardians: Number(main.guardians),
            amulets: Number(main.amulets),
          }),
          verdict: escaped ? t("Escaped, +{points}", { points: Number(escaped.event?.points) }) : t("Caught"),
          tone: escaped ? "good" : "bad",
        }),
  };
}
