"""What a trained policy says of itself: for which tables it is, how it was made, how well it plays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from loot_table.engine import options as option_reader
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.games import has_part, load, part, slugs
from loot_table.rl.encodings import FORMS
from loot_table.rl.onnx_file import BadModel

NOTE: Final = "loot_table"  # under which name a model's metadata hold its card
MOST_LETTERS: Final = 100_000  # of a card
BEST, DRAWN = "best", "drawn"


@dataclass(frozen=True)
class Card:
    """The tables a policy is for, and where it comes from."""

    game: str
    players: int
    options: Mapping[str, Any]  # those that differ from the usual ones
    components: str  # the hash of the set
    rules: int  # the game's rules version
    encoding: int  # the version of its numbers
    form: str  # of actions: `fixed` or `factored`
    observation: int  # how many numbers a row has
    letters: int  # how many numbers of actions there are
    plays: str = BEST  # the best answer, or one `drawn` by its scores
    made: Mapping[str, Any] = field(default_factory=dict)  # date, command, seed, CPU minutes, figures
    hash: str = ""  # of what it has learned

    def to_json(self) -> str:
        return json.dumps(asdict(self))


def card_from(told: str) -> Card:
    """A card as a model's metadata have it."""
    try:
        if len(told) > MOST_LETTERS:
            raise ValueError("too long")
        plain = json.loads(told)
        card = Card(**{each.name: plain[each.name] for each in fields(Card) if each.name in plain})
        kinds = {"game": str, "players": int, "options": dict, "components": str, "rules": int, "encoding": int,
                 "form": str, "observation": int, "letters": int, "plays": str, "made": dict, "hash": str}  # fmt: skip
        if not all(type(getattr(card, name)) is kind for name, kind in kinds.items()) or card.form not in FORMS:
            raise ValueError("of another kind")
    except (ValueError, TypeError, RecursionError):
        raise BadModel("the card of this model cannot be read") from None
    return card


def card_for(game: Game, players: int, options: Mapping[str, Any], components: Any, form: str) -> Card:
    """Of a policy for such tables; how long rows are and how many letters there are is said by whoever knows."""
    return Card(
        game.slug,
        players,
        dict(options),
        game.components(components).hash,
        game.rules_version,
        numbers_version(game),
        form,
        0,
        0,
    )


def check_fits(card: Card, game: Game, players: int, options: Mapping[str, Any], components: Any = None) -> None:
    """Whether a policy can play at such a table; if not, in what they differ."""
    if card.game != game.slug:
        raise BadModel(f"this model plays {named(card.game)}, not {game.name}")
    if card.players != players:
        raise BadModel(f"this model plays {game.name} with {card.players} players, not with {players}")
    if card.rules != game.rules_version:
        raise BadModel(
            f"this model knows rules version {card.rules} of {game.name}; here is version {game.rules_version}"
        )
    version = numbers_version(game)
    if card.encoding != version:
        raise BadModel(
            f"this model reads version {card.encoding} of the numbers of {game.name}; here is version {version}"
        )
    if option_reader.read(game.options, card.options) != option_reader.read(game.options, options):
        raise BadModel(f"this model plays {game.name} with {told(card.options)}, not with {told(options)}")
    if card.components != game.components(components).hash:
        raise BadModel(f"this model knows other components of {game.name} than those of this table")


def numbers_version(game: Game) -> int:
    if not has_part(game, "encoding"):
        raise BadInput(f"{game.name} has no encoding.py: nobody can learn it")
    version: int = part(game, "encoding").VERSION
    return version


def named(slug: str) -> str:
    return load(slug).name if slug in slugs() else f'"{slug:.40}"'


def told(options: Mapping[str, Any]) -> str:
    """Options as people type them."""
    return ", ".join(f"{name}={value}" for name, value in sorted(options.items())) or "the usual options"
