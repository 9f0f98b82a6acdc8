/* A review while it comes in, finding by finding. */
import { backoff } from "../protocol/backoff";
import { Problem } from "../protocol/http";
import type { Seat } from "../protocol/types";
import { reviews, type Closing, type Decision, type Judged, type Ledger, type Opening, type Ribbon, type Told } from "./api";

export class Reviewing {
  opening = $state.raw<Opening | null>(null);
  ledger = $state.raw<Ledger | null>(null);
  closing = $state.raw<Closing | null>(null);
  ribbons = $state.raw<Ribbon[]>([]);
  /** In the order of the game. */
  decisions = $state.raw<Decision[]>([]);
  state = $state<Told["state"]>("waiting");
  problem = $state("");
  private isClosed = false;
  private readonly opened = new Map<number, Promise<Judged>>();

  constructor(
    readonly table: string,
    readonly seat: Seat | null,
    readonly isDeep: boolean,
  ) {}

  get isGoingOn(): boolean {
    return this.state === "waiting" || this.state === "going on";
  }

  marked(seat: Seat | null): Decision[] {
    return this.decisions.filter((each) => each.mark !== "close" && (seat === null || each.seat === seat));
  }

  async follow(): Promise<void> {
    let failures = 0;
    for (let after = 0; !this.isClosed;) {
      try {
        const told = await reviews.news(this.table, this.seat, this.isDeep, after);
        failures = 0;
        after += told.findings.length;
        this.take(told);
        if (!this.isGoingOn) return;
      } catch (error) {
        this.problem = error instanceof Error ? error.message : String(error);
        if (!(error instanceof Problem) || (error.status >= 400 && error.status < 500)) {
          this.state = "failed";
          return;
        }
        failures += 1;
        await new Promise((resolve) => setTimeout(resolve, backoff(failures + 1, Math.random())));
      }
    }
  }

  private take(told: Told): void {
    this.state = told.state;
    this.problem = told.error;
    const decisions = new Map(this.decisions.map((each) => [each.step, each]));
    for (const finding of told.findings) {
      if (finding.kind === "opening") this.opening = finding;
      else if (finding.kind === "ledger") this.ledger = finding;
      else if (finding.kind === "closing") this.closing = finding;
      else if (finding.kind === "ribbon") this.ribbons = [...this.ribbons, finding];
      else decisions.set(finding.step, finding);
    }
    if (told.findings.some((finding) => finding.kind === "decision")) this.decisions = [...decisions.values()].sort((one, other) => one.step - other.step);
  }

  /** A decision with all cards open, which is worked out only when somebody asks. */
  withCardsOpen(step: number): Promise<Judged> {
    const known = this.opened.get(step) ?? reviews.hindsight(this.table, step, this.isDeep);
    this.opened.set(step, known);
    known.catch(() => this.opened.delete(step));
    return known;
  }

  close(): void {
    this.isClosed = true;
  }
}

/** "+7", "−3". */
export const signed = (points: number): string => (Math.round(points) < 0 ? `−${Math.abs(Math.round(points))}` : `+${Math.abs(Math.round(points))}`);
