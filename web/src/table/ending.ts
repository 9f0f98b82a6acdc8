/* How a game ended, in the table's voice. */
import type { Result, Seat, SeatCard } from "../protocol/types";
import { t } from "../sentence";
import type { Play } from "./play.svelte";

/** Those who won it, or share it. */
export function winnersOf(result: Result, seats: SeatCard[]): SeatCard[] {
  return seats.filter((seat) => result.winner === seat.seat || (result.winner === null && (result.standings[seat.seat] ?? 0) > 0));
}

/** "Two winners, one sack. Share." */
function shared(winners: number): string {
  const said = [
    t("Two winners, one sack. Share."),
    t("Three winners, one sack. Share."),
    t("Four winners, one sack. Share."),
    t("Five winners, one sack. Share."),
    t("Six winners, one sack. Share."),
    t("Seven winners, one sack. Share."),
    t("Eight winners, one sack. Share."),
  ];
  return said[winners - 2] ?? "";
}

/** "You get away with it." */
export function verdict(result: Result, play: Play, mine: Seat[]): string {
  if (result.winner !== null) return mine.length === 1 && mine[0] === result.winner ? t("You get away with it.") : t("{who} gets away with it.", { who: play.names[result.winner] ?? "" });
  const winners = winnersOf(result, play.seats);
  return winners.length ? shared(winners.length) : t("Nobody gets away with it.");
}
