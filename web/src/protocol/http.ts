/* Requests to the server; a failure is a Problem with the server's own sentence. */
import { language, t } from "../sentence";
import { busy } from "../busy.svelte";
import { house } from "../house.svelte";
import { restart } from "../restart.svelte";
import { backoff } from "./backoff";
import { whole } from "./cards";
import type { DrawnPicture, GameFacts, GameRules, Hint, Moment, NewTable, Noticed, PeopleMinutes, PlayOnWish, Seat, TableCard, TableFacts } from "./types";

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
export const TOO_FAST = 429;
const FIRST_WAIT = 3; // as after so many attempts: who was too fast does not hurry

/** What only asks is asked again until its turn comes; what does something is for whoever did it to repeat. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  for (let attempt = FIRST_WAIT; ; attempt += 1) {
    try {
      return await requestOnce<T>(method, path, body);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== TOO_FAST || method !== "GET") throw error;
      await busy.wait(backoff(attempt, Math.random()), error.message);
    }
  }
}

async function requestOnce<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Problem(0, OFFLINE, t("The server does not answer. Check the connection and try again."));
  }
  restart.hearHeader(answer.headers?.get("Loot-Restart") ?? null);
  house.hear(answer.headers?.get("Loot-Address") ?? null);
  const text = await answer.text();
  let data: unknown;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    throw new Problem(answer.status, "not_json", t("The server said something we do not understand."));
  }
  if (!answer.ok) {
    const error = (data as { error?: { code: string; text: string } } | null)?.error;
    throw new Problem(answer.status, error?.code ?? "error", error?.text ?? t("Something broke on our side."));
  }
  return data as T;
}

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;
const asked = (seat: Seat | "all" | null, more: Record<string, string> = {}): string => `?${new URLSearchParams({ ...(seat === null ? {} : { seat: String(seat) }), language, ...more })}`;

/** All pages of a log. What is played meanwhile stands on the last one. */
async function everyPage(table: string, seat: Seat | "all" | null): Promise<Noticed> {
  const log: Noticed["log"] = [];
  for (let from = 0; ;) {
    const page = await request<Noticed & { next: number | null }>("GET", `${at(table)}/log${asked(seat, { from: String(from) })}`);
    log.push(...page.log);
    if (page.next === null || page.next <= from) return { version: page.version, log };
    from = page.next;
  }
}

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
  /** The languages that are installed, as browsers name them. */
  languages: async (): Promise<string[]> => listed<string>(await request("GET", "/api/words"), "languages"),
  games: async (): Promise<GameFacts[]> => listed<GameFacts>(await request("GET", "/api/games"), "games"),
  people: async (slug: string): Promise<PeopleMinutes[]> => listed<PeopleMinutes>(await request("GET", `/api/games/${encodeURIComponent(slug)}/people`), "people"),
  picture: (slug: string, number: number): Promise<DrawnPicture> => request("GET", `/api/games/${encodeURIComponent(slug)}/pictures/${number}?${new URLSearchParams({ language })}`),
  game: (slug: string): Promise<GameRules> => request("GET", `/api/games/${encodeURIComponent(slug)}`),
  mine: async (tables: string[]): Promise<TableFacts[]> => listed<TableFacts>(await request("POST", "/api/tables/mine", { tables }), "tables"),
  create: (wish: NewTable): Promise<{ seats: { seat: Seat }[]; card: TableCard }> => request("POST", "/api/tables", wish),
  /** A table that goes on from a moment of a finished one, against bots. */
  playOn: (table: string, wish: PlayOnWish): Promise<{ seats: { seat: Seat }[]; card: TableCard }> => request("POST", `${at(table)}/play-on`, wish),
  hint: (table: string, seat: Seat): Promise<Hint> => request("POST", `${at(table)}/hint`, { seat, language }),
  /** A record that somebody brings along for review. */
  bring: (record: unknown): Promise<{ table: string; card: TableCard }> => request("POST", "/api/reviews", record),
  code: (code: string): Promise<{ table: string }> => request("GET", `/api/codes/${encodeURIComponent(code)}`),
  /** The card, and which of its seats this browser holds. */
  card: async (table: string): Promise<TableCard & { mine: Seat[] }> => whole(await request<TableCard & { mine: Seat[] }>("GET", at(table))),
  join: (table: string, name: string, seat: Seat | null): Promise<{ seat: Seat; card: TableCard }> => request("POST", `${at(table)}/join`, seat === null ? { name } : { name, seat }),
  log: everyPage,
  replay: (table: string, version: number, seat: Seat | "all" | null): Promise<Moment> => request("GET", `${at(table)}/replay/${version}${asked(seat)}`),
  /** The seats of a finished table open the same player's seats of its rematch. */
  follow: (table: string): Promise<{ table: string; seats: Seat[]; card: TableCard }> => request("POST", `${at(table)}/follow`, {}),
  ticket: (table: string): Promise<{ ticket: string }> => request("POST", `${at(table)}/ticket`, {}),
  /** A one-time link that shows a seat of this screen on a phone, and for how many seconds it is good. */
  phone: (table: string, seat: Seat): Promise<{ link: string; seconds: number }> => request("POST", `${at(table)}/phones`, { seat }),
  claim: (table: string, link: string): Promise<{ seat: Seat; card: TableCard }> => request("POST", `${at(table)}/phones/claim`, { link }),
  record: (table: string): string => `${at(table)}/record`,
  socket: (table: string): string => `${at(table)}/socket`,
};
