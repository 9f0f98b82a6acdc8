/* What a tap means: previews of slides, weakening, rubble and the minotaur, and their second tap. */
import type { Action } from "$shell/protocol/types";
import type { Play, Preview } from "$shell/table/play.svelte";
import { look } from "./look.svelte";
import { has, nameOf, same, type Dir, type Scene, type Slide, type Spot, type Wall } from "./scene";
import { ownerOf, wallAt } from "./words";

const of = (play: Play): Scene => play.scene as Scene;
const isSame = (one: Action | undefined, other: Action): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Preview it, or play it if it is being previewed. */
function choose(play: Play, preview: Preview, anchor: DOMRect | null): void {
  look.inspected = null;
  if (isSame(play.preview?.action, preview.action)) void play.commit(preview.action, anchor);
  else play.show(preview);
}

/** What slides now: the own pawn, or the minotaur while it is commanded. */
export function slides(play: Play): Slide[] {
  if (play.picked === "minotaur") return of(play).commands;
  return of(play).seats[play.seat ?? -1]?.slides ?? [];
}

export const isSliding = (play: Play): boolean => play.isMine && of(play).phase === "turn" && (play.picked === null || play.picked === "minotaur");

export function slide(play: Play, dir: Dir, anchor: DOMRect | null): void {
  const scene = of(play);
  const found = slides(play).find((each) => each.dir === dir);
  const isMinotaur = play.picked === "minotaur";
  const action: Action = { type: isMinotaur ? "minotaur" : "move", dir };
  if (!found?.is_legal) {
    void play.explain(`Not ${found?.name ?? dir}`, action, anchor);
    return;
  }
  const wall = scene.walls.find((each) => each.number === found.wall);
  choose(
    play,
    { action, label: isMinotaur ? `Send it ${found.name}` : `Slide ${found.name}`, says: found.says, locks: found.falls && wall?.owner != null },
    anchor,
  );
}

function weaken(play: Play, wall: Wall, anchor: DOMRect | null): void {
  const action = { type: "weaken", wall: wall.number };
  if (wall.weaken === null) {
    void play.explain(`${ownerOf(play, wall.owner)} ${wall.symbol}`.replace(/^./, (first) => first.toUpperCase()), action, anchor);
    return;
  }
  choose(play, { action, label: `${wall.falls ? "Demolish" : "Weaken"} your ${wall.symbol}`, says: wall.weaken, locks: wall.falls }, anchor);
}

function rubble(play: Play, at: Spot, anchor: DOMRect | null): void {
  const action = { type: "rubble", x: at[0], y: at[1] };
  const found = of(play).rubble.find((each) => same(each.at, at));
  if (found) choose(play, { action, label: `Rubble on ${nameOf(of(play), at)}`, says: found.says }, anchor);
  else void play.explain(`No rubble on ${nameOf(of(play), at)}`, action, anchor);
}

function deploy(play: Play, at: Spot, anchor: DOMRect | null): void {
  const scene = of(play);
  const action = { type: "deploy", x: at[0], y: at[1] };
  if (has(scene.deploy, at)) choose(play, { action, label: `Minotaur to ${nameOf(scene, at)}`, says: "From the next turn on anybody behind with an axe may command it." }, anchor);
  else void play.explain(`Not ${nameOf(scene, at)}`, action, anchor);
}

/** The slide whose line leads over a square. */
export const slideOver = (play: Play, at: Spot): Slide | undefined => slides(play).find((each) => each.is_legal && each.path.some((spot) => same(spot, at)));

function seatOn(scene: Scene, at: Spot): number {
  return scene.seats.findIndex((facts) => same(facts.pawn, at));
}

export function inspect(play: Play, number: number): void {
  look.inspected = look.inspected === number ? null : number;
  play.show(null);
}

/** A tap on a square, or Enter on it. */
export function tap(play: Play, at: Spot, anchor: DOMRect | null): void {
  const scene = of(play);
  const seat = seatOn(scene, at);
  const wall = wallAt(scene, at);
  if (!play.isMine) {
    if (seat >= 0) inspect(play, seat);
    else if (play.seat !== null && scene.phase !== "over") void play.explain("Not now", wall ? { type: "weaken", wall: wall.number } : { type: "move", dir: "N" }, anchor);
    return;
  }
  if (look.isBuilding(play)) {
    const isOnGhost = look.isPinned && look.cells(play).some((cell) => same(cell, at));
    if (isOnGhost && play.preview) void play.commit(play.preview.action, anchor);
    else {
      look.isPinned = true;
      look.put(play, at);
      look.settle(play);
    }
  } else if (play.picked === "rubble") rubble(play, at, anchor);
  else if (play.picked === "deploy") deploy(play, at, anchor);
  else if (play.picked === "weaken") {
    if (wall) weaken(play, wall, anchor);
    else nothingThere(play, `No wall on ${nameOf(scene, at)}`, "Choose one of your own walls.", "LL-6.1", anchor);
  } else {
    const found = slideOver(play, at);
    if (found) slide(play, found.dir, anchor);
    else if (wall) weaken(play, wall, anchor);
    else if (seat >= 0) inspect(play, seat);
    else {
      const what = play.picked === "minotaur" ? "The minotaur slides" : "Your pawn slides";
      nothingThere(play, `Not ${nameOf(scene, at)}`, `${what} north, east, south or west until something stops it; none of these lines leads here.`, "LL-4.2", anchor);
    }
  }
}

function nothingThere(play: Play, title: string, text: string, rule: string, anchor: DOMRect | null): void {
  play.refuse({ title, refusal: { text, rule }, anchor });
}

/** The buttons of my area: 2 build, 3 weaken, 4 rubble, 5 minotaur. */
export function pick(play: Play, what: "build" | "weaken" | "rubble" | "minotaur", anchor: DOMRect | null): void {
  const scene = of(play);
  look.inspected = null;
  const isOn = play.picked === what || (what === "minotaur" && play.picked === "deploy");
  if (isOn) play.pick(null);
  else if (what === "build") {
    const symbols = scene.phase === "build" && scene.turned_up ? [scene.turned_up] : (scene.hand ?? []);
    const here = play.picked?.startsWith("card:") ? Number(play.picked.slice(5)) : -1;
    const next = (here + 1) % Math.max(1, symbols.length);
    if (symbols.length && play.isMine) void look.take(play, symbols[next]!, next);
    else void play.explain("Nothing to build", { type: "place", symbol: scene.kinds[0]!.symbol, orient: 0, x: 0, y: 0 }, anchor);
  } else if (what === "weaken") {
    if (scene.walls.some((wall) => wall.weaken !== null)) play.pick("weaken");
    else void play.explain("Nothing to weaken", { type: "weaken", wall: scene.walls[0]?.number ?? 0 }, anchor);
  } else if (what === "rubble") {
    if (scene.rubble.length) play.pick("rubble");
    else void play.explain("No rubble", { type: "rubble", x: scene.walls[0]?.cells[0]?.[0] ?? 0, y: scene.walls[0]?.cells[0]?.[1] ?? 0 }, anchor);
  } else if (scene.deploy) play.pick("deploy");
  else if (scene.commands.length) play.pick("minotaur");
  else void play.explain("No minotaur", { type: "minotaur", dir: "N" }, anchor);
}
