/* Eight seat identities: colour, shape, letter and pattern, so that none of them is ever needed alone. */
import type { Colour } from "../protocol/types";
import { t } from "../sentence";

export interface Identity {
  colour: string;
  letter: string;
  path: string;
  mask: string;
  letterY: number;
}

export const IDENTITIES: Record<Colour, Identity> = {
  a: id("#0082EC", "A", "M-10 0A10 10 0 1 1 10 0A10 10 0 1 1-10 0Z", -0.6, 0.9, 4.6),
  b: id("#FC3D1E", "B", "M-9-6.5Q-9-9-6.5-9H6.5Q9-9 9-6.5V6.5Q9 9 6.5 9H-6.5Q-9 9-9 6.5Z", -0.6, 0.9, 4.6),
  c: id("#F2D567", "C", "M0-10.8Q1.3-10.8 2-9.6L11 6.4Q12 8.9 9.4 9H-9.4Q-12 8.9-11 6.4L-2-9.6Q-1.3-10.8 0-10.8Z", 2.6, 0.82, 6.4),
  d: id("#4FC879", "D", "M0-11.4Q1-11.4 1.8-10.6L10.6-1.8Q11.4-1 11.4 0T10.6 1.8L1.8 10.6Q1 11.4 0 11.4T-1.8 10.6L-10.6 1.8Q-11.4 1-11.4 0T-10.6-1.8L-1.8-10.6Q-1-11.4 0-11.4Z", -0.6, 0.82, 4.6),
  e: id("#BA9CF7", "E", "M0-10.8L3.88-4.74L10.84-2.92L6.28 2.64L6.7 9.82L0 7.2L-6.7 9.82L-6.28 2.64L-10.84-2.92L-3.88-4.74Z", 0.6, 0.82, 4.6),
  f: id("#F6F2E7", "F", "M-4.6-10H4.6V-4.6H10V4.6H4.6V10H-4.6V4.6H-10V-4.6H-4.6Z", 0, 0.82, 4.6),
  g: id("#B08263", "G", "M-5.5-9.8H5.5L11 0L5.5 9.8H-5.5L-11 0Z", -0.6, 0.9, 4.6),
  h: id("#F9A4C9", "H", "M0-11.6C3.2-7.6 9.4-3.4 9.4 2.4A9.4 8.6 0 0 1-9.4 2.4C-9.4-3.4-3.2-7.6 0-11.6Z", 1.8, 0.82, 6.4),
};

function id(colour: string, letter: string, path: string, y: number, scale: number, letterY: number): Identity {
  return { colour, letter, path, mask: `translate(0 ${y}) scale(${scale})`, letterY };
}

const USUAL = Object.fromEntries(Object.entries(IDENTITIES).map(([colour, who]) => [colour, who.colour])) as Record<Colour, string>;
const LEAST_CONTRAST = 3; // with the dark letter and outline that every sign has

/** Give seats the reader's own colours, and the others their usual ones. */
export function paint(own: Partial<Record<Colour, string>>): void {
  for (const colour of COLOURS) IDENTITIES[colour].colour = own[colour] ?? USUAL[colour];
}

/** Whether a sign of that colour can be read: #rrggbb. */
export function isReadable(colour: string): boolean {
  return (lightness(colour) + 0.05) / (lightness("#1B1322") + 0.05) >= LEAST_CONTRAST;
}

function lightness(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

const SHAPES: Record<Colour, () => string> = {
  a: () => t("circle"),
  b: () => t("square"),
  c: () => t("triangle"),
  d: () => t("diamond"),
  e: () => t("star"),
  f: () => t("cross"),
  g: () => t("hexagon"),
  h: () => t("drop"),
};

export const shapeOf = (colour: Colour): string => SHAPES[colour]();
export const isUsual = (colour: Colour): boolean => IDENTITIES[colour].colour === USUAL[colour];

const WORDS: Record<Colour, () => string> = {
  a: () => t("blue circle"),
  b: () => t("red square"),
  c: () => t("yellow triangle"),
  d: () => t("green diamond"),
  e: () => t("purple star"),
  f: () => t("white cross"),
  g: () => t("brown hexagon"),
  h: () => t("pink drop"),
};

export const COLOURS = Object.keys(IDENTITIES) as Colour[];
export const identity = (colour: string): Identity => IDENTITIES[colour as Colour] ?? IDENTITIES.a;

/** "blue circle"; of a seat that the reader has painted otherwise, its shape alone. */
export function wordsFor(colour: string): string {
  const known = colour in WORDS ? (colour as Colour) : "a";
  return isUsual(known) ? WORDS[known]() : shapeOf(known);
}
