/* A lesson as a table: the same words as a table's session, so that boards, prompt and keys need not know the difference. */
import { announcer } from "../announce.svelte";
import { Problem } from "../protocol/http";
import type { Action, Answer, Choice, Do, News, Refusal } from "../protocol/types";
import { plain, t, type Sentence } from "../sentence";
import { asProblem, TableSession, type Foretold } from "../table/session.svelte";
import { toasts } from "../toasts.svelte";
import { lessons, type LessonState } from "./api";
import { progress } from "./progress.svelte";

export class LessonSession extends TableSession {
  override readonly isStaged = true;
  state = $state.raw<LessonState | null>(null);
  /** What was said to the last right answer. */
  then = $state.raw<Sentence | null>(null);
  answers = $state.raw<Action[]>([]);
  wrong = $state(0);
  wasShown = $state(false);
  isSaidThen = $state(false);

  constructor(
    readonly game: string,
    readonly lesson: string,
  ) {
    super("lesson");
    const kept = progress.of(game, lesson);
    this.answers = kept.answers.filter((each) => typeof each !== "boolean");
    this.wrong = kept.wrong;
    this.wasShown = kept.wasShown;
  }

  override get log(): News[] {
    return this.state?.log ?? [];
  }

  override async open(): Promise<void> {
    try {
      this.take(await this.said({}));
    } catch (error) {
      // A lesson that has changed since is begun anew.
      if (error instanceof Problem && error.status === 409 && this.answers.length) return this.startAgain();
      this.problem = asProblem(error);
    }
  }

  private said(more: { attempt?: Action }): Promise<LessonState> {
    return lessons.say<LessonState>(this.game, this.lesson, { answers: this.answers, ...more });
  }

  private take(state: LessonState): void {
    const { frame } = state;
    this.seats = [frame.card.host];
    // Going back is for the lesson to offer: from the start.
    if (frame.match) frame.match = { ...frame.match, undo: { text: "", rule: "" }, takeback: false };
    this.state = state;
    this.card = frame.card;
    this.frame = frame;
    this.health = "open";
    announcer.alert([plain(this.then), plain(state.says)].filter(Boolean).join(" "));
  }

  override close(): void {
    // There is no line to hang up.
  }

  async startAgain(): Promise<void> {
    this.answers = [];
    this.wrong = 0;
    this.wasShown = false;
    this.then = null;
    this.keep();
    await this.open();
  }

  private keep(): void {
    progress.keep(this.game, this.lesson, { answers: this.answers, wrong: this.wrong, wasShown: this.wasShown });
  }

  get stars(): number {
    if (!this.state?.is_done) return 0;
    const isAlone = this.wasShown ? 0 : 1;
    return this.state.kind === "find" ? Math.max(1, this.state.stars - 1 + isAlone) : 1 + (this.wrong ? 0 : 1) + isAlone;
  }

  // ---- what I do

  override async do(what: Do): Promise<Answer | null> {
    if (what.type !== "play" || this.sending) return null;
    this.sending += 1;
    try {
      return await this.attempt(what.action as Action);
    } catch (error) {
      toasts.show(asProblem(error).message);
      return null;
    } finally {
      this.sending -= 1;
    }
  }

  private async attempt(action: Action): Promise<Answer> {
    const state = await this.said({ attempt: action });
    const verdict = state.verdict!;
    if (!verdict.is_right) {
      this.wrong += 1;
      this.keep();
      const refusal: Refusal = verdict.refusal ?? { text: verdict.says ?? t("That is allowed, but not what this step is about."), rule: "", show: [] };
      return { type: "answer", id: "", result: "refused", refusal };
    }
    this.answers = [...this.answers, action];
    this.then = verdict.says;
    this.isSaidThen = false;
    this.take(state);
    if (state.is_done) progress.finish(this.game, this.lesson, this.stars);
    else this.keep();
    return { type: "answer", id: "", result: "accepted", version: state.frame.version };
  }

  /** What would be right here. */
  async shown(): Promise<Action | null> {
    try {
      const { shown } = await lessons.say<{ shown: { action: Action } }>(this.game, this.lesson, { answers: this.answers, show: true });
      this.wasShown = true;
      this.keep();
      return shown.action;
    } catch (error) {
      toasts.show(asProblem(error).message);
      return null;
    }
  }

  /** A wrong try that was refused before it was played counts as one, too. */
  override async forecast(action: Action): Promise<Foretold> {
    const told = (await this.ask({ forecast: action })) as { refusal: Refusal | null; choice: Choice | null } | null;
    if (told?.refusal) {
      this.wrong += 1;
      this.keep();
    }
    return told ?? { refusal: null, choice: null };
  }

  override async ask(question: Record<string, unknown>): Promise<unknown> {
    try {
      return (await lessons.say<{ answer: unknown }>(this.game, this.lesson, { answers: this.answers, ask: question })).answer;
    } catch {
      return null;
    }
  }

  override unlock(): void {
    // Nobody else looks.
  }

  override cover(): void {
    // Nobody else looks.
  }
}
