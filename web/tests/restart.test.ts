import { afterEach, beforeEach, expect, it, vi } from "vitest";

const { restart } = await import("../src/restart.svelte");

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  restart.hear(null);
  vi.useRealTimers();
});

it("counts an announced restart down, and forgets it when it did not come", () => {
  restart.hear({ seconds: 90, text: "New cards" });
  expect(restart.seconds).toBe(90);
  vi.advanceTimersByTime(30_000);
  expect(restart.seconds).toBe(60);
  vi.advanceTimersByTime(100_000);
  expect(restart.seconds).toBe(0);
  expect(restart.coming?.text).toBe("New cards");
  vi.advanceTimersByTime(100_000);
  expect(restart.coming).toBeNull();
});

it("reads it from the header of any answer", () => {
  restart.hearHeader("590;Neu%20f%C3%BCr%20alle");
  expect(restart.coming?.text).toBe("Neu für alle");
  const first = restart.coming;
  vi.advanceTimersByTime(1000);
  restart.hearHeader("589;Neu%20f%C3%BCr%20alle");
  expect(restart.coming).toBe(first);
  restart.hearHeader("60;");
  expect(restart.seconds).toBe(60);
  restart.hearHeader("soon;x");
  expect(restart.seconds).toBe(60);
  restart.hearHeader(null);
  expect(restart.coming).toBeNull();
});

it("shows what it cannot decode without words", () => {
  restart.hearHeader("60;%E0%A4%A");
  expect(restart.coming?.text).toBe("");
});
