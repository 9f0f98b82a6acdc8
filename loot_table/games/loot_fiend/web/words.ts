/* Words around the board: seat cards, prompt, log, typed actions. */
import backpack from "icon:lucide/backpack";
import lock from "icon:lucide/lock";
import zap from "icon:lucide/zap";
import type { LogPart, SeatFacts } from "$shell/table/kit";
import type { Play } from "$shell/table/play.svelte";
import type { Action, News } from "$shell/protocol/types";
import type { Cue } from "$shell/sound";
import { count, listing } from "$shell/words";
import { FIT_WORDS, lootOf, mine, named, sceneOf, shapeOf } from "./acts";
import { look } from "./look.svelte";
import { isSame, SIDES, spoken, STEPS } from "./map";
import type { Cell, Scene, TileScene } from "./scene";

export function seat(scene: unknown, number: number): SeatFacts {
  const all = scene as Scene;
  const own = all.seats[number]!;
  const shop = all.shop;
  const facts: SeatFacts["facts"] = [
    { text: own.locks ? `${count(own.locks, "lock")} left` : "no locks left", icon: lock },
    { text: `${own.actions} actions a turn`, icon: zap },
    { text: count(own.pack.length, "piece"), icon: backpack },
  ];
  if (shop) facts.push(shop.done[number] ? { text: "done shopping", tone: "good" } : { text: "shopping" });
  if (shop?.leaver === number) facts.push({ text: "leaves first", tone: "gold" });
  return { score: String(own.points), unit: own.points === 1 ? "point" : "points", facts };
}

export function goal(scene: unknown): string {
  const { stores } = scene as Scene;
  return `Carry the most points of loot when store ${stores.final} turns up. Loot on the map counts for nothing.`;
}

/** A tie of all is no victory to boast of. */
export function verdict(play: Play): string | null {
  const scene = sceneOf(play);
  return scene.phase === "over" && scene.winner === null ? "There is no loot fiend." : null;
}

export function pips(play: Play): { left: number; spend: number; of: number } | null {
  const scene = sceneOf(play);
  if (scene.turn === null || !["turn", "orient", "place_loot"].includes(scene.phase)) return null;
  const of = Math.max(scene.seats[scene.turn]!.actions, scene.actions_left);
  let spend = 0;
  const action = play.preview?.action;
  if (play.isMine && action && scene.phase === "turn" && action.type !== "end_turn") {
    spend = look.walking.length ? (scene.walks.find((walk) => isSame(walk.to, look.walking.at(-1)!))?.cost ?? scene.cost) : scene.cost;
  }
  return { left: scene.actions_left, spend: Math.min(spend, scene.actions_left), of };
}

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five"];

export function asks(play: Play): string | null {
  const scene = sceneOf(play);
  const left = scene.actions_left;
  const rest = `${NUMBERS[left] ?? left} ${left === 1 ? "action" : "actions"} left.`;
  if (look.mode === "repack") return "Pack as you like. All of it must go back in.";
  if (look.mode === "pay") return `${count(scene.lock_price * look.locksOff, "point")} for ${count(look.locksOff, "lock")}. What do you hand over?`;
  switch (scene.phase) {
    case "turn": {
      const wished = lootOf(scene, look.held?.id ?? look.wish) ?? scene.loot.filter((loot) => loot.is_here && !loot.is_guarded).sort((a, b) => value(scene, b) - value(scene, a))[0];
      if (wished) {
        const name = scene.shapes[wished.code]!.name;
        if (wished.fit === "fits") return `The ${name} fits. ${rest}`;
        if (wished.fit === "repack") return `The ${name} almost fits. ${rest}`;
        return `The ${name} does not fit. ${rest}`;
      }
      return `Your turn. ${rest}`;
    }
    case "orient":
      return `A ${scene.turned!.kind} tile. Which way round?`;
    case "place_loot":
      return scene.choices!.asks_shape ? "Which two pieces lie on the new tile?" : "Green box or blue box for the new tile?";
    case "spot":
      return "Nobody moves the game on: flip a tile, free of charge.";
    case "route":
      return `Two ways to the store are equally short. Which does ${play.names[scene.routes!.traveller]} take?`;
    case "trip":
      return `On the way to the store. Take something from ${spoken(scene.trip!.path[0]!)}?`;
    case "leave_first":
      return "Several have the least loot. Who leaves first?";
    case "store":
      return "The store is open. Repack and unlock freely.";
    default:
      return null;
  }
}

const value = (scene: Scene, loot: { code: string; fit: string }): number => scene.shapes[loot.code]!.value + (loot.fit === "no" ? -9 : loot.fit === "repack" ? 0 : 5);

export function hint(play: Play): string {
  const scene = sceneOf(play);
  if (play.isMine) {
    switch (scene.phase) {
      case "turn": {
        if (look.mode === "place") return "Arrows or drag to move it, R to turn it. Let go where the frame is gold.";
        if (look.mode === "repack") return packing();
        if (look.mode === "pay") return paying(play);
        const wished = lootOf(scene, look.wish);
        if (wished) return reach(scene, wished.id);
        if (scene.is_shared && scene.cost > 1) return "You share this tile: every action costs double, and nobody collects here.";
        const here = scene.loot.filter((loot) => loot.is_here);
        return here.length ? "Collect, follow a road, or flip a tile where a road ends." : "Follow a road, or flip a tile where a road ends.";
      }
      case "orient":
        return "Only ways that join the most roads with the fewest dead ends are allowed. R turns it.";
      case "place_loot":
        return boxHint(scene);
      case "spot":
        return "Choose one of the closest open road ends.";
      case "route":
        return "You found the store, so you choose. They may collect what fits on the way.";
      case "trip":
        if (look.mode === "repack") return packing();
        return scene.trip!.may_repack ? "The walk is free, and so are repacking and everything that fits." : "The walk is free, and so is everything that fits. No repacking on the way.";
      case "leave_first":
        return "You found the store, so you break the tie. Whoever leaves first has a full turn.";
      case "store":
        return look.mode === "pay" ? paying(play) : "Every lock you remove gives a row and costs an action in each later turn.";
    }
  }
  if (scene.phase === "over") return "";
  const ahead = scene.stack.ahead.at(-1);
  const last = ahead ? `Store ${ahead.number}, the last, is ${flips(ahead.from, ahead.to)} away.` : "";
  return last;
}

export const flips = (from: number, to: number): string => (from === to ? count(from, "flip") : `${from} to ${to} flips`);

function paying(play: Play): string {
  const scene = sceneOf(play);
  const total = look.paid.reduce((sum, id) => sum + shapeOf(scene, id).value, 0);
  const each = scene.pays_each && look.locksOff > 1 ? ` ${scene.lock_price} for each lock by itself.` : "";
  return `${total} of ${scene.lock_price * look.locksOff} points.${each} Tap pieces in your backpack to hand them over.`;
}

const packing = (): string => (look.held || look.tray.length ? `${count((look.held ? 1 : 0) + look.tray.length, "piece")} still outside.` : "Take a piece and put it elsewhere, R turns it.");

function boxHint(scene: Scene): string {
  const say = (size: string): string => {
    const box = scene.boxes.find((each) => each.size === size)!;
    const fit = box.shapes.filter((each) => each.fit === "fits").reduce((sum, each) => sum + each.count, 0);
    return `${fit} of ${box.left} ${size} pieces would fit`;
  };
  return `${say("medium")}, ${say("large")}. A small one comes with either.`;
}

export function reach(scene: Scene, id: string): string {
  const loot = lootOf(scene, id)!;
  const shape = scene.shapes[loot.code]!;
  const parts = [loot.walk ? `walk (${loot.walk})` : "", loot.fit === "repack" ? "repack (1)" : "", "collect (1)"].filter(Boolean);
  if (loot.is_guarded) return `Somebody stands with the ${shape.name}: nobody can collect it there.`;
  if (loot.fit === "no") return `The ${shape.name} has no room in your backpack, however it is packed.`;
  if (scene.phase === "trip" && loot.fit === "repack") return scene.trip!.may_repack ? "It fits after a repack, which is free on the way." : "It would fit after a repack, but not on the way.";
  return `${parts.join(", then ")}: ${count(loot.cost, "action")} in all for ${count(shape.value, "point")}.`.replace(/^./, (first) => first.toUpperCase());
}

export function waits(play: Play): string {
  const scene = sceneOf(play);
  switch (scene.phase) {
    case "turn":
      return `playing, with ${count(scene.actions_left, "action")} left`;
    case "orient":
      return "choosing a rotation";
    case "place_loot":
      return "choosing loot for the new tile";
    case "spot":
      return "choosing where to flip";
    case "route":
      return `choosing a route for ${play.names[scene.routes!.traveller]}`;
    case "trip":
      return "on the way to the store";
    case "leave_first":
      return "choosing who leaves first";
    case "store":
      return "shopping";
    default:
      return "deciding";
  }
}

// ---- typed

const SHORT: Record<string, number> = { n: 0, e: 1, s: 2, w: 3, north: 0, east: 1, south: 2, west: 3 };

export function parse(line: string, play: Play): Action | string {
  const scene = sceneOf(play);
  const words = line.trim().toLowerCase().split(/[\s,;:()@]+/).filter(Boolean);
  const [verb, ...rest] = words;
  const numbers = rest.filter((word) => /^-?\d+$/.test(word)).map(Number);
  const place = (): Cell | null => {
    const side = SHORT[rest[0] ?? ""];
    const at = mine(play)?.at;
    if (side !== undefined && at) {
      const exit = scene.exits.find((each) => each.side === side);
      return exit?.to ?? [at[0] + STEPS[side]![0], at[1] + STEPS[side]![1]];
    }
    return numbers.length >= 2 ? [numbers[0]!, numbers[1]!] : null;
  };
  switch (verb) {
    case "add":
    case "flip":
    case "explore":
    case "move":
    case "go": {
      if (verb === "go" && !rest.length) return { type: "trip_go" };
      const to = place();
      if (!to) return `Write where, such as ${verb} n or ${verb} 0 -2.`;
      return { type: verb === "move" || verb === "go" ? "move" : "add", to };
    }
    case "collect":
    case "take": {
      const loot = scene.loot.find((each) => each.is_here && (each.id === rest[0] || scene.shapes[each.code]!.name === rest.join(" ").replace(/[\s\d]*$/, "")));
      const spot = numbers.length >= 3 ? numbers.slice(-3) : loot?.best;
      if (!loot && !rest.length) return "Write which piece, such as collect ring.";
      const type = scene.phase === "trip" ? "trip_collect" : "collect";
      return { type, loot: loot?.id ?? rest[0]!, rot: spot?.[0] ?? 0, x: spot?.[1] ?? 0, y: spot?.[2] ?? 0 };
    }
    case "repack": {
      const packing = scene.packings[(numbers[0] ?? 1) - 1];
      if (!packing) return "No such packing is on offer.";
      return { type: "reorganise", layout: packing.layout.map((piece) => [piece.id, piece.rot, piece.x, piece.y]) };
    }
    case "locks":
    case "unlock": {
      const many = numbers[0] ?? 1;
      const pay = rest.filter((word) => /^[sml]\d+$/.test(word));
      return { type: "remove_locks", count: many, pay: pay.length ? pay : (scene.payments.find((each) => each.count === many)?.pay ?? []) };
    }
    case "turn":
      return { type: "orient", rot: numbers[0] ?? 0 };
    case "medium":
    case "large":
      return { type: "place_loot", size: verb };
    case "done":
      return { type: "done" };
    case "end":
      return { type: "end_turn" };
    case "route": {
      const route = scene.routes?.routes[(numbers[0] ?? 1) - 1];
      return route ? { type: "route", path: route.path } : "No such route is on offer.";
    }
    case "first":
      return { type: "leave_first", player: (numbers[0] ?? 1) - 1 };
    default:
      return "Write add n, move e, collect ring, repack 1, unlock 1, turn 2, medium, large, go, done or end.";
  }
}

export function example(play: Play): string {
  const scene = play.scene as Scene | undefined;
  const exit = scene?.exits[0];
  if (exit) return `${exit.kind} ${SIDES[exit.side]!.charAt(0)}`;
  return scene?.phase === "store" ? "done" : scene?.phase === "place_loot" ? "medium" : "move n";
}

// ---- what is special now

export function bannerOf(play: Play): { text: string; rule: string } | null {
  const scene = sceneOf(play);
  const finder = scene.finder === null ? "" : (play.names[scene.finder] ?? "");
  const last = scene.final_turns ? ` Nothing is left to explore: ${count(scene.final_turns, "turn")} after it.` : "";
  if (scene.phase === "route" || scene.phase === "trip") return { text: `Store! ${finder} found it, everyone heads there.${last}`, rule: last ? "LF-86" : "LF-52" };
  if (scene.phase === "leave_first") return { text: `Everyone is at the store.${last}`, rule: last ? "LF-86" : "LF-60" };
  if (scene.shop) return { text: `The store is open. ${play.names[scene.shop.leaver]} has the least loot and leaves first.${last}`, rule: last ? "LF-86" : "LF-62" };
  if (scene.final_turns) return { text: `Nothing is left to explore: ${count(scene.final_turns, "turn")} to the end.`, rule: "LF-86" };
  if (scene.stalemate === "on") return { text: "Stalemate: every turn ends with a flip until a store turns up.", rule: "LF-84" };
  if (scene.stalemate === "armed") return { text: "Nobody moves the game on. Unless that changes, turns will end with a flip.", rule: "LF-83" };
  if (scene.stores.final > 3 && scene.phase !== "over") return { text: "A tie at the third store: the fourth decides.", rule: "LF-72" };
  return null;
}

// ---- speech

export function tileWords(play: Play, tile: TileScene): string {
  const scene = sceneOf(play);
  const parts: string[] = [tile.kind === "starter" ? `starter, eight roads, draw stack ${scene.stack.left} left` : `${spoken(tile.at)}, ${tile.kind}`];
  if (tile.kind !== "starter") parts.push(`roads ${listing(tile.roads.map((side) => SIDES[side]!))}`);
  const loot = scene.loot.filter((each) => isSame(each.at, tile.at));
  for (const each of loot) parts.push(`${named(scene.shapes[each.code]!)} ${FIT_WORDS[each.fit]}${each.is_near ? `, ${count(each.cost, "action")} in all` : ""}`);
  if (tile.seats.length) parts.push(`${listing(tile.seats.map((each) => (each === play.seat ? "you" : (play.names[each] ?? ""))))} here`);
  if (tile.is_double) parts.push("actions cost double");
  if (tile.open.length) parts.push(`${count(tile.open.length, "road")} into the unknown`);
  const exit = scene.exits.find((each) => each.kind === "move" && isSame(each.to, tile.at));
  const walk = scene.walks.find((each) => isSame(each.to, tile.at));
  if (exit) parts.push(`move ${SIDES[exit.side]!}, ${count(exit.cost, "action")}`);
  else if (walk) parts.push(`walk, ${count(walk.cost, "action")}`);
  return parts.join(", ");
}

export function tell(play: Play): string[] {
  const scene = sceneOf(play);
  const lines = scene.seats.map((each, number) => {
    const held = each.pack.map((piece) => named(scene.shapes[piece.code]!));
    return `${play.names[number]}: ${count(each.points, "point")}, ${count(each.locks, "lock")}, at ${spoken(each.at)}. Backpack: ${listing(held) || "empty"}.`;
  });
  const { stack, stores } = scene;
  lines.push(`Stores: ${stores.found} of ${stores.final} found. Tile ${stack.laid} of ${stack.total} laid. The next is a store with chance ${stack.chance[0]} in ${stack.chance[1]}.`);
  for (const each of stack.ahead) lines.push(`Store ${each.number} comes in ${flips(each.from, each.to)}.`);
  for (const tile of scene.tiles) lines.push(`${tileWords(play, tile)}.`);
  if (scene.stalemate !== "off") lines.push(`Stalemate ${scene.stalemate}.`);
  return lines;
}

// ---- log

export function log(news: News, names: string[]): LogPart[] | null {
  const event = news.event;
  if (!event) return null;
  const name = names[Number(event.seat)] ?? "";
  const who: LogPart = { text: name, as: "name" };
  const at = (): string => `(${event.x},${event.y})`;
  switch (event.type) {
    case "turn_began":
      return [];
    case "explored":
      return [who, { text: Number(event.cost) ? " flips a tile at " : " must flip a tile at " }, { text: at(), as: "chip" }];
    case "tile_laid":
      return [{ text: event.kind === "store" ? "It is a " : `It is a ${event.kind === "end" ? "dead end" : event.kind}.` }, ...(event.kind === "store" ? [{ text: "store", as: "gold" as const }] : [])];
    case "loot_laid":
      return [{ text: "There lies " }, { text: `${event.name} ${event.points}`, as: "chip" }];
    case "moved":
      return [who, { text: " walks to " }, { text: at(), as: "chip" }, ...(event.is_shared ? [{ text: " for two: shared tile", as: "bad" as const }] : [])];
    case "collected":
      return [who, { text: event.is_on_trip ? " picks up on the way " : " collects " }, { text: `${event.name} ${event.points}`, as: "gold" }];
    case "reorganised":
      return [who, { text: Number(event.cost) ? " repacks." : event.is_on_trip ? " repacks on the way." : " repacks at the store." }];
    case "locks_removed":
      return [who, { text: ` sells ${event.points} points for ` }, { text: count(Number(event.count), "lock"), as: "good" }];
    case "store_found":
      return [who, { text: " finds " }, { text: `store ${event.number}`, as: "gold" }, { text: ". Everybody heads there." }];
    case "leaver_fixed":
      return [who, { text: ` leaves first: least loot, ${event.points}.` }];
    default:
      return null;
  }
}

export const isQuiet = (news: News): boolean => ["turn_began", "explored"].includes(String(news.event?.type));

export function chapters(lines: News[]): (string | null)[] {
  let here: string | null = null;
  let turn = 0;
  return lines.map((news) => {
    if (news.event?.type === "turn_began") {
      turn += 1;
      here = `${news.text.split(": a turn of")[0]}, turn ${turn}`;
    }
    if (news.event?.type === "store_found") here = `Store ${news.event.number}`;
    return here;
  });
}

export function cue(news: News): Cue | null {
  switch (news.event?.type) {
    case "moved":
      return "move";
    case "tile_laid":
      return "flip";
    case "collected":
      return "coin";
    case "locks_removed":
      return "lock";
    case "store_found":
      return "wake";
    default:
      return null;
  }
}
