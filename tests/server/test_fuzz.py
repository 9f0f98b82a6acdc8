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


def test_mutations_start_from_good_input_of_every_kind() -> None:
    script = fuzz()
    seeds = script.seeds()
    assert len(seeds) > 10
    for name, target in script.TARGETS.items():
        if name not in ("records", "server"):
            script.feed(target, seeds[0])
    assert len({script.mutated(seeds, Random(number)) for number in range(50)}) > 40
