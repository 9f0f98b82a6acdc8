"""What an environment tells and takes, in words, made from the code: `loot rl describe`, and the pages of docs/environments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from loot_table.engine.encoding import Part
from loot_table.engine.game import Game
from loot_table.engine.spelling import Kind, title
from loot_table.rl.setting import Setting

SHOWN = 6  # values of a field that are written out
LONG = 96  # letters of names that are written out
FORMS = ("fixed", "factored")


def described(setting: Setting) -> Iterator[str]:
    """All about an environment for some players and options, in lines of Markdown."""
    yield f"## With {setting.players} players" + "".join(
        [f", {name}={value}" for name, value in setting.options.items()]
    )
    yield ""
    yield f"An observation is a row of {setting.episode().size} numbers (float32), in these parts:"
    yield ""
    yield "| from | part | shape | what it holds | along its axes |"
    yield "|---|---|---|---|---|"
    at = 0
    for part in setting.parts():
        yield f"| {at} | {part.name} | {shape(part)} | {part.says} | {axes(part)} |"
        at += part.size
    yield ""
    yield from actions(setting)


def shape(part: Part) -> str:
    return " × ".join(map(str, part.shape)) + ("" if part.kind == "vector" else f", {part.kind}")


def axes(part: Part) -> str:
    """The names along each axis, as far as there is room."""
    told = []
    for names in part.names:
        if names:
            words = ", ".join(names)
            told.append(words if len(words) <= LONG else f"{names[0]}, {names[1]} … {names[-1]}")
    return "; ".join(told).replace("|", "\\|")


def actions(setting: Setting) -> Iterator[str]:
    spelling = setting.spelling
    yield f'Actions, `form="{setting.form}"`: {spelling.size} numbers.'
    yield ""
    if spelling.is_listed:
        yield "A number is a place in the list of legal answers."
        return
    yield "| action | numbers | its fields |"
    yield "|---|---|---|"
    for kind in spelling.kinds.values():
        if kind.size == 0:
            yield f"| {kind.name} | none | only with other options |"
            continue
        yield f"| {kind.name} | {span(kind.first, kind.size)} | {fields(kind)} |"
    yield ""


def span(first: int, size: int) -> str:
    return f"{first}" if size == 1 else f"{first} to {first + size - 1}"


def fields(kind: Kind) -> str:
    """Of a flat kind what its number is made of, the last field counting by ones; else the letters one by one."""
    told = []
    for place, field in enumerate(kind.fields):
        for slot in kind.slots[place]:
            letters = "" if kind.is_flat else f", as {span(slot.first, len(slot.values))}"
            told.append(f"{title(field)}: {values(slot.values)}{letters}")
        if kind.ends[place] >= 0:
            told.append(f"again, or {kind.ends[place]} for the end")
    if not kind.is_flat:
        told.insert(0, f"{kind.first} begins")
    return "; ".join(told).replace("|", "\\|")


def values(listed: Sequence[Any]) -> str:
    if list(listed) == list(range(len(listed))):
        return f"0 to {len(listed) - 1}"
    told = [" ".join(map(str, value)) if isinstance(value, tuple) else str(value) for value in listed]
    return ", ".join(told) if len(told) <= SHOWN else f"{told[0]}, {told[1]} … {told[-1]} ({len(told)} values)"


# ---------------------------------------------------------------- a game's page


def page(game: Game, name: str) -> str:
    """A game's page in docs/environments; `name` is Gymnasium's for it."""
    return "\n".join([*lines(game, name)]).rstrip() + "\n"


def lines(game: Game, name: str) -> Iterator[str]:
    least, most = game.least_players, game.most_players
    first = Setting(game, least)
    counts = f"{least}" if least == most else f"{least} to {most}"
    yield f"# {game.name}, as an environment"
    yield ""
    yield "<!-- written by scripts/environments.py from the code -->"
    yield ""
    yield f"{game.pitch}"
    yield ""
    yield f"[The rulebook](../../loot_table/games/{game.slug}/rulebook.md) · [how environments work](../research.md)"
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f'| PettingZoo | `loot_table.rl.pettingzoo.env("{game.slug}", players={most})` |'
    yield f'| Gymnasium | `gymnasium.make("{name}", opponents="thief")` |'
    yield f'| OpenSpiel | `pyspiel.load_game("{game.slug}", {{"players": {least}}})` |'
    yield f"| players | {counts} |"
    yield f"| secrets | {'yes: seats see different things' if game.has_secrets else 'none: all see the same'} |"
    yield f"| version of the numbers | {first.encoding.version} |"
    yield f"| version of the rules | {game.rules_version} |"
    yield "| reward | at the end, from -1 to 1, in sum 0: (share of the victory × players - 1) / (players - 1) |"
    yield ""
    yield "How long rows are, and how many numbers actions have:"
    yield ""
    yield "| players | row | fixed | factored |"
    yield "|---|---|---|---|"
    for players in range(least, most + 1):
        made = [Setting(game, players, form=form) for form in FORMS]
        yield f"| {players} | {made[0].episode().size} | {made[0].spelling.size} | {made[1].spelling.size} |"
    yield ""
    yield from described(first)
    yield from actions(Setting(game, least, form="factored"))
    yield f"Other players and options: `loot rl describe {game.slug} --players {most}`."
