/* A design that is open: what the server knows of it, and everything that can be done to it. Edits go one after the other;
 * each is kept at once, and what is wrong comes back with the field. */
import { announcer } from "../announce.svelte";
import { Problem } from "../protocol/http";
import { t } from "../sentence";
import { lab, type Changed, type Edit, type Job, type OpenDesign, type Sheet } from "./api";

const MOST_UNDO = 50;

export class Opened {
  now = $state.raw<OpenDesign | null>(null);
  problem = $state.raw<Problem | null>(null);
  said = $state("");
  isBusy = $state(false);
  before = $state.raw<{ changes: unknown[]; options: OpenDesign["design"]["options"] }[]>([]);
  private last: Promise<unknown> = Promise.resolve();

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    try {
      this.now = await lab.open(this.id);
    } catch (error) {
      this.problem = error instanceof Problem ? error : new Problem(0, "error", t("The design could not be opened."));
    }
  }

  get design(): OpenDesign["design"] {
    return this.now!.design;
  }

  get sheets(): Sheet[] {
    return this.now!.sheets;
  }

  get canEdit(): boolean {
    return this.design.is_mine && !this.design.is_published;
  }

  wrongAt(path: string): string | undefined {
    return this.design.wrong.find((each) => each.field === path)?.text;
  }

  edit(...edits: Edit[]): Promise<void> {
    return this.change({ edits });
  }

  change(wish: Changed, isUndo = false): Promise<void> {
    const next = this.last.then(() => this.send(wish, isUndo));
    this.last = next;
    return next;
  }

  private async send(wish: Changed, isUndo: boolean): Promise<void> {
    this.isBusy = true;
    this.said = "";
    const { changes, options } = this.design;
    try {
      this.now = await lab.change(this.id, wish);
      if (!isUndo && JSON.stringify([changes, options]) !== JSON.stringify([this.design.changes, this.design.options])) this.before = [...this.before, { changes, options }].slice(-MOST_UNDO);
      const wrong = this.design.wrong[0];
      announcer.say(wrong ? `${wrong.field}: ${wrong.text}` : t("Kept."));
    } catch (error) {
      this.said = error instanceof Problem ? error.message : t("This could not be kept. Try again.");
    }
    this.isBusy = false;
  }

  async undo(): Promise<void> {
    const back = this.before.at(-1);
    if (!back) return;
    this.before = this.before.slice(0, -1);
    await this.change(back, true);
  }

  add(job: Job): void {
    this.now = { ...this.now!, jobs: [job, ...this.now!.jobs.filter((other) => other.id !== job.id)] };
  }
}
