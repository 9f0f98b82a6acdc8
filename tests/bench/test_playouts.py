"""Ratios between builds and ways, and what is wanted of them."""

from __future__ import annotations

from loot_table.bench.connect_four import Board
from loot_table.bench.playouts import through_python, through_sample
from loot_table.cli.bench.playouts import ratios_of, ratios_to
from loot_table.engine.random import Random

RATES = {"python": 1.0, "python_sampled": 20.0, "listed": 3.0, "sampled": 6.0}


def test_every_ratio_says_what_is_wanted() -> None:
    own = {name: dict(RATES) for name in ("connect four", "labyrinth, 2p", "looterz, 2p")}
    plain = {name: {way: rate / 2 for way, rate in RATES.items()} for name in own}
    told = {row["what"]: (row["ratio"], row["wanted"]) for row in ratios_of(own, plain, {"python": 0.5, "listed": 0.5})}
    assert told["connect four, listing / OpenSpiel's C++ loop"] == (6.0, 6)
    assert told["connect four, sampling / OpenSpiel's C++ loop"] == (12.0, 12)
    assert told["connect four, from Python / OpenSpiel from Python"] == (2.0, 3)
    assert told["labyrinth, 2p, from Python, sampling / listing"] == (20.0, 10)
    assert told["looterz, 2p, listed, compiled / interpreted"] == (2.0, None)


def test_another_build_may_know_fewer_games() -> None:
    own = {name: dict(RATES) for name in ("crates_barrels, 2p", "loot_fiend, 2p", "looterz, 2p")}
    other = {name: {"python": 1.0, "listed": 1.0, "sampled": 3.0} for name in ("crates_barrels, 2p", "looterz, 2p")}
    told = {row["what"]: (row["ratio"], row["wanted"]) for row in ratios_to(own, other)}
    assert told == {
        "crates_barrels, 2p, listed, this build / the other": (3.0, 2.4),
        "crates_barrels, 2p, sampled, this build / the other": (2.0, None),
        "looterz, 2p, listed, this build / the other": (3.0, 1.5),
        "looterz, 2p, sampled, this build / the other": (2.0, 1.5),
    }


def test_driven_from_python_games_come_to_their_end() -> None:
    assert 7 <= through_python(Board, lambda: 0.5) <= 42
    assert 7 <= through_sample(Board, Random(4)) <= 42
