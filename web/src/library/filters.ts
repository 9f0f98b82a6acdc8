/* Which of one's games are shown. Filters stand in the address, so that a link brings the same list back. */
import type { LibraryGame } from "./api";

export interface Filters {
  /** A part of a player's name. */
  player: string;
  game: string;
  result: "" | "win" | "shared" | "lost";
  /** "people", "bots", or the level of the bots. */
  against: string;
  state: "" | "running" | "over";
  /** So many days back. */
  days: "" | "1" | "7" | "30" | "365";
  design: "" | "shipped" | "own";
  mistakes: "" | "1";
}

export const NO_FILTERS: Filters = { player: "", game: "", result: "", against: "", state: "", days: "", design: "", mistakes: "" };
const DAY = 86_400;

/** How it ended for me; null while it runs, and where all the seats are mine. */
export function resultOf(game: LibraryGame): "win" | "shared" | "lost" | null {
  if (game.standings === null || !game.mine.length || game.mine.length === game.seats.length) return null;
  const share = game.mine.reduce((sum, seat) => sum + (game.standings![seat] ?? 0), 0);
  return share > 0.999 ? "win" : share > 0 ? "shared" : "lost";
}

/** My place, from 1, by the result and then by points. */
export function placeOf(game: LibraryGame): number | null {
  const mine = game.mine[0];
  if (game.standings === null || mine === undefined) return null;
  const rank = (seat: number): [number, number] => [game.standings![seat] ?? 0, Number(game.seats[seat]?.score) || 0];
  const [share, score] = rank(mine);
  return 1 + game.seats.filter((_, seat) => rank(seat)[0] > share || (rank(seat)[0] === share && rank(seat)[1] > score)).length;
}

const others = (game: LibraryGame): LibraryGame["seats"] => game.seats.filter((_, seat) => !game.mine.includes(seat));

export function isAgainst(game: LibraryGame, against: string): boolean {
  if (!against) return true;
  if (against === "people") return others(game).some((seat) => seat.kind === "human");
  const bots = others(game).every((seat) => seat.kind === "bot");
  return against === "bots" ? bots : bots && others(game).every((seat) => seat.bot === against);
}

export function matches(game: LibraryGame, filters: Filters, now: number): boolean {
  const wanted = filters.player.trim().toLocaleLowerCase();
  return (
    (!wanted || game.seats.some((seat) => seat.name.toLocaleLowerCase().includes(wanted))) &&
    (!filters.game || game.game === filters.game) &&
    (!filters.result || resultOf(game) === filters.result) &&
    isAgainst(game, filters.against) &&
    (!filters.state || (filters.state === "over") === (game.phase === "over")) &&
    (!filters.days || game.at >= now - Number(filters.days) * DAY) &&
    (!filters.design || (filters.design === "own") === (game.design !== null)) &&
    (!filters.mistakes || (game.review?.mistakes ?? 0) > 0)
  );
}

export function read(query: URLSearchParams): Filters {
  const found = { ...NO_FILTERS };
  for (const name of Object.keys(NO_FILTERS) as (keyof Filters)[]) (found as Record<string, string>)[name] = query.get(name) ?? "";
  return found;
}

export function written(filters: Filters): string {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value));
  return query.size ? `?${query}` : "";
}
