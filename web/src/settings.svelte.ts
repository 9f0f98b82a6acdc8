/* What this browser remembers: name, theme, sound, keys, and the tables it has a seat at. */
import type { Colour, Seat, TableCard } from "./protocol/types";

const DEFAULTS = {
  name: "",
  colour: "a" as Colour,
  theme: "system" as "system" | "dark" | "light",
  volume: 0.6,
  isMuted: false,
  hasChatSound: false,
  hasKeys: true,
  confirms: false,
  notifies: false,
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
const MOST_TABLES = 12;

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

class Settings {
  #saved = $state<Saved>({ ...DEFAULTS, ...read<Partial<Saved>>(SETTINGS, {}) });
  tables = $state.raw<Kept[]>(read<Kept[]>(TABLES, []));

  get<K extends keyof Saved>(name: K): Saved[K] {
    return this.#saved[name];
  }

  set<K extends keyof Saved>(name: K, value: Saved[K]): void {
    this.#saved[name] = value;
    write(SETTINGS, this.#saved);
  }

  get theme(): "dark" | "light" {
    const chosen = this.get("theme");
    return chosen === "system" ? (system.isLight ? "light" : "dark") : chosen;
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
  isStill = $state(still.matches);
  width = $state(innerWidth);
  height = $state(innerHeight);

  constructor() {
    light.onchange = () => (this.isLight = light.matches);
    still.onchange = () => (this.isStill = still.matches);
    addEventListener("resize", () => {
      this.width = innerWidth;
      this.height = innerHeight;
    });
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
