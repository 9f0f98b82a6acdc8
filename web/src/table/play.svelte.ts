/* What a board gets to work with: the scene, what may be done, and how to pick, preview, commit or ask why not. */
import { announcer } from "../announce.svelte";
import type { Action, Choice, Frame, News, Refusal, Seat, SeatCard } from "../protocol/types";
import { settings } from "../settings.svelte";
import { buzz, play as sound } from "../sound";

export interface Preview {
  action: Action;
  /** The words on the button: "Move e2-e4". */
  label: string;
  /** What happens then, in one line. */
  says: string;
  /** Whether something hidden is shown by it, so that undo ends here. */
  locks?: boolean;
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
  why(action: Action): Promise<Refusal | null>;
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
export const NO_HANDS: Hands = { commit: async () => null, why: async () => null, ask: async () => null };

export class Play {
  frame = $state.raw<Frame | null>(null);
  /** What the board has picked up, in its own words: "e2", "loot". */
  picked = $state<string | null>(null);
  preview = $state.raw<Preview | null>(null);
  refused = $state.raw<Refused | null>(null);
  isSending = $state(false);
  /** What happened just now, for motion; empty when there is nothing to show. */
  fresh = $state.raw<News[]>([]);
  /** Counts up whenever all running motion should end at once. */
  skips = $state(0);
  /** Everything this audience has noticed so far. */
  log = $state.raw<News[]>([]);
  /** The rules' sentences in the words of this board, such as names of squares. */
  reword: (text: string) => string = (text) => text;
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
    this.isSending = false; // the frame comes before the answer, and whoever sees it may go on
    this.picked = null;
    this.preview = null;
    this.refused = null;
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

  get lit(): Set<string> {
    return new Set(this.refused?.refusal.show ?? []);
  }

  find(test: (action: Action) => boolean): Choice | undefined {
    return this.choices.find((choice) => test(choice.action));
  }

  pick(what: string | null): void {
    if (this.isSending) return;
    this.picked = what;
    this.preview = null;
    this.refused = null;
  }

  show(preview: Preview | null): void {
    if (this.isSending) return;
    if (preview && preview.says !== this.preview?.says) announcer.say(`Preview: ${preview.label}. ${preview.says}`);
    this.preview = preview;
    this.refused = null;
  }

  /** Pick, preview, commit: what is previewed already is committed, and so is what needs no second thought. */
  propose(preview: Preview, isQuick: boolean, anchor: DOMRect | null = null): void {
    if (isSame(this.preview?.action, preview.action) || (isQuick && !settings.get("confirms"))) void this.commit(preview.action, anchor);
    else this.show(preview);
  }

  back(): void {
    if (this.refused) this.refused = null;
    else if (this.preview) this.preview = null;
    else this.picked = null;
  }

  async commit(action: Action | undefined = this.preview?.action, anchor: DOMRect | null = null): Promise<void> {
    if (!action || this.isSending) return;
    this.isSending = true;
    const refusal = await this.hands.commit(action);
    this.isSending = false;
    if (refusal) this.refuse({ title: "Not this", refusal, anchor });
  }

  /** Ask the rules why something is not allowed, and show the answer beside it. */
  async explain(title: string, action: Action, anchor: DOMRect | null, way?: (refusal: Refusal) => WayOut | undefined): Promise<void> {
    const refusal = await this.hands.why(action);
    if (!refusal) return;
    const out = way?.(refusal);
    this.refuse({ title, refusal, anchor, ...(out ? { way: out } : {}) });
  }

  /** Ask for a part of a large decision. */
  ask(question: Record<string, unknown>): Promise<unknown> {
    return this.hands.ask(question);
  }

  refuse(told: Refused): void {
    const refused = { ...told, refusal: { ...told.refusal, text: this.reword(told.refusal.text) } };
    this.preview = null;
    this.refused = refused;
    sound("refuse");
    buzz("refuse");
    announcer.alert(`${refused.title}. ${refused.refusal.text} Rule ${refused.refusal.rule}.`);
  }

  skip(): void {
    this.skips += 1;
  }
}
