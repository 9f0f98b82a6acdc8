"""Questions over HTTP, as many as fit through the line."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from itertools import cycle

from loot_table import games
from loot_table.proofs.siege.camp import Camp
from loot_table.proofs.siege.tally import Tally
from loot_table.proofs.siege.tricks.trick import trick
from loot_table.proofs.siege.visitor import request_bytes
from loot_table.proofs.wire import Chair


@trick("pages", "GET of the page, games, rulebooks, the lobby, health, metrics and the API's description", at_once=2)
async def pages(camp: Camp, tally: Tally) -> None:
    paths = ["/", "/api/games", "/api/tables", "/openapi.json", "/healthz", "/metrics"]
    paths += [f"/api/games/{slug}" for slug in games.slugs()]
    await camp.visitor.flood(tally, cycle([request_bytes("GET", path) for path in paths]))


@trick("history", "GET of a table's card, frame, log and every moment of its past", at_once=2)
async def history(camp: Camp, tally: Tally) -> None:
    chairs = await camp.table()
    await camp.visitor.flood(tally, about(chairs[0]))


def about(chair: Chair) -> Iterator[bytes]:
    at, seat = f"/api/tables/{chair.table}", f"seat={chair.seat}"
    for number in cycle(range(400)):
        for path in ("", f"/frame?{seat}", f"/log?{seat}", f"/replay/{number}?{seat}", f"/frame?form=view&{seat}"):
            yield request_bytes("GET", at + path, token=chair.token)


@trick("codes", "guesses of tables' codes, each as if for somebody else (X-Forwarded-For)")
async def codes(camp: Camp, tally: Tally) -> None:
    await camp.visitor.flood(tally, guesses(random.Random(1)))


def guesses(rng: random.Random) -> Iterator[bytes]:
    while True:
        code = "".join(rng.choices(string.ascii_uppercase, k=6))
        somebody = ".".join(str(rng.randrange(1, 255)) for _ in range(4))
        headers = {"X-Forwarded-For": somebody, "X-Real-IP": somebody, "Forwarded": f"for={somebody}"}
        yield request_bytes("GET", f"/api/codes/{code}", headers=headers)
