"""What is wrong with a design, all of it at once, each with the field that somebody has to look at.

A game's own check stops at the first thing that does not hold together. Here the change that broke it is found and left
out, and what is left is checked again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from loot_table import games
from loot_table.engine.codec import check_plain
from loot_table.engine.errors import BadInput, LootError
from loot_table.engine.options import described
from loot_table.lab.design import FIELDS, MOST_CHANGES, Change, Design, line, read_change

MOST_PROBLEMS = 8
# Data of a wrong form can break a reader in any of these ways before its own check comes to them.
BROKEN = (LootError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


@dataclass(frozen=True)
class Wrong:
    field: str
    text: str


@dataclass(frozen=True)
class Checked:
    design: Design  # without what is wrong
    wrong: tuple[Wrong, ...]


def checked(plain: Any) -> Checked:
    """A design as somebody edits it. What is no design at all is refused; what is a wrong one is said field by field."""
    if not isinstance(plain, Mapping) or not isinstance(plain.get("game"), str):
        raise BadInput("a design names its `game`")
    if unknown := sorted(set(plain) - FIELDS):
        raise BadInput(f"a design has no field {unknown[0]!r:.40}; there are {', '.join(sorted(FIELDS))}")
    check_plain(plain)
    options, changes = plain.get("options", {}), plain.get("changes", [])
    if not isinstance(options, Mapping) or not isinstance(changes, list) or len(changes) > MOST_CHANGES:
        raise BadInput(f"`options` of a design is a table, `changes` a list of at most {MOST_CHANGES}")
    name, author, parent = (line(plain.get(field, ""), field) for field in ("name", "author", "parent"))
    design = Design(games.called(plain["game"]).slug, name, author, parent)
    design, wrong = with_options(design, options)
    read = tuple(read_change(each) for each in changes)
    while len(wrong) < MOST_PROBLEMS and (text := broken(replace(design, changes=read))) is not None:
        at = first_broken(lambda many: broken(replace(design, changes=read[:many])) is not None, len(read))  # noqa: B023
        if at == 0:  # the game as it is shipped: nothing that an editor could mend
            raise BadInput(text)
        said = broken(replace(design, changes=read[:at])) or text
        wrong.append(Wrong(read[at - 1].path, said))
        read = without(read, at - 1)
    return Checked(replace(design, changes=read), tuple(wrong))


def with_options(design: Design, options: Mapping[str, Any]) -> tuple[Design, list[Wrong]]:
    known = {option.name: option for option in described(design.rules.options)}
    kept, wrong = {}, []
    for name, value in options.items():
        try:
            if name not in known:
                raise BadInput(f"there is no such option; there are {', '.join(known)}")
            kept[name] = known[name].check(value)
        except LootError as error:
            wrong.append(Wrong(f"option.{name:.40}", str(error)))
    return replace(design, options=kept), wrong


def broken(design: Design) -> str | None:
    """What the game's own check says."""
    try:
        design.check()
    except BROKEN as error:
        return str(error) if isinstance(error, LootError) else f"this cannot be read here ({type(error).__name__})"
    return None


def first_broken(is_broken: Callable[[int], bool], many: int) -> int:
    """After how many changes it breaks, by halves: with so many it is broken, with one fewer it is not."""
    whole, at = 0, many
    if is_broken(0):
        return 0
    while at - whole > 1:
        middle = (whole + at) // 2
        if is_broken(middle):
            at = middle
        else:
            whole = middle
    return at


def without(changes: tuple[Change, ...], number: int) -> tuple[Change, ...]:
    """Without one change, and what was done later to a thing that it brought."""
    gone = changes[number]
    left = changes[:number] + changes[number + 1 :]
    if gone.kind != "copy":
        return left
    thing = f"{gone.path.rpartition('.')[0]}.{gone.value}"
    return tuple(each for each in left if each.path != thing and not each.path.startswith(thing + "."))
