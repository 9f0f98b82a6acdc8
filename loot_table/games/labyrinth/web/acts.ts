/* What a tap, a key or a button means: proposals of slides, weakening, rubble and the minotaur. */
import { t } from "$shell/sentence";
import type { Play } from "$shell/table/play.svelte";
import { spotsIn } from "./draw";
import { look } from "./look.svelte";
import { key, nameOf, same, wallAt, type Dir, type Scene, type Slide, type Spot } from "./scene";

const of = (play: Play): Scene => play.scene as Scene;

/** What slides now: the own pawn, or the minotaur while it is commanded. */
export const slides = (play: Play): Slide[] => (play.picked === "minotaur" ? of(play).commands : of(play).slides);

export const isSliding = (play: Play): boolean => play.isMine && of(play).phase === "turn" && (play.picked === null || play.picked === "minotaur");

export function slide(play: Play, dir: Dir, anchor: DOMRect | null): void {
  look.inspected = null;
  void play.propose({ type: play.picked === "minotaur" ? "minotaur" : "move", dir }, { anchor });
}

/** The slide whose line leads over a square. */
export const slideOver = (play: Play, at: Spot): Slide | undefined => slides(play).find((each) => each.is_legal && each.path.some((spot) => same(spot, at)));

/** Squares worth a stop by Tab. */
export function stops(play: Play): string[] {
  const scene = of(play);
  const weak = scene.walls.filter((wall) => wall.can_weaken).map((wall) => wall.nodes[wall.node]!);
  if (play.picked === "rubble") return scene.rubble.map((each) => key(each.at));
  if (play.picked === "weaken") return weak.map(key);
  if (play.picked === "deploy") return spotsIn(scene.deploy).map(key);
  if (!isSliding(play)) return [];
  const ends = slides(play).filter((each) => each.is_legal && each.path.length);
  return [...ends.map((each) => each.to), ...weak].map(key);
}

function inspect(play: Play, seat: number): void {
  look.inspected = look.inspected === seat ? null : seat;
  play.show(null);
}

/** A tap on a square, or Enter on it. */
export function tap(play: Play, at: Spot, anchor: DOMRect | null): void {
  const scene = of(play);
  const [x, y] = at;
  const seat = scene.seats.findIndex((facts) => same(facts.pawn, at));
  const wall = wallAt(scene, at);
  if (!play.isMine) {
    if (seat >= 0) inspect(play, seat);
    else if (play.seat !== null && scene.phase !== "over") void play.propose({ type: "move", dir: "N" }, { title: t("Not now"), anchor });
  } else if (look.isBuilding(play)) {
    const isOnGhost = look.isPinned && look.cells(play).some((cell) => same(cell, at));
    if (isOnGhost && play.preview) void play.commit(play.preview.action, anchor);
    else {
      look.isPinned = true;
      look.put(play, at);
      look.settle(play);
    }
  } else if (play.picked === "rubble" || play.picked === "deploy") void play.propose({ type: play.picked, x, y }, { title: t("Not {square}", { square: nameOf(scene, at) }), anchor });
  else {
    const over = isSliding(play) ? slideOver(play, at) : undefined;
    if (over) slide(play, over.dir, anchor);
    else if (wall) {
      look.inspected = null;
      void play.propose({ type: "weaken", wall: wall.number }, { anchor });
    } else if (seat >= 0 && play.picked !== "weaken") inspect(play, seat);
    else nothingThere(play, at, anchor);
  }
}

function nothingThere(play: Play, at: Spot, anchor: DOMRect | null): void {
  const refusal =
    play.picked === "weaken"
      ? { text: t("Choose one of your own walls."), rule: "LL-6.1" }
      : { text: t("It slides north, east, south or west until something stops it; none of these lines leads here."), rule: "LL-4.2" };
  play.refuse({ title: t("Not {square}", { square: nameOf(of(play), at) }), refusal, anchor });
}

/** The buttons of my area: 2 build, 3 weaken, 4 rubble, 5 minotaur. What is not possible explains itself. */
export function pick(play: Play, what: "build" | "weaken" | "rubble" | "minotaur", anchor: DOMRect | null): void {
  const scene = of(play);
  const wall = scene.walls[0];
  const [x, y] = wall?.cells[0] ?? [0, 0];
  look.inspected = null;
  if (play.picked === what || (what === "minotaur" && play.picked === "deploy")) play.pick(null);
  else if (what === "build") {
    const symbols = scene.phase === "build" && scene.turned_up ? [scene.turned_up] : (scene.hand ?? []);
    const here = play.picked?.startsWith("card:") ? Number(play.picked.slice(5)) : -1;
    const next = (here + 1) % Math.max(1, symbols.length);
    if (symbols.length && play.isMine) void look.take(play, symbols[next]!, next);
    else void play.propose({ type: "place", symbol: scene.kinds[0]!.symbol, orient: 0, x: 0, y: 0 }, { anchor });
  } else if (what === "weaken") {
    if (scene.walls.some((each) => each.can_weaken)) play.pick("weaken");
    else void play.propose({ type: "weaken", wall: wall?.number ?? 0 }, { anchor });
  } else if (what === "rubble") {
    if (scene.rubble.length) play.pick("rubble");
    else void play.propose({ type: "rubble", x, y }, { anchor });
  } else if (scene.deploy) play.pick("deploy");
  else if (scene.commands.length) play.pick("minotaur");
  else void play.propose({ type: "minotaur", dir: "N" }, { anchor });
}
