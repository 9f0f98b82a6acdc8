"""What bots are called: names of their own, never those of levels, cards or people. A name begins with the letter of its
seat's colour, so that the sign beside it is its initial."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

NAMES: Final = {
    "a": ("Adder", "Alibi", "Auk", "Awl"),
    "b": ("Bodkin", "Bolt", "Brindle", "Burr"),
    "c": ("Cinder", "Clove", "Creak", "Cricket"),
    "d": ("Dapple", "Dodge", "Drift", "Dusk"),
    "e": ("Echo", "Eel", "Elbow", "Ember"),
    "f": ("Fable", "Fidget", "Filch", "Flint"),
    "g": ("Gadfly", "Gimlet", "Glim", "Grub"),
    "h": ("Havoc", "Hedge", "Hook", "Hush"),
}


def name_for(colour: str, key: str, taken: Iterable[str]) -> str:
    """A name for a bot on a seat of this colour at a table with this key, always the same one; none that is taken."""
    gone = {name.casefold() for name in taken}
    own = NAMES[colour]
    first = sha256(f"{key} {colour}".encode()).digest()[0] % len(own)
    every = [*own[first:], *own[:first], *[name for names in NAMES.values() for name in names]]
    return next(name for name in every if name.casefold() not in gone)
