/* The words of docs/protocol.md. */
import type { Sentence } from "../sentence";

export type Seat = number;
export type Action = { type: string } & Record<string, unknown>;
export type OptionValue = string | number | boolean;

export interface Refusal {
  text: Sentence;
  rule: string;
  show?: string[];
}

export interface SeatCard {
  seat: Seat;
  kind: "open" | "human" | "bot";
  name: string;
  colour: Colour;
  team: number | null;
  is_ready: boolean;
  is_here: boolean;
  bot: string | null;
  is_held: boolean;
  /** Whether its hand is on a phone, not at the screen it shares with others. */
  has_phone?: boolean;
  has_resigned: boolean;
  clock: number | null;
}

export type Colour = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
export type OfferKind = "takeback" | "end" | "pause" | "resume";

/** Where a game stands in a series (LT-15); what is told of players is by seat of this table. */
export interface SeriesCard {
  name: string;
  unit: string;
  rule: string;
  game: number;
  games: number;
  /** Of each finished game. */
  scores: number[][];
  points: number[];
  places: number[];
  is_over: boolean;
  /** Who leads or has won; null before the first game is over. */
  text: Sentence | null;
}

export interface TableCard {
  table: string;
  code: string;
  game: string;
  game_name: string;
  /** "aside": its log cannot be read to the end by the rules that are here (LT-13). */
  phase: "gathering" | "playing" | "over" | "aside";
  /** Why it was set aside. */
  aside: string | null;
  players: number;
  is_public: boolean;
  spectators: "off" | "public" | "after";
  options: Record<string, OptionValue>;
  options_changed: Record<string, OptionValue>;
  has_own_components: boolean;
  /** The hash of the lab's design that is played, and whether somebody was invited to try it. */
  design: string | null;
  is_playtest: boolean;
  /** The daily deal that is played, by day and game (LT-20). */
  deal: string | null;
  rules_version: number;
  has_secrets: boolean;
  /** The fingerprint of the sealed key that shuffles and dice follow from; null for tables from before. */
  commitment: string | null;
  /** Where the game began, if not with the set-up (LT-21). */
  beginning: { kind: string; table: string | null; step: number; same_luck: boolean; says: Sentence } | null;
  /** Whether hints may be asked for (LT-22), how many were, and whether the game counts for anything. */
  has_hints: boolean;
  hints: number;
  counts: boolean;
  series: SeriesCard | null;
  /** How much is said while the game is played, and whether only the team hears what is said to it; null where nobody
   * plays together. */
  team_talk: { is: "open" | "limited" | "none"; is_private: boolean } | null;
  host: Seat;
  /** Seconds until a called start. */
  starts_in: number | null;
  /** The seat that decides, while the game is played. */
  to_act: Seat | null;
  clock: ClockTerms | null;
  previous: string | null;
  next: string | null;
  offer: { kind: OfferKind; by: Seat; agreed: Seat[] } | null;
  is_paused: boolean;
  seats: SeatCard[];
}

/** Seconds. `is_per_move`: the bank is for each decision; from a day on a table is played by day (LT-16). */
export interface ClockTerms {
  bank: number;
  increment: number;
  is_per_move?: boolean;
}

/** What a list of one's tables shows of each. */
export interface TableFacts {
  table: string;
  code: string;
  game: string | null;
  game_name: string;
  phase: TableCard["phase"];
  version: number;
  to_act: Seat | null;
  is_paused: boolean;
  clock: ClockTerms | null;
  next: string | null;
  seats: (Pick<SeatCard, "seat" | "kind" | "name" | "colour"> & { is_held: boolean })[];
  /** Seconds left to whoever decides. */
  left: number | null;
}

/** What the lobby tells of a public table. */
export type LobbyCard = Pick<TableCard, "table" | "code" | "game" | "game_name" | "phase" | "players" | "spectators" | "options_changed" | "has_own_components" | "host" | "clock" | "is_public"> & {
  seats: Pick<SeatCard, "seat" | "kind" | "name" | "colour" | "team" | "is_here" | "bot">[];
};

export interface Choice {
  action: Action;
  /** The words on the button. */
  label: Sentence;
  /** What it would do, in one line. */
  says: Sentence | null;
  /** Whether something hidden is shown by it, so that undo ends here. */
  locks: boolean;
  /** Actions of the turn that it spends. */
  spend: number;
  /** The cell of a general board that it is about. */
  cell?: string;
}

export type GameEvent = { type: string } & Record<string, unknown>;

export interface News {
  version: number;
  text: Sentence;
  rule: string;
  event?: GameEvent | null;
  /** The heading under which it stands in the log. */
  chapter: Sentence | null;
  /** Left out of the log, and not read out. */
  is_small: boolean;
  kind: "score" | "chance" | "decision" | "note";
}

export interface Fact {
  text: Sentence;
  short: Sentence | null;
  /** By the name that the game's art gives it. */
  icon: string;
  tone: "" | "gold" | "good" | "bad";
  /** Known to the seat alone: not shown while it covers its cards. */
  is_secret: boolean;
}

export interface SeatFacts {
  score: string;
  unit: Sentence;
  facts: Fact[];
  slots: { have: number; of: number; icon: string; label: Sentence } | null;
}

/** What stands around the board. */
export interface Guide {
  goal: Sentence | null;
  hint: Sentence | null;
  /** What the seat alone knows, in place of the hint unless it covers its cards. */
  secret: Sentence | null;
  waits: Sentence | null;
  seats: SeatFacts[] | null;
  steps: { label: Sentence; state: "done" | "now" | "next" }[];
  pips: { left: number; of: number } | null;
  /** What is asked once a part of an answer is picked up. */
  picks: Record<string, { asks: Sentence; hint: Sentence | null }>;
  banner: { text: Sentence; rule: string } | null;
}

export interface Result {
  winner: Seat | null;
  reason: string;
  standings: number[];
  /** What decided it. */
  text: Sentence;
}

/** Of a shared screen that has nobody's eyes now (LT-18). */
export interface Curtain {
  /** Who is asked to open it; null while nobody decides at this screen. */
  seat: Seat | null;
  name: string | null;
  /** What everybody could see since that player, or anybody here, last moved. */
  recap: { text: Sentence; kind: News["kind"] }[];
}

export interface MatchFrame {
  to_act: Seat | null;
  decider: string | null;
  prompt: Sentence | null;
  rule: string | null;
  scene: unknown;
  guide: Guide | null;
  actions: Choice[] | null;
  is_large: boolean;
  news: News[];
  /** Whether there was more news than is told here; the log has it all. */
  earlier: boolean;
  undo: Refusal | null;
  /** Whether only the clocks forbid an undo, so that the others can agree to it. */
  takeback: boolean;
  result: Result | null;
  curtain: Curtain | null;
}

export interface Frame {
  type: "frame";
  version: number;
  hash: string;
  audience: Seat | "spectator" | "referee";
  card: TableCard;
  match: MatchFrame | null;
}

/** A frame of the past. Its version counts the match's entries. */
export interface Moment {
  version: number;
  last: number;
  scene: unknown;
  guide: Guide | null;
  news: News[];
  to_act: Seat;
  result: Result | null;
}

/** Everything an audience has noticed up to a version of the table. */
export interface Noticed {
  version: number;
  log: News[];
}

export type Do = { type: string } & Record<string, unknown>;

export interface Command {
  type: "command";
  id: string;
  seat: Seat;
  version: number;
  do: Do;
}

export type Answer =
  | { type: "answer"; id: string; result: "accepted"; version: number }
  | { type: "answer"; id: string; result: "refused"; refusal: Refusal }
  | { type: "answer"; id: string; result: "conflict"; frame: Frame }
  | { type: "answer"; id: string; result: "repeated"; answer: Answer }
  | { type: "answer"; id: string | null; result: "error"; error: { code: string; text: string } };

export interface ChatLine {
  type: "chat";
  number: number;
  seat: Seat | null;
  name: string;
  text: string;
  to: "table" | "team";
  /** The team that alone hears it; null when everybody does. */
  team: number | null;
  at: number;
}

export type ServerMessage =
  Frame | Answer | ChatLine | { type: "told"; id: string; answer: unknown } | { type: "pong" } | { type: "bye"; text: string } | { type: "restart"; restart: { seconds: number; text: string } | null };

export interface GameOption {
  name: string;
  default: OptionValue;
  choices: OptionValue[];
  least: number | null;
  most: number | null;
  doc: string;
  rule: string;
  /** What its other values do, where somebody has measured. */
  effects: Effect[];
}

/** Against the usual value on the same deals: more or less, and how far off that may be. Shares are parts of one. */
export interface Effect {
  value: OptionValue;
  players: number;
  deals: number;
  date: string;
  seats: [number, number][];
  decisions: [number, number];
}

/** How long games among people take on this server. */
export interface PeopleMinutes {
  count: number;
  games: number;
  minutes: number;
  low: number;
  high: number;
}

/** Figures with their date; shares and luck are parts of one. */
export interface Measured {
  date: string;
  bots: string;
  luck: number;
  /** Whether there is at least so much luck, and nobody knows how much more. */
  luck_is_bound: boolean;
  players: { count: number; games: number; verdict: string; seats: number[]; reach: number; decisions: number; minutes: number }[];
}

export interface GameFacts {
  slug: string;
  name: string;
  pitch: string;
  /** A line under the name on the shelf. */
  tease: string;
  /** A usual game; 0 where nobody has measured. */
  minutes: number;
  /** What the lab has measured of the game as it is shipped; null where nobody has. */
  measured: Measured | null;
  least_players: number;
  most_players: number;
  has_secrets: boolean;
  /** With how many players there are teams unless the options say otherwise. */
  team_players: number[];
  options: GameOption[];
  bots: BotFacts[];
  seat_names: string[];
}

/** Of a guest, a policy that the server's owner has brought: the only tables it plays at, by players and options that differ from the usual ones. */
export type BotFacts = string | { name: string; title?: string; doc?: string; players?: number; options?: Record<string, OptionValue> };

/** A rulebook as the server has read it: never markup, so nothing in it can run. */
export interface Inline {
  kind: "text" | "strong" | "em" | "code" | "rule";
  text: string;
}

export type Block =
  | { kind: "heading"; level: number; words: Inline[]; id: string }
  | { kind: "paragraph"; words: Inline[] }
  | { kind: "list"; items: { rule: string | null; words: Inline[] }[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

/** A picture of a rule as the game's first page lists it; its scene is fetched when it is looked at. */
export interface PictureFacts {
  rule: string;
  text: string;
  /** Beside the second picture; empty where there is none. */
  after: string;
  shows: "board" | "mine" | "both";
  /** What of a square board is looked at: left, top and size as parts of its side; all of it where nothing is said. */
  near: number[];
  /** Whether it shows what the rule forbids. */
  fails: boolean;
}

export interface AidLine {
  text: string;
  rule: string;
}

export interface Primer {
  pitch: string;
  may: AidLine[];
  mind: AidLine[];
  ends: AidLine[];
  pictures: PictureFacts[];
  /** The numbers of those that show one turn. */
  walk: number[];
}

export interface PictureScene {
  news: News[];
  scene: unknown;
  guide: Guide | null;
  to_act: Seat;
}

export interface DrawnPicture {
  game: string;
  seat: Seat;
  seats: { name: string; colour: Colour }[];
  marks: string[];
  refusal: Refusal | null;
  before: PictureScene;
  after: PictureScene | null;
}

export interface GameRules extends GameFacts {
  primer: Primer | null;
  rulebook: Block[];
  table_rules: Block[];
  rules: Record<string, string>;
}

export interface SeatWish {
  kind: "human" | "bot" | "open";
  bot?: string;
  name?: string;
}

export interface NewTable {
  game: string;
  players: number;
  options?: Record<string, OptionValue>;
  seats?: SeatWish[];
  name?: string;
  is_public?: boolean;
  spectators?: "off" | "public" | "after";
  clock?: ClockTerms | null;
  has_hints?: boolean;
}

/** A table that begins with a step of a finished game. */
export interface PlayOnWish {
  step: number;
  seat: Seat;
  name: string;
  bot: string;
  luck: "fresh" | "same";
}

/** What a Burglar would do, and what else one could. Shares are in points of victory, 0 to 100. */
export interface Hint {
  /** The match's version that it is for. */
  at: number;
  says: Sentence;
  /** Which of the answers a Burglar gives. */
  burglar: number;
  answers: { action: Action; says: Sentence; share: number; error: number; ends_in: number | null }[];
  reasons: { says: Sentence; rule: string }[];
}
