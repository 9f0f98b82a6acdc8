/* What a board gets to work with: the scene, what may be done, and how to pick, preview, commit or ask why not. */
import { announcer } from "../announce.svelte";
import type { IconShapes } from "../parts/icon";
import type { Action, Choice, Frame, Guide, News, Refusal, Seat, SeatCard } from "../protocol/types";
import { plain, t, type Sentence } from "../sentence";
import { settings } from "../settings.svelte";
import { buzz, play as sound } from "../sound";

export interface Preview {
  action: Action;
  /** The words on the button: "Move e2-e4". */
  label: Sentence;
  /** What happens then, in one line. */
  says: Sentence | null;
  /** Whether something hidden is shown by it, so that undo ends here. */
  locks?: boolean;
  /** Actions of the turn that it spends. */
  spend?: number;
}

/** How something is proposed: where it was pointed at, and what a refusal is called and leads to. */
export interface Proposal {
  title?: string;
  anchor?: DOMRect | null;
  /** Needs no second thought: done at once, unless the player wants to confirm everything. */
  isQuick?: boolean;
  way?: (refusal: Refusal) => WayOut | undefined;
}

export interface WayOut {
  label: string;
  run(): void;
}

export interface Refused {
  title: string;
  refusal: Refusal;
  /** Where to point, in pixels of the window; null for "the prompt will do". */
  anchor: DOMRect | null;
  way?: WayOut;
}

export interface Hands {
  commit(action: Action): Promise<Refusal | null>;
  /** What an action would do, or the rule that forbids it. */
  forecast(action: Action): Promise<{ refusal: Refusal | null; choice: Choice | null }>;
  /** A part of a large decision, as the game's own questions name it; null when there is no answer now. */
  ask(question: Record<string, unknown>): Promise<unknown>;
}

/** Whether two actions say the same; actions are flat but for lists. */
export function isSame(one: Action | undefined, other: Action): boolean {
  const keys = Object.keys(other);
  return one !== undefined && Object.keys(one).length === keys.length && keys.every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}

/** Who is to act when nobody is. */
export const NOBODY = -2;

/** For moments of the past: nothing can be done there. */
export const NO_HANDS: Hands = { commit: async () => null, forecast: async () => ({ refusal: null, choice: null }), ask: async () => null };

export class Play {
  frame = $state.raw<Frame | null>(null);
  /** What the board has picked up, in its own words: "e2", "loot". */
  picked = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** What a lesson points at, as a refusal does. */
  marks = $state.raw<readonly string[]>([]);
  isSending = $state(false);
  /** Whether the server is being asked what the last proposal would do. */
  isAsking = $state(false);
  /** Counts what was proposed or put down, so that a late answer to an earlier proposal changes nothing. */
  private asked = 0;
  /** It was confirmed before it could be shown. */
  private isHasty = false;
  /** What the board says of what is under the mouse or the cursor, instead of the hint. */
  aside = $state.raw<Sentence | null>(null);
  /** What happened just now, for motion; empty when there is nothing to show. */
  fresh = $state.raw<News[]>([]);
  /** Counts up whenever all running motion should end at once. */
  skips = $state(0);
  /** Everything this audience has noticed so far. */
  log = $state.raw<News[]>([]);
  /** The board's own pictures: of what a line of the log is about, and of what fills a seat's slots. */
  pictures = $state.raw<{ news(news: News): IconShapes | undefined; slot(seat: Seat, n: number): IconShapes | undefined } | null>(null);
  /** Show a rule by its number, beside the board. */
  openRule: (id: string) => void = () => undefined;
  private shown = "";

  constructor(private hands: Hands = NO_HANDS) {}

  /** Look at a frame. Chat, readiness and the like change nothing on the board. */
  see(frame: Frame | null): void {
    const key = frame?.match ? JSON.stringify([frame.audience, frame.match.scene, frame.match.to_act]) : "";
    const isSame = key === this.shown && this.frame !== null;
    this.fresh = isSame ? this.fresh : this.frame?.match && frame?.match ? frame.match.news : [];
    this.frame = frame;
    if (isSame) return;
    this.shown = key;
    this.forget();
    this.isSending = false; // the frame comes before the answer, and whoever sees it may go on
    this.picked = null;
    this.preview = null;
    this.refused = null;
    this.aside = null;
  }

  get scene(): unknown {
    return this.frame?.match?.scene;
  }

  get seat(): Seat | null {
    return typeof this.frame?.audience === "number" ? this.frame.audience : null;
  }

  get seats(): SeatCard[] {
    return this.frame?.card.seats ?? [];
  }

  get names(): string[] {
    return this.seats.map((seat) => seat.name);
  }

  get choices(): Choice[] {
    return this.isMine ? (this.frame?.match?.actions ?? []) : [];
  }

  /** Whether this seat decides now. */
  get isMine(): boolean {
    const match = this.frame?.match;
    return this.hands !== NO_HANDS && !!match && !match.result && match.to_act !== null && match.to_act === this.seat && !this.frame?.card.is_paused && !this.seats[match.to_act]?.is_held;
  }

  /** Whether anybody is asked anything: not after the end, and not at a table that was set aside. */
  get isGoingOn(): boolean {
    return (this.frame?.match?.to_act ?? NOBODY) !== NOBODY && !this.frame?.match?.result;
  }

  get guide(): Guide | null {
    return this.frame?.match?.guide ?? null;
  }

  /** What is asked about the part of an answer that is picked up: "weaken", or "pawn" for "pawn:e2". */
  get question(): Guide["picks"][string] | undefined {
    const picks = this.guide?.picks;
    return this.picked === null || !picks ? undefined : (picks[this.picked] ?? picks[this.picked.split(":")[0]!]);
  }

  get lit(): Set<string> {
    return new Set(this.refused?.refusal.show ?? this.marks);
  }

  find(test: (action: Action) => boolean): Choice | undefined {
    return this.choices.find((choice) => test(choice.action));
  }

  pick(what: string | null): void {
    if (this.isSending) return;
    this.forget();
    this.picked = what;
    this.preview = null;
    this.refused = null;
  }

  show(preview: Preview | null): void {
    if (this.isSending) return;
    this.forget();
    if (preview && plain(preview.says) !== plain(this.preview?.says)) announcer.say(t("Preview: {label}. {says}", { label: plain(preview.label), says: plain(preview.says) }));
    this.preview = preview;
    this.refused = null;
  }

  /** The only way to do something: what is previewed already is committed, and so is what needs no second thought;
   * anything else is previewed first, and what the rules forbid is explained. */
  async propose(action: Action, { title = t("Not this"), anchor = null, isQuick = false, way }: Proposal = {}): Promise<void> {
    if (this.isSending) return;
    if (isSame(this.preview?.action, action)) return this.commit(action, anchor);
    this.forget();
    const number = this.asked;
    const listed = this.choices.find((each) => isSame(each.action, action));
    this.isAsking = !listed;
    const { refusal, choice } = listed ? { refusal: null, choice: listed } : await this.hands.forecast(action);
    if (number !== this.asked) return;
    const isSure = this.isHasty || (isQuick && !settings.get("confirms"));
    this.forget();
    if (refusal) {
      const out = way?.(refusal);
      this.refuse({ title, refusal, anchor, ...(out ? { way: out } : {}) });
    } else if (choice && isSure) return this.commit(action, anchor);
    else if (choice) this.show(choice);
  }

  /** What was asked before matters no more. */
  private forget(): void {
    this.asked += 1;
    this.isAsking = false;
    this.isHasty = false;
  }

  back(): void {
    this.forget();
    if (this.refused) this.refused = null;
    else if (this.preview) this.preview = null;
    else this.picked = null;
  }

  async commit(action: Action | undefined = this.preview?.action, anchor: DOMRect | null = null): Promise<void> {
    if (!action && this.isAsking) this.isHasty = true; // Enter may be quicker than the server
    if (!action || this.isSending) return;
    this.forget();
    this.isSending = true;
    const refusal = await this.hands.commit(action);
    this.isSending = false;
    if (refusal) this.refuse({ title: t("Not this"), refusal, anchor });
  }

  /** Ask for a part of a large decision. */
  ask(question: Record<string, unknown>): Promise<unknown> {
    return this.hands.ask(question);
  }

  refuse(told: Refused): void {
    this.preview = null;
    this.refused = told;
    sound("refuse");
    buzz("refuse");
    const { title, refusal } = told;
    const said = { title, why: plain(refusal.text), rule: refusal.rule };
    announcer.alert(refusal.rule ? t("{title}. {why} Rule {rule}.", said) : t("{title}. {why}", said));
  }

  skip(): void {
    this.skips += 1;
  }
}
