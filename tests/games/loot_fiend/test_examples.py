"""Every worked example of the rules, under its number: B1 to B9 and E1 to E42."""

from __future__ import annotations

import json
import re

import pytest
from loot_fiend.tables import GAME, Camp, examples

EXAMPLES = examples()
QUOTED = re.compile(r"`([^`]*)`")


def test_all_51_examples_are_here() -> None:
    numbers = [name.split()[0] for name in EXAMPLES]
    assert numbers == [f"B{n}" for n in range(1, 10)] + [f"E{n}" for n in range(1, 43)]


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_example(name: str) -> None:
    position, *steps = EXAMPLES[name]
    camp = Camp(json.loads(QUOTED.findall(position)[0]))
    for step in steps:
        quoted = [json.loads(text) for text in QUOTED.findall(step)]
        if step.startswith("- now"):
            camp.expect(**quoted[0])
        elif "**illegal**" in step:
            refuse(camp, quoted[0])
        else:
            camp.do(quoted[0]).expect(**quoted[1])


def refuse(camp: Camp, plain: dict[str, object]) -> None:
    """It is refused in words, and nothing changes."""
    before = GAME.write_position(camp.table)
    refusal = camp.match.why_not(0 if camp.match.is_over else camp.match.to_act, GAME.codec.action(plain))
    assert refusal is not None
    assert str(refusal.text).endswith(".")
    assert GAME.write_position(camp.table) == before
