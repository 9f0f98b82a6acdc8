/* How a game ended, in the table's voice. */
import type { Result, Seat, SeatCard } from "../protocol/types";
import type { Kit } from "./kit";
import type { Play } from "./play.svelte";
import { sentence } from "../words";

const WINNERS = ["", "", "Two winners", "Three winners", "Four winners", "Five winners", "Six winners", "Seven winners", "Eight winners"];

/** Those who won it, or share it. */
export function winnersOf(result: Result, seats: SeatCard[]): SeatCard[] {
  return seats.filter((seat) => result.winner === seat.seat || (result.winner === null && (result.standings[seat.seat] ?? 0) > 0));
}

/** "You get away with it." */
export function verdict(result: Result, play: Play, mine: Seat[], kit: Kit): string {
  const own = kit.verdict?.(play) ?? null;
  if (own !== null) return own;
  if (result.winner !== null) return mine.length === 1 && mine[0] === result.winner ? "You get away with it." : `${play.names[result.winner]} gets away with it.`;
  const winners = winnersOf(result, play.seats);
  return winners.length ? `${WINNERS[winners.length]}, one sack. Share.` : "Nobody gets away with it.";
}

/** What decided it: the table's own rules (somebody resigned, ran out of time, all agreed), or the game's. */
export function reason(result: Result, play: Play, kit: Kit): string {
  if (result.reason === "resignation" || result.reason === "agreement") {
    const note = play.log.findLast((news) => news.event?.type === "note");
    if (note) return note.text;
  }
  return kit.ending?.(play) ?? result.text;
}

/** For games whose last event says what decided them. */
export function lastEvent(play: Play): string | null {
  const told = play.log.findLast((news) => news.event?.type !== "note");
  return told ? sentence(told.text) : null;
}
