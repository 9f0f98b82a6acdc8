/* A picture of a review to share: who was winning, how it ended, and the three moments that decided it. Drawn here, from what
   the page shows. */
import { identity } from "../parts/seats";
import type { SeatCard } from "../protocol/types";
import { plain, t } from "../sentence";
import type { Closing, Opening, Ribbon } from "./api";
import { signed } from "./reviewing.svelte";

export interface Pictured {
  game: string;
  seats: SeatCard[];
  opening: Opening;
  ribbon: Ribbon;
  closing: Closing | null;
  scores: string[];
}

export const WIDTH = 1200;
export const HEIGHT = 630;
const EDGE = 48;
const INK = "#14101a";
const PAPER = "#f6f2e7";
const SOFT = "#b9aec6";
const PANEL = "#251e30";
const GOLD = "#f7b53b";

type Pen = CanvasRenderingContext2D;

/** As many lines as there is room for, the last one cut short where there is more. */
export function lines(text: string, most: number, fits: (line: string) => boolean): string[] {
  const found: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer) || !line) {
      line = longer;
      continue;
    }
    if (found.length === most - 1) {
      while (line && !fits(`${line} …`)) line = line.slice(0, line.lastIndexOf(" "));
      return [...found, `${line} …`];
    }
    found.push(line);
    line = word;
  }
  return line ? [...found, line] : found;
}

function write(pen: Pen, text: string, x: number, y: number, width: number, most = 1, leading = 26): number {
  const found = lines(text, most, (line) => pen.measureText(line).width <= width);
  found.forEach((line, n) => pen.fillText(line, x, y + n * leading));
  return y + found.length * leading;
}

function sign(pen: Pen, colour: string, x: number, y: number, size: number): void {
  const who = identity(colour);
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 24, size / 24);
  const path = new Path2D(who.path);
  pen.fillStyle = who.colour;
  pen.fill(path);
  pen.lineWidth = 1.8;
  pen.strokeStyle = INK;
  pen.stroke(path);
  pen.fillStyle = INK;
  pen.font = font(11, 800);
  pen.textAlign = "center";
  pen.fillText(who.letter, 0, who.letterY);
  pen.restore();
}

const font = (size: number, weight: number, family = "Atkinson Hyperlegible Next Variable"): string => `${weight} ${size}px "${family}", system-ui, sans-serif`;
const DISPLAY = "Bricolage Grotesque Variable";

function ribbonOf(pen: Pen, { ribbon, seats }: Pictured, x: number, y: number, width: number, height: number): void {
  const last = Math.max(1, ribbon.shares.length - 1);
  const feet = ribbon.shares.map(() => 0);
  const at = (n: number): number => x + (n / last) * width;
  for (const seat of seats) {
    const heads = ribbon.shares.map((shares, n) => feet[n]! + (shares[seat.seat] ?? 0));
    pen.beginPath();
    heads.forEach((head, n) => pen.lineTo(at(n), y + height * (1 - head / 100)));
    for (let n = last; n >= 0; n -= 1) pen.lineTo(at(n), y + height * (1 - feet[n]! / 100));
    pen.closePath();
    pen.fillStyle = identity(seat.colour).colour;
    pen.fill();
    pen.lineWidth = 2;
    pen.strokeStyle = INK;
    pen.stroke();
    let widest = 0;
    for (let n = 1; n < last; n += 1) if (n > last * 0.04 && n < last * 0.94 && heads[n]! - feet[n]! > heads[widest]! - feet[widest]!) widest = n;
    if (heads[widest]! - feet[widest]! > 14) sign(pen, seat.colour, at(widest), y + height * (1 - (heads[widest]! + feet[widest]!) / 200), 30);
    heads.forEach((head, n) => (feet[n] = head));
  }
}

export function draw(canvas: HTMLCanvasElement, what: Pictured): void {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = INK;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = GOLD;
  pen.fillRect(0, 0, WIDTH, 8);
  pen.fillStyle = SOFT;
  pen.font = font(22, 500);
  pen.fillText(`Loot Table · ${what.game}`, EDGE, 56);
  pen.fillStyle = PAPER;
  pen.font = font(40, 700, DISPLAY);
  const below = write(pen, plain(what.opening.ending), EDGE, 104, WIDTH - 2 * EDGE, 2, 44);
  let x = EDGE;
  const order = [...what.seats].sort((one, other) => (what.opening.result[other.seat] ?? 0) - (what.opening.result[one.seat] ?? 0));
  pen.font = font(22, 600);
  for (const seat of order) {
    const name = [seat.name, what.scores[seat.seat]].filter(Boolean).join(" ");
    const wide = pen.measureText(name).width + 56;
    if (x + wide > WIDTH - EDGE) break;
    sign(pen, seat.colour, x + 14, below - 8, 28);
    pen.fillStyle = PAPER;
    pen.font = font(22, 600);
    pen.fillText(name, x + 36, below);
    x += wide;
  }
  const top = below + 28;
  const height = 400 - top;
  ribbonOf(pen, what, EDGE, top, WIDTH - 2 * EDGE, height);
  const points = what.closing?.turning_points ?? [];
  const gap = 20;
  const wide = (WIDTH - 2 * EDGE - gap * (points.length - 1)) / Math.max(1, points.length);
  points.forEach((point, n) => {
    const left = EDGE + n * (wide + gap);
    pen.fillStyle = PANEL;
    pen.beginPath();
    pen.roundRect(left, 424, wide, 158, 16);
    pen.fill();
    pen.fillStyle = point.worth >= 0 ? "#4fd1b3" : "#ff8f7a";
    pen.font = font(24, 700, DISPLAY);
    pen.fillText(t("{points} pts", { points: signed(point.worth) }), left + 20, 460);
    pen.fillStyle = PAPER;
    pen.font = font(19, 400);
    write(pen, plain(point.says), left + 20, 492, wide - 40, 4, 24);
  });
  pen.fillStyle = SOFT;
  pen.font = font(17, 400);
  pen.fillText(t("Who was winning, step by step; judged by what each player knew."), EDGE, 612);
}

/** The same in words, for those who do not see it. */
export const inWords = (what: Pictured): string => [plain(what.opening.ending), ...(what.closing?.turning_points ?? []).map((point) => plain(point.says))].join(" ");

export const asFile = (canvas: HTMLCanvasElement, name: string): Promise<File> =>
  new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(new File([blob], name, { type: "image/png" })) : reject(new Error(t("The picture could not be made.")))), "image/png"));
