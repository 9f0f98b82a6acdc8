"""Two matches that differ only in what one audience may not know, played on so that it stays so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.options import as_dict, described
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, REFEREE, SPECTATOR, Action, Event, Seat, State, View

Seen = tuple[tuple[Any, ...], list[Event | None]]
Entries = list[dict[str, Any]]
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
PAIRS_AT_A_TABLE = 150  # so that long games leave room for others
MOST_TRIED = 60  # answers tried in the second world until one looks the same


class Parted(Exception):
    """The audience has learned something that tells the two worlds apart, as the rules will have it."""


class Twins:
    """`one` is played at random; `other` is a world its audience cannot tell from it."""

    def __init__(self, match: Match, audience: Seat, rng: Random) -> None:
        self.audience = audience
        self.rng = rng
        imagined = match.view(audience).imagine(rng)
        self.one = placed(match, match.state)
        self.other = placed(match, imagined)
        wanted = looks(match.view(audience))
        assert looks(imagined.view(audience)) == wanted, "a seat cannot tell an imagined table from the real one"
        seen, twin = [looks(world.view(audience)) for world in (self.one, self.other)]
        assert seen == twin, "writing the two positions down makes no difference between them"

    def differ(self) -> bool:
        """Whether there is a secret between them at all."""
        return looks(self.one.view(REFEREE)) != looks(self.other.view(REFEREE))

    def step(self) -> tuple[Entries, Entries]:
        """One decision and what nature makes of it, in both; the new entries of their records. When they part, the
        first one alone has been played on."""
        before = self.one.version
        seat, action = self.one.to_act, self.one.state.decision().sample(self.one.state, self.rng)
        twin = self.twin_action(action)
        self.one.play(seat, action)
        if twin is not None:
            self.other.play(seat, twin)
        is_same = twin is not None
        while self.one.to_act == NATURE:
            outcome = self.one.state.chance().sample(self.one.state, self.rng)
            twin_outcome = self.twin_outcome(outcome) if is_same else None
            self.one.happen(outcome)
            if twin_outcome is None:
                is_same = False
            else:
                self.other.happen(twin_outcome)
        if not is_same:
            raise Parted
        one, other = [[entry.to_json() for entry in match.record[before:]] for match in (self.one, self.other)]
        return one, other

    def twin_action(self, action: Action) -> Action | None:
        """The same action, or one that looks the same to the audience, who must choose alike in both worlds."""
        wanted = self.after_action(self.one.state, action)
        listed: Sequence[Action] = self.other.actions() if self.one.to_act != self.audience else ()
        for candidate in [action, *listed[:MOST_TRIED]]:
            is_legal = self.other.why_not(self.other.to_act, candidate) is None
            if is_legal and self.after_action(self.other.state, candidate) == wanted:
                return candidate
        return None

    def twin_outcome(self, outcome: int) -> int | None:
        """Another outcome that looks the same to the audience where there is one."""
        wanted = self.after_outcome(self.one.state, outcome)
        possible: list[int] = [number for number, _ in self.other.state.outcomes()]
        first: list[int] = [self.rng.pick(possible) for _ in range(3)]
        rest = possible[:]
        self.rng.shuffle(rest)
        for candidate in [*first, outcome, *rest[:MOST_TRIED]]:
            if candidate in possible and self.after_outcome(self.other.state, candidate) == wanted:
                return candidate
        return None

    def after_action(self, state: State, action: Action) -> Seen:
        twin = state.copy()
        twin.news = []
        twin.apply(action)
        return self.seen(twin)

    def after_outcome(self, state: State, outcome: int) -> Seen:
        twin = state.copy()
        twin.news = []
        twin.happen(outcome)
        return self.seen(twin)

    def seen(self, state: State) -> Seen:
        heard = [event.seen_by(self.audience) for event in state.news or ()]
        return looks(state.view(self.audience)), [event for event in heard if event is not None]


def looks(view: View) -> tuple[Any, ...]:
    """All that a view says; the box is not compared, for each match has its own."""
    return tuple(getattr(view, field.name) for field in codec.travelling(view))


def placed(match: Match, state: State) -> Match:
    """A match that begins with this table."""
    game: Game = match.game
    position = codec.loads(codec.dumps(codec.encode(game.write_position(state))), 2**22)
    return Match(game, match.players, as_dict(match.options), match.component_data, position, match.names)


# ---------------------------------------------------------------- many of them


@dataclass
class Report:
    """What was compared."""

    pairs: dict[str, int] = field(default_factory=dict)  # of worlds that differ, by game
    alike: int = 0  # there was no secret to keep: not counted
    answers: int = 0
    size: int = 0
    whispers: int = 0  # lines that other teams said among themselves
    differences: list[str] = field(default_factory=list)

    def total(self) -> int:
        return sum(self.pairs.values())


def begun_games(
    chosen: Sequence[Game], pairs: int, report: Report, rng: Random
) -> Iterator[tuple[Game, int, Seat, int]]:
    """By turns, until there are so many pairs: a game, how many play, who looks, and at how many pairs it is enough."""
    number = 0
    while chosen and report.total() < pairs:
        game = chosen[number % len(chosen)]
        counts = range(game.least_players, game.most_players + 1)
        players = counts[number // len(chosen) % len(counts)]
        enough = min(pairs, report.total() + PAIRS_AT_A_TABLE)
        yield game, players, rng.pick([*range(players), SPECTATOR]), enough
        number += 1


def begun(game: Game, players: int, wanted: Mapping[str, object], rng: Random) -> Match:
    """With some options, or without if they do not go together."""
    try:
        return Match(game, players, {**some_options(game, rng), **wanted}, names=NAMES[:players], nature=rng)
    except BadInput:
        return Match(game, players, names=NAMES[:players], nature=rng)


def some_options(game: Game, rng: Random) -> dict[str, object]:
    """Mostly the usual ones."""
    able = [option for option in described(game.options) if option.choices and rng.below(4) == 0]
    return {option.name: rng.pick(option.choices) for option in able}
