"""Tables without end: asked for, got by rematches, and left to bots that think hard."""

from __future__ import annotations

import asyncio
import json
from itertools import repeat
from typing import Any

from loot_table.proofs.siege.camp import AGAIN, Camp
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.tricks.trick import trick
from loot_table.proofs.siege.visitor import request_bytes
from loot_table.proofs.wire import Chair

STRONGEST = "mastermind"


@trick("tables", "new tables by POST, as fast as possible", at_once=2)
async def tables(camp: Camp, tally: Tally) -> None:
    wish = json.dumps({"game": "loot_n_run", "players": 6, "is_public": True}).encode()
    await camp.visitor.flood(tally, repeat(request_bytes("POST", "/api/tables", wish)))


@trick("rematches", "start, resign, rematch, and again at the next table")
async def rematches(camp: Camp, tally: Tally) -> None:
    await play_again(camp, tally, "random")


@trick("thinkers", "the same against Masterminds, each left alone while it thinks")
async def thinkers(camp: Camp, tally: Tally) -> None:
    await play_again(camp, tally, STRONGEST)


async def play_again(camp: Camp, tally: Tally, bot: str) -> None:
    while True:
        chairs = await camp.new_table(tally, "crates_barrels", ["human", bot])
        if not chairs:
            await asyncio.sleep(AGAIN)
            continue
        chair: Chair | None = chairs[0]
        while chair is not None:
            chair = await next_table(camp, tally, chair)


async def next_table(camp: Camp, tally: Tally, chair: Chair) -> Chair | None:
    """The same player's seat at the rematch, started; None where the chain breaks."""
    version = await camp.insist(tally, chair, 0, {"type": "resign"})
    if version is None or await camp.insist(tally, chair, version, {"type": "rematch"}) is None:
        return None
    card = await look(camp, tally, chair)
    if not card.get("next"):
        return None
    again = Chair(chair.port, card["next"], (chair.seat + 1) % card["players"], chair.token)
    if (await look(camp, tally, again)).get("phase") == "playing":  # with nobody else to wait for it starts by itself
        return again
    ready = await camp.insist(tally, again, 0, {"type": "ready", "is_ready": True})
    return None if ready is None else again if await camp.insist(tally, again, ready, {"type": "start"}) else None


async def look(camp: Camp, tally: Tally, chair: Chair) -> dict[str, Any]:
    heard = await camp.browser.fetch(tally, "GET", f"/api/tables/{chair.table}", token=chair.token)
    told: dict[str, Any] = heard.json() if heard is not None and heard.status < 400 else {}
    return told


@trick("abandoned", "tables of Masterminds whose only person leaves the seat to another one")
async def abandoned(camp: Camp, tally: Tally) -> None:
    while True:
        chairs = await camp.new_table(tally, "looterz", ["human", *[STRONGEST] * 3])
        if chairs:
            await camp.command(tally, chairs[0], 2, {"type": "hold", "at": chairs[0].seat, "bot": STRONGEST})
        else:
            await asyncio.sleep(AGAIN)
