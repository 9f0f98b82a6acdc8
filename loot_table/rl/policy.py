"""Trained policies as bots: an ONNX model, or a function of yours. They get a row of numbers and a mask, never a table.

A function is written `module:function` and called with the row of the seat that decides (float32, see `encodings.py`) and the
mask of the letters that may come next (int8). It gives a letter, or a score for each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from loot_table import games
from loot_table.engine.components import content_hash
from loot_table.engine.encoding import Encoding
from loot_table.engine.episode import Episode
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.spelling import Spelling
from loot_table.engine.state import Action, State, View
from loot_table.rl import onnx_file
from loot_table.rl.card import DRAWN, NOTE, Card, card_from
from loot_table.rl.encodings import encoding_of, spelling_of
from loot_table.rl.onnx_file import Array, BadModel, Graph, NeedsRuntime
from loot_table.rl.plain_net import MASK, ROWS, PlainNet, Runtime

Policy = Callable[[Array, Array], Any]  # a row and a mask, to a letter or scores
Found = TypeVar("Found")
LONGEST_WORD: Final = 4096


def fingerprint(graph: Graph) -> str:
    """Of what a net has learned."""
    return content_hash({name: np.asarray(each).astype("<f4").tobytes().hex() for name, each in graph.weights.items()})


class Model:
    """An ONNX model with a card: scores of letters for a row of numbers."""

    def __init__(self, content: bytes) -> None:
        self.card = card_of(content)
        self.net: PlainNet | Runtime
        try:
            graph = onnx_file.read(content)
            self.net = PlainNet(graph)
            inputs, outputs = dict(graph.inputs), dict(graph.outputs)
            if self.card.hash and self.card.hash != fingerprint(graph):
                raise BadModel("this model is not the one that its card tells of: what it has learned was changed")
        except NeedsRuntime:
            self.net = Runtime(content)
            inputs, outputs = self.net.inputs, self.net.outputs
        if ROWS not in inputs or set(inputs) - {ROWS, MASK} or not outputs:
            raise BadModel(
                f'the inputs of a model are "{ROWS}" and, if it wants it, "{MASK}"; here are {listed(inputs)}'
            )
        self.scores = next(iter(outputs))  # the first output; what else there is, such as a value, is for others
        self.has_mask = MASK in inputs
        sizes = (inputs[ROWS] or self.card.observation, outputs[self.scores] or self.card.letters)
        if sizes != (self.card.observation, self.card.letters):
            raise BadModel(f"this model is for {sizes[0]} numbers and {sizes[1]} letters, unlike its card says")

    def __call__(self, row: Array, mask: Array) -> Array:
        given = {ROWS: row[None]}
        if self.has_mask:
            given[MASK] = mask[None].astype(np.float32)
        return np.asarray(self.net.run(given)[self.scores]).reshape(-1)


def card_of(content: bytes) -> Card:
    note = onnx_file.notes_of(content).get(NOTE)
    if note is None:
        raise BadModel("this model has no card: it does not say for which game, players and options it is")
    return card_from(note)


def listed(names: Mapping[str, int]) -> str:
    return ", ".join(f'"{name:.40}"' for name in names) or "none"


def read_model(path: Path) -> Model:
    return of_file(path, Model)


def card_in(path: Path) -> Card:
    """What a model says of itself; what it has learned is not looked at."""
    return of_file(path, card_of)


def of_file(path: Path, read: Callable[[bytes], Found]) -> Found:
    try:
        if path.stat().st_size > onnx_file.MOST_BYTES:
            raise BadModel(f"{path} is too large to be a model")
        content = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    try:
        return read(content)
    except BadModel as error:
        raise BadModel(f"{path}: {error}") from None


def function_called(source: str) -> Policy:
    """A function by `module:function`; the folder one stands in counts, as for Python itself."""
    module, _, name = source.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found = getattr(import_module(module), name, None)
    except Exception as error:
        raise BadInput(f"{module} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise BadInput(f"{module} has no function {name}")
    policy: Policy = found
    return policy


@dataclass(frozen=True)
class Source:
    """Where a policy comes from, and for which tables it is. Processes get this and load it themselves."""

    where: str  # the path of a model, or `module:function`
    card: Card

    def __call__(self, game: Game, seed: int) -> PolicyBot:
        """A bot for one seat of one match, as arenas want it."""
        return PolicyBot(self.loaded, game, self.card, seed)

    @cached_property
    def loaded(self) -> Policy:
        return loaded(self.where)

    def __getstate__(self) -> dict[str, Any]:
        return {"where": self.where, "card": self.card}


@cache
def loaded(where: str) -> Policy:
    return function_called(where) if is_function(where) else read_model(Path(where))


def is_function(where: str) -> bool:
    return ":" in where and not Path(where).exists()


def source_of(where: str, card: Card | None = None) -> Source:
    """A policy as people name it. A function has no card of its own, so it must be said for which tables it is."""
    if is_function(where):
        loaded(where)
        if card is None:
            raise BadInput(f"{where} is a function: say for which game it is")
        return Source(where, card)
    model = loaded(where)
    assert isinstance(model, Model)
    return Source(where, model.card)


class PolicyBot:
    """Plays by a policy: what it sees are the numbers of its own seat's view."""

    def __init__(self, policy: Policy, game: Game, card: Card, seed: int) -> None:
        self.policy = policy
        self.game = game
        self.card = card
        self.rng = Random(seed)
        self.written: tuple[Encoding, Spelling] | None = None  # how this table's views and actions are written

    def throw(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Any table that the seat cannot tell from the real one looks the same to it, and offers the same."""
        world = view.imagine(self.rng)
        if self.written is None:
            self.written = self.fitting(world)
        asked = Episode(world, *self.written, 0)
        row = np.zeros(self.card.observation, np.float32)
        mask = np.zeros(self.card.letters, np.int8)
        for _ in range(LONGEST_WORD):
            legal = asked.legal()
            if len(legal) == 1:
                letter = legal[0]
            else:
                asked.observe(asked.to_act, row)
                asked.mask(mask)
                letter = self.letter(row, mask, legal)
            action = asked.asked().spell(letter)
            if action is not None:
                return action
        raise BadModel("this policy spells words without end")

    def fitting(self, table: State) -> tuple[Encoding, Spelling]:
        encoding = encoding_of(self.game, table)
        spelling = spelling_of(self.game, encoding, self.card.form)
        mine, here = (self.card.observation, self.card.letters), sizes_of(encoding, spelling)
        if mine != here:
            told = f"{mine[0]} numbers and {mine[1]} letters"
            raise BadModel(f"this policy is for {told}; at this table there are {here[0]} and {here[1]}")
        return encoding, spelling

    def letter(self, row: Array, mask: Array, legal: list[int]) -> int:
        found = self.policy(row.copy(), mask.copy())
        if isinstance(found, int | np.integer):
            if int(found) not in legal:
                raise BadModel(f"the policy answered with {int(found)}, which is not legal")
            return int(found)
        try:
            scores = np.asarray(found, np.float64)
        except (TypeError, ValueError):
            raise BadModel("the policy gave scores that are no numbers") from None
        if scores.shape != mask.shape:
            raise BadModel(f"a policy gives a letter or {len(mask)} scores, got {scores.shape}")
        mine = scores[legal]
        if not np.isfinite(mine).all():
            raise BadModel("the policy gave scores that are no numbers")
        if self.card.plays == DRAWN:
            odds = np.exp(mine - mine.max())
            place = int(np.searchsorted(np.cumsum(odds), self.rng.unit() * odds.sum(), side="right"))
            return legal[min(place, len(legal) - 1)]
        return legal[int(np.argmax(mine))]


def card_with_sizes(card: Card, table: Any) -> Card:
    """A card that also says how long rows are at such a table, and how many letters there are."""
    game = games.load(card.game)
    encoding = encoding_of(game, table)
    observation, letters = sizes_of(encoding, spelling_of(game, encoding, card.form))
    return replace(card, observation=observation, letters=letters)


def sizes_of(encoding: Encoding, spelling: Spelling) -> tuple[int, int]:
    """How long a row is, with what was said of a word, and how many letters there are."""
    return encoding.size + len(spelling.spelled), spelling.size
