/* Words around the table: seat cards, prompt, log, typed turns. */
import type { LogPart, SeatFacts } from "$shell/table/kit";
import type { Play } from "$shell/table/play.svelte";
import type { Action, News } from "$shell/protocol/types";
import type { Cue } from "$shell/sound";
import { count, listing } from "$shell/words";
import { look } from "./look.svelte";
import type { Card, Odds, Scene } from "./scene";

export const percent = (chance: number): string => `${Math.round(chance * 100)} %`;
export const DECKS = ["left", "right"];

export function oddsOf(scene: Scene, seat: number): Odds | undefined {
  return scene.odds.find((odds) => odds.seat === seat);
}

/** "2 green, 1 red". */
export function backsIn(scene: Scene, cards: Card[]): string {
  return scene.backs
    .map((back) => [cards.filter((card) => card.back === back.name).length, back.name] as const)
    .filter(([number]) => number > 0)
    .map(([number, name]) => `${number} ${name}`)
    .join(", ");
}

export function fate(scene: Scene): string {
  const mine = scene.mine!;
  const balance = `${count(mine.amulets, "amulet")}, ${count(mine.guardians, "guardian")}`;
  return mine.is_safe ? `safe: ${balance}` : `caught if woken: ${balance}`;
}

export function seat(found: unknown, number: number): SeatFacts {
  const scene = found as Scene;
  const cards = scene.hands[number] ?? [];
  const facts: SeatFacts["facts"] = [{ text: count(cards.length, "room") }];
  if (number === scene.you && scene.mine && cards.length && look.showsFaces) facts.push({ text: fate(scene), tone: scene.mine.is_safe ? "good" : "bad" });
  else if (cards.length) facts.push({ text: backsIn(scene, cards) });
  return { score: String(scene.scores[number] ?? 0), unit: "points", facts };
}

export function goal(found: unknown): string {
  return `Someone reaching ${(found as Scene).target} ends it: all remaining rooms are turned up and scored. The most points win.`;
}

export function asks(play: Play): string | null {
  const scene = play.scene as Scene;
  if (scene.phase === "keep") return "Keep which of the Werewolf’s rooms?";
  const extra = scene.is_extra ? "Frank's extra turn" : "Your turn";
  const has = (type: string): boolean => play.find((action) => action.type === type) !== undefined;
  if (has("pass")) return `${extra}: nothing left to do but pass.`;
  const can = [has("loot") ? "loot" : "", has("run") ? "run" : "", has("awaken") ? "awaken" : ""].filter(Boolean);
  return can.length === 1 ? `${extra}: you must ${can[0]}.` : `${extra}: ${listing(can, "or")}.`;
}

export function waits(play: Play): string {
  return (play.scene as Scene).phase === "keep" ? "choosing which card to keep" : "choosing: loot, run or awaken";
}

export function hint(play: Play): string {
  const scene = play.scene as Scene;
  if (play.isMine && scene.phase === "keep") return `Kept rooms lie face down before you; the others are discarded ${scene.hides_refused ? "face down too" : "for all to see"}.`;
  if (play.isMine && play.picked === "loot") return "Which deck? The backs tell how dangerous the next room is.";
  if (play.isMine && play.picked === "awaken") return "Whose rooms? You win something if guardians outnumber amulets.";
  return carrying(scene) ?? `${scene.target} points end the game. Decks hold ${scene.decks[0]!.size} and ${scene.decks[1]!.size}.`;
}

/** What the own rooms are worth; null without any. */
function carrying(scene: Scene): string | null {
  const mine = scene.mine;
  if (!mine || scene.you === null || scene.hands[scene.you]!.length === 0 || !look.showsFaces) return null;
  const woken = mine.is_safe ? "If woken, you escape" : "If woken, you are caught";
  return `You carry ${count(mine.points, "point")}. ${woken}: ${count(mine.amulets, "amulet")} against ${count(mine.guardians, "guardian")}.`;
}

export function parse(line: string, play: Play): Action | string {
  const scene = play.scene as Scene;
  const words = line.trim().toLowerCase().split(/[\s,]+/);
  const [first = "", ...rest] = words;
  const decks: Record<string, number> = { "1": 0, left: 0, "2": 1, right: 1 };
  if (first in decks && !rest.length) return { type: "loot", deck: decks[first]! };
  if (/^l(oot)?$/.test(first)) return rest[0] !== undefined && rest[0] in decks ? { type: "loot", deck: decks[rest[0]]! } : "Which deck? Write loot 1 or loot 2.";
  if (/^r(un)?$/.test(first)) return { type: "run" };
  if (first === "pass") return { type: "pass" };
  if (/^a(waken)?$/.test(first)) {
    const wanted = rest.join(" ");
    const target = /^\d$/.test(wanted) ? Number(wanted) - 1 : play.names.findIndex((name) => name.toLowerCase() === wanted);
    return target >= 0 ? { type: "awaken", target } : `Whose guardians? Write awaken and a name: ${listing(play.names.filter((_, n) => n !== play.seat), "or")}.`;
  }
  if (/^k(eep)?$/.test(first)) {
    const drawn = [...(scene.keeps.at(-1)?.cards ?? [])];
    if (rest[0] === "none" || rest[0] === "nothing") return { type: "keep", cards: [] };
    if (rest[0] === "both" || rest[0] === "all") return { type: "keep", cards: drawn };
    const cards = drawn.filter((card) => rest.includes(card.toLowerCase()));
    return cards.length ? { type: "keep", cards } : `Keep what? Write keep and ${listing(drawn, "or")}, keep both or keep none.`;
  }
  return `“${line.slice(0, 30)}” is not a turn. Write loot 1, loot 2, run, or awaken and a name.`;
}

export const example = (): string => "loot 1, run, awaken Ana";

export function tell(play: Play): string[] {
  const scene = play.scene as Scene;
  const lines = scene.decks.map((deck, n) => `The ${DECKS[n]} deck has ${count(deck.size, "card")}${deck.back ? `, the top one ${deck.back}` : ""}.`);
  scene.hands.forEach((cards, n) => {
    const name = n === scene.you ? "You have" : `${play.names[n]} has`;
    const odds = oddsOf(scene, n);
    const shown = cards.some((card) => card.face) ? listing(cards.map((card) => card.face?.text ?? card.back)) : backsIn(scene, cards);
    lines.push(`${name} ${count(scene.scores[n] ?? 0, "point")} and ${count(cards.length, "room")}${cards.length ? `: ${shown}` : ""}.${odds && n !== scene.you ? ` Caught if woken: ${percent(odds.caught)}.` : ""}`);
  });
  const own = carrying(scene);
  if (own) lines.push(own);
  lines.push(`${count(scene.discard.length + scene.refused.length, "card")} in the discard pile${scene.refused.length ? `, ${scene.refused.length} of them face down` : ""}. ${scene.seen.map((seen) => `${seen.back}: ${seen.guardians} of ${seen.of_guardians} guardians seen`).join(", ")}.`);
  return lines;
}

const plural = (points: unknown): string => `+${Number(points)}`;

export function log(news: News, names: string[]): LogPart[] | null {
  const event = news.event;
  const who: LogPart = { text: names[Number(event?.seat)] ?? "", as: "name" };
  const doubled = Array.isArray(event?.doubled) && event.doubled.length ? `, ${listing(event.doubled.map((kind) => `${String(kind)}s`))} doubled` : "";
  switch (event?.type) {
    case "turned_up":
      return [];
    case "looted":
      return [who, { text: " loots " }, { text: event.face ? `${String(event.back)}: ${String(event.face)}` : String(event.back), as: "chip" }];
    case "ran":
      return [who, { text: " runs for " }, { text: plural(event.points), as: "gold" }, { text: doubled + "." }];
    case "awakened":
      return [
        who,
        { text: " wakes " },
        { text: names[Number(event.target)] ?? "", as: "name" },
        { text: `: ${count(Number(event.guardians), "guardian")}, ${count(Number(event.amulets), "amulet")}.` },
      ];
    case "escaped":
      return [who, { text: " escapes " }, { text: plural(event.points), as: "good" }, { text: doubled }];
    case "caught":
      return [who, { text: " is " }, { text: "caught", as: "bad" }, { text: " and loses everything." }];
    case "mummy_scored":
      return [{ text: "The Mummy brings " }, who, { text: " " }, { text: plural(event.points), as: "gold" }];
    case "extra_turn":
      return [{ text: "Frank gives " }, who, { text: " an extra turn." }];
    case "final_scored":
      return [who, { text: " turns up " }, { text: plural(event.points), as: "gold" }];
    default:
      return null;
  }
}

const TURNS = new Set(["looted", "ran", "awakened", "passed"]);

/** A round is over when the turn comes back to somebody who has had one. */
export function chapters(lines: News[]): (string | null)[] {
  let round = 1;
  let before = -1;
  let isExtra = false;
  return lines.map(({ event }) => {
    if (event?.type === "extra_turn") isExtra = true;
    if (event && TURNS.has(event.type)) {
      const now = Number(event.seat);
      if (!isExtra && before >= 0 && now <= before) round += 1;
      before = now;
      isExtra = false;
    }
    return `Round ${round}`;
  });
}

export const isQuiet = (news: News): boolean => news.event?.type === "turned_up";

export function cue(news: News): Cue | null {
  switch (news.event?.type) {
    case "looted":
      return "flip";
    case "ran":
      return "coins";
    case "awakened":
      return "wake";
    case "escaped":
      return "escape";
    case "mummy_scored":
      return "coin";
    default:
      return null;
  }
}
