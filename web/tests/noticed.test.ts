import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/protocol/http";
import type { Frame, News, Noticed } from "../src/protocol/types";
import { NoticedLog } from "../src/table/noticed.svelte";

const line = (version: number, rule = ""): News => ({ version, text: `line ${version}`, rule, chapter: null, is_small: false, kind: "decision" });
const lines = (from: number, to: number): News[] => Array.from({ length: to - from }, (_, n) => line(from + n));
const frame = (version: number, news: News[], more: object = {}, audience: Frame["audience"] = 0): Frame =>
  ({ type: "frame", version, hash: "", audience, card: {}, match: { news, earlier: false, curtain: null, ...more } }) as unknown as Frame;
const versions = (log: NoticedLog): number[] => log.lines.map((news) => news.version);

/** Pages that come when we say so. */
let arrive: (found: Noticed) => Promise<void>;
let fetches = 0;

beforeEach(() => {
  fetches = 0;
  vi.spyOn(api, "log").mockImplementation(
    () =>
      new Promise((resolve) => {
        fetches += 1;
        arrive = async (found) => {
          resolve(found);
          await new Promise((done) => setTimeout(done, 0));
        };
      }),
  );
});

describe("what was noticed", () => {
  it("is all in the first frame of a young game, and nothing is fetched", () => {
    const log = new NoticedLog("T1");
    const first = frame(3, lines(0, 5));
    log.see(null, first);
    log.see(first, frame(4, [line(5)]));
    expect(versions(log)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(fetches).toBe(0);
  });

  it("shows the end of a long game at once, and the rest when its pages have come", async () => {
    const log = new NoticedLog("T1");
    const first = frame(1000, lines(800, 1000), { earlier: true });
    log.see(null, first);
    expect(log.lines.length).toBe(200);
    const second = frame(1001, [line(1000)]);
    log.see(first, second);
    log.see(second, frame(1002, [line(1001)]));
    expect(log.lines.length).toBe(202);
    await arrive({ version: 1001, log: lines(0, 1001) }); // the last page was read after the first of the two
    expect(versions(log)).toEqual(lines(0, 1002).map((news) => news.version));
    expect(fetches).toBe(1);
  });

  it("is read anew when something is taken back while its pages come", async () => {
    const log = new NoticedLog("T1");
    const first = frame(1000, lines(800, 1000), { earlier: true });
    log.see(null, first);
    log.see(first, frame(1001, [line(998, "LT-3")]));
    await arrive({ version: 1000, log: lines(0, 1000) });
    expect(fetches).toBe(2);
    await arrive({ version: 1001, log: lines(0, 999) });
    expect(log.lines.length).toBe(999);
  });

  it("is fetched after a gap, behind a curtain, and by other eyes", async () => {
    const log = new NoticedLog("T1");
    const first = frame(3, lines(0, 3));
    log.see(null, first);
    for (const next of [frame(9, [line(3)]), frame(4, [line(3)], { curtain: { seat: 1, name: "Ben" } }), frame(4, [line(3)], {}, "spectator")]) {
      log.see(first, next);
      await arrive({ version: next.version, log: lines(0, 4) });
      expect(versions(log)).toEqual([0, 1, 2, 3]);
    }
    expect(fetches).toBe(3);
  });

  it("is tried again with the next frame when it could not be had", async () => {
    const log = new NoticedLog("T1");
    vi.spyOn(api, "log").mockRejectedValueOnce(new Error()).mockRejectedValueOnce(new Error());
    const first = frame(1000, lines(800, 1000), { earlier: true });
    log.see(null, first);
    await new Promise((done) => setTimeout(done, 0));
    expect(log.lines.length).toBe(200);
    log.see(first, frame(1001, [line(1000)]));
    await arrive({ version: 1001, log: lines(0, 1001) });
    expect(log.lines.length).toBe(1001);
  });
});
