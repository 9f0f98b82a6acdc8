"""Puzzles from bots' games: decisions at which one answer is best by a margin that is certain.

An answer is chosen on some imagined tables and measured on others, against every other answer on the same tables with the
same luck. In a game with a search of its own it is a certain win that no other answer keeps, or the only one that does not
lose. How hard a puzzle is, bots say: how often each level finds the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from statistics import fmean
from typing import Any, Final

from loot_table import bots
from loot_table.engine import codec
from loot_table.engine.components import content_hash
from loot_table.engine.errors import BadPosition
from loot_table.engine.game import Game
from loot_table.engine.match import Entry, Match
from loot_table.engine.random import Random, mixed
from loot_table.engine.state import Action, State
from loot_table.games.puzzles import Answer, Puzzle, Stage
from loot_table.review.effort import effort_for
from loot_table.review.judging import apart, candidates_for, error_of, tried
from loot_table.review.lines import looked_at
from loot_table.review.moments import Moment
from loot_table.review.valuing import Evaluator

LOOKS: Final = (12, 64, 256)  # imagined tables, always other ones: to see whether a look pays, to choose, to measure
FEWEST_ANSWERS: Final = 3
MARGIN: Final = 0.05  # of the victory, that is certain
SURE: Final = 2.0  # errors
OPEN: Final = (0.02, 0.98)  # a best answer that promises less, and a second that promises more, are no puzzle
SCREEN: Final = 20_000  # positions that a game's own search looks at first
CERTAIN: Final = 0.9  # a second answer that promises more than this is as good as a certain win
LONGEST: Final = 3  # answers of one puzzle
TRIES: Final = {"greedy": 1, "apprentice": 8, "thief": 8, "burglar": 6, "mastermind": 2}
SECOND_OPINION: Final = "mastermind"  # who finds it in its own way, or it is none: no evaluation is beyond doubt
LEVELS: Final = ("apprentice", "thief", "burglar")  # who plays the games that puzzles come from
EASY, HARD = 0.3, 0.5  # of the bots' tries fail: up to here one star, from here three


@dataclass(frozen=True)
class Found:
    """A puzzle, and the game that it comes from."""

    puzzle: Puzzle
    game_number: int


def puzzles_from(game: Game, number: int, seed: int, is_time_up: Callable[[], bool]) -> Iterator[Found]:
    """What one game between bots leaves: the number decides who plays."""
    most = min(4, game.most_players)
    players = game.least_players + number % (most - game.least_players + 1)
    deal = mixed(seed + number)
    match = Match(game, players, nature=Random(deal))
    seats = [bots.make(LEVELS[(number + seat) % len(LEVELS)], game, mixed(deal + seat)) for seat in range(players)]
    maker = Maker(game, players, match.components.hash)
    while not match.is_over and not is_time_up():
        seat = match.to_act
        if is_worth_a_look(match.state):
            found = maker.puzzle(match.state, mixed(deal + match.version))
            if found is not None:
                yield Found(found, number)
        match.play(seat, seats[seat].choose(match.view(seat), bots.offered(match.state)))


def is_worth_a_look(state: State) -> bool:
    decision = state.decision()
    return not decision.is_large(state) and not decision.is_open() and len(decision.actions(state)) >= FEWEST_ANSWERS


class Maker:
    """Makes puzzles of tables with so many players."""

    def __init__(self, game: Game, players: int, components: str) -> None:
        self.game, self.players = game, players
        self.effort = effort_for(game)
        self.evaluator = Evaluator(game, players, components, self.effort)
        self.screen = Evaluator(game, players, components, replace(self.effort, positions=SCREEN))

    def puzzle(self, state: State, seed: int) -> Puzzle | None:
        """The puzzle that a table is, if it is one. It is judged as it will be read, from its written position."""
        seat, rule = state.to_act, state.decision().rule()
        try:
            position = self.game.write_position(state)
            match = Match(self.game, self.players, position=position)
        except BadPosition:
            return None
        if match.to_act != seat or match.state.decision().rule() != rule:
            return None
        stages = self.searched(match) if self.evaluator.search is not None else self.measured(match, seed)
        if not stages:
            return None
        best = stages[0].best.action
        theme = str(codec.encode(best)["type"])
        id = content_hash({"game": self.game.slug, "position": position})[:8]
        solved = {bot: self.solves(bot, match.at(0).state, best) for bot in TRIES}
        if not solved[SECOND_OPINION]:
            return None
        return Puzzle(
            id, self.game, self.players, seat, position, rule, theme, stars_for(solved), solved, tuple(stages)
        )

    # ---- by imagined tables

    def measured(self, match: Match, seed: int) -> list[Stage]:
        stage = self.stage(match.state, seed)
        return [] if stage is None else [stage]

    def stage(self, state: State, seed: int) -> Stage | None:
        """The decision with its answers, if one of them is clearly the best."""
        seat, evaluator = state.to_act, self.evaluator
        view, rng = state.view(seat), Random(seed)
        liked = evaluator.knowledge.answer(evaluator.imagine(view, rng), rng)
        moment = Moment(0, state, Entry(seat, action=liked))
        racing = candidates_for(moment, view, evaluator)
        first, best = 0, liked
        for look, tables in enumerate(LOOKS):
            found: dict[Action, list[float]] = {action: [] for action in racing}
            for number in range(first, first + tables):
                dice = Random(mixed(seed + number))
                world = evaluator.imagine(view, dice)
                luck = int(dice.word())
                for action in racing:
                    found[action].append(tried(world.copy(), action, evaluator, luck)[seat])
            first += tables
            ordered = sorted(racing, key=lambda action: -fmean(found[action]))
            if look and ordered[0] != best:
                return None
            best = ordered[0]
            margin, error = apart(found[best], found[ordered[1]])
            is_last = look == len(LOOKS) - 1
            certain = margin - SURE * (hypot(error, evaluator.effort.doubt) if is_last else error)
            low, high = OPEN
            if certain < (MARGIN if is_last else 0.0) or margin < MARGIN:
                return None
            if fmean(found[best]) < low or fmean(found[ordered[1]]) > high:
                return None
        answers = [Answer(each, rounded(fmean(found[each])), rounded(error_of(found[each]))) for each in ordered]
        return Stage(tuple(answers), rounded(margin), rounded(hypot(error, evaluator.effort.doubt)))

    # ---- by a game's own search

    def searched(self, match: Match) -> list[Stage]:
        """A win that only one answer keeps, turn by turn, or the only answer that does not lose."""
        stages: list[Stage] = []
        seat = match.to_act
        while len(stages) < LONGEST:
            stage = self.certain_stage(match.state)
            if stage is None:
                break
            match.play(seat, stage.best.action)
            stages.append(stage)
            if match.is_over or stage.best.ends_in is None or stage.best.ends_in <= 0:
                break
            reply = self.evaluator.think(match.state).action
            then = Entry(match.to_act, action=reply).to_json()
            match.play(match.to_act, reply)
            if match.is_over or match.to_act != seat:
                break
            stages[-1] = replace(stage, then=(then,))
        if stages:  # what follows the last answer is nobody's business
            stages[-1] = replace(stages[-1], then=())
        return stages

    def certain_stage(self, state: State) -> Stage | None:
        glance = self.screen.think(state)
        values = [line.value for line in glance.lines]
        if len(values) < FEWEST_ANSWERS or not (values[0] == 1.0 or (values[0] > 0.0 and max(values[1:]) == 0.0)):
            return None
        depth = max(3, glance.depth)
        told = [looked_at(self.screen, state, action, depth) for action in state.actions()]
        told.sort(key=lambda each: (-each.share, each.ends_in or 0))
        best, second = told[0], told[1]
        is_win = best.share == 1.0 and second.share <= CERTAIN
        is_rescue = 0.0 < best.share < 1.0 and second.share == 0.0
        if not (is_win or is_rescue) or best.share - second.share < MARGIN:
            return None
        answers = [Answer(each.action, rounded(each.share), 0.0, each.ends_in) for each in told]
        return Stage(tuple(answers), rounded(best.share - second.share), 0.0)

    # ---- how hard it is

    def solves(self, bot: str, state: State, best: Action) -> float:
        """How often a bot finds the best answer."""
        view, found = state.view(state.to_act), 0
        for number in range(TRIES[bot]):
            player = bots.make(bot, self.game, mixed(number + 1))
            found += player.choose(view, bots.offered(state)) == best
        return round(found / TRIES[bot], 2)


def rounded(share: float) -> float:
    return round(share, 4)


def difficulty(solved: dict[str, float]) -> float:
    """0 for what everybody finds, 1 for what nobody does."""
    return 1 - fmean(solved.values())


def stars_for(solved: dict[str, float]) -> int:
    missed = difficulty(solved)
    return 1 if missed <= EASY else 2 if missed < HARD else 3


def chosen(found: Sequence[Found], most: int) -> list[Puzzle]:
    """As varied as they come: in turn from every rule, theme and number of stars, no more than two of one game while there
    are others; then the easiest first."""
    groups: dict[tuple[Any, ...], list[Found]] = {}
    for each in sorted(found, key=lambda each: -each.puzzle.stages[0].margin):
        puzzle = each.puzzle
        groups.setdefault((puzzle.rule, puzzle.theme, puzzle.stars, len(puzzle.stages)), []).append(each)
    taken: list[Found] = []
    waiting: list[Found] = []
    games: dict[int, int] = {}
    while any(groups.values()) and len(taken) < most:
        for group in groups.values():
            if group and len(taken) < most:
                each = group.pop(0)
                if games.get(each.game_number, 0) < 2:
                    games[each.game_number] = games.get(each.game_number, 0) + 1
                    taken.append(each)
                else:
                    waiting.append(each)
    taken += waiting[: most - len(taken)]
    different = {each.puzzle.id: each.puzzle for each in taken}
    return sorted(different.values(), key=lambda puzzle: (puzzle.stars, difficulty(puzzle.solved), puzzle.id))


# ---------------------------------------------------------------- as data


def written(puzzles: Sequence[Puzzle], made: dict[str, Any]) -> dict[str, Any]:
    return {"made": made, "puzzles": [written_puzzle(each) for each in puzzles]}


def written_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    plain = {name: getattr(puzzle, name) for name in ("id", "players", "seat", "rule", "theme", "stars", "solved")}
    return {**plain, "position": puzzle.position, "stages": [written_stage(each) for each in puzzle.stages]}


def written_stage(stage: Stage) -> dict[str, Any]:
    answers = []
    for each in stage.answers:
        told: dict[str, Any] = {"action": codec.encode(each.action), "share": each.share, "error": each.error}
        answers.append(told if each.ends_in is None else {**told, "ends_in": each.ends_in})
    plain: dict[str, Any] = {"margin": stage.margin, "error": stage.error, "answers": answers}
    return {**plain, "then": list(stage.then)} if stage.then else plain
