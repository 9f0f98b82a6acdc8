"""Gives frozen dataclasses a constructor that is compiled, in a copy of the sources that is about to be compiled.

`dataclass` makes its own out of text, and Python runs it: it takes fifteen times as long as a method of the class that sets
the fields. What a source says does not change by it, nor do its lines move: each constructor stands on the empty line behind
its class. A class that makes something of its fields (`__post_init__`, a factory) keeps the constructor that it has.

    python scripts/constructors.py FOLDER loot_table/engine/state.py …
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

BLANK = {"Decision", "Event"}  # of these and what comes from them, kinds are asked for their rule without fields
FROZEN = "dataclass(frozen=True)"
Origin = tuple[str, str]  # a module, and what something is called there
Made = tuple[str, set[Origin]]  # the line, and what must be imported for it
IGNORED = "  # type: ignore[misc]"  # a frozen field is set just here


@dataclass(frozen=True)
class Field:
    name: str
    kind: ast.expr  # as it is annotated
    default: ast.expr | None
    home: str  # the module that says so


@dataclass
class Module:
    name: str
    path: Path
    lines: list[str]
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    bound: dict[str, Origin] = field(default_factory=dict)  # by name


def read(root: Path, source: str) -> Module:
    path = root / source
    text = path.read_text(encoding="utf-8")
    module = Module(source.removesuffix(".py").replace("/", "."), path, text.splitlines())
    for node in statements(ast.parse(text).body):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for name in node.names:
                module.bound[name.asname or name.name] = (node.module, name.name)
        elif isinstance(node, ast.Import):
            for name in node.names:
                module.bound[name.asname or name.name.split(".")[0]] = (name.name, "")
        elif isinstance(node, ast.ClassDef):
            module.classes[node.name] = node
            module.bound[node.name] = (module.name, node.name)
        elif isinstance(node, ast.FunctionDef):
            module.bound[node.name] = (module.name, node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    module.bound[target.id] = (module.name, target.id)
    return module


def statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Of a module, those under an `if` as well: imports for the types alone."""
    for node in body:
        yield node
        if isinstance(node, ast.If):
            yield from statements(node.body)


class Constructors:
    """Of all classes in some modules."""

    def __init__(self, modules: Mapping[str, Module]) -> None:
        self.modules = modules

    def fields_of(self, module: Module, node: ast.ClassDef) -> list[Field] | None:
        """What the constructor takes, inherited fields first; None where it is more than to set fields."""
        is_frozen = FROZEN in [ast.unparse(each) for each in node.decorator_list]
        if not is_frozen or len(node.bases) > 1 or node.name in BLANK:
            return None
        found: dict[str, Field] = {}
        for base in node.bases:
            home, name = module.bound.get(ast.unparse(base), ("", ""))
            parent = self.modules.get(home)
            inherited = parent and name in parent.classes and self.fields_of(parent, parent.classes[name])
            if not isinstance(inherited, list):
                return None
            found = {each.name: each for each in inherited}
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and each.name in {"__init__", "__post_init__"}:
                return None
            if isinstance(each, ast.AnnAssign):
                if not isinstance(each.target, ast.Name) or ast.unparse(each.annotation).startswith(
                    ("ClassVar", "Final")
                ):
                    return None
                default = each.value
                if isinstance(default, ast.Call) and ast.unparse(default.func) == "field":
                    said = {word.arg: word.value for word in default.keywords}
                    if {"default_factory", "init", "kw_only"} & said.keys():
                        return None
                    default = said.get("default")
                found[each.target.id] = Field(each.target.id, each.annotation, default, module.name)
        return list(found.values())

    def constructor(self, module: Module, node: ast.ClassDef, fields: Sequence[Field]) -> Made | None:
        """None where a name means something else here."""
        wanted: set[Origin] = set()
        words, is_late = ["self"], False
        for each in fields:
            for name in names_in(each):
                origin = self.modules[each.home].bound.get(name)
                if origin is None:
                    if not hasattr(builtins, name):
                        return None
                elif name not in module.bound:
                    wanted.add(origin)
                    if origin[1] != name or name in names(each.default):
                        return None
                elif module.bound[name] != origin:
                    return None
            if each.default is None and is_late:
                return None
            is_late = each.default is not None
            ends = f" = {ast.unparse(each.default)}" if each.default is not None else ""
            words.append(f"{each.name}: {ast.unparse(each.kind)}{ends}")
        sets = "; ".join([f"self.{each.name} = {each.name}" for each in fields])
        gap = " " * node.body[0].col_offset
        line = f"{gap}def __init__({', '.join(words)}) -> None: {sets}{IGNORED}"
        return line, wanted

    def all(self) -> dict[Origin, Made]:
        """By module and class. A class that keeps its own would get its base's if that had one, so such a base has none."""
        found: dict[Origin, Made] = {}
        keepers: list[tuple[Module, ast.ClassDef]] = []
        for module in self.modules.values():
            for node in module.classes.values():
                fields = self.fields_of(module, node)
                made = self.constructor(module, node, fields) if fields else None
                if made is not None and has_room(module, node):
                    found[module.name, node.name] = made
                else:
                    keepers.append((module, node))
        for module, node in keepers:
            for base in node.bases:
                origin = module.bound.get(ast.unparse(base), ("", ""))
                if found.pop(origin, None) is not None:
                    keepers.append((self.modules[origin[0]], self.modules[origin[0]].classes[origin[1]]))
        return found

    def add_to(self, module: Module, made: Mapping[Origin, Made]) -> int:
        """Write them into the file; how many there are."""
        wanted: set[Origin] = set()
        count = 0
        for node in module.classes.values():
            if (module.name, node.name) in made:
                line, imports = made[module.name, node.name]
                assert node.end_lineno is not None
                module.lines[node.end_lineno : node.end_lineno + 1] = [line]
                wanted |= imports
                count += 1
        module.lines += [f"from {home} import {name}" for home, name in sorted(wanted)]  # at the end: no line moves
        module.path.write_text("\n".join([*module.lines, ""]), encoding="utf-8")
        return count


def has_room(module: Module, node: ast.ClassDef) -> bool:
    """Whether the line behind a class is empty."""
    assert node.end_lineno is not None
    return node.end_lineno == len(module.lines) or not module.lines[node.end_lineno]


def names(expression: ast.expr | None) -> set[str]:
    return set() if expression is None else {each.id for each in ast.walk(expression) if isinstance(each, ast.Name)}


def names_in(each: Field) -> set[str]:
    return names(each.kind) | names(each.default)


def main(root: Path, sources: Sequence[str]) -> int:
    modules = {module.name: module for module in [read(root, source) for source in sources]}
    constructors = Constructors(modules)
    made = constructors.all()
    return sum([constructors.add_to(module, made) for module in modules.values()])


if __name__ == "__main__":
    print(main(Path(sys.argv[1]), sys.argv[2:]), "constructors")
