/* The public tables, kept fresh while somebody looks. */
import { backoff } from "./protocol/backoff";
import type { LobbyCard } from "./protocol/types";
import { restart } from "./restart.svelte";
import { t, tn } from "./sentence";

export class Lobby {
  tables = $state.raw<LobbyCard[]>([]);
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private attempt = 0;
  private isClosed = false;

  /** Until the first tables are known, or that they are not. The line says them at once, and then what changes. */
  open(): Promise<void> {
    return new Promise((known) => this.connect(known));
  }

  private connect(known?: () => void): void {
    if (this.isClosed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/lobby`);
    this.socket = socket;
    socket.onmessage = (event) => {
      const said = JSON.parse(String(event.data)) as { type: string; tables?: LobbyCard[]; restart?: { seconds: number; text: string } | null };
      if (said.type === "restart") restart.hear(said.restart ?? null);
      if (said.type !== "lobby" || !said.tables) return; // a refusal is no reason to come back faster
      this.attempt = 0;
      this.tables = said.tables;
      known?.();
    };
    socket.onclose = () => {
      known?.();
      this.attempt += 1;
      if (!this.isClosed) this.timer = setTimeout(() => this.connect(), backoff(this.attempt, Math.random()));
    };
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}

/** A public table, with what somebody who comes by can do there. */
export function offered(card: LobbyCard): { card: LobbyCard; line: string; act: string; href: string } {
  const free = card.seats.filter((seat) => seat.kind === "open").length;
  const isGathering = card.phase === "gathering";
  return {
    card,
    line: isGathering ? tn(free, "{n} of {all} seats free", "{n} of {all} seats free", { all: card.players }) : t("Being played"),
    act: isGathering ? t("Join") : t("Watch"),
    href: `/t/${card.table}`,
  };
}
