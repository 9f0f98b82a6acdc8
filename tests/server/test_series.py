"""LT-15: a series of games at one table after the other, its points kept and shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from server.house import House, Player, in_house, plain

from loot_table.server.store import Kept
from loot_table.server.table import LiveTable, folded

TOURNAMENT = {"tournament": 2, "teams": False}


async def end(house: House, players: list[Player], stash: list[int]) -> None:
    """Everybody agrees to end the game, with these treasures by side."""
    table: Any = house.live(players[0].table).playing().state
    table.stash[:] = stash
    await players[0].did("offer", kind="end")
    for other in players[1:]:
        await other.did("answer", agrees=True)


async def next_game(house: House, players: list[Player]) -> list[Player]:
    """The rematch, by seat."""
    await players[0].did("rematch")
    table = house.live(players[0].table).next
    assert table is not None
    turned = [players[seat - 1] for seat in range(len(players))]
    return [Player(house, table, seat, player.token) for seat, player in enumerate(turned)]


async def begin(players: list[Player]) -> None:
    host = players[0].house.live(players[0].table).host
    for player in players:
        if player.seat != host:
            await player.did("ready", is_ready=True)
    await players[host].did("start")


async def card(player: Player) -> dict[str, Any]:
    found: dict[str, Any] = (await player.frame())["card"]
    return found


def test_the_next_game_goes_on_with_the_points_so_far_and_the_last_names_the_winner(tmp_path: Path) -> None:
    """LT-15, LL-V4.1"""

    async def story(house: House) -> None:
        ana, ben = await house.playing("labyrinth", 2, options=TOURNAMENT)
        fresh = (await card(ana))["series"]
        assert (fresh["game"], fresh["games"], fresh["points"], fresh["text"]) == (1, 2, [0, 0], None)
        await end(house, [ana, ben], [4, 3])
        told = (await card(ben))["series"]
        assert (told["scores"], told["points"], told["places"], told["is_over"]) == ([[4, 3]], [4, 3], [1, 2], False)
        assert plain(told["text"]) == "Ana leads with 4 treasures after game 1 of 2."
        second = await next_game(house, [ana, ben])
        before = (await card(second[0]))["series"]
        # Ben sits in seat 0 now.
        assert (before["game"], before["points"], before["scores"]) == (2, [3, 4], [[3, 4]])
        await begin(second)
        assert house.live(second[0].table).playing().to_act == 0, "LL-V4.2: seat 0 begins"
        await end(house, second, [5, 2])
        last = (await card(second[0]))["series"]
        assert (last["points"], last["places"], last["is_over"]) == ([8, 6], [1, 2], True)
        assert plain(last["text"]) == "Ben wins the tournament with 8 treasures."
        anew = await next_game(house, second)
        assert (await card(anew[0]))["series"]["points"] == [0, 0], "after the last game a new series begins"

    in_house(story, tmp_path)


def test_a_series_survives_a_restart_and_stands_in_the_record(tmp_path: Path) -> None:
    """LT-15"""
    kept: dict[str, Any] = {}

    async def first(house: House) -> None:
        ana, ben = await house.playing("labyrinth", 2, options=TOURNAMENT)
        await ana.did("resign")
        again = await next_game(house, [ana, ben])
        await begin(again)
        kept.update(table=again[0].table, tokens=[player.token for player in again])
        kept.update(series=(await card(again[0]))["series"])

    async def second(house: House) -> None:
        await house.tables.get(kept["table"])
        ana, ben = [Player(house, kept["table"], seat, token) for seat, token in enumerate(kept["tokens"])]
        assert (await card(ana))["series"] == kept["series"]
        ben.said = 100  # its ids go on
        await ben.did("resign")
        reply = await house.stranger.get(f"{ana.at}/record")
        assert reply.json()["series"] == [[0, 0]]
        assert (await card(ana))["series"]["is_over"]

    in_house(first, tmp_path)
    in_house(second, tmp_path)


def test_within_a_series_options_and_seats_stay_and_a_newcomer_takes_over_points(tmp_path: Path) -> None:
    """LT-15"""

    async def story(house: House) -> None:
        people = await house.playing("labyrinth", 2, options=TOURNAMENT)
        await end(house, people, [4, 3])
        again = await next_game(house, people)
        ana = again[1]
        assert house.live(ana.table).host == 1
        said = ("The options of a series stay as they are to its end.", "LT-15")
        assert await ana.refused("set_options", options={}) == said
        await ana.did("set_seat", at=0, kind="open")
        assert await ana.refused("sit", to=0) == ("In a series the seats go round by themselves.", "LT-15")
        cleo = await house.join(ana.table, "Cleo")
        await begin([cleo, ana])
        await end(house, [ana, cleo], [5, 0])
        assert plain((await card(ana))["series"]["text"]) == "Cleo wins the tournament with 8 treasures."

    in_house(story, tmp_path)


def test_other_games_have_no_series(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, *_ = await house.playing("loot_n_run", 2)
        assert (await card(ana))["series"] is None

    in_house(story, tmp_path)


def test_points_that_cannot_be_set_a_table_aside(tmp_path: Path) -> None:
    """LT-13, LT-15"""

    async def story(house: House) -> None:
        ana, *_ = await house.make("labyrinth", 2, options=TOURNAMENT)
        (made, *_rest) = await house.tables.store.events(ana.table)
        created = msgspec.json.decode(made.body)
        wrong = msgspec.json.encode({**created, "scores": [[1, 2, 3]]})
        table: LiveTable = folded(ana.table, [Kept(1, made.schema, wrong, None)])
        assert "the points of a game are 2 whole numbers" in table.aside

    in_house(story, tmp_path)
