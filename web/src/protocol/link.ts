/* A socket that comes back by itself, and repeats what was not answered under the same id. */
import { language } from "../sentence";
import { restart } from "../restart.svelte";
import { backoff } from "./backoff";
import { wholeFrame } from "./cards";
import { api, Problem, TOO_FAST } from "./http";
import type { Answer, ChatLine, Command, Do, Frame, Seat, ServerMessage } from "./types";

export { backoff };
/** "busy": the server has a lot to do and asks us to come back. */
export type Health = "connecting" | "open" | "lost" | "busy" | "closed";

export interface Listener {
  frame(frame: Frame): void;
  chat(line: ChatLine): void;
  health(health: Health): void;
  bye(text: string): void;
  /** This screen may not look with these seats any more. */
  away(): void;
}

export const PROTOCOL = "loot.1";
const PING_EVERY = 20_000;
const SILENCE = 45_000;
const CLOSED_BUSY = 1013;
const CLOSED_AWAY = 4003;
const PATIENT = 3; // the first attempt after the server has asked for patience waits as long as this one

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return "c-" + [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function socketAddress(table: string, place: { protocol: string; host: string } = location): string {
  return `${place.protocol === "https:" ? "wss" : "ws"}://${place.host}${api.socket(table)}`;
}

interface Waiting<T> {
  message: unknown;
  resolve(value: T): void;
}

export class Link {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private heardAt = 0;
  private isClosed = false;
  private commands = new Map<string, Waiting<Answer>>();
  private questions = new Map<string, Waiting<unknown>>();
  private unlocked: Seat | null = null;
  since = -1;

  constructor(
    readonly table: string,
    private seats: Seat[],
    private listener: Listener,
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  private hurry = (): void => {
    if (document.visibilityState === "visible" && !this.socket && !this.isClosed && this.attempt > 0) {
      this.attempt = 0;
      void this.connect();
    }
  };

  async connect(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isClosed || this.socket) return;
    if (this.attempt === 0) this.listener.health("connecting");
    let ticket: string;
    try {
      ticket = (await api.ticket(this.table)).ticket;
    } catch (error) {
      if (error instanceof Problem && [403, 404].includes(error.status)) {
        this.close();
        this.listener.bye(error.message);
        return;
      }
      return this.retry(error instanceof Problem && error.status === TOO_FAST);
    }
    if (this.isClosed) return;
    const socket = new WebSocket(socketAddress(this.table), PROTOCOL);
    this.socket = socket;
    socket.onopen = () => {
      this.heardAt = Date.now();
      this.say({ type: "hello", seats: this.seats, form: "scene", language, since: this.since, ticket });
      if (this.unlocked !== null) this.say({ type: "unlock", seat: this.unlocked });
      for (const { message } of [...this.commands.values(), ...this.questions.values()]) this.say(message);
      this.pinger = setInterval(this.ping, PING_EVERY);
    };
    socket.onmessage = (event) => this.hear(String(event.data));
    socket.onclose = (event) => this.dropped(socket, event?.code);
    socket.onerror = () => socket.close();
  }

  private ping = (): void => {
    if (Date.now() - this.heardAt > SILENCE) this.socket?.close();
    else this.say({ type: "ping" });
  };

  private dropped(socket: WebSocket, code: number | undefined): void {
    if (this.socket !== socket) return;
    this.socket = null;
    clearInterval(this.pinger);
    if (this.isClosed) return;
    if (code === CLOSED_AWAY) this.listener.away();
    else this.retry(code === CLOSED_BUSY);
  }

  private retry(isBusy = false): void {
    this.attempt = Math.max(this.attempt + 1, isBusy ? PATIENT : 0);
    this.listener.health(isBusy ? "busy" : "lost");
    this.timer = setTimeout(() => void this.connect(), backoff(this.attempt, Math.random()));
  }

  private say(message: unknown): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private hear(text: string): void {
    this.heardAt = Date.now();
    let message: ServerMessage;
    try {
      message = JSON.parse(text) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === "frame") {
      // LT-9: before anything is drawn, so that a clock does not pay for the way of the frame.
      if (message.card.clock) this.say({ type: "seen", version: message.version });
      this.attempt = 0;
      this.listener.health("open");
      this.listener.frame(wholeFrame(message));
    } else if (message.type === "chat") this.listener.chat(message);
    else if (message.type === "answer") this.answered(message);
    else if (message.type === "told") {
      this.questions.get(message.id)?.resolve(message.answer);
      this.questions.delete(message.id);
    } else if (message.type === "restart") restart.hear(message.restart);
    else if (message.type === "bye") this.listener.bye(message.text);
  }

  private answered(answer: Answer): void {
    const first = answer.result === "repeated" ? answer.answer : answer;
    if (first.result === "conflict" && first.frame) this.listener.frame(wholeFrame(first.frame));
    if (answer.id === null) return;
    this.commands.get(answer.id)?.resolve(first);
    this.commands.delete(answer.id);
    // A question that cannot be answered comes back as an error under its id.
    this.questions.get(answer.id)?.resolve(first);
    this.questions.delete(answer.id);
  }

  /** Send a command; it is repeated under its id after every reconnect until the server has answered. */
  command(seat: Seat, version: number, what: Do): Promise<Answer> {
    const message: Command = { type: "command", id: newId(), seat, version, do: what };
    return new Promise((resolve) => {
      this.commands.set(message.id, { message, resolve });
      this.say(message);
    });
  }

  get unanswered(): number {
    return this.commands.size;
  }

  ask(seat: Seat, question: Record<string, unknown>): Promise<unknown> {
    const id = newId();
    const message = { type: "ask", id, seat, question };
    return new Promise((resolve) => {
      this.questions.set(id, { message, resolve });
      this.say(message);
    });
  }

  unlock(seat: Seat): void {
    this.unlocked = seat;
    this.say({ type: "unlock", seat });
  }

  /** A fresh socket starts locked: one that is away need not be told. */
  lock(): void {
    this.unlocked = null;
    this.say({ type: "lock" });
  }

  wantFrame(): void {
    this.say({ type: "frame" });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
    this.socket = null;
    this.listener.health("closed");
  }
}
