"""Which archived game touches which rule: so that a change of any rule shows when the archive is played again.

    python scripts/archive_rules.py find loot_n_run    looks through all its games and writes what it found
    python scripts/archive_rules.py check              plays the games that were found and says which rule they do not touch

A rule is touched by a game in which code ran that names it: an event that happened or a question that was asked by it, a
line or a function that says so in its words, or a value of its option that is not the usual one. Runs interpreted: it
looks at lines. What it found stands in `tests/archive/touched.toml`, for each game in three tables: `games`, a rule and the
first game that touches it; `with`, a rule and others that are decided where it is, though no line names them; and
`untouched`, by reason, rules that no game can touch. The last two are written by hand.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import archive

from loot_table import games
from loot_table.engine.build import is_compiled
from loot_table.engine.game import Game
from loot_table.engine.match import Entry, Match, Witness
from loot_table.engine.options import all_options
from loot_table.engine.state import State
from loot_table.games.rulebook import NUMBER, numbered

TOUCHED = archive.FOLDER / "touched.toml"
SAMPLED = 5  # the interpreted build plays every fifth game, and all that are named: those are named first
WORDING = ("encoding", "guide", "odds", "printed", "scene", "sheets", "text")  # code that only says or counts
LISTED = 8  # to list all answers takes long in some games
TABLES = ("games", "with", "untouched")


# ---------------------------------------------------------------- where a rule stands in the code


@dataclass(frozen=True)
class Place:
    """Lines of a file; what names a rule has run if one of them has."""

    file: str
    lines: frozenset[int]


def places(game: Game) -> dict[str, list[Place]]:
    """For every rule the places in the game's code that name it."""
    found: dict[str, list[Place]] = {rule: [] for rule in numbered(game.slug)}
    folder = games.folder(game)
    assert folder is not None
    for path in sorted(folder.glob("*.py")):
        if not path.stem.startswith(WORDING):
            text = path.read_text(encoding="utf-8")
            tree = ast.parse(text)
            for number, line in enumerate(text.splitlines(), 1):
                for rule in set(NUMBER.findall(line)) & set(found):
                    lines = told_by(tree, number)
                    found[rule] += [Place(str(path), frozenset(lines))] if lines else []
    return found


def told_by(tree: ast.Module, line: int) -> set[int]:
    """The lines whose running shows that what stands in a line was done."""
    around = [node for node in ast.walk(tree) if is_block(node) and first_line(node) <= line <= last_line(node)]
    within = max(around, key=first_line, default=None)
    if within is None:  # a comment above what it is about
        after = [node for node in tree.body if line < first_line(node) <= line + 2 and is_block(node)]
        return body_lines(after[0]) if after else set()
    words = within.body[0]  # type: ignore[attr-defined]
    if isinstance(within, ast.ClassDef) or line <= last_line(words):
        return body_lines(within)
    return lines_about(within, line)


def is_block(node: ast.AST) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.ClassDef))


def body_lines(block: ast.AST) -> set[int]:
    """All that runs when a function is called, or a method of a class."""
    functions = [node for node in ast.walk(block) if isinstance(node, ast.FunctionDef)]
    return {line for each in functions for part in each.body for line in range(part.lineno, last_line(part) + 1)}


def lines_about(function: ast.AST, line: int) -> set[int]:
    """The statement in or behind a line; of a refusal the question before it, which every legal answer has passed."""
    statements = [node for node in ast.walk(function) if isinstance(node, ast.stmt) and node is not function]
    here = [node for node in statements if first_line(node) <= line <= header_end(node)]
    behind = sorted([node for node in statements if first_line(node) > line], key=first_line)
    if not (here or behind):
        return set()
    chosen = max(here, key=first_line) if here else behind[0]
    if isinstance(chosen, (ast.Return, ast.Raise)) and "Refusal" in ast.dump(chosen):
        asked = [node for node in statements if isinstance(node, ast.If) and chosen in [*node.body, *node.orelse]]
        chosen = asked[0] if asked else chosen
    return set(range(first_line(chosen), header_end(chosen) + 1))


def first_line(node: ast.AST) -> int:
    return int(getattr(node, "lineno", 0))


def last_line(node: ast.AST) -> int:
    return int(getattr(node, "end_lineno", 0))


def header_end(statement: ast.stmt) -> int:
    """Of `if` and its like, where what is inside begins."""
    inner = getattr(statement, "body", None)
    return max(statement.lineno, inner[0].lineno - 1) if isinstance(inner, list) else last_line(statement)


# ---------------------------------------------------------------- what a game touches


class Asked(Witness):
    """Has every decision say by which rule it asks, and now and then what could be answered."""

    def __init__(self) -> None:
        self.asked = 0

    def see(self, state: State, entry: Entry) -> None:
        if entry.action is not None:
            state.decision().rule()
            self.asked += 1
            if self.asked % LISTED == 0:
                state.actions()


def played(game: Game, record: Mapping[str, Any]) -> None:
    """A whole game again, each event by its words and each question by its rule."""
    options = game.options_under(record["rules"], record["options"])
    own, begun = record.get("component_data"), record.get("position")
    match = Match(game, record["players"], options, own, begun, record["names"])
    match.witness = Asked()
    for entry in record["entries"]:
        match.replay_entry(entry)
    for bundle in match.log:
        for event in bundle:
            event.text()
            event.rule()
    match.result()


def touched(game: Game, lines: Sequence[tuple[int, dict[str, Any]]]) -> dict[str, set[int]]:
    """For every rule the numbers of the games that touch it."""
    if is_compiled():
        sys.exit("this looks at lines of the source, so it runs interpreted: PYTHONPATH=. LOOT_BUILD=interpreted")
    import coverage

    folder = games.folder(game)
    watched = coverage.Coverage(data_file=None, include=[f"{folder}/*"], config_file=False)
    watched.start()
    try:
        for number, line in lines:
            watched.switch_context(str(number))
            played(game, line["record"])
    finally:
        watched.stop()
    ran = watched.get_data()
    contexts = {str(path): ran.contexts_by_lineno(str(path)) for path in ran.measured_files()}
    found: dict[str, set[int]] = {rule: set() for rule in numbered(game.slug)}
    for rule, told in places(game).items():
        for place in told:
            by_line = contexts.get(place.file, {})
            found[rule] |= {int(one) for line in place.lines for one in by_line.get(line, []) if one}
    for option, _ in all_options(game.options):
        other = {number for number, line in lines if line["record"]["options"].get(option.name) != option.default}
        found.setdefault(option.rule, set()).update(other)
    return found


# ---------------------------------------------------------------- what is kept of it


@dataclass(frozen=True)
class Kept:
    games: dict[str, int]  # a rule, and the archived game that touches it
    together: dict[str, list[str]]  # a rule, and those that are decided with it
    untouched: dict[str, list[str]]  # a reason, and the rules that no game touches for it

    def placed(self) -> list[str]:
        """Every rule that something is said of, as often as it is said."""
        lists = [*self.together.values(), *self.untouched.values()]
        return [*self.games, *[rule for rules in lists for rule in rules]]


def kept(slug: str) -> Kept:
    told = tomllib.loads(TOUCHED.read_text(encoding="utf-8"))[slug]
    return Kept(*[dict(told[name]) for name in TABLES])


def find(game: Game) -> None:
    before = kept(game.slug)
    apart = {rule for rule in before.placed() if rule not in before.games}
    found = touched(game, list(archive.lines_of(archive.path_of(game))))
    here = {rule: min(by, key=lambda number: (number % SAMPLED > 0, number)) for rule, by in found.items() if by}
    now = Kept({rule: number for rule, number in here.items() if rule not in apart}, before.together, before.untouched)
    parts = [written(slug, now if slug == game.slug else kept(slug)) for slug in games.slugs()]
    TOUCHED.write_text("\n".join(parts), encoding="utf-8")
    print(f"{game.slug}: {len(now.games)} rules are touched, {sum(map(len, now.together.values()))} with them")
    print("to be placed:", *[rule for rule in found if rule not in now.placed()])


def written(slug: str, told: Kept) -> str:
    lines = [f"[{slug}.games]", *[f'"{rule}" = {number}' for rule, number in told.games.items()]]
    for name, table in (("with", told.together), ("untouched", told.untouched)):
        lines += ["", f"[{slug}.{name}]", *[f'"{key}" = {json.dumps(rules)}' for key, rules in table.items()]]
    return "\n".join([*lines, ""])


def missing(game: Game) -> list[str]:
    """Rules that the game which is named for them does not touch."""
    rules = kept(game.slug).games
    wanted = set(rules.values())
    lines = [(number, line) for number, line in archive.lines_of(archive.path_of(game)) if number in wanted]
    found = touched(game, lines)
    return [rule for rule, number in rules.items() if number not in found.get(rule, set())]


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("do", choices=("find", "check"))
    words.add_argument("game", nargs="*", help="which games; all, if none is named")
    asked = words.parse_args()
    is_wrong = False
    for game in [games.load(slug) for slug in asked.game or games.slugs()]:
        if asked.do == "find":
            find(game)
        else:
            lost = missing(game)
            is_wrong = is_wrong or bool(lost)
            print(f"{game.slug}: {'touched as told' if not lost else 'not touched as told: ' + ' '.join(lost)}")
    sys.exit(1 if is_wrong else 0)


if __name__ == "__main__":
    main()
