/* Words around the table: seat cards, prompt, log, typed answers, spoken text. */
import coins from "icon:game-icons/two-coins";
import layers from "icon:lucide/layers";
import users from "icon:lucide/users";
import type { LogPart, SeatFacts, Step } from "$shell/table/kit";
import type { Play } from "$shell/table/play.svelte";
import type { Action, News } from "$shell/protocol/types";
import type { Cue } from "$shell/sound";
import { count, listing } from "$shell/words";
import { WORD_NAMES } from "./art";
import { look } from "./look.svelte";
import { acts, asked, called, find, idle, kindOf, legal, sceneOf } from "./moves";
import type { Looter, Scene } from "./scene";

export function seat(scene: unknown, number: number): SeatFacts {
  const { loot, target, hands, parties, race } = scene as Scene;
  const win = race[number]!.win;
  return {
    score: String(loot[number]),
    unit: `of ${target}`,
    facts: [
      { text: `${hands[number]!.size} in hand`, icon: layers },
      { text: `${parties[number]!.length} looterz`, icon: users },
      ...(win >= 0.01 && win < 1 ? [{ text: `wins by searching: ${percent(win)}`, icon: coins, tone: "gold" as const }] : []),
    ],
  };
}

export function percent(chance: number): string {
  if (chance > 0 && chance < 0.01) return "under 1\u00a0%";
  if (chance < 1 && chance > 0.99) return "over 99\u00a0%";
  return `${Math.round(100 * chance)}\u00a0%`;
}

export const goal = (scene: unknown): string => `First to ${(scene as Scene).target} Loot wins at once, mid-turn or not.`;

const PHASES = ["Recruit", "Dungeon", "Recruit", "Sacrifice"];

export function steps(play: Play): Step[] {
  const { phase } = sceneOf(play);
  return PHASES.map((label, n) => ({ label, state: phase > n + 1 ? "done" : phase === n + 1 ? "now" : "next" }));
}

// ---- the prompt

export function asks(play: Play): string | null {
  const scene = sceneOf(play);
  const question = scene.question;
  if (!question || !play.isMine) return null;
  const source = question.source ? `${called(question.source, scene)}: ` : "";
  switch (question.kind) {
    case "recruit":
      return scene.phase === 3 ? "Second recruitment: recruit or draw once more." : "Recruit a Looter or draw a card.";
    case "act":
      if (play.picked && look.isAiming) return `${called(play.picked, scene)} attacks: pick a target.`;
      return play.picked ? `${called(play.picked, scene)}: search, attack or ability?` : "Send your Looterz out, one by one.";
    case "target":
      return `${source}${TARGETS[question.op ?? ""] ?? "choose a Looter."}`;
    case "victim":
      return `${source}steal from whom?`;
    case "player":
      return `${source}on which opponent does it fall?`;
    case "card":
      return `${source}which card ${question.origin === "hand" ? "from your hand?" : "from the Graveyard?"}`;
    case "sacrifice":
      return question.source ? `${source}sacrifice a Looter.` : `Too many at home: sacrifice ${question.spare} more.`;
    case "discard":
      return question.source ? `${source}discard a card.` : `Too many cards: discard ${question.spare} more.`;
    case "order":
      return "Which Last Wish comes first?";
    case "use":
      return `${source}use it?`;
  }
}

const TARGETS: Record<string, string> = {
  attack: "whom does it attack?",
  destroy: "which Looter is destroyed?",
  damage: "which Looter is hurt?",
  gain_life: "which Looter gains Life?",
  take_control: "which Looter do you take?",
  exhaust: "which Looter is exhausted?",
  search: "which Looter searches now?",
};

export function hint(play: Play): string {
  const scene = sceneOf(play);
  if (!play.isMine) return waitingHint(play, scene);
  const over = look.over && legal(play).has(look.over) ? look.over : null;
  const kind = asked(play);
  if (over && kind === "act" && play.picked) return `${called(over, scene)}: ${acts(play)!.attacks[over]!.says}`;
  const shield = shieldWords(play, scene);
  switch (kind) {
    case "recruit":
      return scene.phase === 3 ? "People forget this phase. A Looter that comes now waits a round before it acts." : "A Looter that comes now acts this very turn.";
    case "act": {
      if (play.picked) return shield ?? "Search for Loot, attack a Looter, or use its ability.";
      const left = idle(scene, play.seat);
      return `${listing(left.map((looter) => called(looter.id, scene)))} ${left.length === 1 ? "has" : "have"} yet to act.`;
    }
    case "sacrifice":
      return scene.question?.source ? "It goes to the Graveyard. You choose which." : `${count(scene.party_limit, "Looter", "Looterz")} may stay. Last Wishes are heard.`;
    case "discard":
      return scene.question?.source ? "It goes to the Graveyard, without a Last Wish." : `${scene.hand_limit} cards may stay.`;
    case "victim":
      return "They share the most Loot, so you choose.";
    case "card":
      return "Tap a card to see what it would do.";
    default:
      return shield ?? "Tap to see what it would do.";
  }
}

/** "Chidi's Scarecrow has Taunt, so it shields King and Leprechaun." */
function shieldWords(play: Play, scene: Scene): string | null {
  const shields = Object.entries(scene.mine?.shields ?? {});
  const first = shields[0];
  if (!first) return null;
  const guards = first[1].by;
  const behind = shields.filter(([, shield]) => shield.by.join() === guards.join()).map(([id]) => called(id, scene));
  const owner = play.names[find(scene, first[0])?.seat ?? 0];
  return `${owner}’s ${listing(guards.map((id) => called(id, scene)))} ${guards.length === 1 ? "has Taunt, so it shields" : "have Taunt, so they shield"} ${listing(behind)}.`;
}

function waitingHint(play: Play, scene: Scene): string {
  if (look.read) {
    const kind = scene.kinds[kindOf(look.read)];
    if (kind) return `${kind.name}: Life ${kind.life}, Power ${kind.power}. ${kind.text || "No ability."}`;
  }
  const close = nearest(play, scene);
  return close ?? `Round ${scene.round}. First to ${scene.target} Loot wins.`;
}

/** The most pressing thing in the race, in a sentence or in a few words. */
export function nearest(play: Play, scene: Scene, isShort = false): string | null {
  const others = scene.race.map((race, number) => ({ ...race, number })).filter((race) => race.number !== play.seat && race.win > 0 && race.short > 0);
  const first = others.sort((one, other) => other.win - one.win)[0];
  if (!first) return null;
  const name = play.names[first.number];
  return isShort ? `${name}: ${first.short} short, ${percent(first.win)}` : `${name} is ${first.short} short: ${percent(first.win)} to win by searching.`;
}

const WAITS: Record<string, string> = {
  recruit: "choosing whom to recruit",
  act: "sending Looterz into the Dungeon",
  target: "choosing a target",
  victim: "choosing whom to rob",
  player: "choosing an opponent",
  card: "choosing a card",
  sacrifice: "choosing a Looter to sacrifice",
  discard: "choosing a card to discard",
  order: "ordering Last Wishes",
  use: "deciding whether to use it",
};

export function waits(play: Play): string {
  const question = sceneOf(play).question;
  const source = question?.source ? ` for ${called(question.source, sceneOf(play))}` : "";
  return (WAITS[question?.kind ?? ""] ?? "deciding") + source;
}

// ---- spoken text

export function looterWords(play: Play, scene: Scene, seat: number, looter: Looter): string {
  const kind = scene.kinds[kindOf(looter.id)]!;
  const parts = [called(looter.id, scene), `life ${looter.life}`, `power ${kind.power}`, ...kind.words.map((word) => WORD_NAMES[word])];
  if (looter.has_acted) parts.push("acted");
  if (looter.is_exhausted) parts.push("exhausted");
  if (looter.home !== seat) parts.push(`returns to ${play.names[looter.home]}`);
  if (play.picked === looter.id) parts.push("picked");
  const isOpen = legal(play).has(looter.id);
  if (isOpen) parts.push(asked(play) === "act" ? "can be attacked" : "can be chosen");
  const shield = scene.mine?.shields[looter.id];
  if (shield && !isOpen) parts.push(`shielded by ${listing(shield.by.map((id) => called(id, scene)))}`);
  if (kind.text) parts.push(kind.text);
  return parts.join(", ");
}

/** A Looter, or a player's name over a crew, as it is read out. */
export function cellWords(play: Play, id: string): string {
  const scene = sceneOf(play);
  const seat = id.startsWith("seat:") ? Number(id.slice(5)) : null;
  if (seat === null) {
    const at = find(scene, id);
    return at ? looterWords(play, scene, at.seat, at.looter) : called(id, scene);
  }
  const known = seat === play.seat ? [] : scene.hands[seat]!.cards;
  const parts = [`${seat === play.seat ? "You" : play.names[seat]}: ${scene.loot[seat]} of ${scene.target} Loot`, `${scene.hands[seat]!.size} in hand`];
  if (known.length) parts.push(`among them ${known.map((card) => called(card, scene)).join(", ")}`);
  if (seat === scene.active && scene.phase) parts.push("whose turn it is");
  if (legal(play).has(id)) parts.push("can be chosen");
  return parts.join(", ");
}

export function cardWords(scene: Scene, id: string): string {
  const kind = scene.kinds[kindOf(id)];
  return kind ? `${called(id, scene)}, life ${kind.life}, power ${kind.power}${kind.text ? `, ${kind.text}` : ""}` : called(id, scene);
}

export function tell(play: Play): string[] {
  const scene = sceneOf(play);
  const lines = [`Round ${scene.round}. ${scene.phase ? `Phase ${scene.phase} of 4, ${PHASES[scene.phase - 1]}, of ${play.names[scene.active]}.` : "The game is over."} ${scene.target} Loot win.`];
  scene.parties.forEach((party, number) => {
    const crew = party.map((looter) => looterWords(play, scene, number, looter)).join("; ");
    const known = number === play.seat ? [] : scene.hands[number]!.cards;
    lines.push(
      `${play.names[number]}: ${scene.loot[number]} Loot, ${count(scene.hands[number]!.size, "card")} in hand${known.length ? `, among them ${listing(known.map((id) => called(id, scene)))}` : ""}. ${crew ? `Crew: ${crew}.` : "No Looterz."}`,
    );
  });
  if (play.seat !== null) lines.push(`Your hand: ${scene.hands[play.seat]!.cards.map((id) => cardWords(scene, id)).join("; ") || "empty"}.`);
  if (scene.queue.length) lines.push(`Waiting: ${scene.queue.map((each) => `${called(each.card, scene)}, ${play.names[each.seat]}: ${each.does}`).join("; ")}.`);
  lines.push(`Inn ${scene.pile}. Graveyard: ${scene.graveyard.map((id) => called(id, scene)).join(", ") || "empty"}.`);
  if (scene.dragons) lines.push(`Dragon cards seen: ${scene.dragons.seen} of ${scene.dragons.of}.`);
  const close = nearest(play, scene);
  if (close) lines.push(close);
  return lines;
}

// ---- typed answers, the same words as in the terminal

const plain = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replace(/ 1$/, "")
    .replace(/ 2$/, " ii");

function named(scene: Scene, words: string, among: string[]): string | null {
  const wanted = plain(words);
  if (!wanted) return null;
  return among.find((id) => plain(called(id, scene)) === wanted) ?? among.find((id) => plain(called(id, scene)).startsWith(wanted)) ?? null;
}

export function parse(line: string, play: Play): Action | string {
  const scene = sceneOf(play);
  const [, verb = "", rest = ""] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line.toLowerCase()) ?? [];
  const everyone = scene.parties.flat().map((looter) => looter.id);
  const hand = play.seat === null ? [] : scene.hands[play.seat]!.cards;
  if (/^(draw|d)$/.test(verb) && !rest) return { type: "draw" };
  if (/^(none|decline|no|n|pass)$/.test(verb) && !rest) return { type: "decline" };
  if (/^(yes|y|use)$/.test(verb) && !rest) return { type: "use" };
  if (verb === "attack") return attackLine(scene, rest, everyone);
  const player = /^(steal|victim|player)$/.test(verb) ? rest : `${verb} ${rest}`.trim();
  if (asked(play) === "victim" || asked(play) === "player") {
    const number = play.names.findIndex((name, n) => plain(name) === plain(player) || String(n + 1) === player);
    return number < 0 ? "Type the player’s name or number." : { type: asked(play)!, player: number };
  }
  const verbs: Record<string, [type: string, field: string, among: string[]]> = {
    recruit: ["recruit", "card", hand],
    search: ["search", "looter", everyone],
    use: ["activate", "looter", everyone],
    activate: ["activate", "looter", everyone],
    rest: ["rest", "looter", everyone],
    target: ["target", "looter", everyone],
    sacrifice: ["sacrifice", "looter", everyone],
    discard: ["discard", "card", hand],
    card: ["card", "card", [...scene.graveyard, ...hand]],
    order: ["order", "card", scene.graveyard],
  };
  const kind = asked(play) ?? "";
  const [type, field, among] = verbs[verb] ?? verbs[kind] ?? ["", "", []];
  const words = verbs[verb] ? rest : `${verb} ${rest}`;
  const id = type ? named(scene, words, among) : null;
  return id ? { type, [field]: id } : `“${line.slice(0, 30)}” is not understood. Try “${example(play)}”.`;
}

/** `dwarf king`, `death knight gelatinous cube`: split where both halves make sense. */
function attackLine(scene: Scene, rest: string, everyone: string[]): Action | string {
  const words = rest.split(" ");
  for (let split = 1; split < words.length; split++) {
    const looter = named(scene, words.slice(0, split).join(" "), everyone);
    const target = named(scene, words.slice(split).join(" "), everyone);
    if (looter && target) return { type: "attack", looter, target };
  }
  return "Say who attacks whom: attack dwarf king.";
}

export function example(play: Play): string {
  const scene = play.scene as Scene | undefined;
  const action = play.choices[0]?.action;
  if (!scene || !action) return "search dwarf";
  const id = String(action.card ?? action.looter ?? "");
  if (action.type === "victim" || action.type === "player") return play.names[Number(action.player)] ?? "1";
  return `${action.type === "activate" ? "use" : action.type} ${called(id, scene).toLowerCase()}`.trim();
}

/** The rules' sentences know a card by its id; people know it by its name. */
export function reword(text: string, play: Play): string {
  for (const [id, kind] of Object.entries((play.scene as Scene | undefined)?.kinds ?? {})) if (called(id) !== kind.name) text = text.replaceAll(called(id), kind.name);
  return text;
}

// ---- the log

type Event = NonNullable<News["event"]>;
const say = (text: string): LogPart => ({ text });

export function log(news: News, names: string[], scene: unknown): LogPart[] | null {
  const event = news.event;
  if (!event) return null;
  const chip = (id: unknown): LogPart => ({ text: called(String(id), (scene as Scene | undefined) ?? undefined), as: "chip" });
  const chips = (ids: unknown): LogPart[] => (ids as string[]).flatMap((id, n) => (n ? [{ text: " " }, chip(id)] : [chip(id)]));
  const who: LogPart = { text: names[Number(event.seat)] ?? "", as: "name" };
  switch (event.type) {
    case "turn_began":
      return [];
    case "entered":
      return event.origin === "recruited" ? [who, say(" recruits "), chip(event.card)] : [chip(event.card), say(` enters from the ${ORIGINS[String(event.origin)] ?? "box"} for `), who];
    case "drew":
      return event.card ? [who, say(" draws "), chip(event.card)] : [who, say(" draws a card.")];
    case "acted":
      if (event.deed === "attack") return [chip(event.looter), say(" attacks "), chip(event.target)];
      return [chip(event.looter), say(event.deed === "search" ? " searches." : " rests.")];
    case "rolled":
      return rolled(event);
    case "looted":
      return [who, say(" takes "), { text: `+${event.amount} Loot`, as: "gold" }, say(` and has ${event.total}.`)];
    case "stole":
      return [who, say(" steals "), { text: `${event.amount} Loot`, as: "gold" }, say(` from ${names[Number(event.victim)]}.`)];
    case "hurt":
      return (event.cards as string[]).flatMap((id, n) => [...(n ? [say(", ")] : []), chip(id), say((event.lives as number[])[n] ? ` is hurt, ${(event.lives as number[])[n]} Life left` : " loses its last Life")]);
    case "buried":
      return event.how === "sacrificed" ? [who, say(" sacrifices "), ...chips(event.cards)] : [...chips(event.cards), say((event.cards as string[]).length === 1 ? " is " : " are "), { text: String(event.how), as: "bad" }];
    case "gained_life":
      return (event.cards as string[]).flatMap((id, n) => [...(n ? [say(", ")] : []), chip(id), say(` has ${(event.lives as number[])[n]} Life now`)]);
    case "took_control":
      return [who, say(" takes "), chip(event.card), say(` from ${names[Number(event.victim)]}.`)];
    case "went_home":
      return [chip(event.card), say(" goes home to "), who];
    case "ability_began":
      return [{ text: WORD_NAMES[event.trigger as keyof typeof WORD_NAMES], as: "good" }, say(" of "), chip(event.card)];
    case "discarded":
      return [who, say(" discards "), chip(event.card)];
    case "recovered":
      return [chip(event.card), say(" returns to the hand of "), who];
    case "exhausted":
      return [...chips(event.cards), say(" exhausted: no action next time.")];
    default:
      return null;
  }
}

const ORIGINS: Record<string, string> = { graveyard: "Graveyard", draw_pile: "Inn", hand: "hand" };

function rolled(event: Event): LogPart[] {
  const dice = event.dice as number[];
  const power = Number(event.power);
  const parts: LogPart[] = [say("rolls ")];
  dice.forEach((die, n) => parts.push(...(n ? [say(" ")] : []), { text: die <= power ? `${die} ✓` : String(die), as: die <= power ? "good" : "chip" }));
  parts.push(say(event.hits ? ` ${event.hits} of ${dice.length}.` : " Nothing but dust."));
  return parts;
}

export function chapters(lines: News[]): (string | null)[] {
  let here: string | null = null;
  return lines.map((news) => {
    if (news.event?.type === "turn_began") here = news.text;
    return here;
  });
}

const QUIET = new Set(["acted", "refreshed"]);
export const isQuiet = (news: News): boolean => QUIET.has(news.event?.type ?? "");

const CUES: Record<string, Cue> = { entered: "move", drew: "flip", rolled: "move", looted: "coins", stole: "coin", buried: "take", took_control: "escape", ability_began: "lock", dragon_seen: "wake", won: "win" };
export const cue = (news: News): Cue | null => CUES[news.event?.type ?? ""] ?? null;
