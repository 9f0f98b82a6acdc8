"""Every game as an OpenSpiel game: `pyspiel.load_game("loot_n_run", {"players": 4, "options": "deck=quick"})`.

An action's number is its place in the canonical list of the decision. The list depends only on what the deciding seat may
know, so that a number means the same in all tables that the seat cannot tell apart. A decision with more answers than there
are numbers (a wall in the Labyrinth has thousands of places) is asked in several moves by the same seat: first which run of
the list, then which answer in it. Where more is accepted than is listed (repacking in Loot Fiend), the list is what counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.game import Game
from loot_table.engine.options import typed
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, NOBODY, Action, Chance, Event, Seat, State

MOST_ACTIONS = 128  # numbers of actions, in every game
MOST_OUTCOMES = 4096
MOST_MOVES = 100_000  # of one game, chance included; no game comes near


class Held:
    """A table, and what was asked and noticed there. OpenSpiel copies it with the state."""

    def __init__(self, table: State, events: list[Event], start: int = 0, stop: int = 0) -> None:
        self.table = table
        self.events = events
        self.start = start  # while a long list is asked in several moves: the run that was chosen
        self.stop = stop
        self.actions: Sequence[Action] = ()  # listed once for each decision
        self.noticed: list[list[str]] = [[] for _ in range(table.players)]  # by each seat, written down when asked for
        self.written = [0] * table.players
        table.news = []

    def __deepcopy__(self, memo: object) -> Held:
        twin = Held(self.table.copy(), self.events.copy(), self.start, self.stop)
        twin.actions = self.actions
        twin.noticed = [texts.copy() for texts in self.noticed]
        twin.written = self.written.copy()
        return twin

    def listed(self) -> Sequence[Action]:
        if not self.actions:
            self.actions = self.table.actions()
            self.start, self.stop = 0, len(self.actions)
        return self.actions

    def run_length(self) -> int:
        """How many answers one number stands for: one, where numbers suffice for all."""
        self.listed()
        length = 1
        while (self.stop - self.start) > length * MOST_ACTIONS:
            length *= MOST_ACTIONS
        return length

    def choices(self) -> int:
        length = self.run_length()
        return -(-(self.stop - self.start) // length)

    def run(self, number: int) -> tuple[int, int]:
        """The part of the list that a number stands for."""
        length = self.run_length()
        start = self.start + number * length
        return start, min(start + length, self.stop)

    def apply(self, number: int) -> None:
        start, stop = self.run(number)
        if stop - start > 1:
            self.start, self.stop = start, stop
            return
        self.table.apply(self.actions[start])
        self.settled()

    def happen(self, number: int) -> None:
        self.table.happen(self.table.outcomes()[number][0])
        self.settled()

    def settled(self) -> None:
        self.actions = ()
        assert self.table.news is not None
        self.events += self.table.news
        self.table.news.clear()

    def known(self, seat: Seat) -> list[Event]:
        """What a seat has noticed, from the beginning."""
        return [seen for event in self.events if (seen := event.seen_by(seat)) is not None]

    def known_text(self, seat: Seat) -> str:
        """The same, as a JSON list."""
        texts = self.noticed[seat]
        for event in self.events[self.written[seat] :]:
            seen = event.seen_by(seat)
            if seen is not None:
                texts.append(codec.dumps(codec.encode(seen)).decode())
        self.written[seat] = len(self.events)
        return f"[{','.join(texts)}]"


def returns_of(shares: Sequence[float]) -> list[float]:
    """Shares of the victory as a game of sum zero: 1 to a lone winner, what it costs shared by the others."""
    players = len(shares)
    mean = sum(shares) / players
    return [(share - mean) * players / (players - 1) for share in shares]


class LootState(pyspiel.State):  # type: ignore[misc]
    """A table as OpenSpiel sees it."""

    def __init__(self, game: LootGame) -> None:
        super().__init__(game)
        self.held = Held(game.start.copy(), [])

    # ---- who acts, and what they can do

    def current_player(self) -> int:
        who = self.held.table.to_act
        if who == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if who == NATURE else who

    def is_terminal(self) -> bool:
        return self.held.table.to_act == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(self.held.choices()))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [weight for _, weight in self.held.table.outcomes()]
        assert len(weights) <= MOST_OUTCOMES
        whole = sum(weights)
        return [(number, weight / whole) for number, weight in enumerate(weights)]

    def _apply_action(self, number: int) -> None:
        if self.held.table.to_act == NATURE:
            self.held.happen(number)
        else:
            self.held.apply(number)

    def _action_to_string(self, player: int, number: int) -> str:
        held = self.held
        if player == pyspiel.PlayerId.CHANCE:
            return f"{type(held.table.chance()).__name__} {held.table.outcomes()[number][0]}"
        start, stop = held.run(number)
        first = f"{start + 1}. {held.actions[start].label(held.table)}"
        if stop - start == 1:
            return first
        return f"{first} … {stop}. {held.actions[stop - 1].label(held.table)}"

    # ---- what a seat knows

    def observation_string(self, player: int | None = None) -> str:
        """The seat's view, as JSON."""
        seat = self.current_player() if player is None else player
        return codec.dumps(self.seen(seat)).decode()

    def information_state_string(self, player: int | None = None) -> str:
        """The seat's view and all that it has noticed since the beginning, as a list in JSON."""
        seat = self.current_player() if player is None else player
        return f"[{self.observation_string(seat)},{self.held.known_text(seat)}]"

    def seen(self, seat: Seat) -> dict[str, Any]:
        held = self.held
        told: dict[str, Any] = {"view": codec.encode(held.table.view(seat))}
        if held.actions and seat == held.table.to_act:
            told["run"] = [held.start, held.stop]
        return told

    def resample_from_infostate(self, player: int, sampler: Any) -> LootState:
        """A table that the seat cannot tell from this one, each by its true odds."""
        view = self.held.table.view(player)
        imagined = view.imagine(Random(int(sampler() * 2**53)))
        twin: LootState = self.clone()
        twin.held = Held(imagined, self.held.known(player), self.held.start, self.held.stop)
        if player == self.held.table.to_act:
            twin.held.actions = self.held.actions
        return twin

    # ---- the end

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return returns_of(self.held.table.standings())

    def __str__(self) -> str:
        return str(codec.dumps(codec.encode(self.held.table.view(max(self.held.table.to_act, 0)))).decode())


class Observer:
    """What OpenSpiel asks for what a seat knows: the text of it, and no numbers."""

    def __init__(self, recalls: bool) -> None:
        self.recalls = recalls
        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: LootState, player: int) -> None:
        """There are no numbers to set."""

    def string_from(self, state: LootState, player: int) -> str:
        return state.information_state_string(player) if self.recalls else state.observation_string(player)


class LootGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours with a number of players and options."""

    description: Game  # set by `adapted`
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        wishes = params or {}
        players = int(wishes.get("players", self.description.least_players))
        settings = str(wishes.get("options", "")).split()
        self.start = self.description.start(players, typed(self.description.options, settings))
        about = pyspiel.GameInfo(
            num_distinct_actions=MOST_ACTIONS,
            max_chance_outcomes=MOST_OUTCOMES if has_chance(self.description) else 0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(self.kind, about, wishes)

    def new_initial_state(self) -> LootState:
        return LootState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        return Observer(kind is not None and kind.perfect_recall)


def has_chance(game: Game) -> bool:
    return any(issubclass(step, Chance) for step in game.codec.types.values())


def kind_of(game: Game) -> pyspiel.GameType:
    information = pyspiel.GameType.Information
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=game.slug,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if has_chance(game) else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if game.has_secrets else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most_players,
        min_num_players=game.least_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"players": game.least_players, "options": ""},
    )


def adapted(game: Game) -> type[LootGame]:
    """The OpenSpiel class of a game."""
    return type(game.slug, (LootGame,), {"description": game, "kind": kind_of(game)})


def register() -> None:
    """Make every game known to `pyspiel.load_game`."""
    for game in games.all_games():
        if game.slug not in pyspiel.registered_names():
            pyspiel.register_game(kind_of(game), adapted(game))
