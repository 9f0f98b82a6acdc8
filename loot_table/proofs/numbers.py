"""Proof that the numbers for networks keep every secret, too.

Beside a table stands another that one audience (a seat, or a spectator) cannot tell from it. The row of its view must be the
same, number by number, and so must the letters with which it may answer. No server is needed, so a million pairs are quick.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from loot_table import games
from loot_table.engine.encoding import Encoding, named
from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.spelling import Answers, Spelling
from loot_table.engine.state import NATURE, NOBODY, REFEREE, SPECTATOR, Seat, State
from loot_table.proofs.twins import Report, begun, begun_games
from loot_table.rl.encodings import encoding_of, spelling_of

FORMS = ("fixed", "factored")


class Outlet:
    """What a network is given at one kind of table."""

    def __init__(self, game: Game, table: State) -> None:
        self.slug = game.slug
        self.encoding: Encoding = encoding_of(game, table)
        self.out = array("f", bytes(4 * self.encoding.size))
        self.spellings: list[Spelling] = [spelling_of(game, self.encoding, form) for form in FORMS]

    def compare(self, one: State, other: State, audience: Seat, report: Report) -> None:
        """The rows of both worlds, and the answers where the audience is to decide."""
        who = f"{self.slug}, audience {audience}"
        mine, theirs = self.row(one, audience), self.row(other, audience)
        report.answers += 1
        report.size += len(mine)
        if mine != theirs:
            report.differences.append(f"{who}: {first_difference(self.encoding, mine, theirs)}")
        if one.to_act == audience:
            report.answers += 1
            if self.words(one) != self.words(other):
                report.differences.append(f"{who}: other letters are legal")

    def row(self, table: State, seat: Seat) -> bytes:
        self.encoding.encode(table.view(seat), self.out)
        return self.out.tobytes()

    def words(self, table: State) -> list[set[tuple[int, ...]]]:
        """With what the seat that decides can answer, in either form."""
        view, listed = table.view(table.to_act), table.actions()
        return [set(Answers(spelling, listed, view).words) for spelling in self.spellings]


def play(game: Game, players: int, most: int, options: Mapping[str, object], report: Report, rng: Random) -> None:
    """One random game; at each decision every audience has a world of its own to compare with."""
    table = begun(game, players, options, rng).state
    outlet = Outlet(game, table)
    while table.to_act != NOBODY:
        if table.to_act == NATURE:
            table.happen(table.chance().sample(table, rng))
            continue
        for audience in (*range(players), SPECTATOR):
            other = table.view(audience).imagine(rng)
            if other.view(REFEREE) == table.view(REFEREE):
                report.alike += 1
                continue
            outlet.compare(table, other, audience, report)
            report.pairs[game.slug] = report.pairs.get(game.slug, 0) + 1
            if report.total() >= most:
                return
        table.apply(table.decision().sample(table, rng))


def first_difference(encoding: Encoding, one: bytes, other: bytes) -> str:
    """By the part's name."""
    at = next(place for place in range(0, len(one), 4) if one[place : place + 4] != other[place : place + 4]) // 4
    for part in encoding.parts:
        if at < part.size:
            return f"{part.name}: {named(part, at)}"
        at -= part.size
    raise AssertionError("the parts are as long as the row")


def compare_numbers(
    pairs: int, seed: int, slugs: Sequence[str] | None = None, options: Mapping[str, object] | None = None
) -> Report:
    """So many pairs of worlds, over all games that have secrets, at every number of players."""
    report, rng = Report(), Random(seed)
    secretive = [game for game in games.all_games() if game.has_secrets and (not slugs or game.slug in slugs)]
    for game, players, _, enough in begun_games(secretive, pairs, report, rng):
        play(game, players, enough, options or {}, report, rng)
    return report
