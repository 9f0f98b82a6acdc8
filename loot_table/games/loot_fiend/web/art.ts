/* Which picture each piece carries, and how pieces are drawn. */
import crossbow from "icon:game-icons/crossbow";
import crown from "icon:game-icons/crown";
import gauntlet from "icon:game-icons/gauntlet";
import boot from "icon:game-icons/leather-boot";
import lamp from "icon:game-icons/magic-lamp";
import dagger from "icon:game-icons/plain-dagger";
import bow from "icon:game-icons/pocket-bow";
import ring from "icon:game-icons/ring";
import shield from "icon:game-icons/round-shield";
import serpent from "icon:game-icons/snake";
import tome from "icon:game-icons/spell-book";
import wing from "icon:game-icons/spiky-wing";
import hammer from "icon:game-icons/warhammer";
import whip from "icon:game-icons/whip";
import staff from "icon:game-icons/wizard-staff";
import swag from "icon:game-icons/swap-bag";
import check from "icon:lucide/check";
import repeat from "icon:lucide/repeat-2";
import cross from "icon:lucide/x";
import type { IconShapes } from "$shell/parts/icon";
import type { Cell, Fit, Size } from "./scene";

const ICONS: Record<string, IconShapes> = {
  ring,
  dagger,
  staff,
  tome,
  crown,
  "left boot": boot,
  "right boot": boot,
  whip,
  serpent,
  bow,
  "war hammer": hammer,
  "star shield": shield,
  "dragon wing": wing,
  crossbow,
  lamp,
  "right gauntlet": gauntlet,
  "left gauntlet": gauntlet,
};

export const iconOf = (name: string): IconShapes => ICONS[name] ?? swag;
export const isMirrored = (name: string): boolean => name === "right boot" || name === "left gauntlet";

export const FIT_ICONS: Record<Fit, IconShapes> = { fits: check, repack: repeat, no: cross };
export const FILLS: Record<Size, string> = { small: "#FFFDF6", medium: "#7FD39A", large: "#7DB4F2" };

/** The square that carries the picture: the one with most neighbours. */
export function hub(squares: Cell[]): Cell {
  const next = (a: Cell): number => squares.filter((b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) === 1).length;
  return squares.reduce((best, each) => (next(each) > next(best) ? each : best), squares[0]!);
}

/** The square that carries the value: the last in reading order that is not the hub. */
export function tail(squares: Cell[]): Cell {
  const heart = hub(squares);
  const rest = squares.filter((each) => each !== heart);
  return rest.reduce((best, each) => (each[1] > best[1] || (each[1] === best[1] && each[0] > best[0]) ? each : best), rest[0] ?? heart);
}

export const width = (squares: Cell[]): number => Math.max(...squares.map((each) => each[0])) + 1;
export const height = (squares: Cell[]): number => Math.max(...squares.map((each) => each[1])) + 1;
