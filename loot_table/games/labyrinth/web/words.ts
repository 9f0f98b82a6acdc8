/* Words around the board: seat cards, prompt, log, typed turns. */
import axe from "icon:game-icons/battle-axe";
import treasure from "icon:game-icons/cut-diamond";
import rubbleIcon from "icon:game-icons/stone-pile";
import bricks from "icon:lucide/brick-wall";
import layers from "icon:lucide/layers";
import users from "icon:lucide/users";
import type { Action, News } from "$shell/protocol/types";
import type { Cue } from "$shell/sound";
import type { LogPart, SeatFacts } from "$shell/table/kit";
import type { Play } from "$shell/table/play.svelte";
import { count, listing } from "$shell/words";
import { look } from "./look.svelte";
import { DIRS, nameOf, same, type Dir, type Scene, type Slide, type Spot, type Wall } from "./scene";

const of = (play: Play): Scene => play.scene as Scene;

export function seat(found: unknown, number: number): SeatFacts {
  const scene = found as Scene;
  const facts = scene.seats[number]!;
  const side = scene.sides[facts.side]!;
  const said: SeatFacts["facts"] = [];
  if (scene.has_teams) said.push({ text: side.name, short: side.name.split(" ")[0]!, icon: users });
  said.push({ text: count(facts.cards, "card"), short: String(facts.cards), icon: layers });
  said.push({ text: count(facts.walls, "wall"), short: String(facts.walls), icon: bricks });
  said.push({ text: facts.has_rubble ? "rubble" : "rubble out", short: facts.has_rubble ? "✓" : "out", icon: rubbleIcon });
  if (facts.has_axe !== null) said.push({ text: facts.has_axe ? "axe" : "axe spent", short: facts.has_axe ? "✓" : "–", icon: axe });
  const label = `${scene.has_teams ? `${side.name}, shared: ` : ""}${side.stash} of ${count(scene.target, "treasure")}`;
  return { score: String(side.stash), unit: `of ${scene.target}`, facts: said, slots: { have: side.stash, of: scene.target, icon: treasure, label } };
}

const treasuresLeft = (scene: Scene): number => scene.treasures.filter((treasure) => !treasure.is_taken).length;

/** Words about LL-9.5 once half of its patience is gone. */
function stalling(scene: Scene): string {
  if (scene.stall.limit === null) return "";
  const left = scene.stall.limit - scene.stall.turns;
  return left * 2 <= scene.stall.limit ? ` Nobody has found anything for ${count(scene.stall.turns, "turn")}: ${left} more and it ends.` : "";
}

/** LL-11.2: how much is said in a team game, and who hears it. */
function talking({ talk }: Scene): string {
  if (!talk) return "";
  if (talk.is === "none") return " No talk during the game.";
  const heard = talk.is_private ? "what you say to your team is heard by it alone." : "everybody hears what teammates say.";
  return talk.is === "limited" ? ` One line of chat a turn; ${heard}` : ` ${heard[0]?.toUpperCase()}${heard.slice(1)}`;
}

export function goal(found: unknown): string {
  const scene = found as Scene;
  const who = scene.has_teams ? "The first team" : "First";
  return `${who} to ${scene.target} of ${scene.treasures.length} treasures wins on the spot. ${treasuresLeft(scene)} still out there.${stalling(scene)}${talking(scene)}`;
}

/** Who could win with the next slide, and how. */
function threat(play: Play): string | null {
  for (const [number, facts] of of(play).seats.entries()) {
    const slide = facts.is_opponent ? facts.slides.find((each) => each.stop === "win") : undefined;
    if (slide) return `Careful: ${play.names[number]} can win by sliding ${slide.name}.`;
  }
  return null;
}

export function shownSlide(play: Play): Slide | undefined {
  const scene = of(play);
  const action = play.preview?.action;
  if (action?.type === "move") return scene.seats[play.seat ?? -1]?.slides.find((slide) => slide.dir === action.dir);
  if (action?.type === "minotaur") return scene.commands.find((slide) => slide.dir === action.dir);
  return undefined;
}

export function asks(play: Play): string | null {
  const scene = of(play);
  const slide = shownSlide(play);
  if (slide) return slide.head;
  const pose = look.pose;
  if (scene.phase === "build") return `Build the ${scene.turned_up} for the maze.`;
  if (look.isBuilding(play) && pose) return `Where does the ${pose.symbol} go?`;
  if (play.preview?.action.type === "weaken") return play.preview.label + ".";
  if (play.preview?.action.type === "rubble") return play.preview.label + ".";
  if (play.picked === "weaken") return "Which of your walls?";
  if (play.picked === "rubble") return "Which square becomes rubble?";
  if (play.picked === "deploy") return "Where does the minotaur come up?";
  if (play.picked === "minotaur") return "Which way does the minotaur go?";
  const own = scene.seats[play.seat ?? -1]?.slides.find((each) => each.stop === "win" && each.is_legal);
  if (own) return `A slide ${own.name} gets you away with it.`;
  const danger = threat(play);
  if (danger) return danger;
  const rich = scene.seats[play.seat ?? -1]?.slides.filter((each) => each.is_legal && each.treasures.length) ?? [];
  if (rich.length) return `Your turn. A slide ${listing(rich.map((each) => each.name), "or")} finds treasure.`;
  return "Your turn. No treasure is one slide away.";
}

export function hint(play: Play): string {
  const scene = of(play);
  if (look.inspected !== null) {
    const name = play.names[look.inspected];
    const loot = scene.seats[look.inspected]?.slides.find((slide) => slide.treasures.length);
    return `${look.inspected === play.seat ? "You reach" : `${name} reaches`} the numbered squares in one slide or two.${loot ? ` Sliding ${loot.name} takes ${count(loot.treasures.length, "treasure")}.` : ""}`;
  }
  if (look.isBuilding(play)) {
    if (look.rows === null) return "Looking where it may lie…";
    const rule = scene.phase === "build" ? "More than 3 spaces from every pawn." : "More than 3 spaces from opponents, and nobody may lose the way to a treasure.";
    return `${rule} Teal squares will do.`;
  }
  if (play.isMine && look.arrow) {
    const slide = (play.picked === "minotaur" ? scene.commands : (scene.seats[play.seat ?? -1]?.slides ?? [])).find((each) => each.dir === look.arrow);
    if (slide?.is_legal) return `${slide.head} ${slide.says}`;
  }
  if (play.picked === "weaken") return "One node on; from the cross it comes down and you draw a card.";
  if (play.picked === "rubble") return "Any square of any wall. It stays open until that wall falls.";
  if (play.picked === "deploy") return "An empty square, more than 3 spaces from every opponent.";
  if (play.picked === "minotaur") return "It robs the first pawn it meets that has something, then leaves.";
  if (play.isMine) {
    const can = ["Slide", ...(scene.hand?.length ? ["build"] : []), ...(scene.walls.some((wall) => wall.weaken) ? ["weaken"] : []), ...(scene.rubble.length ? ["drop rubble"] : [])];
    if (scene.deploy || scene.commands.length) can.push("use the minotaur");
    return `${listing(can, "or")}. ${treasuresLeft(scene)} treasures left.${stalling(scene)}`;
  }
  return `${treasuresLeft(scene)} treasures left; ${scene.target} win.${stalling(scene)}`;
}

export const waits = (play: Play): string => (of(play).phase === "build" ? "building the maze" : "choosing: slide, build, weaken or rubble");

// ---- names of squares

/** Squares as the board writes them, and players instead of colours. */
export function reword(text: string, play: Play): string {
  const scene = of(play) as Scene | undefined;
  if (!scene) return text;
  const named = text.replace(/\b(\d{1,2}),(\d{1,2})\b/g, (all, x: string, y: string) => (Number(x) < scene.side && Number(y) < scene.side ? nameOf(scene, [Number(x), Number(y)]) : all));
  return named.replace(/\b([A-Z][a-z]+)'s\b/g, (all, colour: string) => {
    const number = scene.colours.indexOf(colour);
    return number >= 0 ? (number === play.seat ? "your own" : `${play.names[number]}'s`) : all;
  });
}

export function spotOf(scene: Scene, word: string): Spot | null {
  const letters = /^([a-z]{1,2})(\d{1,2})$/i.exec(word);
  const numbers = /^(\d{1,2}),(\d{1,2})$/.exec(word);
  const x = letters ? scene.files.indexOf(letters[1]!.toUpperCase()) : numbers ? Number(numbers[1]) : -1;
  const y = letters ? Number(letters[2]) - 1 : numbers ? Number(numbers[2]) : -1;
  return x >= 0 && y >= 0 && x < scene.side && y < scene.side ? [x, y] : null;
}

export const wallAt = (scene: Scene, at: Spot): Wall | undefined => scene.walls.find((wall) => wall.cells.some((cell) => same(cell, at)));

const ASK = "Write n, e, s or w; place wave 0 k7; weaken k7; rubble k7.";

export function parse(line: string, play: Play): Action | string {
  const scene = of(play);
  const [first = "", ...rest] = line.trim().toLowerCase().split(/\s+/);
  const dir = (word: string | undefined): Dir | undefined => DIRS.find((each) => word && /^(n|e|s|w|north|east|south|west)$/.test(word) && each === word[0]!.toUpperCase());
  if (dir(first) && !rest.length) return { type: "move", dir: dir(first)! };
  if (/^(move|slide|minotaur)$/.test(first) && dir(rest[0])) return { type: first === "minotaur" ? "minotaur" : "move", dir: dir(rest[0])! };
  if (first === "pass") return { type: "pass" };
  if (first === "place" || first === "build") {
    const words = first === "place" ? rest.slice(1) : rest;
    const spot = spotOf(scene, words.find((word) => spotOf(scene, word)) ?? "");
    const orient = Number(words.find((word) => /^\d$/.test(word)) ?? 0);
    if (!spot) return first === "place" ? "Write place, the wall, its orientation and its top left square: place wave 0 k7." : "Write build 0 k7.";
    return first === "place" ? { type: "place", symbol: rest[0] ?? "", orient, x: spot[0], y: spot[1] } : { type: "build", orient, x: spot[0], y: spot[1] };
  }
  const spot = spotOf(scene, rest[0] ?? "");
  if (/^(rubble|deploy)$/.test(first)) return spot ? { type: first, x: spot[0], y: spot[1] } : `Which square? Write ${first} k7.`;
  if (first === "weaken") {
    if (/^\d+$/.test(rest[0] ?? "")) return { type: "weaken", wall: Number(rest[0]) };
    const wall = spot ? wallAt(scene, spot) : undefined;
    return wall ? { type: "weaken", wall: wall.number } : "Which wall? Write weaken and one of its squares: weaken k7.";
  }
  return `“${line.slice(0, 30)}” is not a turn. ${ASK}`;
}

export const example = (play: Play): string => (of(play)?.phase === "build" ? "build 0 k7" : "w, place wave 0 k7");

// ---- everything, as sentences

export function ownerOf(play: Play, owner: number | null): string {
  return owner === null ? "the neutral" : owner === play.seat ? "your" : `${play.names[owner]}'s`;
}

export function wallWords(play: Play, wall: Wall): string {
  const open = wall.rubble.length ? `, rubble on ${listing(wall.rubble.map(({ at }) => nameOf(of(play), at)))}` : "";
  return `${ownerOf(play, wall.owner)} ${wall.symbol}, ${wall.falls ? "falls at the next hit" : `${wall.hits} hits left`}${open}`;
}

export function tell(play: Play): string[] {
  const scene = of(play);
  const lines = scene.seats.map((facts, number) => {
    const who = number === play.seat ? "You are" : `${play.names[number]} is`;
    const team = scene.has_teams ? `, ${scene.sides[facts.side]!.name}` : "";
    return `${who} on ${nameOf(scene, facts.pawn)}${team}, ${scene.sides[facts.side]!.stash} of ${scene.target} treasures, ${count(facts.cards, "card")}, ${facts.has_rubble ? "rubble ready" : "rubble out"}${facts.has_axe ? ", axe ready" : ""}.`;
  });
  const left = scene.treasures.filter((treasure) => !treasure.is_taken).map((treasure) => nameOf(scene, treasure.at));
  lines.push(left.length ? `Treasures on ${listing(left)}.` : "No treasure is left.");
  for (const wall of scene.walls) lines.push(`Wall ${wall.number}: ${wallWords(play, wall)}, on ${listing(wall.cells.map((cell) => nameOf(scene, cell)))}.`);
  if (!scene.walls.length) lines.push("There are no walls.");
  if (scene.minotaur) lines.push(`The minotaur is on ${nameOf(scene, scene.minotaur)}.`);
  if (scene.hand) lines.push(scene.hand.length ? `You hold ${listing(scene.hand)}.` : "You hold no cards.");
  const own = scene.seats[play.seat ?? -1];
  for (const slide of own?.slides ?? []) if (slide.is_legal) lines.push(`${slide.head} ${slide.says}`);
  lines.push(`${count(scene.piles.draw, "card")} to draw, ${scene.piles.discard} discarded. ${scene.stall.limit === null ? count(scene.stall.turns, "turn") : `${scene.stall.turns} of ${scene.stall.limit} turns`} without a treasure.`);
  return lines;
}

// ---- the log

const SPOT = (event: Record<string, unknown>): string => {
  const x = Number(event.x);
  return `${x < 26 ? String.fromCharCode(65 + x) : "A" + String.fromCharCode(39 + x)}${Number(event.y) + 1}`;
};

const whose = (event: Record<string, unknown>, names: string[]): string =>
  Number(event.owner) < 0 ? "the neutral" : event.owner === event.seat ? "an own" : `${names[Number(event.owner)]}’s`;

export function log(news: News, names: string[]): LogPart[] | null {
  const event = news.event;
  if (!event) return null;
  const who: LogPart = { text: names[Number(event.seat)] ?? "", as: "name" };
  const spot: LogPart = { text: SPOT(event), as: "chip" };
  const symbol: LogPart = { text: String(event.symbol), as: "chip" };
  switch (event.type) {
    case "moved": {
      const steps = Math.abs(Number(event.x) - Number(event.from_x)) + Math.abs(Number(event.y) - Number(event.from_y));
      return steps ? [who, { text: ` slides ${String(event.direction)} ${steps} to ` }, spot] : [who, { text: ` shoves ${String(event.direction)} on ` }, spot];
    }
    case "treasure_taken":
      return [who, { text: " takes " }, { text: "+1", as: "gold" }, { text: " on " }, spot, { text: `, ${Number(event.total)} of ${Number(event.target)}` }];
    case "wall_placed":
      return [who, { text: event.is_neutral ? " builds for the maze: " : " builds a " }, symbol, { text: " at " }, spot];
    case "wall_weakened":
      return [who, { text: ` weakens ${whose(event, names)} ` }, symbol, { text: Number(event.hits_left) === 1 ? ": the next hit fells it." : `: ${count(Number(event.hits_left), "hit")} left.` }];
    case "wall_demolished": {
      const back = Array.isArray(event.rubble) && event.rubble.length ? ` Rubble goes back to ${listing(event.rubble.map((seat) => names[Number(seat)] ?? ""))}.` : "";
      return [who, { text: " " }, { text: "brings down", as: "bad" }, { text: ` ${whose(event, names)} ` }, symbol, { text: back && `.${back}` }];
    }
    case "rubble_played":
      return [who, { text: " drops rubble on " }, spot];
    case "card_drawn":
      if (event.is_dealt) return [];
      return event.symbol ? [who, { text: " draws the " }, symbol] : [who, { text: " draws a card" }];
    case "card_turned_up":
      return [who, { text: " turns up " }, symbol, { text: event.is_lost ? ", which fits nowhere" : "" }];
    case "deployed":
      return [who, { text: " lets the minotaur up on " }, spot];
    case "commanded":
      return [who, { text: ` sends the minotaur ${String(event.direction)} to ` }, spot];
    case "robbed":
      return [{ text: "The minotaur robs " }, { text: names[Number(event.victim)] ?? "", as: "name" }, { text: " for " }, who];
    default:
      return null;
  }
}

const TURNS = new Set(["moved", "wall_placed", "wall_weakened", "wall_demolished", "rubble_played", "deployed", "commanded", "passed"]);

/** Rounds: everything that one answer set off is one turn. */
export function chapters(lines: News[], players: number): (string | null)[] {
  let turns = 0;
  let last = -1;
  return lines.map((news) => {
    const type = news.event?.type ?? "";
    if (news.event?.is_neutral || type === "card_turned_up") return "The maze";
    if (TURNS.has(type) && news.version !== last) {
      last = news.version;
      turns += 1;
    }
    return turns ? `Round ${Math.ceil(turns / players)}` : null;
  });
}

export const isQuiet = (news: News): boolean => news.event?.type === "card_drawn" && news.event.is_dealt === true;

export function cue(news: News): Cue | null {
  switch (news.event?.type) {
    case "moved":
    case "commanded":
      return "move";
    case "treasure_taken":
      return "coin";
    case "wall_placed":
      return "lock";
    case "wall_weakened":
    case "rubble_played":
    case "wall_demolished":
      return "take";
    case "robbed":
      return "wake";
    case "card_drawn":
      return news.event.is_dealt ? null : "flip";
    default:
      return null;
  }
}
