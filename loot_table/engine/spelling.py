"""Actions as numbers that depend on the action alone, made from the declared ranges of its fields.

An action is spelled as a word of letters; a letter is a number. Where all fields of a kind together have few enough values,
the word is one letter, by mixed radix: the *fixed* form. With `FACTORED` every field is a letter of its own, and whoever
decides spells letter by letter, each mask made from the legal words with that beginning. A kind whose fields have too many
values, or hold a list (repacking a backpack), is spelled in both forms. The *listed* form is no spelling of the action but
of its place in the list of answers; it means something only together with the decision.

A field that names a thing by a running number (the ninth wall of a game) would need letters without end, and none would ever
mean the same. Such a field is `told`: by what the view of whoever decides tells of the thing, so the view is asked, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, final

from loot_table.engine.codec import Codec
from loot_table.engine.errors import BadInput
from loot_table.engine.state import Action, View

FIXED: Final = 32_768  # the most numbers that one kind of action may have in the fixed form
FACTORED: Final = 1
LISTED: Final = 0  # the *listed* form: places in the list of answers, for algorithms with a table
PLACES: Final = (
    128  # numbers of the listed form; a longer list is asked in several steps: which run of it, then which answer
)
MOST_RECENT: Final = 16
MOST_KEPT: Final = 100_000  # words of actions that are built once and come again
Word = tuple[int, ...]


@dataclass(frozen=True)
class Field:
    """What a field of a kind of action can be. `values` of a plain field; `items` of a list: what each place of an item
    can be, so `((1, 2), ("a", "b"))` for a list of pairs; a list of plain values has one place.

    Several fields can stand together, such as `("from_", "to")` with pairs for values, where few pairs exist: they are one
    letter in the fixed form, and one each in the factored form unless `is_one`. So is a single field `in_places` whose values
    are tuples, such as cells: there it has a letter for each place of them. `told`, of a view, gives for each of a field's
    values that can be meant now the one of `values` by which it is told."""

    kind: str  # the action's name in JSON
    name: str | tuple[str, ...]
    values: tuple[Any, ...] = ()
    items: tuple[tuple[Any, ...], ...] = ()
    is_one: bool = False
    in_places: bool = False
    places: tuple[tuple[Any, ...], ...] = ()  # of a tuple, once it is told so
    told: Callable[[Any], Mapping[Any, Any]] | None = None

    def of(self, action: Action) -> Any:
        """What this action has there."""
        if isinstance(self.name, str):
            return getattr(action, self.name)
        return tuple([getattr(action, name) for name in self.name])

    def apart(self) -> list[Field]:
        """Fields that stand together, each by itself, and tuples place by place."""
        if self.is_one or (isinstance(self.name, str) and not self.in_places):
            return [self]
        count = len(self.values[0]) if isinstance(self.name, str) else len(self.name)
        columns = [tuple(dict.fromkeys([value[place] for value in self.values])) for place in range(count)]
        if isinstance(self.name, str):
            return [Field(self.kind, self.name, places=tuple(columns))]
        return [Field(self.kind, name, column) for name, column in zip(self.name, columns, strict=True)]


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
        self.fields: list[Field] = []
        for field in fields:
            self.fields += [field] if is_flat else field.apart()
        self.is_flat = is_flat
        self.is_told = any(field.told is not None for field in fields)
        self.first = first
        self.slots: list[list[Slot]] = []  # for each field; several only for items of a list and places of a tuple
        self.ends: list[int] = []  # for each field: the letter that ends its list, or -1
        self.size = 1
        for field in self.fields:
            places = field.items or field.places or (field.values,)
            slots: list[Slot] = []
            for values in places:
                slots.append(Slot(values, 0 if is_flat else first + self.size))
                self.size = self.size * len(values) if is_flat else self.size + len(values)
            self.slots.append(slots)
            self.ends.append(-1)
            if field.items:
                self.ends[-1] = first + self.size
                self.size += 1

    def word(self, action: Action, view: View | None) -> Word:
        if self.is_flat:
            number = 0
            for place, field in enumerate(self.fields):
                slot = self.slots[place][0]
                number = number * len(slot.values) + slot.numbers[told(field, field.of(action), view)]
            return (self.first + number,)
        letters = [self.first]
        for place, field in enumerate(self.fields):
            value = field.of(action)
            slots = self.slots[place]
            if field.items:
                for item in value:
                    letters.extend(letters_of(slots, item))
                letters.append(self.ends[place])
            else:
                letters.extend(letters_of(slots, told(field, value, view)))
        return tuple(letters)

    def action(self, word: Word, view: View | None) -> Action:
        """The action of a word; whether it is legal is another question."""
        found: dict[str, Any] = {}
        if self.is_flat:
            number = word[0] - self.first
            for place in range(len(self.fields) - 1, -1, -1):
                values = self.slots[place][0].values
                put(found, self.fields[place], values[number % len(values)], view)
                number //= len(values)
            return self.made(found)
        at = 1
        for place, field in enumerate(self.fields):
            slots = self.slots[place]
            if not field.items:
                put(found, field, read(slots, word, at), view)
                at += len(slots)
                continue
            items: list[Any] = []
            while at < len(word) and word[at] != self.ends[place]:
                items.append(read(slots, word, at))
                at += len(slots)
            put(found, field, tuple(items), view)
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
                found += [(number, f"{self.name} {title(field)} {value}") for value, number in slot.numbers.items()]
            if self.ends[place] >= 0:
                found.append((self.ends[place], f"{self.name} {title(field)} end"))
        return found

    def label(self, number: int) -> str:
        """What a letter of this kind means, for people."""
        if not self.is_flat:
            return dict(self.letters())[number]
        words: list[str] = []
        number -= self.first
        for place in range(len(self.fields) - 1, -1, -1):
            values = self.slots[place][0].values
            words.append(f"{title(self.fields[place])} {values[number % len(values)]}")
            number //= len(values)
        return f"{self.name} {', '.join(words[::-1])}".strip()


def title(field: Field) -> str:
    """A field's name as people read it."""
    return (
        field.name.rstrip("_") if isinstance(field.name, str) else " ".join([name.rstrip("_") for name in field.name])
    )


def told(field: Field, value: Any, view: View | None) -> Any:
    """By what a value is told."""
    if field.told is None:
        return value
    assert view is not None, "the view of whoever decides says what is meant"
    return field.told(view)[value]


def put(found: dict[str, Any], field: Field, value: Any, view: View | None) -> None:
    """Read a field, or several, of an action."""
    if field.told is not None:
        assert view is not None, "the view of whoever decides says what is meant"
        meant = [one for one, key in field.told(view).items() if key == value]
        if not meant:
            raise BadInput(f"no {field.kind} is told by {value} here")
        value = meant[0]
    if isinstance(field.name, str):
        found[field.name] = value
    else:
        found.update(zip(field.name, value, strict=True))


def letters_of(slots: Sequence[Slot], value: Any) -> list[int]:
    """A plain value, or a tuple place by place."""
    if len(slots) == 1:
        return [slots[0].numbers[value]]
    return [slot.numbers[one] for slot, one in zip(slots, value, strict=True)]


def read(slots: Sequence[Slot], word: Word, at: int) -> Any:
    """The same from its letters."""
    found: list[Any] = []
    for slot in slots:
        number = word[at] - slot.first if at < len(word) else -1
        if not 0 <= number < len(slot.values):
            raise BadInput(f"{word} spells no action")
        found.append(slot.values[number])
        at += 1
    return tuple(found) if len(found) > 1 else found[0]


@final
class Kept:
    """An action that was spelled once; held, so that no other can be taken for it."""

    def __init__(self, action: Action, word: Word) -> None:
        self.action = action
        self.word = word


@final
class Spelling:
    """The numbers of all actions of a game, as it is played with some players, options and components."""

    def __init__(self, codec: Codec, fields: Sequence[Field], most: int = FIXED) -> None:
        self.kinds: dict[str, Kind] = {}
        self.of_type: dict[Any, Kind] = {}
        self.is_listed = most == LISTED
        self.by_letter: list[Kind] = []
        first = 0
        for name, type in sorted(codec.types.items()):
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
        self.size = PLACES if self.is_listed else first
        # Letters of words that may be longer than one.
        self.spelled: list[int] = [
            number for number in range(self.size) if self.is_listed or not self.by_letter[number].is_flat
        ]
        self.place_of: dict[int, int] = {letter: place for place, letter in enumerate(self.spelled)}
        self.is_told = not self.is_listed and any(
            kind.is_told for kind in self.kinds.values()
        )  # whether words need the view
        self.kept: dict[int, Kept] = {}  # by identity: most actions are built once
        self.recent: list[Answers] = []  # to decisions that ask the same again and again
        self.oldest = 0  # the place of the first of them that gives way

    def word(self, action: Action, view: View | None = None) -> Word:
        """The letters of an action. The view of whoever decides is needed only where a field is told by it."""
        kept = self.kept.get(id(action) >> 4)
        return self.made(action, view) if kept is None else kept.word

    def made(self, action: Action, view: View | None) -> Word:
        """The same, made anew and kept."""
        kind = self.of_type[type(action)]
        try:
            word = kind.word(action, view)
        except KeyError:  # a position that was written by hand can lie beyond what cards and pieces make possible
            raise BadInput(f"{action} has no number: a field of it is beyond its declared range") from None
        if not kind.is_told:
            if len(self.kept) >= MOST_KEPT:
                self.kept.clear()
            self.kept[id(action) >> 4] = Kept(action, word)
        return word

    def words(self, actions: Sequence[Action], view: View | None = None) -> list[Word]:
        """The letters of all answers to a decision."""
        if self.is_listed:
            return places(len(actions))
        found: list[Word] = []
        kept = self.kept
        for action in actions:
            known = kept.get(id(action) >> 4)
            found.append(self.made(action, view) if known is None else known.word)
        return found

    def answers(self, actions: Sequence[Action], view: View | None = None) -> Answers:
        """A decision, to be spelled. Where every letter is an answer nothing of it changes, so it can be used again."""
        if not self.is_told:
            for known in self.recent:
                if known.actions is actions:
                    return known
            for known in self.recent:
                if are_same(known.actions, actions):
                    return known
        found = Answers(self, actions, view)
        if found.is_plain and not self.is_told:
            if len(self.recent) < MOST_RECENT:
                self.recent.append(found)
            else:
                self.recent[self.oldest] = found
                self.oldest = (self.oldest + 1) % MOST_RECENT
        return found

    def action(self, word: Word, view: View | None = None) -> Action:
        if self.is_listed or not word or not 0 <= word[0] < self.size:
            raise BadInput(f"{word} spells no action")
        return self.by_letter[word[0]].action(word, view)

    def label(self, number: int) -> str:
        """What a number means, for people."""
        if self.is_listed:
            return f"place {number}"
        return self.by_letter[number].label(number)


NO_SPELLING: Final = Spelling(Codec(), ())


def places(count: int) -> list[Word]:
    """Words for the places in a list, all of one length."""
    length = 1
    while count > PLACES**length:
        length += 1
    return [tuple([place // PLACES**step % PLACES for step in range(length - 1, -1, -1)]) for place in range(count)]


def are_same(some: Sequence[Action], others: Sequence[Action]) -> bool:
    """Whether two lists hold the very same actions."""
    if len(some) != len(others) or not isinstance(some, list) or not isinstance(others, list):
        return False
    return all(some[place] is others[place] for place in range(len(some)))


@final
class Answers:
    """The legal answers to one decision, while one of them is spelled."""

    def __init__(self, spelling: Spelling, actions: Sequence[Action], view: View | None = None) -> None:
        self.actions = actions
        self.words: list[Word] = spelling.words(actions, view)
        self.prefix: Word = ()  # what has been said
        self.letters: list[int] = []  # how each goes on; -1 where it began otherwise
        self.is_plain = True  # whether every letter is a whole answer
        for word in self.words:
            self.letters.append(word[0])
            if len(word) > 1:
                self.is_plain = False

    def copy(self) -> Answers:
        """The same decision, spelled on its own from here."""
        twin = Answers(NO_SPELLING, ())
        twin.actions, twin.words = self.actions, self.words
        twin.prefix, twin.letters, twin.is_plain = self.prefix, self.letters, self.is_plain
        return twin

    def legal(self) -> list[int]:
        """The letters that may come next, in order."""
        return sorted({letter for letter in self.letters if letter >= 0})

    def place(self, letter: int) -> int:
        """The first answer that goes on so; where none does, the letter is refused."""
        place = 0
        if letter >= 0:
            for other in self.letters:
                if other == letter:
                    return place
                place += 1
        raise BadInput(f"number {letter} is not legal here: it may be {', '.join(map(str, self.legal()[:20]))}")

    def spell(self, letter: int) -> Action | None:
        """The next letter; the action where the word is whole. Nothing changes where no legal word goes on so."""
        place = self.place(letter)
        at = len(self.prefix) + 1
        if len(self.words[place]) == at:
            return self.actions[place]
        self.prefix = (*self.prefix, letter)
        letters: list[int] = []
        for place, word in enumerate(self.words):
            letters.append(word[at] if self.letters[place] == letter else -1)
        self.letters = letters
        return None
