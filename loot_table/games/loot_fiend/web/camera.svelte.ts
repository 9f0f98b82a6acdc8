/* Which part of the map is seen: it follows the game until somebody pans or zooms. */
import { untrack } from "svelte";
import type { Point } from "$shell/board/press";
import { system } from "$shell/settings.svelte";
import type { Play } from "$shell/table/play.svelte";
import { mine, sceneOf } from "./acts";
import { LEAST_ZOOM, look, MOST_ZOOM } from "./look.svelte";
import { around, bounds, CELL, cellOf, keyOf, middle, openCells, standing, type Box } from "./map";

const WHOLE_LEAST = 0.24;
const WHOLE_MOST = 1.25;

export class Camera {
  wide = $state(800);
  high = $state(560);
  private last: Point | null = null;

  constructor(
    private play: () => Play,
    private root: () => HTMLElement | undefined,
  ) {}

  private scene = $derived.by(() => sceneOf(this.play()));
  extent = $derived.by(() => bounds(this.scene.tiles, openCells(this.scene)));
  /** What everybody looks at now: the ways to the store, or where a flip may go. */
  private focus = $derived.by(() => {
    const { trip, routes, spots } = this.scene;
    const cells = trip ? trip.path : routes ? routes.routes.flatMap((route) => route.path) : spots.flatMap((spot) => [spot.to, spot.from]);
    return cells.length ? around(cells) : null;
  });
  private isCrowded = $derived.by(() => system.isCompact && !!this.play().guide?.banner);
  // The facts above and the buttons below keep their room.
  offset = $derived(system.isCompact ? (this.isCrowded ? 14 : -8) : 22);
  private frame = $derived(system.isCompact ? { across: 16, down: this.isCrowded ? 136 : 92, least: 0.72 } : { across: 136, down: 64, least: 0.66 });
  private fitting = $derived.by(() => this.zoomFor(this.extent));
  shift = $derived(`translate(${this.wide / 2 - look.x * look.zoom} ${this.high / 2 - look.y * look.zoom + this.offset}) scale(${look.zoom})`);
  isWholeSeen = $derived(this.fitting >= look.zoom - 0.01 && Math.abs(look.x - (this.extent.left + this.extent.right) / 2) < 60 && Math.abs(look.y - (this.extent.top + this.extent.bottom) / 2) < 60);

  private zoomFor(box: Box): number {
    return Math.min((this.wide - this.frame.across) / (box.right - box.left), (this.high - this.frame.down) / (box.bottom - box.top));
  }

  /** All of the map, or the part about one's own character at a size that can be read. */
  fit(isWhole: boolean): void {
    look.isFollowing = true;
    if (this.focus && !isWhole) {
      look.zoom = Math.max(WHOLE_LEAST, Math.min(1, this.zoomFor(this.focus)));
      look.x = (this.focus.left + this.focus.right) / 2;
      look.y = (this.focus.top + this.focus.bottom) / 2;
      return;
    }
    const me = this.me() ?? { x: CELL, y: CELL };
    const zoom = Math.max(isWhole ? WHOLE_LEAST : this.frame.least, Math.min(WHOLE_MOST, this.fitting));
    look.zoom = zoom;
    // When not all of it fits, the view is about the character but shows no more empty table than it must.
    const near = (at: number, from: number, to: number, room: number): number => (to - from <= room ? (from + to) / 2 : Math.min(Math.max(at, from + room / 2), to - room / 2));
    look.x = near(me.x, this.extent.left, this.extent.right, this.wide / zoom);
    look.y = near(me.y, this.extent.top, this.extent.bottom, (this.high - this.frame.down) / zoom);
    if (this.scene.turned) this.clear(middle(this.scene.turned.at), zoom);
  }

  /** A tile that is being turned lies free of the facts above, the buttons and the small map. */
  private clear(at: Point, zoom: number): void {
    const [top, right, bottom, left] = system.isCompact ? [46, 10, 94, 10] : [90, 156, 14, 14];
    const within = (now: number, least: number, most: number): number => Math.min(Math.max(now, least), most);
    const half = 54;
    look.x = within(look.x, at.x + half - (this.wide / 2 - right) / zoom, at.x - half + (this.wide / 2 - left) / zoom);
    look.y = within(look.y, at.y + half - (this.high / 2 - bottom - this.offset) / zoom, at.y - half + (this.high / 2 - top + this.offset) / zoom);
  }

  private me(): Point | null {
    const play = this.play();
    return mine(play) ? standing(this.scene, play.seat!) : null;
  }

  /** In an effect: a new tile, another size of the window, or a step out of sight; only then does the view move. */
  follow(): void {
    const own = mine(this.play());
    void (own && keyOf(own.at));
    const now = JSON.stringify([this.scene.tiles.length, this.wide, this.high, this.focus, this.scene.turned?.at]);
    untrack(() => {
      if (!look.isFollowing) return;
      const me = this.me();
      const isLost = me && (Math.abs(me.x - look.x) * look.zoom > this.wide / 2 - 60 || Math.abs(me.y - look.y) * look.zoom > this.high / 2 - 70);
      if (look.fitted !== now || isLost) this.fit(false);
      look.fitted = now;
    });
  }

  zoomBy(factor: number, x = this.wide / 2, y = this.high / 2): void {
    const zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, look.zoom * factor));
    // What lies under the pointer stays there.
    look.x += (x - this.wide / 2) * (1 / look.zoom - 1 / zoom);
    look.y += (y - this.high / 2 - this.offset) * (1 / look.zoom - 1 / zoom);
    look.zoom = zoom;
    look.isFollowing = false;
  }

  panTo(x: number, y: number): void {
    look.x = x;
    look.y = y;
    look.isFollowing = false;
  }

  /** What has the focus is in sight. */
  reveal(key: string): void {
    const at = middle(cellOf(key));
    if (Math.abs(at.x - look.x) > this.wide / 2 / look.zoom - 70) look.x = at.x;
    if (Math.abs(at.y - look.y) > this.high / 2 / look.zoom - 90) look.y = at.y;
  }

  /** Where on the board something of the map is, in pixels from its top. */
  heightOf(key: string): number {
    return this.high / 2 + (middle(cellOf(key)).y - look.y) * look.zoom + this.offset;
  }

  // ---- fingers and mouse, in pixels of the window

  pinch(factor: number, at: Point): void {
    const box = this.root()!.getBoundingClientRect();
    this.zoomBy(factor, at.x - box.left, at.y - box.top);
  }

  pan(by: Point): void {
    this.panTo(look.x - by.x / look.zoom, look.y - by.y / look.zoom);
  }

  drag(at: Point, from: Point): void {
    const last = this.last ?? from;
    this.pan({ x: at.x - last.x, y: at.y - last.y });
    this.last = at;
  }

  drop(): void {
    this.last = null;
  }
}
