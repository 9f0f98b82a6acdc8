import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { language } from "../src/sentence";

class FakeSocket {
  static OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen?: () => void;
  onclose?: (event: { code: number }) => void;
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;
  constructor(
    readonly url: string,
    readonly protocol: string,
  ) {
    FakeSocket.made.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

const frame = (version: number): Record<string, unknown> => ({ type: "frame", version, audience: 0, card: {}, match: null, hash: "" });

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "table.test" });
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: () => undefined, removeEventListener: () => undefined });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ ticket: "t", seats: [0] }), { status: 200 }));
});
afterEach(() => vi.unstubAllGlobals());

async function linked() {
  const { Link } = await import("../src/protocol/link");
  const seen: string[] = [];
  const link = new Link("T1", [0], {
    frame: (found) => seen.push(`frame ${found.version}`),
    chat: () => undefined,
    health: (health) => seen.push(health),
    bye: (text) => seen.push(text),
    away: () => seen.push("away"),
  });
  await link.connect();
  return { link, seen, socket: FakeSocket.made[0]! };
}

describe("the link", () => {
  it("says hello with its ticket and seats", async () => {
    const { socket } = await linked();
    expect(socket.url).toBe("ws://table.test/api/tables/T1/socket");
    socket.open();
    expect(socket.sent[0]).toEqual({ type: "hello", seats: [0], form: "scene", language, since: -1, ticket: "t" });
  });

  it("repeats an unanswered command under the same id after a lost connection", async () => {
    const { link, socket, seen } = await linked();
    socket.open();
    socket.say(frame(3));
    const answer = link.command(0, 3, { type: "resign" });
    const first = socket.sent.at(-1)!;
    socket.close();
    await vi.advanceTimersByTimeAsync(1000);
    const again = FakeSocket.made[1]!;
    again.open();
    expect(again.sent.filter((message) => message.type === "command")).toEqual([first]);
    again.say({ type: "answer", id: first.id, result: "repeated", answer: { type: "answer", id: first.id, result: "accepted", version: 4 } });
    expect(await answer).toMatchObject({ result: "accepted", version: 4 });
    again.close();
    await vi.advanceTimersByTimeAsync(1000);
    FakeSocket.made[2]!.open();
    expect(FakeSocket.made[2]!.sent.some((message) => message.type === "command")).toBe(false);
    expect(seen).toContain("lost");
  });

  it("takes the frame of a conflict", async () => {
    const { link, socket, seen } = await linked();
    socket.open();
    const answer = link.command(0, 1, { type: "undo" });
    socket.say({ type: "answer", id: socket.sent.at(-1)!.id, result: "conflict", frame: frame(9) });
    expect((await answer).result).toBe("conflict");
    expect(seen).toContain("frame 9");
  });

  it("says that a frame has come where clocks run, before anything is drawn", async () => {
    const { socket } = await linked();
    socket.open();
    socket.say(frame(3));
    expect(socket.sent.some((message) => message.type === "seen")).toBe(false);
    socket.say({ ...frame(4), card: { clock: { bank: 60, increment: 0 } } });
    expect(socket.sent.at(-1)).toEqual({ type: "seen", version: 4 });
  });

  it("waits patiently when the server closes because it has a lot to do", async () => {
    const { socket, seen } = await linked();
    socket.open();
    socket.say(frame(3));
    socket.close(1013);
    expect(seen.at(-1)).toBe("busy");
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.made.length).toBe(1);
    await vi.advanceTimersByTimeAsync(2000);
    FakeSocket.made[1]!.open();
    FakeSocket.made[1]!.say(frame(3));
    expect(seen.slice(-2)).toEqual(["open", "frame 3"]);
  });

  it("comes back when it was too slow", async () => {
    const { socket, seen } = await linked();
    socket.open();
    socket.close(4008);
    expect(seen.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.made.length).toBe(2);
  });

  it("waits patiently for a ticket that came too fast", async () => {
    const answers = [429, 429, 200];
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ ticket: "t", error: { code: "too_fast", text: "wait a little" } }), { status: answers.shift() ?? 200 }));
    const { seen } = await linked();
    expect(seen).toEqual(["connecting", "busy"]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(FakeSocket.made.length).toBe(1);
  });

  it("does not knock again with seats that were given away", async () => {
    const { socket, seen } = await linked();
    socket.open();
    socket.close(4003);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen.at(-1)).toBe("away");
    expect(FakeSocket.made.length).toBe(1);
  });

  it("waits longer each time, and never for long", async () => {
    const { backoff } = await import("../src/protocol/link");
    expect(backoff(0, 0.5)).toBe(0);
    const waits = [1, 2, 3, 4, 5, 6, 7].map((attempt) => backoff(attempt, 0.5));
    expect(waits).toEqual([...waits].sort((one, other) => one - other));
    expect(Math.max(...waits)).toBeLessThanOrEqual(8000);
  });
});
