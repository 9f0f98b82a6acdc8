"""At the store (rulebook page 18): who leaves first, the shopping round, and how play goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from loot_table.engine.random import Random
from loot_table.engine.sentence import Name, Points, Sentence, say
from loot_table.engine.state import Action, Decision, Effect, Refusal, Seat
from loot_table.games.loot_fiend.course import NONE
from loot_table.games.loot_fiend.ending import extend, is_final, leaders, lowest, may_extend, seal, tally
from loot_table.games.loot_fiend.events import LeaverFixed, SaidDone
from loot_table.games.loot_fiend.locks import RemoveLocks, offered_payments
from loot_table.games.loot_fiend.loot import Reorganise, layout_of, offered_layouts, offered_packings
from loot_table.games.loot_fiend.map import has_open_road
from loot_table.games.loot_fiend.refusals import not_now
from loot_table.games.loot_fiend.table import Table

# ---------------------------------------------------------------- who leaves first


@final
@dataclass(frozen=True)
class Gather(Effect):
    """All have arrived: the end of the game (LF-70), or points are counted for who leaves first (LF-60)."""

    def do(self, table: Table) -> None:
        if is_final(table) and not may_extend(table):
            tally(table, "final store" if len(leaders(table)) == 1 else "second tie")
            return
        least = lowest(table)
        if len(least) > 1:
            table.then(ChooseLeaver(table.course.last_finder))
        else:
            open_store(table, least[0])


GATHER: Final = Gather()


@final
@dataclass(frozen=True)
class ChooseLeaver(Decision):
    """LF-60: the finder breaks ties among those with the least loot."""

    def rule(self) -> str:
        return "LF-60"

    def prompt(self, table: Table) -> Sentence:
        return say("Who leaves first?")

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is choosing who leaves first.", who=Name(self.seat))

    def actions(self, table: Table) -> Sequence[Action]:
        return [LeaveFirst(seat) for seat in lowest(table)]

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, LeaveFirst):
            return not_now(say("Not now: say who will leave the store first."))
        return action.why_not(table, self.seat)


@final
@dataclass(frozen=True)
class LeaveFirst(Action):
    """This player will leave first (LF-60)."""

    player: int

    def label(self, table: Table) -> Sentence:
        return say("{who} leaves first", who=Name(self.player))

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        if self.player in lowest(table):
            return None
        least = min([pack.points for pack in table.packs])
        return Refusal(say("Only who has the least loot, {points}, can leave first.", points=Points(least)), "LF-60")

    def do(self, table: Table, seat: Seat) -> None:
        open_store(table, self.player)


# ---------------------------------------------------------------- the shopping round


def open_store(table: Table, leaver: Seat) -> None:
    """LF-61: who leaves first is fixed now. LF-62: the finder is asked first."""
    course = table.course
    course.leaver = leaver
    course.clear_flags(table.players)
    if table.news is not None:
        table.tell(LeaverFixed(leaver, table.packs[leaver].points))
    table.then(SHOPPING[course.last_finder])


@final
@dataclass(frozen=True)
class Shopping(Effect):
    """LF-62, LF-63: one after the other until all are done; then the store closes."""

    seat: Seat

    def do(self, table: Table) -> None:
        for seat in table.clockwise_from(self.seat):
            if not table.course.done[seat]:
                table.then(SHOPS[seat], SHOPPING[seat])
                return
        close_store(table)


@final
@dataclass(frozen=True)
class Shop(Decision):
    """LF-62: reorganise and remove locks, free of actions and as often as wanted, until done. Layouts are listed once
    between two locks, so that those who choose from the list come to an end."""

    def rule(self) -> str:
        return "LF-62"

    def prompt(self, table: Table) -> Sentence:
        return say("Repack and unlock freely.")

    def waiting(self, table: Table) -> Sentence:
        return say("{who} is shopping.", who=Name(self.seat))

    def is_open(self) -> bool:
        return True

    def actions(self, table: Table) -> Sequence[Action]:
        layouts = [] if table.course.repacked[self.seat] else offered_layouts(table, self.seat)
        return [*layouts, *offered_payments(table, self.seat), DONE]

    def sample(self, table: Table, rng: Random) -> Action:
        packings = [] if table.course.repacked[self.seat] else offered_packings(table, self.seat)
        payments = offered_payments(table, self.seat)
        chosen = rng.below(len(packings) + len(payments) + 1)
        if chosen < len(packings):
            return layout_of(table.packs[self.seat], packings[chosen])
        chosen -= len(packings)
        return payments[chosen] if chosen < len(payments) else DONE

    def why_not(self, table: Table, action: Action) -> Refusal | None:
        if not isinstance(action, (Reorganise, RemoveLocks, Done)):
            return not_now(say("Not now: the store is open. Repack, remove locks, or say done."))
        return action.why_not(table, self.seat)


@final
@dataclass(frozen=True)
class Done(Action):
    """Nothing more to do at the store (LF-62)."""

    def label(self, table: Table) -> Sentence:
        return say("Done here")

    def why_not(self, table: Table, seat: Seat) -> Refusal | None:
        return None

    def do(self, table: Table, seat: Seat) -> None:
        table.course.set_done(seat, True)
        if table.news is not None:
            table.tell(SaidDone(seat))


DONE: Final = Done()
SHOPS: Final = [Shop(seat) for seat in range(4)]
SHOPPING: Final = [Shopping(seat) for seat in range(4)]


def close_store(table: Table) -> None:
    """LF-68, LF-74: a full turn of the one who leaves first. LF-72: before that the extension, if it came to a tie."""
    course = table.course
    if may_extend_now(table):
        extend(table)
    leaver = course.leaver
    course.leaver = NONE
    course.clear_flags(table.players)
    seal(table)
    table.begin_turn(leaver)


def may_extend_now(table: Table) -> bool:
    """LF-86: on a sealed map an extension is dropped."""
    return is_final(table) and has_open_road(table.tiles)
