/* What this browser remembers: name, theme, sound, keys, and the tables it has a seat at. */
import type { Colour, Seat, TableCard } from "./protocol/types";

const DEFAULTS = {
  name: "",
  colour: "a" as Colour,
  theme: "system" as "system" | "dark" | "light",
  volume: 0.6,
  isMuted: false,
  /** Of each kind of sound, besides the volume of all. */
  volumes: { turn: 1, moves: 1, reveals: 1, scores: 1, refusals: 1, chat: 0 },
  hasKeys: true,
  confirms: false,
  notifies: false,
  /** The level of bots that was played against last, by game. */
  levels: {} as Record<string, string>,
  /** Whether the question of a first visit has been answered. */
  isKnown: false,
  /** The reader's own keys at a table, by the usual one. */
  keys: {} as Record<string, string>,
  /** How fast things move: a factor, or not at all. */
  speed: "usual" as "slow" | "usual" | "fast" | "off",
  hasOdds: true,
  /** The reader's own colours of seats. */
  seatColours: {} as Partial<Record<Colour, string>>,
  /** On a shared screen: whether the curtain falls by itself once a move was seen. */
  handsOver: true,
  /** "table seat" of those whose chat this browser does not show. */
  hushed: [] as string[],
  /** Whether somebody was asked to keep their history. */
  wasAsked: false,
};
type Saved = typeof DEFAULTS;

export interface Kept {
  table: string;
  code: string;
  game: string;
  gameName: string;
  seats: Seat[];
  at: number;
}

const SETTINGS = "loot.settings";
const TABLES = "loot.tables";
const MOST_HUSHED = 200;
const MOST_TABLES = 60;

function read<T>(key: string, fallback: T): T {
  try {
    const found = localStorage.getItem(key);
    return found ? (JSON.parse(found) as T) : fallback;
  } catch {
    return fallback;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows may refuse; then nothing is remembered, and everything still works.
  }
}

/** What was kept, with what came later; a browser that had sound for chat still has. */
function remembered(): Saved {
  const { hasChatSound, ...kept } = read<Partial<Saved> & { hasChatSound?: boolean }>(SETTINGS, {});
  const volumes = { ...DEFAULTS.volumes, ...(hasChatSound ? { chat: 1 } : {}), ...kept.volumes };
  return { ...DEFAULTS, ...kept, volumes };
}

class Settings {
  #saved = $state<Saved>(remembered());
  tables = $state.raw<Kept[]>(read<Kept[]>(TABLES, []));

  get<K extends keyof Saved>(name: K): Saved[K] {
    return this.#saved[name];
  }

  set<K extends keyof Saved>(name: K, value: Saved[K]): void {
    this.#saved[name] = value;
    write(SETTINGS, this.#saved);
  }

  /** How many times as fast as usual things move. */
  get pace(): number {
    return { slow: 0.5, usual: 1, fast: 2, off: 1 }[this.get("speed")];
  }

  get theme(): "dark" | "light" {
    const chosen = this.get("theme");
    return chosen === "system" ? (system.isLight ? "light" : "dark") : chosen;
  }

  /** The level of bots that was played against last in a game. */
  levelAt(game: string): string | undefined {
    return this.get("levels")[game];
  }

  playedAgainst(game: string, bot: string): void {
    this.set("levels", { ...this.get("levels"), [game]: bot });
  }

  /** Whether this browser does not show what a seat says. */
  isHushed(table: string, seat: Seat | null): boolean {
    return seat !== null && this.get("hushed").includes(`${table} ${seat}`);
  }

  hush(table: string, seat: Seat, isHushed: boolean): void {
    const others = this.get("hushed").filter((each) => each !== `${table} ${seat}`);
    this.set("hushed", (isHushed ? [...others, `${table} ${seat}`] : others).slice(-MOST_HUSHED));
  }

  // ---- tables this browser has a seat at

  seatsAt(table: string): Seat[] {
    return this.tables.find((kept) => kept.table === table)?.seats ?? [];
  }

  keep(card: TableCard, seats: Seat[]): void {
    if (!card.game) return; // of a table that was set aside we may know more than the server
    const kept: Kept = {
      table: card.table,
      code: card.code,
      game: card.game,
      gameName: card.game_name,
      seats: [...new Set(seats)].sort((one, other) => one - other),
      at: Date.now(),
    };
    this.tables = [kept, ...this.tables.filter((other) => other.table !== card.table)].slice(0, MOST_TABLES);
    write(TABLES, this.tables);
  }

  forget(table: string): void {
    this.tables = this.tables.filter((kept) => kept.table !== table);
    write(TABLES, this.tables);
  }
}

const light = matchMedia("(prefers-color-scheme: light)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

class System {
  isLight = $state(light.matches);
  private wantsStill = $state(still.matches);
  width = $state(innerWidth);
  height = $state(innerHeight);

  constructor() {
    light.onchange = () => (this.isLight = light.matches);
    still.onchange = () => (this.wantsStill = still.matches);
    addEventListener("resize", () => {
      this.width = innerWidth;
      this.height = innerHeight;
    });
  }

  /** Nothing moves: by the system's wish, or by the reader's. */
  get isStill(): boolean {
    return this.wantsStill || settings.get("speed") === "off";
  }

  get isPhone(): boolean {
    return this.width < 700;
  }

  /** One thing at a time beside the board: phones, and phones on their side. The same bounds as in TableView's styles. */
  get isCompact(): boolean {
    return this.isPhone || (this.height < 500 && this.width >= 560);
  }

  get isWide(): boolean {
    return this.width >= 1100;
  }
}

export const system = new System();
export const settings = new Settings();
