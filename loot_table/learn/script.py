"""What happens in a lesson without the learner: scripted luck, and scripted answers of the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from loot_table import bots, games
from loot_table.engine import codec
from loot_table.engine.errors import BadInput, BadLesson, IllegalAction
from loot_table.engine.game import Game
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, Action, Seat
from loot_table.learn.lessons import Answer, Setting

MOST_ENTRIES = 200  # that happen between two answers of the learner
MOST_POSITION = 64 * 1024
ANY = {"any": True}


def set_table(made: Setting, game: Game) -> Match:
    """The table of a lesson, before anything happens on it."""
    written = made.position
    is_json = isinstance(written, str) and written.lstrip().startswith(("{", "["))
    position = codec.loads(str(written), MOST_POSITION) if is_json else written
    return Match(game, made.players, made.options, None, position, made.names or None)


def meant(answer: Answer, match: Match, seat: Seat) -> Action:
    """The action that a lesson writes down, as a line of the game or as JSON."""
    if isinstance(answer, str):
        action = games.part(match.game, "text").read(match.view(seat), answer, match.names)
        assert isinstance(action, Action)
        return action
    return match.game.codec.action(answer)


def fits(answer: Answer, action: Action, match: Match) -> bool:
    """Whether an action is what a lesson asks for: a line, `{any = true}`, or fields that agree."""
    if isinstance(answer, str):
        try:
            return meant(answer, match, match.to_act) == action
        except BadInput:
            return False
    return answer == ANY or agrees(answer, codec.encode(action))


def agrees(wanted: Mapping[str, Any], plain: Mapping[str, Any]) -> bool:
    return all(name in plain and plain[name] == value for name, value in wanted.items())


def legal_ones(answer: Answer, match: Match) -> list[Action]:
    """All answers that are allowed now and fit; of a decision too large to list, the one that is written out."""
    seat = match.to_act
    listed = [] if isinstance(answer, str) else [action for action in match.actions() if fits(answer, action, match)]
    if listed:
        return listed
    try:
        action = meant(answer, match, seat)
    except BadInput:
        return []
    return [] if match.why_not(seat, action) is not None else [action]


class Script:
    """Luck and answers that are left. Each is taken when it is possible, the first that is."""

    def __init__(self, luck: list[str], others: list[Answer]) -> None:
        self.luck = list(luck)
        self.others = list(others)
        self.improvised: list[str] = []  # what was not written, in words

    def go_on(self, match: Match, seat: Seat, is_last: bool = False) -> None:
        """Until the learner is asked. At the end of a lesson the others do only what is written."""
        for _ in range(MOST_ENTRIES):
            if match.is_over or match.to_act == seat:
                return
            if match.to_act == NATURE:
                self.let_happen(match, is_last)
            elif not self.reply(match, is_last):
                return
        raise BadLesson("the others go on and on")

    def let_happen(self, match: Match, is_last: bool) -> None:
        chance, state = match.state.chance(), match.state
        named: dict[str, int] = {}
        for outcome, _ in chance.outcomes(state):
            named.setdefault(chance.name_of(state, outcome), outcome)
        for name in self.luck:
            if name in named:
                self.luck.remove(name)
                match.happen(named[name])
                return
        if not is_last:
            self.improvised.append(f"{codec.tag(type(chance))}, one of {', '.join(named)}"[:200])
        match.happen(chance.sample(state, Random(match.drawn + 1)))

    def reply(self, match: Match, is_last: bool) -> bool:
        for answer in self.others:
            found = legal_ones(answer, match)
            if found:
                self.others.remove(answer)
                match.play(match.to_act, found[0])
                return True
        if is_last:
            return False
        seat = match.to_act
        self.improvised.append(f"an answer of seat {seat}")
        bot = bots.make("greedy", match.game, match.version + 1)
        try:
            match.play(seat, bot.choose(match.view(seat), bots.offered(match.state)))
        except IllegalAction as error:  # pragma: no cover - a bot's mistake
            raise BadLesson(str(error)) from None
        return True
