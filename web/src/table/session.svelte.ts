/* One table as this browser knows it: the card, the latest frame, the log, the chat, and the connection. */
import { announcer } from "../announce.svelte";
import { notify } from "../notices";
import { api, Problem } from "../protocol/http";
import { Link, type Health } from "../protocol/link";
import type { Action, Answer, ChatLine, Choice, Do, Frame, News, Refusal, Seat, TableCard } from "../protocol/types";
import { settings } from "../settings.svelte";
import { buzz, play } from "../sound";
import { toasts } from "../toasts.svelte";
import { plain, t, type Sentence } from "../sentence";
import { NoticedLog } from "./noticed.svelte";
import { isShared } from "./past";

const MOST_READ_OUT = 12;

export interface Foretold {
  refusal: Refusal | null;
  choice: Choice | null;
}

export class TableSession {
  /** Whether it only looks like a table: a puzzle or a lesson, where there is nobody to talk to and nothing to resign. */
  readonly isStaged: boolean = false;
  card = $state.raw<TableCard | null>(null);
  frame = $state.raw<Frame | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  health = $state<Health>("connecting");
  problem = $state.raw<Problem | null>(null);
  seats = $state.raw<Seat[]>([]);
  sending = $state(0);
  /** When the card's clocks were right, by this browser's clock. */
  clockAt = $state(0);
  private readonly noticed: NoticedLog;
  private link: Link | null = null;
  private wasLost = false;
  private unseen: ((version: number) => void)[] = [];

  constructor(readonly table: string) {
    this.seats = settings.seatsAt(table);
    this.noticed = new NoticedLog(table);
  }

  /** Everything noticed so far. */
  get log(): News[] {
    return this.noticed.lines;
  }

  async open(): Promise<void> {
    try {
      const { mine, ...card } = await api.card(this.table);
      this.card = card;
      this.seats = mine;
      this.clockAt = performance.now();
      if (mine.length) settings.keep(card, mine);
    } catch (error) {
      this.problem = asProblem(error);
      return;
    }
    this.connect();
  }

  private connect(): void {
    this.link?.close();
    this.link = new Link(this.table, this.seats, {
      frame: (frame) => this.see(frame),
      chat: (line) => this.hear(line),
      health: (health) => this.feel(health),
      bye: (text) => toasts.show(text),
      away: () => void this.open(), // with the seats that are left, or to watch
    });
    void this.link.connect();
  }

  close(): void {
    this.link?.close();
    this.link = null;
  }

  // ---- who I am

  /** The seat through whose eyes the frame is drawn. */
  get seat(): Seat | null {
    const audience = this.frame?.audience;
    if (typeof audience === "number") return audience;
    return this.frame?.match?.curtain ? null : (this.seats[0] ?? null);
  }

  /** The seat that speaks when the moment names none: chat, ready, offers. */
  get voice(): Seat | null {
    const audience = this.frame?.audience;
    return typeof audience === "number" ? audience : (this.seats[0] ?? null);
  }

  /** Whether a bot plays for this seat, which its player may take back. */
  get isHeld(): boolean {
    const seat = this.seat === null ? undefined : this.card?.seats[this.seat];
    return !!seat && this.seats.includes(seat.seat) && seat.is_held && !seat.has_resigned;
  }

  get isHost(): boolean {
    return this.card !== null && this.seats.includes(this.card.host);
  }

  /** LT-22: alone against bots, where the table allows it. */
  get mayAskForHints(): boolean {
    return !!this.card?.has_hints && this.seats.length === 1 && this.card.seats.every((seat) => seat.kind === "bot" || this.seats.includes(seat.seat));
  }

  // ---- what comes

  private see(frame: Frame): void {
    const before = this.frame;
    // A table that was set aside stands before the entry that could not be read.
    if (before && frame.version < before.version && frame.card.phase !== "aside") return;
    this.card = frame.card;
    this.clockAt = performance.now();
    this.frame = frame;
    for (const go of this.unseen.splice(0)) go(frame.version);
    if (this.link) this.link.since = frame.version;
    this.noticed.see(before, frame, isShared(frame.card, this.seats));
    this.tell(before, frame);
    this.tellTurn(before, frame);
    this.tellHost(before?.card, frame.card);
    if (typeof frame.audience === "number" && !this.seats.includes(frame.audience)) void this.recount();
    else if (before?.card.phase !== frame.card.phase && this.seats.length) settings.keep(frame.card, this.seats);
  }

  /** A player who sat down somewhere else has another seat now. */
  private async recount(): Promise<void> {
    try {
      const { mine, ...card } = await api.card(this.table);
      this.seats = mine;
      if (mine.length) settings.keep(card, mine);
    } catch {
      // The next frame asks again.
    }
  }

  /** Read out what is new; of much that was missed, only the end. */
  private tell(before: Frame | null, frame: Frame): void {
    if (!before?.match || !frame.match || frame.card.phase === "aside") return;
    for (const news of frame.match.news.slice(-MOST_READ_OUT)) if (!news.is_small) announcer.say(plain(news.text));
  }

  /** LT-6: somebody else hosts now. A host who only takes another seat stays the host. */
  private tellHost(before: TableCard | undefined, card: TableCard): void {
    if (!before || before.host === card.host || card.phase === "aside") return;
    const name = card.seats[card.host]?.name ?? t("Somebody");
    if (before.seats[before.host]?.name === name && card.seats[before.host]?.kind === "open") return;
    toasts.show(this.isHost ? t("The host is away: you host the table now.") : t("{name} hosts the table now.", { name }));
  }

  private tellTurn(before: Frame | null, frame: Frame): void {
    const mine = this.isMyTurn(frame);
    const was = before !== null && this.isMyTurn(before) && before.match?.to_act === frame.match?.to_act;
    if (!mine || was) return;
    announcer.alert(t("Your turn. {prompt}", { prompt: plain(frame.match?.prompt) }));
    play("turn");
    buzz("turn");
    notify(t("Your turn"), frame.card.game_name, this.table);
  }

  isMyTurn(frame: Frame | null = this.frame): boolean {
    const seat = frame?.match?.to_act;
    if (seat === null || seat === undefined || seat < 0 || frame?.card.phase !== "playing") return false;
    if (!this.seats.includes(seat) || frame.match?.result || frame.card.seats[seat]?.is_held) return false;
    // While somebody else still looks at a shared screen, or the hand is on a phone, nobody is called to it.
    return !isShared(frame.card, this.seats) || frame.audience === seat || frame.match?.curtain?.seat === seat;
  }

  private hear(line: ChatLine): void {
    if (this.chat.some((known) => known.number === line.number && known.team === line.team)) return;
    this.chat = [...this.chat, line].slice(-200);
    if (line.seat === null || !this.seats.includes(line.seat)) {
      this.unread += 1;
      play("chat");
      const { name, text } = line;
      announcer.say(line.to === "team" ? t("{name} says to the team: {text}", { name, text }) : t("{name} says: {text}", { name, text }));
    }
  }

  private feel(health: Health): void {
    if (health === "lost" || health === "busy") this.wasLost = true;
    if (health === "open" && this.wasLost) {
      this.wasLost = false;
      toasts.show(t("We are back. Nothing was lost."));
    }
    this.health = health;
  }

  // ---- what I do

  async do(what: Do, seat: Seat | null = this.voice): Promise<Answer | null> {
    if (!this.link || seat === null) return null;
    this.sending += 1;
    const version = this.frame?.version ?? (await this.firstVersion());
    const answer = await this.link.command(seat, version, what);
    this.sending -= 1;
    if (answer.result === "error") toasts.show(answer.error.text);
    if (answer.result === "conflict") toasts.show(t("The table has moved on. Have another look."));
    return answer;
  }

  /** What is done before the first frame has come waits for it: it could not say which table it has seen. */
  private firstVersion(): Promise<number> {
    return new Promise((seen) => this.unseen.push(seen));
  }

  play(action: Action): Promise<Answer | null> {
    return this.do({ type: "play", action }, this.seat);
  }

  /** What an action would do, or the rule that forbids it. */
  async forecast(action: Action): Promise<Foretold> {
    const seat = this.seat;
    if (!this.link || seat === null) return { refusal: null, choice: null };
    const answer = (await this.link.ask(seat, { forecast: action })) as Foretold & { error?: { text: string } };
    return answer.error ? { refusal: { text: answer.error.text, rule: "" }, choice: null } : answer;
  }

  /** What a typed line means, as the terminal reads it. */
  async read(line: string): Promise<Foretold & { action?: Action; unread?: Sentence }> {
    const told = (await this.ask({ line })) as (Foretold & { action?: Action; unread?: Sentence }) | null;
    return told ?? { refusal: null, choice: null, unread: t("That cannot be read now.") };
  }

  /** A part of a large decision; null when it cannot be had. */
  async ask(question: Record<string, unknown>): Promise<unknown> {
    const seat = this.seat;
    if (!this.link || seat === null) return null;
    const answer = (await this.link.ask(seat, question)) as { error?: unknown } | null;
    return answer?.error ? null : answer;
  }

  /** Whether this browser's seat has teammates to talk to now. */
  get hasTeam(): boolean {
    return Boolean(this.card?.team_talk) && !this.isSilent && this.card?.phase !== "gathering" && this.seats.length > 0;
  }

  /** Whether the table has agreed not to talk now (LT-12). */
  get isSilent(): boolean {
    return this.card?.team_talk?.is === "none" && this.card.phase === "playing";
  }

  /** Whether everybody has one line a turn now. */
  get isRationed(): boolean {
    return this.card?.team_talk?.is === "limited" && this.card.phase === "playing";
  }

  say(text: string, to: "table" | "team" = "table"): void {
    void this.do({ type: "chat", text, to }).then((answer) => answer?.result === "refused" && toasts.show(`${plain(answer.refusal.text)} (${answer.refusal.rule})`));
  }

  unlock(seat: Seat): void {
    this.link?.unlock(seat);
  }

  /** Draw the curtain again: this browser forgets the seat's secrets until somebody unlocks them. */
  cover(): void {
    this.link?.lock();
  }

  /** Whether secrets of one of several people at this screen are open. */
  get isOpenSecret(): boolean {
    return isShared(this.card, this.seats) && typeof this.frame?.audience === "number";
  }

  /** Whether they are open to somebody who has moved and still looks at what came of it. */
  get hasMoved(): boolean {
    return this.isOpenSecret && this.frame?.match?.to_act !== this.frame?.audience && !this.frame?.match?.result;
  }

  /** Whether this is a phone with one hand of a shared screen. */
  get isPhone(): boolean {
    return this.seats.length === 1 && this.card?.seats[this.seats[0]!]?.has_phone === true;
  }

  /** Go on to the rematch with the seats this browser has here. */
  async follow(): Promise<string> {
    const again = await api.follow(this.table);
    if (again.seats.length) settings.keep(again.card, again.seats);
    return again.table;
  }

  async join(name: string, seat: Seat | null): Promise<void> {
    const joined = await api.join(this.table, name, seat);
    this.card = joined.card;
    this.seats = [...this.seats, joined.seat];
    settings.keep(joined.card, this.seats);
    this.frame = null;
    this.connect();
  }
}

export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, "bug", t("Something broke on our side. The game is safe."));
}
