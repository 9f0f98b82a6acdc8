"""Actions as numbers that depend on the action alone, made from the declared ranges of its fields.

An action is spelled as a word of letters; a letter is a number. Where all fields of a kind together have few enough values,
the word is one letter, by mixed radix: the *fixed* form. With `FACTORED` every field is a letter of its own, and whoever
decides spells letter by letter, each mask made from the legal words with that beginning. A kind whose fields have too many
values, or hold a list (repacking a backpack), is spelled in both forms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from loot_table.engine.codec import Codec
from loot_table.engine.errors import BadInput
from loot_table.engine.state import Action

FIXED: Final = 32_768  # the most numbers that one kind of action may have in the fixed form
FACTORED: Final = 1
Word = tuple[int, ...]


@dataclass(frozen=True)
class Field:
    """What a field of a kind of action can be. `values` of a plain field; `items` of a list: what each place of an item
    can be, so `((1, 2), ("a", "b"))` for a list of pairs; a list of plain values has one place."""

    kind: str  # the action's name in JSON
    name: str
    values: tuple[Any, ...] = ()
    items: tuple[tuple[Any, ...], ...] = ()


@final
class Slot:
    """A letter's place in words: the values it stands for, and the first of their numbers."""

    def __init__(self, values: Sequence[Any], first: int) -> None:
        self.values = values
        self.first = first
        self.numbers: dict[Any, int] = {value: first + place for place, value in enumerate(values)}


@final
class Kind:
    """One kind of action: flat, one number for each; or spelled, a letter for the kind and then for its fields."""

    def __init__(self, name: str, type: Any, fields: Sequence[Field], is_flat: bool, first: int) -> None:
        self.name = name
        self.type = type
        self.fields = fields
        self.is_flat = is_flat
        self.first = first
        self.slots: list[list[Slot]] = []  # for each field; several only for items of a list
        self.ends: list[int] = []  # for each field: the letter that ends its list, or -1
        self.size = 1
        for field in fields:
            places = field.items or (field.values,)
            slots: list[Slot] = []
            for values in places:
                slots.append(Slot(values, 0 if is_flat else first + self.size))
                self.size = self.size * len(values) if is_flat else self.size + len(values)
            self.slots.append(slots)
            self.ends.append(-1)
            if field.items:
                self.ends[-1] = first + self.size
                self.size += 1

    def word(self, action: Action) -> Word:
        if self.is_flat:
            number = 0
            for place, field in enumerate(self.fields):
                slot = self.slots[place][0]
                number = number * len(slot.values) + slot.numbers[getattr(action, field.name)]
            return (self.first + number,)
        letters = [self.first]
        for place, field in enumerate(self.fields):
            value = getattr(action, field.name)
            slots = self.slots[place]
            if not field.items:
                letters.append(slots[0].numbers[value])
                continue
            for item in value:
                if len(slots) == 1:
                    letters.append(slots[0].numbers[item])
                else:
                    letters.extend([slot.numbers[one] for slot, one in zip(slots, item, strict=True)])
            letters.append(self.ends[place])
        return tuple(letters)

    def action(self, word: Word) -> Action:
        """The action of a word; whether it is legal is another question."""
        found: dict[str, Any] = {}
        if self.is_flat:
            number = word[0] - self.first
            for place in range(len(self.fields) - 1, -1, -1):
                values = self.slots[place][0].values
                found[self.fields[place].name] = values[number % len(values)]
                number //= len(values)
            return self.made(found)
        at = 1
        for place, field in enumerate(self.fields):
            slots = self.slots[place]
            if not field.items:
                found[field.name] = read(slots[0], word, at)
                at += 1
                continue
            items: list[Any] = []
            while at < len(word) and word[at] != self.ends[place]:
                item = tuple([read(slot, word, at + step) for step, slot in enumerate(slots)])
                items.append(item if len(slots) > 1 else item[0])
                at += len(slots)
            found[field.name] = tuple(items)
            at += 1
        if at != len(word):
            raise BadInput(f"{word} spells no {self.name}")
        return self.made(found)

    def made(self, found: Mapping[str, Any]) -> Action:
        action: Action = self.type(**found)
        return action

    def letters(self) -> list[tuple[int, str]]:
        """The numbers of this kind with what they mean, for people; the first of a flat kind only."""
        if self.is_flat:
            return [(self.first, self.name)]
        found = [(self.first, self.name)]
        for place, field in enumerate(self.fields):
            for slot in self.slots[place]:
                found += [(number, f"{self.name} {field.name} {value}") for value, number in slot.numbers.items()]
            if self.ends[place] >= 0:
                found.append((self.ends[place], f"{self.name} {field.name} end"))
        return found


def read(slot: Slot, word: Word, at: int) -> Any:
    number = word[at] - slot.first if at < len(word) else -1
    if not 0 <= number < len(slot.values):
        raise BadInput(f"{word} spells no action")
    return slot.values[number]


@final
class Spelling:
    """The numbers of all actions of a game, as it is played with some players, options and components."""

    def __init__(self, codec: Codec, fields: Sequence[Field], most: int = FIXED) -> None:
        self.kinds: dict[str, Kind] = {}
        self.of_type: dict[Any, Kind] = {}
        self.by_letter: list[Kind] = []
        first = 0
        for name, type in codec.types.items():
            if not issubclass(type, Action):
                continue
            mine = [field for field in fields if field.kind == name]
            values = 1
            for field in mine:
                values = most + 1 if field.items else values * len(field.values)
            kind = Kind(name, type, mine, values <= most, first)
            self.kinds[name] = self.of_type[type] = kind
            self.by_letter += [kind] * kind.size
            first += kind.size
        self.size = first
        self.spelled: list[int] = [
            number for number in range(first) if not self.by_letter[number].is_flat
        ]  # letters of words that may be longer than one
        self.kept: dict[Action, Word] = {}

    def word(self, action: Action) -> Word:
        return self.of_type[type(action)].word(action)

    def action(self, word: Word) -> Action:
        if not word or not 0 <= word[0] < self.size:
            raise BadInput(f"{word} spells no action")
        return self.by_letter[word[0]].action(word)

    def label(self, number: int) -> str:
        """What a number means, for people."""
        kind = self.by_letter[number]
        if kind.is_flat:
            action = kind.action((number,))
            told = ", ".join([f"{field.name} {getattr(action, field.name)}" for field in kind.fields])
            return f"{kind.name} {told}".strip()
        for letter, text in kind.letters():
            if letter == number:
                return text
        raise AssertionError("every letter of a kind is listed")


@final
class Answers:
    """The legal answers to one decision, while one of them is spelled."""

    def __init__(self, spelling: Spelling, actions: Sequence[Action]) -> None:
        self.actions = actions
        self.prefix: Word = ()
        self.words: dict[Word, int] = {}
        for place, action in enumerate(actions):
            self.words.setdefault(spelling.word(action), place)

    def legal(self) -> list[int]:
        """The letters that may come next, in order."""
        at = len(self.prefix)
        if at == 0:
            return sorted({word[0] for word in self.words})
        return sorted({word[at] for word in self.words if word[:at] == self.prefix})

    def spell(self, letter: int) -> Action | None:
        """The next letter; the action where the word is whole. Nothing changes where no legal word goes on so."""
        word = (*self.prefix, letter)
        place = self.words.get(word)
        if place is not None:
            self.prefix = ()
            return self.actions[place]
        at = len(word)
        if not any([other[:at] == word for other in self.words]):
            raise BadInput(f"number {letter} is not legal here: it may be {', '.join(map(str, self.legal()[:20]))}")
        self.prefix = word
        return None
