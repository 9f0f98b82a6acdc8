"""All operations of the card language by their word. A new one is a class in one of these three files, and in its list."""

from __future__ import annotations

from typing import Final

from loot_table.games.looterz.language import Op
from loot_table.games.looterz.operations_on_cards import ON_CARDS
from loot_table.games.looterz.operations_on_looterz import ON_LOOTERZ
from loot_table.games.looterz.operations_on_players import ON_PLAYERS

OPERATIONS: Final[dict[str, Op]] = {op.word: op for op in [*ON_PLAYERS, *ON_LOOTERZ, *ON_CARDS]}
