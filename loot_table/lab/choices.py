"""Do choices matter? What each answer to a decision is worth, by the game's values after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean

from loot_table.arena.contest import Contest, play_match
from loot_table.arena.record import value_of
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.state import Action, Decision, State
from loot_table.lab.answers import UNDECIDED, Answer, Figure
from loot_table.lab.asking import FEW, USUAL_BOT, Asking, asked, plural
from loot_table.lab.deals import Budget, Deals, borrowed
from loot_table.lab.design import Design
from loot_table.lab.luck import part_figure, ratio
from loot_table.measure.recorder import Value, valued

NEAR = 0.02  # answers so near to each other are nearly as good
NOTHING = 0.005  # between the best answer and the usual one: it does not matter
EVERY = 3  # decisions, of which one is looked at: values of all answers cost their time
MOST_ANSWERS = 60  # of longer lists, so many are looked at


@dataclass(frozen=True)
class Choices:
    """The decisions of one game that were looked at. Sums over those with more than one answer."""

    number: int
    asked: int  # decisions, forced ones, too
    forced: int
    spread: float  # best less mean
    options: float  # how many answers are as good as equal
    idle: int  # decisions that do not matter

    @property
    def free(self) -> int:
        return self.asked - self.forced


def worth(state: State, decision: Decision, actions: Sequence[Action], value: Value) -> list[float]:
    """What each answer is worth to the one who decides: V_seat of the table right after it. How much a decision matters is
    the best less the mean of all; below half a point it does not."""
    found = []
    for action in actions:
        world = state.copy()
        world.apply(action)
        found.append(valued(world, value)[decision.seat])
    return found


def effective(worths: Sequence[float]) -> float:
    """How many answers are as good as the best: exp(H(w)), with weights w of exp(-(best - worth) / 0.02), so that two points
    behind are a third as much. Many answers of which one is good are one answer; equals count each."""
    best = max(worths)
    weights = [exp((each - best) / NEAR) for each in worths]
    total = sum(weights)
    return exp(-sum(weight / total * log(weight / total) for weight in weights if weight > 0))


def some_of(actions: Sequence[Action], many: int) -> Sequence[Action]:
    """So many of a long list, evenly."""
    return actions if len(actions) <= many else [actions[number * len(actions) // many] for number in range(many)]


class Chooser(Witness):
    def __init__(self, value: Value) -> None:
        self.value = value
        self.met = 0
        self.forced = 0
        self.asked = 0
        self.idle = 0
        self.spread = 0.0
        self.options = 0.0

    def see(self, state: State, entry: Entry) -> None:
        if entry.action is None:
            return
        self.met += 1
        decision = state.decision()
        if self.met % EVERY or decision.is_large(state):
            return
        actions = decision.actions(state)
        self.asked += 1
        if len(actions) == 1:
            self.forced += 1
            return
        worths = worth(state, decision, some_of(actions, MOST_ANSWERS), self.value)
        spread = max(worths) - fmean(worths)
        self.spread += spread
        self.idle += spread < NOTHING
        self.options += effective(worths)


def choices_in(match: Match, value: Value, number: int) -> Choices:
    chooser = Chooser(value)
    match.seen_again(chooser)
    return Choices(number, chooser.asked, chooser.forced, chooser.spread, chooser.options, chooser.idle)


def chosen_games(contest: Contest, numbers: list[int]) -> list[Choices]:
    value = value_of(contest.game)
    return [choices_in(play_match(contest, number).match, value, number) for number in numbers]


def choices(
    design: Design,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    within: float = 0.02,
    budget: Budget = FEW,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """Do choices matter? How much better the best answer is, how many are as good, how often it makes no difference."""
    seats = players or design.rules.least_players
    asking = Asking("choices", design, seats, bot, seed, budget)

    def look(told: Sequence[Choices]) -> tuple[str, tuple[Figure, ...]]:
        free = [float(each.free) for each in told]
        figures = (
            Figure("the best answer is better than a usual one by", *ratio([each.spread for each in told], free)),
            Figure("answers that are as good", *ratio([each.options for each in told], free), ""),
            part_figure("decisions that do not matter", [float(each.idle) for each in told], free),
            part_figure(
                "decisions with one answer",
                [float(each.forced) for each in told],
                [float(each.asked) for each in told],
            ),
        )
        return ("known" if all(each.interval.half <= within for each in figures if each.unit) else UNDECIDED), figures

    with borrowed(deals) as player:
        verdict, figures, told = asked(budget, lambda many: player.told(asking.contest(), chosen_games, many), look)
    best, options, idle, _ = figures
    says = (
        f"The best answer is worth {best.says()} more than a usual one; {options.number(options.value)} answers are as good "
        f"as equal, and {idle.says()} of the decisions do not matter ({len(told):,} games of {plural(bot)})."
    )
    tense = sorted(told, key=lambda each: -each.spread / max(each.free, 1))[:3]
    return asking.answer(
        verdict,
        says,
        figures,
        len(told),
        tuple(each.number for each in tense),
        "Answers are valued by the game's net, which sees the whole table: what a player cannot know counts, too.",
    )
