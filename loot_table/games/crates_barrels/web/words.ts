/* Words around the board: seat cards, prompt, log, typed turns. */
import coins from "icon:game-icons/two-coins";
import users from "icon:lucide/layers";
import type { LogPart, SeatFacts } from "$shell/table/kit";
import type { Play } from "$shell/table/play.svelte";
import type { Action, News } from "$shell/protocol/types";
import type { Cue } from "$shell/sound";
import { count, listing } from "$shell/words";
import { look } from "./look.svelte";
import type { Outlook, Scene } from "./scene";

export function seat(scene: unknown, number: number): SeatFacts {
  const side = (scene as Scene).sides[number]!;
  return {
    score: String(side.on_board),
    unit: "on board",
    facts: [
      { text: side.name },
      { text: `${side.reserve} in reserve`, icon: users },
      side.carrier
        ? { text: `carrying loot, home in ${side.home_in}`, icon: coins, tone: "gold" as const }
        : { text: "empty-handed", icon: coins },
    ],
  };
}

export function goal(scene: unknown, me: number | null): string {
  const { sides } = scene as Scene;
  if (me === null) return "Carry the enemy's loot to your own tile, or take every pawn while all diamonds are covered.";
  const own = sides[me]!;
  return `Carry their loot to your own tile ${own.loot}. Or take every ${sides[1 - me]!.pawn} while all diamonds are covered.`;
}

export function asks(play: Play): string | null {
  const scene = play.scene as Scene;
  const me = play.seat;
  if (me === null) return null;
  const own = scene.sides[me]!;
  const enemy = scene.sides[1 - me]!;
  if (enemy.delivers_next) return `Careful: their ${enemy.pawn} on ${enemy.carrier} can bring your loot home.`;
  if (own.on_board === 1 && scene.respawn.every((spot) => spot.is_covered)) return `Your last ${own.pawn}, and no free diamond: lose it and you lose.`;
  if (own.on_board === 0) return `No ${own.pawn} on the board: you must respawn.`;
  if (own.delivers_next) return `Your ${own.pawn} on ${own.carrier} can go home now.`;
  return `Your move, ${own.name}.${own.carrier ? " You are carrying." : ""}`;
}

export function outlookFor(play: Play, from: string | null, to: string): Outlook | undefined {
  return (play.scene as Scene).outlook.find((line) => line.from === from && line.to === to);
}

/** The tile that the picked pawn (or the reserve) starts from: null stands for the reserve. */
export const originOf = (play: Play): string | null => (play.picked === "reserve" ? null : play.picked);

export function hint(play: Play): string {
  const scene = play.scene as Scene;
  const pawn = scene.pawns.find((each) => each.tile === look.inspected);
  if (pawn) return `The ${scene.sides[pawn.side]!.pawn} on ${pawn.tile} reaches ${pawn.reach.join(" ") || "nothing"}.`;
  if (play.isMine && play.picked && look.over) {
    const line = outlookFor(play, originOf(play), look.over);
    if (line) return `${line.label}: ${line.says}`;
  }
  if (play.isMine && play.picked === "reserve") return "Choose a free diamond. Respawning takes your whole turn.";
  if (play.isMine && play.picked) return `Where to with ${play.picked}? Teal dots are moves, crosshairs attacks.`;
  if (play.isMine) {
    const own = scene.sides[play.seat!]!;
    return own.reserve ? `Pick a ${own.pawn} to move, or a diamond to respawn on.` : `Pick a ${own.pawn} to move.`;
  }
  return `Turn ${scene.turn + (scene.to_act === null ? 0 : 1)} of at most ${scene.limit}.`;
}

export const waits = (): string => "choosing a move";

const TURN = /^\$?(?:@([a-i][1-9])|([a-i][1-9])\s*(?:-|x|to|\s)\s*([a-i][1-9]))[$^#]*$/;

export function parse(line: string): Action | string {
  if (line.trim().toLowerCase() === "pass") return { type: "pass" };
  const words = line.trim().toLowerCase().replace(/^(move|respawn)\s+/, (word) => (word.startsWith("r") ? "@" : ""));
  const found = TURN.exec(words);
  if (!found) return `“${line.slice(0, 30)}” is not a turn. Write e2-e4, e7xe9 or @e5.`;
  return found[1] ? { type: "respawn", to: found[1] } : { type: "move", from: found[2]!, to: found[3]! };
}

export function example(play: Play): string {
  return (play.scene as Scene | undefined)?.outlook[0]?.label ?? "e2-e4";
}

export function tell(play: Play): string[] {
  const scene = play.scene as Scene;
  const lines = scene.sides.map((side, number) => {
    const tiles = scene.pawns.filter((pawn) => pawn.side === number).map((pawn) => pawn.tile);
    const carries = side.carrier ? `, one carrying loot on ${side.carrier}, home in ${count(side.home_in ?? 0, "turn")}` : "";
    return `${side.name}, played by ${play.names[number]}: ${tiles.length ? `pawns on ${listing(tiles)}` : "no pawns"}${carries}, ${side.reserve} in reserve. Their Loot Tile is ${side.loot}.`;
  });
  const open = scene.respawn.filter((spot) => !spot.is_covered).map((spot) => spot.tile);
  lines.push(open.length ? `Free Respawn Tiles: ${listing(open)}.` : "No Respawn Tile is free.");
  lines.push(`Turn ${scene.turn + 1} of at most ${scene.limit}.`);
  return lines;
}

export function log(news: News, names: string[]): LogPart[] | null {
  const event = news.event;
  const name = names[Number(event?.seat)] ?? "";
  switch (event?.type) {
    case "played":
      return [{ text: name, as: "name" }, { text: " " }, { text: String(event.notation), as: "chip" }];
    case "taken_out":
      return [{ text: name, as: "name" }, { text: ` loses a ${event.had_loot ? "carrier" : "pawn"} on ` }, { text: String(event.tile), as: "bad" }];
    case "loot_returned":
      return [{ text: "The loot is back on " }, { text: String(event.tile), as: "gold" }];
    case "picked_up":
      return [{ text: name, as: "name" }, { text: " walks in and picks up " }, { text: "loot", as: "gold" }];
    case "delivered":
      return [{ text: name, as: "name" }, { text: " brings the loot home." }];
    default:
      return null;
  }
}

/** Numbered like chess: both sides' turns make a move. */
export function chapters(lines: News[]): (string | null)[] {
  let here: string | null = null;
  return lines.map((news) => {
    if (typeof news.event?.turn === "number") here = `Move ${Math.ceil(news.event.turn / 2)}`;
    return here;
  });
}

export function cue(news: News): Cue | null {
  switch (news.event?.type) {
    case "played":
      return "move";
    case "taken_out":
      return "take";
    case "picked_up":
      return "coins";
    default:
      return null;
  }
}

/** From and to of a turn in notation. */
export function endsOf(notation: string): { from: string | null; to: string } | null {
  const found = /^\$?(?:@([a-i][1-9])|([a-i][1-9])[-x]([a-i][1-9]))/.exec(notation);
  if (!found) return null;
  return found[1] ? { from: null, to: found[1] } : { from: found[2]!, to: found[3]! };
}
