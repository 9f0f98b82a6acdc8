"""The constructors that frozen dataclasses get before they are compiled: they take what their own would, and nothing else
changes."""

from __future__ import annotations

import ast
import importlib
import inspect
import shutil
from dataclasses import replace
from pathlib import Path

import constructors
import pytest

from loot_table.engine.build import is_compiled
from loot_table.engine.sentence import say
from loot_table.engine.state import Action, Refusal

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("engine", "games/looterz", "games/loot_n_run", "games/labyrinth", "bots")
    for path in (ROOT / "loot_table" / folder).glob("*.py")
    if path.name != "__init__.py"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as they are compiled."""
    work = tmp_path_factory.mktemp("sources")
    for source in SOURCES:
        (work / source).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, work / source)
    assert constructors.main(work, SOURCES) > 50
    return work


def added(folder: Path, source: str) -> dict[str, ast.FunctionDef]:
    """By class, the constructors that were not there before."""
    found = {}
    before = {node.name: node for node in ast.parse((ROOT / source).read_text()).body if isinstance(node, ast.ClassDef)}
    for node in ast.parse((folder / source).read_text()).body:
        if isinstance(node, ast.ClassDef):
            last = node.body[-1]
            if len(node.body) > len(before[node.name].body):
                assert isinstance(last, ast.FunctionDef)
                found[node.name] = last
    return found


def test_each_takes_what_the_dataclass_takes(folder: Path) -> None:
    count = 0
    for source in SOURCES:
        module = importlib.import_module(source.removesuffix(".py").replace("/", "."))
        for name, made in added(folder, source).items():
            wanted = list(inspect.signature(getattr(module, name)).parameters.values())
            words = made.args.args[1:]
            assert [word.arg for word in words] == [each.name for each in wanted], (source, name)
            given = [eval(ast.unparse(each), vars(module)) for each in made.args.defaults]
            assert given == [each.default for each in wanted if each.default is not inspect.Parameter.empty], (
                source,
                name,
            )
            assert [ast.unparse(line) for line in made.body] == [f"self.{word.arg} = {word.arg}" for word in words]
            count += 1
    assert count > 50


def test_no_line_of_a_source_moves(folder: Path) -> None:
    for source in SOURCES:
        before, after = (ROOT / source).read_text().splitlines(), (folder / source).read_text().splitlines()
        changed = [new for old, new in zip(before, after, strict=False) if old != new]
        assert all(new.strip().startswith("def __init__(self, ") for new in changed), source
        assert all(new.startswith(("from ", "    def __init__(self, ")) for new in after[len(before) :]), source


KEPT = """
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True)
class Made:
    left: int
    right: tuple[int, ...] = ()


@dataclass(frozen=True)
class Longer(Made):
    name: str = "none"

    def told(self) -> str:
        return self.name


@dataclass(frozen=True)
class Base:
    kind: int


@dataclass(frozen=True)
class Checked(Base):
    size: int

    def __post_init__(self) -> None:
        assert self.size


@dataclass(frozen=True)
class Filled:
    found: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Shared:
    name: ClassVar[str] = "all"


@dataclass(frozen=True)
class Event:
    pass


@dataclass(frozen=True)
class Happened(Event):
    seat: int


@dataclass
class Open:
    left: int


class Plain:
    pass

"""


def test_what_makes_something_of_its_fields_keeps_its_own(tmp_path: Path) -> None:
    """So does the base of a class that does: compiled, the class would be made by its base's."""
    (tmp_path / "kept.py").write_text(KEPT)
    assert constructors.main(tmp_path, ["kept.py"]) == 2
    text = (tmp_path / "kept.py").read_text()
    assert (
        "    def __init__(self, left: int, right: tuple[int, ...] = ()) -> None: self.left = left; self.right = right"
        in text
    )
    longer = (
        "    def __init__(self, left: int, right: tuple[int, ...] = (), name: str = 'none') -> None: self.left = left; "
    )
    assert longer + "self.right = right; self.name = name" in text
    assert text.count("__init__") == 2


def test_they_stay_frozen_and_equal() -> None:
    refusal = Refusal(say("No."), "LT-1")
    assert refusal == Refusal(text=say("No."), rule="LT-1", show=())
    assert refusal.show == ()
    assert replace(refusal, rule="LT-2") == Refusal(say("No."), "LT-2")
    for name in ("rule", "other"):
        with pytest.raises(AttributeError):
            setattr(refusal, name, "LT-3")
    with pytest.raises(TypeError):
        Refusal(say("No."))  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Refusal(say("No."), "LT-1", (), 1)  # type: ignore[call-arg]
    assert Action() == Action()


def test_a_compiled_one_is_no_python_function() -> None:
    assert hasattr(Refusal.__init__, "__code__") is not is_compiled()
