"""Every game as an OpenSpiel game: `pyspiel.load_game("loot_n_run", {"players": 4, "options": "deck=quick"})`.

An action's number is spelled from the action alone (`engine/spelling.py`): `form=fixed` or `form=factored`. With `form=listed`
it is a place in the canonical list of the decision, for algorithms that keep a table: the list depends only on what the
deciding seat may know. An action that takes several letters is asked in several moves by the same seat. Where more is accepted
than is listed (repacking in Loot Fiend), the list is what counts.

A seat has its numbers at any time, when nature is to act and at the end, too. Nature itself sees only zeros.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.encoding import Numbers, Part
from loot_table.engine.episode import fill
from loot_table.engine.game import Game
from loot_table.engine.options import typed
from loot_table.engine.random import Random
from loot_table.engine.shares import returns_of
from loot_table.engine.spelling import Answers
from loot_table.engine.state import NATURE, NOBODY, SPECTATOR, Chance, Event, Seat, State
from loot_table.rl.noticed import Noticing
from loot_table.rl.setting import Setting

MOST_OUTCOMES = 4096
MOST_MOVES = 100_000  # of one game, chance included; no game comes near


class Held:
    """A table, and what was asked and noticed there. OpenSpiel copies it with the state."""

    def __init__(self, ours: Written, table: State, events: list[Event]) -> None:
        self.ours = ours
        self.table = table
        self.events = events
        self.past: list[int | tuple[Seat, int]] = []  # all numbers; a seat and a seed where a table was imagined
        self.answers: Answers | None = None  # made once for each decision
        self.places: dict[int, int] = {}  # of answers, by their next letter
        self.placed: list[int] = []  # the letters that it was made for
        self.noticed: list[list[Event]] = [[] for _ in range(table.players)]  # by each seat, found when asked for
        self.texts: list[list[str]] = [[] for _ in range(table.players)]
        self.looked = [0] * table.players  # at how many events
        table.news = []

    def __deepcopy__(self, memo: object) -> Held:
        twin = Held(self.ours, self.table.copy(), self.events.copy())
        twin.past = self.past.copy()
        twin.answers = self.answers.copy() if self.answers else None
        twin.noticed = [events.copy() for events in self.noticed]
        twin.texts = [texts.copy() for texts in self.texts]
        twin.looked = self.looked.copy()
        return twin

    def __reduce__(self) -> Any:
        """It is kept by what happened, and played again."""
        return replayed, (self.ours, self.past)

    def go_on(self, number: int) -> None:
        """What OpenSpiel calls an action: a letter of whoever decides, or nature's answer."""
        self.past.append(number)
        table = self.table
        if table.to_act == NATURE:
            table.happen(table.outcomes()[number][0])
            self.settled()
            return
        action = self.asked().spell(number)
        if action is not None:
            table.apply(action)
            self.settled()

    def imagined(self, seat: Seat, seed: int) -> Held:
        """A table that the seat cannot tell from this one, by its true odds."""
        twin = Held(self.ours, self.table.view(seat).imagine(Random(seed)), self.known(seat).copy())
        for letter in self.spelled(seat):
            twin.go_on(letter)
        twin.past = [*self.past, (seat, seed)]
        return twin

    def asked(self) -> Answers:
        if self.answers is None:
            table = self.table
            self.answers = Answers(self.ours.setting.spelling, table.actions(), table.view(table.to_act))
        return self.answers

    def place(self, number: int) -> int:
        """The first answer that goes on with a letter; -1 for none."""
        answers = self.asked()
        if self.placed is not answers.letters:
            self.placed = answers.letters
            self.places = {letter: place for place, letter in reversed([*enumerate(answers.letters)])}
        return self.places.get(number, -1)

    def settled(self) -> None:
        self.answers = None
        assert self.table.news is not None
        self.events += self.table.news
        self.table.news.clear()

    def spelled(self, seat: Seat) -> tuple[int, ...]:
        """The letters that the seat has said of an answer that is not whole yet."""
        return self.answers.prefix if self.answers is not None and seat == self.table.to_act else ()

    def known(self, seat: Seat) -> list[Event]:
        """What a seat has noticed, from the beginning."""
        known = self.noticed[seat]
        for event in self.events[self.looked[seat] :]:
            seen = event.seen_by(seat)
            if seen is not None:
                known.append(seen)
        self.looked[seat] = len(self.events)
        return known

    def known_text(self, seat: Seat) -> str:
        """The same, as a JSON list."""
        texts = self.texts[seat]
        for event in self.known(seat)[len(texts) :]:
            texts.append(codec.dumps(codec.encode(event)).decode())
        return f"[{','.join(texts)}]"


def replayed(ours: Written, past: Sequence[int | tuple[Seat, int]]) -> Held:
    held = Held(ours, ours.setting.start.copy(), [])
    for step in past:
        if isinstance(step, tuple):
            held = held.imagined(*step)
        else:
            held.go_on(step)
    return held


class LootState(pyspiel.State):  # type: ignore[misc]
    """A table as OpenSpiel sees it."""

    def __init__(self, game: LootGame) -> None:
        super().__init__(game)
        self.held = Held(game.ours, game.ours.setting.start.copy(), [])

    # ---- who acts, and what they can do

    def current_player(self) -> int:
        who = self.held.table.to_act
        if who == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if who == NATURE else who

    def is_terminal(self) -> bool:
        return self.held.table.to_act == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        return self.held.asked().legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [weight for _, weight in self.held.table.outcomes()]
        assert len(weights) <= MOST_OUTCOMES
        whole = sum(weights)
        return [(number, weight / whole) for number, weight in enumerate(weights)]

    def _apply_action(self, number: int) -> None:
        self.held.go_on(number)

    def _action_to_string(self, player: int, number: int) -> str:
        held = self.held
        if player == pyspiel.PlayerId.CHANCE:
            return f"{type(held.table.chance()).__name__} {held.table.outcomes()[number][0]}"
        answers, place = held.asked(), held.place(number)
        if place < 0 or len(answers.words[place]) > len(answers.prefix) + 1:  # not legal, or the beginning of a word
            return f"{number}: {held.ours.setting.spelling.label(number)}"
        return f"{number}: {answers.actions[place].label(held.table)}"

    # ---- what a seat knows

    def seat(self, player: int | None) -> Seat:
        return self.current_player() if player is None else player

    def observation_string(self, player: int | None = None) -> str:
        """The seat's view, as JSON."""
        return codec.dumps(self.seen(self.seat(player))).decode()

    def information_state_string(self, player: int | None = None) -> str:
        """The seat's view and all that it has noticed since the beginning, as a list in JSON."""
        seat = self.seat(player)
        return f"[{self.observation_string(seat)},{self.held.known_text(seat)}]"

    def seen(self, seat: Seat) -> dict[str, Any]:
        told: dict[str, Any] = {"view": codec.encode(self.held.table.view(seat))}
        if spelled := self.held.spelled(seat):
            told["spelled"] = list(spelled)
        return told

    def observation_tensor(self, player: int | None = None) -> list[float]:
        return self.numbers(player, recalls=False)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        return self.numbers(player, recalls=True)

    def numbers(self, player: int | None, recalls: bool) -> list[float]:
        """Asked here, no first state is made for each call, as OpenSpiel would do it for a game in Python."""
        ours = self.held.ours
        out = np.empty(ours.size(recalls), np.float32)
        ours.write(self.held, self.seat(player), out, recalls)
        return out.tolist()

    def resample_from_infostate(self, player: int, sampler: Any) -> LootState:
        """A table that the seat cannot tell from this one, each by its true odds."""
        twin: LootState = self.clone()
        twin.held = self.held.imagined(player, int(sampler() * 2**53))
        return twin

    # ---- the end

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return returns_of(self.held.table.standings())

    def __str__(self) -> str:
        return str(codec.dumps(codec.encode(self.held.table.view(max(self.held.table.to_act, 0)))).decode())


class Written:
    """The parts of which the numbers of one game with players and options are made."""

    def __init__(self, game: Game, setting: Setting) -> None:
        self.setting = setting
        self.noticing = Noticing(game)
        self.parts = setting.parts()
        self.numbers = Numbers(self.size(recalls=False))

    def __reduce__(self) -> Any:
        """OpenSpiel keeps a game by what it was made from."""
        setting = self.setting
        return remade, (setting.game.slug, setting.players, setting.options, setting.form)

    def all_parts(self, recalls: bool) -> tuple[Part, ...]:
        return (*self.parts, *self.noticing.parts) if recalls else self.parts

    def size(self, recalls: bool) -> int:
        return sum([part.size for part in self.all_parts(recalls)])

    def write(self, held: Held, seat: Seat, out: Any, recalls: bool) -> None:
        """The numbers of a seat or a spectator, and where somebody `recalls` what was noticed; of nature, zeros."""
        out[:] = 0.0
        if seat < 0 and seat != SPECTATOR:
            return
        setting, numbers = self.setting, self.numbers
        numbers.begin()
        fill(setting.encoding, setting.spelling, held.table.view(seat), held.spelled(seat), numbers)
        numbers.into(out[: numbers.size])
        if recalls and seat >= 0:
            self.noticing.write(held.known(seat), out[-self.noticing.size :])


def remade(slug: str, players: int, options: dict[str, Any], form: str) -> Written:
    return Written(games.load(slug), Setting(slug, players, options, form=form))


class Observer:
    """What OpenSpiel asks for what a seat knows: the text of it, and its numbers, whole and by their parts."""

    def __init__(self, ours: Written, recalls: bool, is_public: bool) -> None:
        self.ours = ours
        self.recalls = recalls
        self.is_public = is_public  # only what everybody may know
        self.tensor = np.zeros(ours.size(recalls), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for part in ours.all_parts(recalls):
            self.dict[part.name] = self.tensor[at : at + part.size].reshape(part.shape)
            at += part.size

    def set_from(self, state: LootState, player: int) -> None:
        self.ours.write(state.held, SPECTATOR if self.is_public else player, self.tensor, self.recalls)

    def string_from(self, state: LootState, player: int) -> str:
        if self.is_public:
            return state.observation_string(SPECTATOR)
        return state.information_state_string(player) if self.recalls else state.observation_string(player)


class LootGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours with a number of players and options."""

    description: Game  # set by `adapted`
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        wishes = dict(params or {})
        # In a game's string, by which OpenSpiel keeps states, "=" is taken: there it is "target_score:20".
        wishes["options"] = str(wishes.get("options", "")).replace("=", ":")
        game = self.description
        players = int(wishes.get("players", game.least_players))
        options = typed(game.options, wishes["options"].replace(":", "=").split())
        setting = Setting(game, players, options, form=str(wishes.get("form", "fixed")))
        self.ours = Written(game, setting)
        about = pyspiel.GameInfo(
            num_distinct_actions=setting.spelling.size,
            max_chance_outcomes=MOST_OUTCOMES if has_chance(game) else 0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_MOVES,
        )
        super().__init__(self.kind, about, wishes)

    def __reduce__(self) -> Any:
        return loaded, (str(self),)

    def new_initial_state(self) -> LootState:
        return LootState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        is_public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE
        return Observer(self.ours, kind is not None and kind.perfect_recall, is_public)

    def observation_tensor_size(self) -> int:
        return self.ours.size(recalls=False)

    def observation_tensor_shape(self) -> list[int]:
        return [self.observation_tensor_size()]

    def information_state_tensor_size(self) -> int:
        return self.ours.size(recalls=True)

    def information_state_tensor_shape(self) -> list[int]:
        return [self.information_state_tensor_size()]


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
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.least_players, "options": "", "form": "fixed"},
    )


def adapted(game: Game) -> type[LootGame]:
    """The OpenSpiel class of a game."""
    return type(game.slug, (LootGame,), {"description": game, "kind": kind_of(game)})


def register() -> None:
    """Make every game known to `pyspiel.load_game`."""
    for game in games.all_games():
        if game.slug not in pyspiel.registered_names():
            pyspiel.register_game(kind_of(game), adapted(game))


def loaded(name: str) -> Any:
    register()
    return pyspiel.load_game(name)
