/* A table that is set up for somebody to try something: nobody else sits there, nothing is kept, and a director answers in
 * place of the socket. For TableView it is a session like any other. */
import { announcer } from "../announce.svelte";
import type { Action, Answer, Frame, News, Refusal } from "../protocol/types";
import { plain, t } from "../sentence";
import { asProblem, TableSession, type Foretold } from "./session.svelte";

export interface Director {
  /** What stands on the table at first. */
  open(): Promise<Frame>;
  /** Somebody acts: the next frame, or none where the table stays as it is. A refusal is a Problem. */
  play(action: Action): Promise<Frame | null>;
  /** As a seat asks at any table. */
  ask(question: Record<string, unknown>): Promise<unknown>;
}

export class StagedSession extends TableSession {
  override readonly isStaged = true;
  private lines = $state.raw<News[]>([]);

  constructor(
    name: string,
    private readonly director: Director,
  ) {
    super(name);
  }

  override get log(): News[] {
    return this.lines;
  }

  override async open(): Promise<void> {
    try {
      this.show(await this.director.open());
    } catch (error) {
      this.problem = asProblem(error);
    }
  }

  show(frame: Frame): void {
    const isFirst = this.frame === null;
    this.card = frame.card;
    this.seats = typeof frame.audience === "number" ? [frame.audience] : [];
    this.health = "open";
    this.frame = frame;
    const news = frame.match?.news ?? [];
    this.lines = [...this.lines, ...news];
    if (!isFirst) for (const each of news) if (!each.is_small) announcer.say(plain(each.text));
  }

  override async play(action: Action): Promise<Answer | null> {
    try {
      const frame = await this.director.play(action);
      if (frame) this.show(frame);
      return { type: "answer", id: "", result: "accepted", version: this.frame?.version ?? 0 };
    } catch (error) {
      const refusal: Refusal = { text: asProblem(error).message, rule: "" };
      return { type: "answer", id: "", result: "refused", refusal };
    }
  }

  /** Nothing but moves can be done here. */
  override async do(): Promise<Answer | null> {
    return null;
  }

  override async forecast(action: Action): Promise<Foretold> {
    const told = (await this.ask({ forecast: action })) as Foretold | null;
    return told ?? { refusal: { text: t("The server does not answer. Check the connection and try again."), rule: "" }, choice: null };
  }

  override async ask(question: Record<string, unknown>): Promise<unknown> {
    try {
      return await this.director.ask(question);
    } catch {
      return null;
    }
  }
}
