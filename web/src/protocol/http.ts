/* Requests to the server; a failure is a Problem with the server's own sentence. */
import type { Frame, GameFacts, GameRules, Moment, NewTable, News, Seat, TableCard } from "./types";

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

export const OFFLINE = "offline";

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Problem(0, OFFLINE, "The server does not answer. Check the connection and try again.");
  }
  const text = await answer.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    throw new Problem(answer.status, "not_json", "The server said something we do not understand.");
  }
  if (!answer.ok) {
    const error = (data as { error?: { code: string; text: string } } | null)?.error;
    throw new Problem(answer.status, error?.code ?? "error", error?.text ?? "Something broke on our side.");
  }
  return data as T;
}

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;
const asSeat = (seat: Seat | "all" | null): string => (seat === null ? "" : `?seat=${seat}`);

/** Some lists come bare, some under their name. */
function listed<T>(data: unknown, ...names: string[]): T[] {
  if (Array.isArray(data)) return data as T[];
  for (const name of names) {
    const found = (data as Record<string, unknown> | null)?.[name];
    if (Array.isArray(found)) return found as T[];
  }
  return [];
}

export const api = {
  games: async (): Promise<GameFacts[]> => listed<GameFacts>(await request("GET", "/api/games"), "games"),
  game: (slug: string): Promise<GameRules> => request("GET", `/api/games/${encodeURIComponent(slug)}`),
  tables: async (): Promise<TableCard[]> => listed<TableCard>(await request("GET", "/api/tables"), "tables"),
  create: (wish: NewTable): Promise<{ seats: { seat: Seat }[]; card: TableCard }> => request("POST", "/api/tables", wish),
  code: (code: string): Promise<{ table: string }> => request("GET", `/api/codes/${encodeURIComponent(code)}`),
  /** The card, and which of its seats this browser holds. */
  card: (table: string): Promise<TableCard & { mine: Seat[] }> => request("GET", at(table)),
  join: (table: string, name: string, seat: Seat | null): Promise<{ seat: Seat; card: TableCard }> =>
    request("POST", `${at(table)}/join`, seat === null ? { name } : { name, seat }),
  frame: (table: string, seat: Seat | null): Promise<Frame> => request("GET", `${at(table)}/frame${asSeat(seat)}`),
  log: async (table: string, seat: Seat | "all" | null): Promise<News[]> =>
    listed<News>(await request("GET", `${at(table)}/log${asSeat(seat)}`), "news", "log", "events"),
  replay: (table: string, version: number, seat: Seat | "all" | null): Promise<Moment> =>
    request("GET", `${at(table)}/replay/${version}${asSeat(seat)}`),
  /** The seats of a finished table open the same player's seats of its rematch. */
  follow: (table: string): Promise<{ table: string; seats: Seat[]; card: TableCard }> => request("POST", `${at(table)}/follow`, {}),
  ticket: (table: string): Promise<{ ticket: string }> => request("POST", `${at(table)}/ticket`, {}),
  record: (table: string): string => `${at(table)}/record`,
  socket: (table: string): string => `${at(table)}/socket`,
};
