"""A class behind one address: many people come at once and play. With its budgets on the server refuses nobody."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from loot_table.proofs.siege.browser import Browser
from loot_table.proofs.siege.figures import Waits, waits
from loot_table.proofs.siege.honest import HonestTable, Notes, at_play
from loot_table.proofs.siege.machine import two_cores
from loot_table.proofs.siege.scene import besieged
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.visitor import Visitor, listen
from loot_table.proofs.wire import Chair

TABLES = 10
PEOPLE_AT_A_TABLE = 3
GAME = "loot_n_run"
SEATS: tuple[dict[str, str], ...] = (
    {"kind": "human", "name": "Ana"},
    {"kind": "open"},
    {"kind": "open"},
    {"kind": "bot", "bot": "thief"},
)
ARRIVING = 3.0  # seconds in which all of them come
THINKING = 1.0  # seconds between two moves of a table
ASSET = re.compile(rb'(?:src|href)="(/[^"/][^"]*)"')


@dataclass
class Crowd:
    """How a class fared. Nobody may have been refused anything."""

    people: int
    seconds: float
    steps: dict[str, Tally] = field(default_factory=dict)
    trouble: dict[str, int] = field(default_factory=dict)
    moves: Waits = field(default_factory=lambda: Waits(0))
    playing: int = 0  # people who came to sit at a table that started

    @property
    def refused(self) -> dict[str, int]:
        """What people were not given, by step and answer."""
        found: dict[str, int] = {}
        for step, tally in self.steps.items():
            found.update({f"{step}: {kind}": count for kind, count in tally.refusals.items()})
            if tally.shut or tally.unreachable:
                found[f"{step}: closed"] = tally.shut + tally.unreachable
        return {**found, **{f"play: {what}": count for what, count in self.trouble.items()}}

    def faults(self) -> list[str]:
        found = [f"{count} x {what}" for what, count in self.refused.items()]
        if self.playing < self.people:
            found.append(f"{self.people - self.playing} of {self.people} could not play")
        if not self.moves.count:
            found.append("nobody moved")
        return found

    def to_json(self) -> dict[str, Any]:
        told = {**asdict(self), "refused": self.refused, "faults": self.faults(), "is_kept": not self.faults()}
        return {**told, "steps": {name: tally.to_json() for name, tally in self.steps.items()}}


class Group:
    """Three friends, each with a browser, and a bot."""

    def __init__(self, visitor: Visitor, crowd: Crowd) -> None:
        self.visitor = visitor
        self.crowd = crowd
        self.browsers = [Browser(visitor) for _ in range(PEOPLE_AT_A_TABLE)]
        self.lobbies: list[asyncio.Task[None]] = []
        self.chairs: list[Chair] = []

    def tally(self, step: str) -> Tally:
        return self.crowd.steps.setdefault(step, Tally())

    async def arrive(self, delay: float) -> None:
        """From the home page to a started table, or as far as they are let."""
        await asyncio.sleep(delay)
        await asyncio.gather(*[self.look_around(browser) for browser in self.browsers])
        host = self.browsers[0]
        wish = {"game": GAME, "players": len(SEATS), "seats": SEATS}
        made = await host.ask(self.tally("new table"), "POST", "/api/tables", wish)
        if made is None:
            return
        first = Chair(self.visitor.port, made["table"], made["seats"][0]["seat"], made["seats"][0]["token"])
        joined = await asyncio.gather(*[self.join(browser, made["code"]) for browser in self.browsers[1:]])
        chairs = [first, *[chair for chair in joined if chair is not None]]
        if len(chairs) == PEOPLE_AT_A_TABLE and await self.begin(chairs):
            self.chairs = chairs
            self.crowd.playing += len(chairs)

    async def look_around(self, browser: Browser) -> None:
        """The home page with all that belongs to it, and the lobby for as long as somebody is here."""
        page = await browser.fetch(self.tally("home page"), "GET", "/")
        assets = sorted(set(ASSET.findall(page.body))) if page is not None else []
        await browser.fetch_all(self.tally("assets"), [path.decode() for path in assets])
        await browser.ask(self.tally("games"), "GET", "/api/games")
        self.lobbies.append(asyncio.create_task(self.sit_in_lobby()))

    async def sit_in_lobby(self) -> None:
        await self.visitor.visit(self.tally("lobby socket"), "/api/lobby", listen)

    async def join(self, browser: Browser, code: str) -> Chair | None:
        """By the code that the host has called out."""
        found = await browser.ask(self.tally("code"), "GET", f"/api/codes/{code}")
        if found is None:
            return None
        at = f"/api/tables/{found['table']}"
        await browser.ask(self.tally("table card"), "GET", at)
        joined = await browser.ask(self.tally("join"), "POST", f"{at}/join", {"name": "Ben"})
        if joined is None:
            return None
        return Chair(self.visitor.port, found["table"], joined["seat"], joined["token"])

    async def begin(self, chairs: list[Chair]) -> bool:
        version = 0
        for browser, chair in zip(self.browsers, chairs, strict=True):
            at = f"/api/tables/{chair.table}"
            await browser.ask(self.tally("rulebook"), "GET", f"/api/games/{GAME}")
            await browser.ask(self.tally("ticket"), "POST", f"{at}/ticket", token=chair.token)
            ready = chair.command("ready", 0, {"type": "ready", "is_ready": True})
            told = await browser.ask(self.tally("ready"), "POST", f"{at}/commands", ready, chair.token)
            version = told["version"] if told is not None and told["result"] == "accepted" else version
        start = chairs[0].command("start", version, {"type": "start"})
        path = f"/api/tables/{chairs[0].table}/commands"
        told = await self.browsers[0].ask(self.tally("start"), "POST", path, start, chairs[0].token)
        return told is not None and told["result"] == "accepted"


async def run(seconds: float, folder: Path, tell: Callable[[str], None] = print) -> Crowd:
    crowd, notes, rng = Crowd(TABLES * PEOPLE_AT_A_TABLE, seconds), Notes(), random.Random(3)
    with besieged(folder, two_cores()) as server:
        groups = [Group(Visitor(server.port, None), crowd) for _ in range(TABLES)]
        try:
            tell(f"{crowd.people} people come within {ARRIVING:.0f} s …")
            await asyncio.gather(*[group.arrive(rng.uniform(0, ARRIVING)) for group in groups])
            tell(f"{crowd.playing} of them play for {seconds:.0f} s …")
            tables = [HonestTable(group.chairs, len(SEATS), notes, rng, THINKING) for group in groups if group.chairs]
            async with at_play(tables, notes):
                await asyncio.sleep(seconds)
        finally:
            lobbies = [task for group in groups for task in group.lobbies]
            for task in lobbies:
                task.cancel()
            await asyncio.gather(*lobbies, return_exceptions=True)
            for browser in [browser for group in groups for browser in group.browsers]:
                browser.close()
    crowd.trouble, crowd.moves = dict(notes.trouble), waits(notes.moves, THINKING)
    return crowd
