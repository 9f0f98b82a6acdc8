"""What is never used: components that nobody takes or draws, answers that nobody gives, rules that nothing touches.

What an answer, a draw or an event is about is read from its own sentence: the same things that people read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loot_table import games
from loot_table.arena.contest import Contest, play_match
from loot_table.engine.game import Game
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.sentence import SOMEBODY, Sentence
from loot_table.engine.state import Action, Decision, Event, State
from loot_table.lab.answers import UNDECIDED, Answer, Figure
from loot_table.lab.asking import FEW, USUAL_BOT, Asking, asked, plural
from loot_table.lab.choices import some_of
from loot_table.lab.deals import Budget, Deals, borrowed
from loot_table.lab.design import Design
from loot_table.lab.paths import are_named, name_in
from loot_table.measure.intervals import Interval, never, wilson

NUMBERED = re.compile(r"([a-z]*)(\d+)")
DEAD = 0.005  # what comes in fewer than so many games is dead
WORTH_A_WORD = 0.05  # what was offered in so few games that it may come more often is not spoken of
SELDOM = 0.02  # of the games in which it was offered
MOST_ANSWERS = 120  # of longer lists, so many are read
MOST_SHOWN = 12


@dataclass(frozen=True)
class Used:
    """One game: what was offered, taken, drawn or spoken of, and by which rules."""

    number: int
    offered: frozenset[str]
    taken: frozenset[str]
    seen: frozenset[str]  # drawn, or named in an event
    rules: frozenset[str]


class Looker(Witness):
    """Reads every answer's words."""

    def __init__(self, owners: Mapping[str, str]) -> None:
        self.owners = owners
        self.offered: set[str] = set()
        self.taken: set[str] = set()
        self.seen: set[str] = set()
        self.rules: set[str] = set()

    def see(self, state: State, entry: Entry) -> None:
        if entry.outcome is not None:
            chance = state.chance()
            self.seen.add(owner_of(chance.name_of(state, entry.outcome), self.owners))
        elif entry.action is not None:
            decision = state.decision()
            self.rules.add(rule_named(decision))
            self.taken |= self.about(entry.action, state)
            if not decision.is_large(state):
                for action in some_of(decision.actions(state), MOST_ANSWERS):
                    self.offered |= self.about(action, state)

    def about(self, action: Action, state: State) -> set[str]:
        """The kind of answer, each thing that its words name, and doing this with that."""
        named = {owner_of(each, self.owners) for each in things_in(action.label(state))}
        kind = kind_named(action)
        return {kind, *named, *(f"{kind} {each}" for each in named)}


def kind_named(action: Action) -> str:
    return f"to {in_words(type(action))}"


def in_words(kind: type) -> str:
    """`TripCollect` is `trip collect`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()


def things_in(sentence: Sentence) -> Iterator[str]:
    for span in sentence.spans(SOMEBODY):
        if span.kind == "thing" and span.id:
            yield span.id


def rule_named(about: Decision | Event) -> str:
    return f"{in_words(type(about))} ({about.rule()})"


def owners_in(data: Any) -> dict[str, str]:
    """What the pieces of a box are pieces of: a loot shape has its ids, a card its copies."""
    found: dict[str, str] = {}
    if isinstance(data, Mapping):
        for value in data.values():
            found.update(owners_in(value))
    elif are_named(data):
        for thing in data:
            name = str(name_in(thing))
            found[name] = name
            for piece in pieces_in(thing.get("ids")):
                found[piece] = name
    return found


def pieces_in(ids: Any) -> Iterator[str]:
    """A box names its pieces one by one, or the first and the last of them: `s01`, `s22`."""
    listed = [each for each in ids if isinstance(each, str)] if isinstance(ids, list) else []
    yield from listed
    if len(listed) == 2:
        ends = [NUMBERED.fullmatch(each) for each in listed]
        if ends[0] is not None and ends[1] is not None and ends[0][1] == ends[1][1]:
            one, first, last = ends[0][1], ends[0][2], ends[1][2]
            yield from (f"{one}{number:0{len(first)}}" for number in range(int(first), int(last)))


def owner_of(piece: str, owners: Mapping[str, str]) -> str:
    """A second copy, `medusa-2`, is the same component."""
    whole, dash, number = piece.rpartition("-")
    known = owners.get(piece)
    return known or (owners.get(whole, piece) if dash and number.isdecimal() else piece)


def used_in(match: Match, number: int, owners: Mapping[str, str]) -> Used:
    """What one game has touched: what was offered, what was taken, what its sentences speak of, and the rules behind them."""
    looker = Looker(owners)
    match.seen_again(looker)
    for event in (event for events in match.log for event in events):
        looker.rules.add(rule_named(event))
        looker.seen |= {owner_of(each, owners) for each in things_in(event.text())}
    return Used(
        number, *(frozenset(each) for each in (looker.offered, looker.taken, looker.seen | looker.taken, looker.rules))
    )


def uses(contest: Contest, numbers: list[int]) -> list[Used]:
    game = games.load(contest.game)
    owners = owners_in(contest.components or game.components(None).data)
    return [used_in(play_match(contest, number).match, number, owners) for number in numbers]


def lists_in(data: Any) -> Iterator[list[str]]:
    """Lists of named things: those of which one is met in play are components."""
    if isinstance(data, Mapping):
        for value in data.values():
            yield from lists_in(value)
    elif are_named(data):
        yield [str(name_in(thing)) for thing in data]


def rules_of(game: Game) -> set[str]:
    """Everything that can be asked or happen, with its rule, where that does not depend on more."""
    found = set()
    for kind in [*games.kinds(game, Decision), *games.kinds(game, Event)]:
        try:
            found.add(f"{in_words(kind)} ({kind.rule(kind.__new__(kind))})")  # type: ignore[call-overload]
        except (AttributeError, NotImplementedError, TypeError):
            continue  # a kind of kinds, or one whose rule depends on what it is about
    return found


def listed(unused: Sequence[Figure]) -> str:
    """Those that were never used, and how often they may be after all."""
    if not unused:
        return "nothing"
    most = max(each.interval.high for each in unused)
    return f"{and_more([each.name for each in unused])} (at most {100 * most:.2f} % of the games)"


def and_more(names: Sequence[str]) -> str:
    rest = len(names) - MOST_SHOWN
    return ", ".join(names[:MOST_SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def dead(
    design: Design,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    rare: float = DEAD,
    budget: Budget = FEW,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """What is never used? Components and answers that nobody takes, with the most often that they could be."""
    seats = players or design.rules.least_players
    asking = Asking("dead", design, seats, bot, seed, budget)

    def look(told: Sequence[Used]) -> tuple[str, tuple[Figure, ...]]:
        offered, taken, seen = (
            Counter(each for used in told for each in getattr(used, name)) for name in ("offered", "taken", "seen")
        )
        shunned = {name: never(many) for name, many in offered.items() if not taken[name]}
        for names in lists_in(design.data):
            if any(seen[name] or offered[name] for name in names):
                shunned |= {name: never(len(told)) for name in names if not seen[name] and not offered[name]}
        figures = [Figure(name, 0.0, Interval(0.0, bound)) for name, bound in sorted(shunned.items())]
        seldom = [
            Figure(name, taken[name] / many, wilson(taken[name] / many, many))
            for name, many in offered.items()
            if taken[name] and taken[name] < SELDOM * many
        ]
        verdict = UNDECIDED
        if all(each.interval.high < rare for each in figures):
            verdict = "something is dead" if figures else "nothing is dead"
        return verdict, (*figures, *sorted(seldom, key=lambda each: each.value)[:MOST_SHOWN])

    with borrowed(deals) as player:
        verdict, figures, told = asked(budget, lambda many: player.told(asking.contest(), uses, many), look)
    gone = [each for each in figures if each.value == 0.0 and each.interval.high < rare]
    if gone and verdict == UNDECIDED:
        verdict = "something is dead"
    unsure = [each for each in figures if each.value == 0.0 and rare <= each.interval.high < WORTH_A_WORD]
    silent = sorted(rules_of(design.rules) - {each for used in told for each in used.rules})
    says = " ".join(
        [
            f"Never used in {len(told):,} games of {plural(bot)}: {listed(gone)}.",
            *([f"Not used so far, in too few games to call it dead: {listed(unsure)}."] if unsure else []),
            *([f"Never asked and never happened: {and_more(silent)}."] if silent else []),
        ]
    )
    return asking.answer(
        verdict,
        says,
        figures,
        len(told),
        tuple(used.number for used in told[:3]),
        "What these bots leave alone, others may use: ask again at another level. Rules of options that are off are never touched.",
    )
