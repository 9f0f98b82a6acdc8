"""A net of integers learns what there is to see, and its file says what it says while it learns."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.games import load
from loot_table.games.crates_barrels.board import TILES
from loot_table.games.crates_barrels.bot.net import INPUTS, Weighing, read_net
from loot_table.games.crates_barrels.bot.swift import Swift
from loot_table.games.crates_barrels.table import Table
from loot_table.train.integer_net import Plan, learned, mirrored, read_lessons, weighed, write_net
from loot_table.train.positions import ABOUT, NOWHERE, ROW, tiles_of


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Made-up games: who has more pawns wins, nine times in ten."""
    folder, rng = tmp_path_factory.mktemp("positions"), Random(1)
    rows = []
    for number in range(4000):
        places = list(range(TILES))
        rng.shuffle(places)
        counts = [1 + int(rng.below(5)) for _ in range(2)]
        tiles = [places[5 * side + n] if n < counts[side] else NOWHERE for side in range(2) for n in range(5)]
        end = 1 if counts[0] == counts[1] else 2 * (counts[0] > counts[1]) if rng.below(10) else 2 * int(rng.below(2))
        rows.append(ROW.pack(*tiles, NOWHERE, NOWHERE, 32768, end, 0, 0, number))
    (folder / "rows-000.bin").write_bytes(b"".join(rows))
    about = {"recipe": {"nodes": 200, "random_turns": 8, "seed": 1, "net": ""}, "games": 4000, "positions": 4000}
    (folder / ABOUT).write_text(json.dumps(about))
    return folder


def test_it_learns_and_its_file_says_the_same_as_the_search(course: Path, tmp_path: Path) -> None:
    statement, told = learned([course], Plan(units=8, seconds=3), "a command")
    assert statement.loss < statement.loss_blind - 0.1
    assert statement.loss_by_counting > statement.loss_blind - 0.01, "of what it was not told it knows nothing"
    path = tmp_path / "net.toml"
    write_net(path, statement, told)
    net = read_net(path)
    lessons, _ = read_lessons(torch, [course], "cpu")
    said = weighed(torch, told, lessons)
    # Positions of games with turns at random, as rows and on the board.
    for seed in range(5):
        table = load("crates_barrels").start(2)
        table.settle()
        rng = Random(seed)
        for _ in range(30):
            if not table.agenda:
                break
            table.apply(table.decision().sample(table, rng))
        if not table.agenda:
            continue
        assert isinstance(table, Table)
        row = ROW.pack(*tiles_of(table), 0, 0, 0, 0, 0)
        (tmp_path / "rows-000.bin").write_bytes(row)
        one, _ = read_lessons(torch, [tmp_path], "cpu")
        swift = Swift(table.box)
        swift.set_up(table)
        assert int(weighed(torch, told, one)[0]) == Weighing(net).value(swift)
    assert len(said) == len(lessons)
    changed = path.read_text().replace("biases = [", "biases = [1", 1)
    path.write_text(changed)
    with pytest.raises(BadInput, match="hash"):
        read_net(path)


def test_left_and_right_are_alike(course: Path) -> None:
    _, told = learned([course], Plan(units=8, seconds=1), "a command")
    lessons, _ = read_lessons(torch, [course], "cpu")
    mirror = torch.tensor([*[mirrored(number) for number in range(INPUTS)], INPUTS])
    other = replace(lessons, mine=mirror[lessons.mine.long()], theirs=mirror[lessons.theirs.long()])
    assert torch.equal(weighed(torch, told, lessons), weighed(torch, told, other))


def test_what_cannot_be_learned_from_is_told(tmp_path: Path, course: Path) -> None:
    with pytest.raises(BadInput, match="holds no positions that"):
        learned([tmp_path], Plan(), "a command")
    (tmp_path / ABOUT).write_text((course / ABOUT).read_text())
    with pytest.raises(BadInput, match="there are no positions"):
        learned([tmp_path], Plan(), "a command")
    with pytest.raises(BadInput, match="multiple of 8"):
        learned([course], Plan(units=12), "a command")
