/* Everything this browser's eyes have noticed at a table: whole, whatever got lost on the way. */
import { api } from "../protocol/http";
import type { Frame, News, Noticed, Seat } from "../protocol/types";

interface Fetching {
  /** Something was taken back, or missed, while the pages came: they are read anew. */
  isStale: boolean;
  later: Frame[];
}

export class NoticedLog {
  lines = $state.raw<News[]>([]);
  private fetching: Fetching | null = null;
  /** A fetch has failed: the next frame tries again. */
  private isBroken = false;
  private eyes: Seat | null = null;

  constructor(private table: string) {}

  /** Append what is new; fetch it all after a gap, or when something was taken back. */
  see(before: Frame | null, frame: Frame, isShared = false): void {
    const match = frame.match;
    if (!match) return;
    this.eyes = typeof frame.audience === "number" && !isShared ? frame.audience : null;
    if (before === null && !match.earlier) {
      this.lines = match.news; // the first frame tells from the beginning
    } else if (this.isBroken || isGap(before, frame) || match.news.some((news) => news.rule === "LT-3")) {
      if (!this.lines.length) this.lines = match.news; // the end of it, until the rest is there
      void this.fetch(frame);
    } else if (match.news.length) {
      this.fetching?.later.push(frame);
      this.lines = [...this.lines, ...match.news];
    }
  }

  private async fetch(frame: Frame): Promise<void> {
    if (this.fetching) {
      this.fetching.isStale = true;
      return;
    }
    const now: Fetching = { isStale: true, later: [] };
    this.fetching = now;
    let found: Noticed | null = null;
    while (now.isStale) {
      now.isStale = false;
      now.later = [];
      found = await this.everything();
    }
    this.fetching = null;
    this.isBroken = found === null;
    if (found === null) return this.append(frame.match?.news ?? []);
    // What came over the socket meanwhile is on the last page already, unless it came later still.
    const { version, log } = found;
    const later = now.later.filter((each) => each.version > version).flatMap((each) => each.match?.news ?? []);
    this.lines = later.length ? [...log, ...later] : log;
  }

  /** As far as it is not there already. */
  private append(news: News[]): void {
    const known = this.lines.at(-1)?.version ?? -1;
    const fresh = news.filter((each) => each.version > known);
    if (fresh.length) this.lines = [...this.lines, ...fresh];
  }

  /** Seats that share a screen and have secrets are shown over the socket only; everybody may read the public log. */
  private async everything(): Promise<Noticed | null> {
    const eyes = this.eyes;
    try {
      return await api.log(this.table, eyes).catch(() => api.log(this.table, null));
    } catch {
      return null;
    }
  }
}

/** Whether a frame's news do not begin where the last frame's ended. Behind a curtain they begin where it was drawn. */
function isGap(before: Frame | null, frame: Frame): boolean {
  if (!before?.match || frame.version > before.version + 1 || frame.version < before.version || before.audience !== frame.audience) return true;
  return frame.match!.earlier || !!frame.match!.curtain || !!before.match.curtain;
}
