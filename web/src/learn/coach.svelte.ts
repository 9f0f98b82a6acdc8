/* The coach of a first game: a note the first time that a rule matters, to what happens, what is asked and what is refused. */
import { untrack } from "svelte";
import { announcer } from "../announce.svelte";
import type { Frame } from "../protocol/types";
import { plain } from "../sentence";
import { settings } from "../settings.svelte";
import type { Play } from "../table/play.svelte";
import type { TableSession } from "../table/session.svelte";
import { lessons, type Note, type Teaching } from "./api";
import { progress } from "./progress.svelte";
import { terms } from "./terms.svelte";

const MOST_WAITING = 3; // what comes on top of that is told another time
const PAUSE = 1000; // milliseconds: the table comes first

export class Coach {
  private notes = $state.raw<Note[]>([]);
  waiting = $state.raw<Note[]>([]);

  constructor(
    private game: string,
    private table: string,
  ) {}

  teach(taught: Teaching): void {
    this.notes = taught.notes;
  }

  get isOn(): boolean {
    return this.notes.length > 0 && progress.isCoached(this.game, this.table);
  }

  get note(): Note | null {
    return this.isOn ? (this.waiting[0] ?? null) : null;
  }

  get all(): number {
    return this.notes.length;
  }

  get met(): number {
    const known = new Set(this.notes.map((note) => note.rule));
    return progress.heard(this.game).filter((rule) => known.has(rule)).length;
  }

  /** What matters in a frame: to a seat's own eyes. The first frame of all tells the whole past, which is nobody's news. */
  see(before: Frame | null, frame: Frame | null, isMine: boolean): void {
    const match = frame?.match;
    if (!match) return;
    const past = before?.match ? match.news.map((news) => news.rule) : [];
    this.hear([...past, ...(isMine && match.rule ? [match.rule] : [])]);
  }

  hear(rules: string[]): void {
    if (!this.isOn) return;
    for (const rule of rules) {
      const note = this.notes.find((each) => each.rule === rule);
      if (!note || this.waiting.length >= MOST_WAITING || this.waiting.includes(note) || progress.heard(this.game).includes(rule)) continue;
      this.waiting = [...this.waiting, note];
      if (this.waiting.length === 1) announcer.say(plain(note.say));
    }
  }

  /** Got it: the next one, if there is one. */
  next(): void {
    const [first, ...rest] = this.waiting;
    if (!first) return;
    progress.hear(this.game, first.rule);
    this.waiting = rest;
    if (rest[0]) announcer.say(plain(rest[0].say));
  }

  set(isOn: boolean): void {
    this.waiting = [];
    progress.setCoach(this.game, isOn);
  }
}

/** The coach of a table, and the words there that explain themselves. A lesson says itself what matters. */
export function coachAt(session: TableSession, play: Play): Coach {
  const game = session.card!.game;
  const coach = new Coach(game, session.table);
  let before: Frame | null = null;
  const comes = session.isStaged ? Promise.resolve() : new Promise((done) => setTimeout(done, PAUSE));
  comes
    .then(() => lessons.of(game))
    .then(
      (taught) => {
        terms.use(taught.terms);
        if (session.isStaged) return;
        const isFirst = !settings.tables.some((kept) => kept.game === game && kept.table !== session.table);
        if (isFirst && session.seats.length === 1 && session.card?.phase === "playing") progress.sitDown(game, session.table);
        coach.teach(taught);
      },
      () => terms.use([]), // the table needs no explanation to be played
    );
  $effect(() => {
    const frame = session.frame;
    if (!coach.isOn) return;
    untrack(() => coach.see(before, frame, session.isMyTurn()));
    before = frame;
  });
  $effect(() => {
    const refused = play.refused;
    if (refused) untrack(() => coach.hear([refused.refusal.rule]));
  });
  return coach;
}
