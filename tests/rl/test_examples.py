"""The scripts that show each library its way do what they say."""

from __future__ import annotations

import pytest
import research_gymnasium
import research_openspiel
import research_pettingzoo
import research_vector


def test_pettingzoo() -> None:
    means = research_pettingzoo.main(games=8)
    assert sum(means) == pytest.approx(0)


def test_gymnasium(capsys: pytest.CaptureFixture[str]) -> None:
    liked = research_gymnasium.main(games=10)
    assert max(liked) > 0 > min(liked)
    assert "loot deck" in capsys.readouterr().out


def test_openspiel() -> None:
    assert sum(research_openspiel.main(moves=3, simulations=2)) == 0


def test_vector() -> None:
    assert research_vector.main(tables=4, steps=60) > 0
