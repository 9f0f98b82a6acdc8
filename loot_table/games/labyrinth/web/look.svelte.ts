/* How this browser looks at the labyrinth: the wall in hand, what is pointed at, the overlays, the zoom. */
import { announcer } from "$shell/announce.svelte";
import type { Action } from "$shell/protocol/types";
import { t } from "$shell/sentence";
import { system } from "$shell/settings.svelte";
import { isSame, type Play } from "$shell/table/play.svelte";
import { has, type Cut, type Dir, type Pose, type Scene, type Shape, type Spot } from "./scene";

const EXPLAIN_AFTER = 260;

class Look {
  /** The square under the mouse or the keyboard's cursor. */
  over = $state.raw<Spot | null>(null);
  /** The direction whose arrow is pointed at. */
  arrow = $state<Dir | null>(null);
  /** A seat whose slides and reach are shown. */
  inspected = $state<number | null>(null);
  hasReach = $state(false);
  zoom = $state(1);
  private pinched = 1;
  /** Counts up when what matters should be in the middle. */
  centred = $state(0);

  /** The wall in hand and where its ghost stands. */
  pose = $state.raw<Pose | null>(null);
  /** Where the piece may lie as it is turned now: a number a row, bit x for column x. */
  rows = $state.raw<number[] | null>(null);
  isPinned = $state(false);
  cut = $state.raw<Cut | null>(null);
  private planes = new Map<string, Promise<number[] | null>>();
  private plansFor: unknown = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  zoomTo(wish: number): void {
    this.zoom = this.pinched = Math.min(3, Math.max(1, wish));
    this.centred += 1;
  }

  /** By two fingers. A board that is nearly whole is whole. */
  pinch(factor: number): void {
    this.pinched = Math.min(3, Math.max(1, this.pinched * factor));
    this.zoom = this.pinched < 1.15 ? 1 : this.pinched;
  }

  isBuilding(play: Play): boolean {
    return play.isMine && this.pose !== null && (play.picked?.startsWith("card:") ?? false);
  }

  shape(play: Play): Shape | null {
    const pose = this.pose;
    return pose ? ((play.scene as Scene).pieces[pose.symbol]?.[pose.orient] ?? null) : null;
  }

  /** Squares that the ghost covers. */
  cells(play: Play): Spot[] {
    const pose = this.pose;
    return pose ? (this.shape(play)?.cells ?? []).map(([x, y]) => [pose.x + x, pose.y + y] as Spot) : [];
  }

  isLegal(): boolean {
    return this.pose !== null && has(this.rows, [this.pose.x, this.pose.y]);
  }

  action(play: Play): Action {
    const { symbol, ...where } = this.pose!;
    return (play.scene as Scene).phase === "build" ? { type: "build", ...where } : { type: "place", symbol, ...where };
  }

  // ---- taking a card

  async take(play: Play, symbol: string, index: number): Promise<void> {
    const scene = play.scene as Scene;
    const shape = scene.pieces[symbol]?.[0];
    if (!shape || !play.isMine) return;
    play.pick(`card:${index}`);
    this.inspected = null;
    this.isPinned = false;
    const from = this.pose ?? startOf(scene);
    this.pose = clamped(scene, shape, { symbol, orient: 0, x: from.x, y: from.y });
    await this.plan(play);
    if (this.pose?.symbol === symbol && !this.isLegal()) await this.goNearest(play, false);
    else this.settle(play);
    const wall = scene.kinds.find((kind) => kind.symbol === symbol)!.name;
    announcer.say(t("The {wall} is in your hand. Arrow keys move it, R turns, F flips, N finds the nearest legal place, Enter builds, Escape puts it back.", { wall }));
  }

  /** Fetch where the piece may lie as it is turned. */
  private async plan(play: Play): Promise<void> {
    const pose = this.pose;
    if (!pose) return;
    const key = `${play.frame?.card.table} ${play.frame?.version} ${play.seat}`;
    if (this.plansFor !== key) {
      this.planes.clear();
      this.plansFor = key;
    }
    const name = `${pose.symbol} ${pose.orient}`;
    let plane = this.planes.get(name);
    if (!plane) {
      plane = play.ask({ about: "places", symbol: pose.symbol, orient: pose.orient }).then((answer) => (answer as { rows?: number[] } | null)?.rows ?? null);
      this.planes.set(name, plane);
    }
    const rows = await plane;
    if (rows === null) this.planes.delete(name);
    if (this.pose?.symbol === pose.symbol && this.pose.orient === pose.orient && this.plansFor === key) this.rows = rows;
  }

  // ---- moving it

  /** Let the piece's grip lie on a square, without more words: the mouse is still on its way. */
  hover(play: Play, at: Spot): void {
    this.put(play, at);
    this.cut = null;
    if (play.preview || play.isAsking) play.show(null);
  }

  put(play: Play, at: Spot): void {
    const shape = this.shape(play);
    if (!shape || !this.pose) return;
    const [x, y] = gripOf(shape);
    this.pose = clamped(play.scene as Scene, shape, { ...this.pose, x: at[0] - x, y: at[1] - y });
  }

  grip(play: Play): Spot {
    const shape = this.shape(play);
    if (!shape || !this.pose) return [0, 0];
    const [x, y] = gripOf(shape);
    return [this.pose.x + x, this.pose.y + y];
  }

  nudge(play: Play, x: number, y: number): void {
    const at = this.grip(play);
    this.put(play, [at[0] + x, at[1] + y]);
    this.isPinned = true;
    this.settle(play);
  }

  async turn(play: Play, how: "turned" | "flipped"): Promise<void> {
    const shape = this.shape(play);
    if (!shape || !this.pose) return;
    const at = this.grip(play);
    const isShown = this.isPinned || play.preview !== null;
    this.rows = null;
    this.cut = null;
    this.pose = { ...this.pose, orient: shape[how] };
    this.put(play, at);
    await this.plan(play);
    if (isShown) this.settle(play);
  }

  /** The nearest place where the piece may lie, turned if need be. */
  async goNearest(play: Play, pins = true): Promise<void> {
    if (!this.pose) return;
    const found = (await play.ask({ about: "nearest", ...this.pose })) as Pose | null;
    if (!found) return this.explain(play);
    this.pose = found;
    this.isPinned = pins || this.isPinned;
    await this.plan(play);
    this.settle(play);
  }

  /** The next legal place in reading order, then the same with the piece turned. */
  async goNext(play: Play, by: 1 | -1): Promise<void> {
    const scene = play.scene as Scene;
    if (!this.pose) return;
    const shapes = scene.pieces[this.pose.symbol] ?? [];
    this.isPinned = true;
    await this.plan(play);
    let place = this.pose.y * scene.side + this.pose.x;
    for (let tries = 0; tries <= shapes.length; tries++) {
      const found: number | undefined = step(this.rows ?? [], scene.side, place, by);
      if (found !== undefined) {
        this.pose = { ...this.pose, x: found % scene.side, y: Math.floor(found / scene.side) };
        return this.settle(play);
      }
      this.pose = { ...this.pose, orient: (this.pose.orient + by + shapes.length) % shapes.length };
      await this.plan(play);
      place = by === 1 ? -1 : scene.side * scene.side;
    }
  }

  // ---- what it means

  /** Show what building here would do, or say why it cannot be, once the ghost has come to rest. */
  settle(play: Play): void {
    clearTimeout(this.timer);
    this.cut = null;
    if (!this.pose || this.rows === null) return;
    const action = this.action(play);
    if (isSame(play.preview?.action, action)) return;
    if (this.isLegal()) void play.propose(action);
    else {
      play.show(null);
      this.timer = setTimeout(() => void this.explain(play), EXPLAIN_AFTER);
    }
  }

  async explain(play: Play): Promise<void> {
    clearTimeout(this.timer);
    const pose = this.pose;
    if (!pose || !this.isBuilding(play) || play.preview) return;
    // On a phone the same button is under the thumb already.
    const way = { label: t("Nearest legal"), run: () => void this.goNearest(play) };
    const anchor = document.querySelector("[data-ghost]")?.getBoundingClientRect() ?? null;
    await play.propose(this.action(play), { title: t("Not here"), anchor, way: () => (system.isPhone ? undefined : way) });
    if (this.pose !== pose || play.refused?.refusal.rule !== "LL-5.6") return;
    const cut = (await play.ask({ about: "cut", ...pose })) as Cut | null;
    if (this.pose === pose) this.cut = cut;
  }

  rest(): void {
    clearTimeout(this.timer);
    this.cut = null;
    this.rows = null;
    this.isPinned = false;
  }
}

/** A piece begins halfway between the own pawn and the middle. */
function startOf(scene: Scene): { x: number; y: number } {
  const middle = Math.floor(scene.side / 2);
  const [x, y] = scene.you !== null ? scene.seats[scene.you]!.pawn : [middle, middle];
  return { x: Math.round((x + middle) / 2), y: Math.round((y + middle) / 2) };
}

function clamped(scene: Scene, shape: Shape, pose: Pose): Pose {
  const width = Math.max(...shape.cells.map(([x]) => x));
  const height = Math.max(...shape.cells.map(([, y]) => y));
  const within = (at: number, size: number): number => Math.min(scene.side - 1 - size, Math.max(0, at));
  return { ...pose, x: within(pose.x, width), y: within(pose.y, height) };
}

/** The square by which a piece is held: the one nearest to its middle. */
export function gripOf(shape: Shape): Spot {
  const middle = [0, 1].map((axis) => shape.cells.reduce((sum, cell) => sum + cell[axis]!, 0) / shape.cells.length);
  const away = ([x, y]: Spot): number => Math.abs(x - middle[0]!) + Math.abs(y - middle[1]!);
  return shape.cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best));
}

function step(rows: number[], side: number, from: number, by: 1 | -1): number | undefined {
  for (let place = from + by; place >= 0 && place < side * side; place += by) {
    if (has(rows, [place % side, Math.floor(place / side)])) return place;
  }
  return undefined;
}

export const look = new Look();
