import { describe, expect, it, vi } from "vitest";
import type { Action, Choice, Frame, Refusal } from "../src/protocol/types";
import type { Play as APlay } from "../src/table/play.svelte";

vi.mock("../src/settings.svelte", () => ({ settings: { get: () => false }, system: {} }));
vi.mock("../src/sound", () => ({ play: () => undefined, buzz: () => undefined }));
const { Play } = await import("../src/table/play.svelte");

type Told = { refusal: Refusal | null; choice: Choice | null };

/** A play whose server answers when it is told to. */
function asked(): { play: APlay; done: Action[]; answer(dir: string, refusal?: Refusal): Promise<void> } {
  const waiting = new Map<string, (told: Told) => void>();
  const done: Action[] = [];
  const play = new Play({
    commit: async (action) => (done.push(action), null),
    forecast: (action) => new Promise((resolve) => waiting.set(String(action.dir), resolve)),
    ask: async () => null,
  });
  play.frame = { audience: 0, card: { seats: [{}], is_paused: false }, match: { to_act: 0, result: null, actions: null } } as unknown as Frame;
  const answer = async (dir: string, refusal: Refusal | null = null): Promise<void> => {
    waiting.get(dir)!({ refusal, choice: refusal ? null : { action: slide(dir), label: "Slide", says: "You slide.", locks: false, spend: 0 } });
    await new Promise((heard) => setTimeout(heard, 0));
  };
  return { play, done, answer };
}

const slide = (dir: string): Action => ({ type: "move", dir });

describe("a proposal that the server is asked about", () => {
  it("is shown once it is answered, and played when it is proposed again", async () => {
    const { play, done, answer } = asked();
    void play.propose(slide("N"));
    expect(play.isAsking).toBe(true);
    await answer("N");
    expect(play.preview?.action).toEqual(slide("N"));
    await play.propose(slide("N"));
    expect(done).toEqual([slide("N")]);
  });

  it("changes nothing when it is answered late", async () => {
    const { play, answer } = asked();
    void play.propose(slide("N"));
    void play.propose(slide("E"));
    await answer("E");
    await answer("N", { text: "Too late.", rule: "LL-4.8" });
    expect(play.preview?.action).toEqual(slide("E"));
    expect(play.refused).toBeNull();
    void play.propose(slide("S"));
    play.back();
    await answer("S");
    expect(play.isAsking).toBe(false);
    expect(play.preview?.action).not.toEqual(slide("S"));
  });

  it("is played at once when it was confirmed before the answer", async () => {
    const { play, done, answer } = asked();
    void play.propose(slide("W"));
    await play.commit();
    expect(done).toEqual([]);
    await answer("W");
    expect(done).toEqual([slide("W")]);
  });

  it("is explained when the rules forbid it, confirmed or not", async () => {
    const { play, done, answer } = asked();
    void play.propose(slide("N"));
    await play.commit();
    await answer("N", { text: "At the edge.", rule: "LL-4.8" });
    expect(done).toEqual([]);
    expect(play.refused?.refusal.rule).toBe("LL-4.8");
  });
});
