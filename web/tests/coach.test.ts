import { beforeEach, expect, it, vi } from "vitest";
import type { Frame, News } from "../src/protocol/types";

vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("innerWidth", 1280);
vi.stubGlobal("innerHeight", 800);
const { Coach } = await import("../src/learn/coach.svelte");
const { progress } = await import("../src/learn/progress.svelte");

const NOTES = ["LR-20", "LR-25", "LR-30", "LR-41", "LR-43"].map((rule) => ({ rule, say: `About ${rule}.` }));
const taught = { game: "g", name: "G", lessons: [], notes: NOTES, terms: [], first_game: null };
const frame = (rule: string, ...news: string[]): Frame => ({ match: { rule, news: news.map((each) => ({ rule: each }) as News) } }) as Frame;

let game = "";
let number = 0;
beforeEach(() => {
  game = `g${(number += 1)}`;
  progress.setCoach(game, true);
});

function coachOf(table = "t"): InstanceType<typeof Coach> {
  const coach = new Coach(game, table);
  coach.teach(taught);
  return coach;
}

it("tells each rule once: of what happens, and of what one is asked", () => {
  const coach = coachOf();
  coach.see(null, frame("LR-20", "LR-25"), true);
  expect(coach.note?.rule).toBe("LR-20"); // the past that the first frame tells is nobody's news
  coach.see(frame("LR-20"), frame("LR-20", "LR-25"), true);
  coach.next();
  expect(coach.note?.rule).toBe("LR-25");
  coach.next();
  expect(coach.note).toBe(null);
  coach.see(frame("LR-20"), frame("LR-20", "LR-25"), true);
  expect(coach.note).toBe(null);
  expect(coachOf().met).toBe(2);
});

it("does not ask for others, and keeps no long queue", () => {
  const coach = coachOf();
  coach.see(frame(""), frame("LR-20"), false);
  expect(coach.note).toBe(null);
  coach.hear(NOTES.map((note) => note.rule));
  expect(coach.waiting).toHaveLength(3);
});

it("is silent once it was switched off, in this game and in others that nobody asked it for", () => {
  const coach = coachOf();
  coach.hear(["LR-20"]);
  coach.set(false);
  expect(coach.note).toBe(null);
  progress.sitDown("another", "t");
  expect(progress.isCoached("another", "t")).toBe(false);
  progress.setCoach(game, true);
  progress.sitDown("third", "t");
  expect(progress.isCoached("third", "t")).toBe(true);
  expect(progress.isCoached("third", "later")).toBe(false);
});
