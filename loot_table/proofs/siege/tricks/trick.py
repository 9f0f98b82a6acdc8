"""What a trick is."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from loot_table.proofs.siege.camp import Camp
from loot_table.proofs.siege.tally import Tally

Attack = Callable[[Camp, Tally], Awaitable[None]]


@dataclass(frozen=True)
class Trick:
    name: str
    about: str
    attack: Attack
    at_once: int = 1  # how often it goes on at the same time

    async def run(self, camp: Camp, tally: Tally) -> None:
        await asyncio.gather(*[self.attack(camp, tally) for _ in range(self.at_once)])


KNOWN: dict[str, Trick] = {}


def trick(name: str, about: str, at_once: int = 1) -> Callable[[Attack], Attack]:
    def known(attack: Attack) -> Attack:
        assert name not in KNOWN, f"two tricks are called {name}"
        KNOWN[name] = Trick(name, about, attack, at_once)
        return attack

    return known
