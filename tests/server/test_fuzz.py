"""Bytes thrown at every reader for a bounded time; `make fuzz` throws more, guided by coverage."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
import structlog

from loot_table.engine.random import Random

SCRIPT = Path(__file__).parents[2] / "scripts/fuzz.py"
SECONDS = 6.0


def fuzz() -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_bytes_break_a_reader_or_the_server() -> None:
    script = fuzz()
    try:
        assert script.run(SECONDS, seed=3, names=list(script.TARGETS)) > 200
    finally:
        structlog.reset_defaults()


def test_the_fuzzer_notices_what_breaks() -> None:
    """It can fail: a reader with a hole in it does."""
    script = fuzz()

    def holey(text: bytes) -> None:
        if b'"type"' not in text:
            raise KeyError("type")

    script.TARGETS["holey"] = holey
    with pytest.raises(KeyError):
        script.run(SECONDS, seed=3, names=["holey"])
    structlog.reset_defaults()


def test_the_fuzzer_notices_what_takes_too_long() -> None:
    """It can fail: a reader that counts to what it is told does, and the input is shown."""
    script = fuzz()

    def slow(text: bytes) -> None:
        sum(range(30_000_000))

    script.TARGETS["slow"] = slow
    with pytest.raises(script.TooDear, match="ms and .* MB for .* bytes"):
        script.run(SECONDS, seed=3, names=["slow"], margin=0.1)
    structlog.reset_defaults()


def test_the_fuzzer_notices_what_takes_too_much_memory(capsys: pytest.CaptureFixture[str]) -> None:
    script = fuzz()

    def large(text: bytes) -> None:
        assert len([0] * 20_000_000) > 0

    script.TARGETS["large"] = large
    with pytest.raises(script.TooDear):
        script.run(SECONDS, seed=3, names=["large"], margin=1000)
    assert "large was broken by b" in capsys.readouterr().err
    structlog.reset_defaults()


def test_no_design_breaks_a_game_or_costs_more_than_it_may() -> None:
    """Component files that keep their form; some of them are accepted and played."""
    script = fuzz()
    try:
        assert script.run(SECONDS, seed=5, names=["designs"]) > 20
    finally:
        structlog.reset_defaults()


def test_some_designs_are_accepted_and_some_are_not() -> None:
    script = fuzz()
    rng = Random(8)
    accepted = [is_accepted(script, script.design(rng)) for _ in range(40)]
    assert {True, False} == set(accepted)


def is_accepted(script: ModuleType, text: bytes) -> bool:
    try:
        script.feed_designs(text)
    except script.EXPECTED:
        return False
    return True


def test_mutations_start_from_good_input_of_every_kind() -> None:
    script = fuzz()
    seeds = script.seeds()
    assert len(seeds) > 10
    for name, target in script.TARGETS.items():
        if name not in ("records", "server"):
            script.feed(target, seeds[0])
    assert len({script.mutated(seeds, Random(number)) for number in range(50)}) > 40
