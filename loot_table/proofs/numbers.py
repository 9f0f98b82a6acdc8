"""Proof that the numbers for networks keep every secret, too.

Two matches differ only in what one audience (a seat, or a spectator) may not know. The row of its view must be the same,
number by number, and so must the letters with which it may answer. No server is needed, so a million pairs are quick.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from librt.strings import BytesWriter

from loot_table import games
from loot_table.engine.encoding import Encoding, named
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.spelling import Answers, Spelling
from loot_table.engine.state import Seat
from loot_table.proofs.twins import Parted, Report, Twins, begun, begun_games
from loot_table.rl.encodings import encoding_of, spelling_of

LONGEST = 40  # steps until the two worlds are made anew
FORMS = ("fixed", "factored")


class Outlet:
    """What a network is given at one kind of table."""

    def __init__(self, match: Match) -> None:
        self.encoding: Encoding = encoding_of(match.game, match.state)
        self.spellings: list[Spelling] = [spelling_of(match.game, self.encoding, form) for form in FORMS]

    def compare(self, twins: Twins, report: Report) -> None:
        """The rows of both worlds, and the answers where the audience is to decide."""
        who = f"{twins.one.game.slug}, audience {twins.audience}"
        one, other = [self.row(match, twins.audience) for match in (twins.one, twins.other)]
        report.answers += 1
        report.size += len(one)
        if one != other:
            report.differences.append(f"{who}: {first_difference(self.encoding, one, other)}")
        if twins.one.to_act == twins.audience:
            mine, theirs = [self.words(match) for match in (twins.one, twins.other)]
            report.answers += 1
            if mine != theirs:
                report.differences.append(f"{who}: other letters are legal")

    def row(self, match: Match, seat: Seat) -> bytes:
        writer = BytesWriter()
        self.encoding.write(match.view(seat), writer)
        return writer.getvalue()

    def words(self, match: Match) -> list[set[tuple[int, ...]]]:
        """With what the seat that decides can answer, in either form."""
        view, listed = match.view(match.to_act), match.actions()
        return [set(Answers(spelling, listed, view).words) for spelling in self.spellings]


class Proof:
    def __init__(self, rng: Random, report: Report, options: Mapping[str, object]) -> None:
        self.rng = rng
        self.report = report
        self.options = options

    def play(self, game: Game, players: int, most: int, audience: Seat) -> None:
        """One random game, seen by one audience, until it is over or there are enough pairs."""
        match = begun(game, players, self.options, self.rng)
        outlet = Outlet(match)
        while not match.is_over and self.report.total() < most:
            match.nature = None
            twins = Twins(match, audience, self.rng)
            self.follow(twins, outlet, most)
            match = twins.one

    def follow(self, twins: Twins, outlet: Outlet, most: int) -> None:
        """Compare and play on until the rules let the audience tell the worlds apart."""
        for _ in range(LONGEST):
            self.compare(twins, outlet)
            if self.report.total() >= most:
                return
            try:
                twins.step()
            except Parted:
                return
            if twins.one.is_over:
                return

    def compare(self, twins: Twins, outlet: Outlet) -> None:
        if not twins.differ():
            self.report.alike += 1
            return
        outlet.compare(twins, self.report)
        slug = twins.one.game.slug
        self.report.pairs[slug] = self.report.pairs.get(slug, 0) + 1


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
    proof = Proof(rng, report, options or {})
    secretive = [game for game in games.all_games() if game.has_secrets and (not slugs or game.slug in slugs)]
    for game, players, audience, enough in begun_games(secretive, pairs, report, rng):
        proof.play(game, players, enough, audience)
    return report
