"""Whole games over sockets, played by programs that hold nothing but a bearer token each."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.proofs.stubborn import is_whole
from loot_table.proofs.wire import Chair, ServerProcess, new_game, request
from loot_table.server.workers import think

MOST_DECISIONS = 3000
COUNTS = [
    (game.slug, players) for game in games.all_games() for players in sorted({game.least_players, game.most_players})
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("whole") / "loot.db") as running:
        yield running
        assert running.stop() == 0
        assert running.errors() == []


async def play_to_the_end(chair: Chair, slug: str, players: int, bot: str) -> dict[str, Any]:
    """A bot that lives elsewhere: it gets its seat's view and sends actions. Its last frame."""
    acted = 0
    header = codec.dumps({"options": {}, "components": None})
    async with chair.socket() as socket:
        await chair.hello(socket)
        for number in range(MOST_DECISIONS * players):
            told = json.loads(await asyncio.wait_for(socket.recv(), 60))
            if told["type"] == "answer":
                assert told["result"] == "accepted", told
            if told["type"] != "frame":
                continue
            assert is_whole(told)
            match = told["match"]
            if match["result"] is not None:
                return dict(told)
            assert (match["actions"] is not None) == (match["to_act"] == chair.seat and not match["is_large"])
            if match["to_act"] == chair.seat and told["version"] > acted:
                acted = told["version"]  # the same version is shown again when somebody comes or goes
                action = json.loads(think(slug, players, header, codec.dumps(match["view"]), bot, number))
                if match["actions"] is not None:
                    assert action in [offered["action"] for offered in match["actions"]]
                command = chair.command(f"c{number}", told["version"], {"type": "play", "action": action})
                await socket.send(json.dumps(command))
    raise AssertionError("the game did not end")


async def play_all(chairs: list[Chair], slug: str) -> list[dict[str, Any]]:
    players = len(chairs)
    return await asyncio.gather(*[play_to_the_end(chair, slug, players, "greedy") for chair in chairs])


@pytest.mark.parametrize(("slug", "players"), COUNTS, ids=str)
def test_a_whole_game_is_played_by_programs_over_sockets(server: ServerProcess, slug: str, players: int) -> None:
    chairs = new_game(server.port, slug, players)
    assert len(chairs) == players
    ends = asyncio.run(play_all(chairs, slug))
    results = [end["match"]["result"] for end in ends]
    assert all(result == results[0] for result in results)
    assert {end["audience"] for end in ends} == set(range(players))
    record = request(server.port, "GET", f"/api/tables/{chairs[0].table}/record", token=chairs[0].token)
    again = Match.from_json(record, games.load(slug))
    assert again.is_over
    assert again.result() == {name: results[0][name] for name in ("winner", "reason", "standings")}


def test_a_token_opens_its_own_seat_only(server: ServerProcess) -> None:
    first, second = new_game(server.port, games.slugs()[0], 2)

    async def refused() -> dict[str, Any]:
        async with Chair(server.port, first.table, first.seat, second.token).socket() as socket:
            await first.hello(socket)
            return dict(json.loads(await socket.recv()))

    assert asyncio.run(refused()) == {"type": "bye", "text": "you do not hold that seat"}
