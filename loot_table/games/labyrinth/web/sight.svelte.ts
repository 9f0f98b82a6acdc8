/* What is to be seen on the board now: the scene, and what is pointed at, picked up, previewed or lit. */
import type { News } from "$shell/protocol/types";
import { plain, t } from "$shell/sentence";
import type { Play } from "$shell/table/play.svelte";
import { isSliding, slideOver, slides } from "./acts";
import { treasureIcon } from "./art";
import { CELL, MARGIN, diamond, spotsIn } from "./draw";
import { gripOf, look } from "./look.svelte";
import { lastTurn } from "./motion";
import { has, key, nameOf, same, spotOf, type Opening, type Scene, type Slide, type Spot, type Wall } from "./scene";

export class Sight {
  constructor(private of: () => Play) {}

  play = $derived.by(() => this.of());
  scene = $derived(this.play.scene as Scene);
  size = $derived(this.scene.side * CELL + 2 * MARGIN);
  home = $derived<Spot>(this.scene.seats[this.play.seat ?? 0]!.pawn);

  // ---- the wall in hand

  isBuilding = $derived(look.isBuilding(this.play));
  shape = $derived(this.isBuilding ? look.shape(this.play) : null);
  cells = $derived<Spot[]>(this.isBuilding ? look.cells(this.play) : []);
  isLegal = $derived(this.isBuilding && look.isLegal());
  /** Teal squares are where the hand that holds the piece may be. */
  grips = $derived.by<Spot[]>(() => {
    if (!this.shape || !look.rows) return [];
    const [x, y] = gripOf(this.shape);
    return spotsIn(look.rows).map((spot) => [spot[0] + x, spot[1] + y]);
  });
  rings = $derived(this.isBuilding ? this.scene.near.map((near) => ({ ...near, cells: diamond(near.at, near.within, this.scene.side) })) : []);
  closeArea = $derived.by<Spot[]>(() => {
    const close = this.scene.close;
    if (!close || !((this.isBuilding && close.walls) || (this.play.picked === "rubble" && close.rubble))) return [];
    const found = new Map<string, Spot>();
    for (const pawn of close.pawns) for (const spot of diamond(pawn, close.within, this.scene.side)) found.set(key(spot), spot);
    return [...found.values()];
  });

  // ---- slides

  canSlide = $derived(isSliding(this.play));
  isMinotaur = $derived(this.play.picked === "minotaur");
  mover = $derived<Spot>((this.isMinotaur ? this.scene.minotaur : null) ?? this.home);
  lane = $derived.by<Slide | undefined>(() => {
    const action = this.play.preview?.action;
    if (action?.type === "move") return this.scene.slides.find((each) => each.dir === action.dir);
    if (action?.type === "minotaur") return this.scene.commands.find((each) => each.dir === action.dir);
    if (!this.canSlide || action) return undefined;
    if (look.arrow) return slides(this.play).find((each) => each.dir === look.arrow && each.is_legal);
    return look.over ? slideOver(this.play, look.over) : undefined;
  });

  // ---- targets

  struck = $derived.by<Wall | undefined>(() => {
    const action = this.play.preview?.action;
    const number = this.lane?.wall ?? (action?.type === "weaken" ? action.wall : null);
    return this.scene.walls.find((wall) => wall.number === number);
  });
  weak = $derived<Wall[]>(this.play.isMine && this.play.picked === "weaken" ? this.scene.walls.filter((wall) => wall.can_weaken) : []);
  openings = $derived<Opening[]>(this.play.isMine && this.play.picked === "rubble" ? this.scene.rubble : []);
  opening = $derived.by<Opening | undefined>(() => this.openings.find((each) => same(each.at, this.spotted("rubble") ?? look.over)));
  deploys = $derived<Spot[]>(this.play.isMine && this.play.picked === "deploy" ? spotsIn(this.scene.deploy) : []);
  deployed = $derived<Spot | null>(this.spotted("deploy"));

  /** The square of the action that is previewed. */
  private spotted(type: string): Spot | null {
    const action = this.play.preview?.action;
    return action?.type === type ? [Number(action.x), Number(action.y)] : null;
  }

  // ---- what is pointed out

  reach = $derived.by(() => {
    const seat = look.inspected ?? (look.hasReach && !this.isBuilding ? (this.play.seat ?? this.scene.to_act) : null);
    return seat === null ? null : { seat, spots: this.scene.seats[seat]?.reach ?? [] };
  });
  litSpots = $derived<Spot[]>([...this.play.lit].filter((mark) => mark.startsWith("cell:")).map((mark) => spotOf(mark.slice(5))));
  litWalls = $derived<Spot[]>(this.scene.walls.filter((wall) => this.play.lit.has(`wall:${wall.number}`)).flatMap((wall) => wall.cells));
  last = $derived(lastTurn(this.play.log));

  isLit(seat: number): boolean {
    return this.play.lit.has(`seat:${seat}`);
  }

  colour(seat: number | null): string | null {
    return seat === null ? null : (this.play.seats[seat]?.colour ?? "a");
  }

  /** Said instead of the hint: of a player who is looked at, or of the arrow that is pointed at. */
  aside = $derived.by(() => {
    if (look.inspected !== null) return this.scene.seats[look.inspected]?.says ?? null;
    if (this.isBuilding) return look.rows === null ? t("Looking where it may lie…") : null;
    return look.arrow && this.canSlide && this.lane ? this.lane.says : null;
  });

  // ---- whose treasures are whose

  /** The treasure that was taken, by its place in the scene; -1 if none was. */
  private takenBy(event: News["event"]): number {
    return event?.type === "treasure_taken" ? this.scene.treasures.findIndex(({ at }) => same(at, [Number(event.x), Number(event.y)])) : -1;
  }

  /** What each side has, oldest first. The minotaur robs it of the newest. */
  private stashes = $derived.by(() => {
    const sides: number[][] = this.scene.seats.map(() => []);
    const of = (seat: unknown): number => this.scene.seats[Number(seat)]!.side;
    for (const { event } of this.play.log) {
      const found = event?.type === "robbed" ? (sides[of(event.victim)]!.at(-1) ?? -1) : this.takenBy(event);
      if (found < 0) continue;
      for (const side of sides.keys()) sides[side] = sides[side]!.filter((other) => other !== found); // a take may be taken back
      sides[of(event!.seat)]!.push(found);
    }
    return sides.map((side) => side.filter((n) => this.scene.treasures[n]!.is_taken));
  });

  pictures: Play["pictures"] = {
    news: ({ event }) => treasureIcon(this.takenBy(event)),
    slot: (seat, n) => treasureIcon(this.stashes[this.scene.seats[seat]!.side]![n] ?? -1),
  };

  // ---- what a square is called

  private pawnOn = $derived(new Map(this.scene.seats.map((facts, number) => [key(facts.pawn), number])));
  private wallOn = $derived(new Map(this.scene.walls.flatMap((wall) => wall.cells.map((spot) => [key(spot), wall] as const))));
  private lootOn = $derived(new Set(this.scene.treasures.filter((treasure) => !treasure.is_taken).map((treasure) => key(treasure.at))));
  private startOn = $derived(new Set(this.scene.starts.map(key)));

  label(at: Spot): string {
    const name = key(at);
    const seat = this.pawnOn.get(name);
    const wall = this.wallOn.get(name);
    const parts: string[] = [];
    if (seat !== undefined) parts.push(seat === this.play.seat ? t("your pawn") : t("{who}'s pawn", { who: this.play.names[seat]! }));
    if (same(this.scene.minotaur, at)) parts.push(t("the minotaur"));
    if (wall?.rubble.some((rubble) => same(rubble.at, at))) parts.push(t("open"));
    if (wall) parts.push(plain(wall.says));
    if (this.lootOn.has(name)) parts.push(t("treasure"));
    if (this.startOn.has(name)) parts.push(t("start square"));
    if (!parts.length) parts.push(t("empty"));
    if (this.cells.some((other) => same(other, at))) parts.push(this.isLegal ? t("the wall would lie here, legal") : t("the wall would lie here, not allowed"));
    const over = this.canSlide ? slideOver(this.play, at) : undefined;
    if (over && same(over.to, at)) parts.push(plain(over.says));
    if (this.openings.some((each) => same(each.at, at))) parts.push(t("rubble may go here"));
    if (this.deploys.length && has(this.scene.deploy, at)) parts.push(t("the minotaur may come up here"));
    if (this.last && "to" in this.last && same(this.last.to, at)) parts.push(t("last move"));
    return `${nameOf(this.scene, at)}, ${parts.join(", ")}`;
  }
}
