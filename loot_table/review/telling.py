"""Findings as plain data, for a page, a file or another process: docs/review.md says what each field is. Shares are told in
points of victory, 0 to 100; sentences as spans in the voice's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, final

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.sentence import Name, Part, Row, Sentence, Verbatim, Voice, say
from loot_table.engine.state import REFEREE, SPECTATOR, State
from loot_table.measure.intervals import Interval
from loot_table.review.branches import Branch, Spread
from loot_table.review.inferring import Inferred, Path
from loot_table.review.judging import Candidate, Judged
from loot_table.review.ledger import Account, Ledger
from loot_table.review.moments import Moment
from loot_table.review.rates import Rate
from loot_table.review.reviewing import Closing, Decision, Finding, Opening
from loot_table.review.ribbon import Ribbon
from loot_table.review.story import MARKS, Reason, TurningPoint, called

Plain = dict[str, Any]
EYES = {SPECTATOR: "public", REFEREE: "all"}


def as_plain(finding: Finding, match: Match, moments: Sequence[Moment], voice: Voice | None = None) -> Plain:
    return Teller(match, moments, voice or match.voice()).told(finding)


@final
class Teller:
    def __init__(self, match: Match, moments: Sequence[Moment], voice: Voice) -> None:
        self.match = match
        self.moments = moments
        self.voice = voice

    def told(self, finding: Finding) -> Plain:
        if isinstance(finding, Opening):
            return self.opening(finding)
        if isinstance(finding, Decision):
            return self.decision(finding)
        if isinstance(finding, Ledger):
            return self.ledger(finding)
        if isinstance(finding, Ribbon):
            return self.ribbon(finding)
        return self.closing(finding)

    # ---- one finding each

    def opening(self, found: Opening) -> Plain:
        match = self.match
        return {
            "kind": "opening",
            "game": match.game.slug,
            "rules": match.game.rules_version,
            "players": match.players,
            "names": list(match.names),
            "result": [points(share) for share in found.result],
            "ending": self.voice.told(match.ending()),
            "fair": points(1 / match.players),
            "evaluator": found.evaluator,
            "steps": found.steps,
            "decisions": found.decisions,
            "deep": found.is_deep,
            "hindsight": found.has_hindsight,
            "ticks": [self.tick(moment) for moment in self.moments],
        }

    def tick(self, moment: Moment) -> Plain:
        """What a step is on the timeline."""
        events = self.match.recall(moment.step + 1)
        kind = "chance" if moment.is_chance else "decision" if moment.entry.action is not None else "service"
        if any(event.is_scoring() for event in events):
            kind = "score"
        elif any(event.reveals() for event in events):
            kind = "reveal"
        seat = moment.seat if moment.seat >= 0 else None
        shown = [event.text() for event in events if not event.is_small()]
        if not shown and moment.entry.action is not None:
            shown = [say("{who}: {played}.", who=Name(moment.seat), played=moment.played.named(moment.state))]
        return {"kind": kind, "seat": seat, "says": [self.voice.told(each) for each in shown]}

    def decision(self, found: Decision) -> Plain:
        plain = {"kind": "decision", **self.judged(found.judged), "says": self.voice.told(found.says)}
        if found.hindsight is not None:
            plain["hindsight"] = self.judged(found.hindsight)
        if not found.judged.is_settled:
            plain["settled"] = False
        return plain

    def judged(self, found: Judged) -> Plain:
        state = self.moments[found.step].state
        every = [each.action for each in found.candidates]
        return {
            "step": found.step,
            "seat": found.seat,
            "asked": type(state.decision()).__name__,
            "rule": found.rule,
            "mark": found.mark,
            "mark_says": self.voice.told(MARKS[found.mark], is_whole=False),
            "loss": points(found.loss),
            "error": points(found.error),
            "answers": found.answers,
            "played": every.index(found.played.action),
            "best": every.index(found.best.action),
            "candidates": [self.candidate(each, state, every) for each in found.candidates],
        }

    def candidate(self, found: Candidate, state: State, every: Sequence[Any]) -> Plain:
        plain: Plain = {
            "action": codec.encode(found.action),
            "says": self.voice.told(called(self.match.game, self.match.names, state, found.action, every)),
            "share": points(found.share),
            "error": points(found.error),
            "tables": found.tables,
        }
        if found.line:
            plain["line"] = [codec.encode(each) for each in found.line]
        if found.ends_in is not None:
            plain["ends_in"] = found.ends_in
        return plain

    def ledger(self, found: Ledger) -> Plain:
        lines = [
            {
                "step": each.step,
                "kind": each.kind,
                "seat": each.seat,
                "asked": each.asked,
                "worth": list(map(points, each.worth)),
            }
            for each in found.lines
        ]
        return {"kind": "ledger", "accounts": [self.account(each) for each in found.accounts], "lines": lines}

    def account(self, found: Account) -> Plain:
        plain: Plain = {
            "seat": found.seat,
            "result": points(found.result),
            "withheld": self.voice.told(found.withheld()),
        }
        if not found.is_withheld:
            for name in ("start", "luck", "own", "others", "gap", "adjusted"):
                plain[name] = points(getattr(found, name))
            plain["says"] = self.voice.told(found.says())
        return plain

    def ribbon(self, found: Ribbon) -> Plain:
        return {
            "kind": "ribbon",
            "eyes": EYES.get(found.eyes, found.eyes),
            "tables": found.tables,
            "shares": [list(map(points, each)) for each in found.shares],
            "reach": [list(map(points, each)) for each in found.reach],
        }

    def closing(self, found: Closing) -> Plain:
        return {
            "kind": "closing",
            "seat": found.seat,
            "turning_points": [self.turning_point(each) for each in found.turning_points],
            "rates": [self.rate(each) for each in found.rates],
        }

    def turning_point(self, found: TurningPoint) -> Plain:
        return {
            "kind": found.kind,
            "step": found.step,
            "seat": found.seat,
            "by": found.by,
            "worth": points(found.worth),
            "rule": found.rule,
            "says": self.voice.told(found.says),
            "reasons": [self.reason(each) for each in found.reasons],
            "alternatives": [codec.encode(each) for each in found.alternatives],
        }

    def reason(self, found: Reason) -> Plain:
        return {
            "event": self.voice.told(found.event),
            "rule": found.rule,
            "after_best": points(found.after_best),
            "after_played": points(found.after_played),
            "says": self.voice.told(found.says()),
        }

    def rate(self, found: Rate) -> Plain:
        return {
            "seat": found.seat,
            "counted": found.counted,
            "rate": round(found.rate, 2),
            "interval": edges(found.interval, 1.0),
            "by_kind": {
                kind: {"counted": many, "rate": round(rate, 2)} for kind, (many, rate) in found.by_kind.items()
            },
            "like": list(found.like),
            "says": self.voice.told(found.says()),
        }

    # ---- what is asked for by itself

    def inferred(self, found: Sequence[Inferred]) -> list[Plain]:
        return [self.hidden(each) for each in found]

    def hidden(self, found: Inferred) -> Plain:
        """One place; what is called the same in it is one possibility."""
        words = games.guide(self.match.game)
        thing, place = getattr(words, "thing", None), getattr(words, "place", None)
        view = self.match.view(REFEREE)
        possible: dict[str, Plain] = {}
        for each in found.possible:
            part = thing(view, each.id) if thing else Verbatim(each.id.replace("_", " "))
            new = {"id": each.id, "says": self.voice.told(part), "chance": 0.0, "there": False}
            same = possible.setdefault(self.voice.text(part), new)
            same["chance"] += points(each.chance)
            same["there"] = same["there"] or each.is_there
        return {
            "where": list(found.where),
            "says": self.voice.told(place(found.where) if place else self.path(found.where)),
            "possible": sorted(possible.values(), key=lambda one: -one["chance"]),
        }

    def path(self, where: Path) -> Sentence:
        """Where the game has no words of its own: names of fields, and seats by their names."""
        field, *rest = where
        parts: list[Part] = [Verbatim(str(field).replace("_", " "))]
        for n, each in enumerate(rest):
            is_seat = n == 0 and isinstance(each, int) and each < self.match.players
            parts.append(Name(each) if is_seat and isinstance(each, int) else Verbatim(str(each)))
        return say("{where}", where=Row(tuple(parts), " · "))

    def branch(self, found: Branch) -> Plain:
        told = {"step": found.step, "action": codec.encode(found.action), "record": found.record}
        return {**told, "result": [points(share) for share in found.standings]}

    def spread(self, found: Spread) -> Plain:
        return {
            "step": found.step,
            "action": codec.encode(found.action),
            "games": found.games,
            "shares": list(map(points, found.shares)),
            "intervals": [edges(each) for each in found.intervals],
            "places": [list(map(points, each)) for each in found.places],
            "place_intervals": [[edges(one) for one in each] for each in found.place_intervals],
        }


def points(share: float) -> float:
    """A share of the victory in points, 0 to 100."""
    return round(100 * share, 2) + 0.0


def edges(interval: Interval, times: float = 100.0) -> list[float] | None:
    """None where nothing is known."""
    low, high = interval
    return None if high == float("inf") else [round(times * low, 2), round(times * high, 2)]
