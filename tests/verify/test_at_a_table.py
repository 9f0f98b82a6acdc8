"""Records of tables (LT-14): verified from the promise before the game to the record after it, and the key unseen between."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from server.house import House, Player, QuickBrains, house, in_house
from structlog.testing import capture_logs
from verify.games_under_seal import choices, chosen

from loot_table import games
from loot_table.engine import codec
from loot_table.proofs.inside import InsideSocket
from loot_table.verify.record import verified


class OverheardBrains(QuickBrains):
    """Keeps what a bot is asked and what it answers."""

    def __init__(self) -> None:
        super().__init__(pace=0)
        self.overheard: list[bytes] = []

    async def answer(
        self,
        slug: str,
        players: int,
        header: bytes,
        view: bytes,
        bot: str,
        lane: str = "",
        seed: int | None = None,
        *_: object,
    ) -> bytes:
        answer = await super().answer(slug, players, header, view, bot, lane, seed)
        self.overheard += [header, view, answer, lane.encode()]
        return answer


async def against_bots(here: House, slug: str, players: int) -> Player:
    """A table that its host gathers with bots, not yet started."""
    (host,) = await here.make(slug, players)
    for seat in range(1, players):
        await host.did("set_seat", at=seat, kind="bot", bot="greedy")
    return host


async def plays_itself(here: House, host: Player) -> None:
    """To the end, a bot on the host's seat too."""
    await host.did("start")
    await host.did("hold", at=0, bot="greedy")
    await here.until(host.table, lambda table: table.phase == "over")


async def card_of(here: House, host: Player) -> dict[str, Any]:
    card: dict[str, Any] = (await here.stranger.get(host.at)).json()
    return card


@pytest.mark.parametrize("slug", games.slugs())
def test_the_record_of_a_table_verifies_against_what_was_promised(slug: str, tmp_path: Path) -> None:
    players = games.load(slug).most_players

    async def story(here: House) -> None:
        host = await against_bots(here, slug, players)
        promised = (await card_of(here, host))["commitment"]
        await plays_itself(here, host)
        record = (await host.inside.get(f"{host.at}/record")).body
        verdict = verified(record, promised, host.table)
        assert verdict.wrong == ()
        assert verdict.is_checked
        assert verdict.is_sealed
        assert verdict.draws >= 10 or slug == "crates_barrels"
        assert (await card_of(here, host))["commitment"] == promised

    in_house(story, tmp_path)


def test_every_table_has_a_key_of_its_own(tmp_path: Path) -> None:
    """A rematch too: the last game's key is known by then."""

    async def story(here: House) -> None:
        ana, ben = await here.playing()
        await ben.did("resign")
        await ana.did("rematch")
        after = here.live(ana.table).next
        assert after is not None
        await here.stranger.get(f"/api/tables/{after}")
        keys = {here.live(table).key for table in (ana.table, after)}
        keys |= {here.live((await here.make())[0].table).key for _ in range(3)}
        assert len(keys) == 5
        assert all(key is not None and len(bytes.fromhex(key)) == 32 for key in keys)

    in_house(story, tmp_path)


@pytest.mark.parametrize("slug", games.slugs())
def test_undo_and_restarts_change_nothing_of_nature(slug: str, tmp_path: Path) -> None:
    """Two people take back whatever they may, and the server is started anew again and again."""

    async def turns(here: House, people: list[Player], many: int) -> int:
        """Some actions, each taken back once where that is allowed; how many were."""
        undone = 0
        live = here.live(people[0].table)
        for _ in range(many):
            if live.phase == "over":
                break
            match = live.playing()
            who, action = people[match.to_act], codec.encode(chosen(match, seats))
            await who.did("play", action=action)
            if live.phase == "playing" and live.playing().why_not_undo(who.seat) is None:
                before, drawn = live.playing().save(), live.playing().drawn
                await who.did("undo")
                await who.did("play", action=action)
                assert (live.playing().save(), live.playing().drawn) == (before, drawn)
                undone += 1
        return undone

    async def story() -> None:
        async with house(tmp_path) as here:
            people = await here.playing(slug, 2)
            promised = (await card_of(here, people[0]))["commitment"]
        undone, is_over = 0, False
        while not is_over:
            async with house(tmp_path) as here:
                people = [returning(one, here) for one in people]
                await card_of(here, people[0])
                undone += await turns(here, people, 60)
                is_over = here.live(people[0].table).phase == "over"
                record = (await people[0].inside.get(f"{people[0].at}/record")).body
        assert verified(record, promised, people[0].table).is_checked
        assert undone > 0 or slug == "loot_n_run"  # where something is drawn or shown at every turn

    seats = choices(slug, 2)
    asyncio.run(story())


def returning(player: Player, here: House) -> Player:
    """The same person at the server that was started anew."""
    again = Player(here, player.table, player.seat, player.token)
    again.said = player.said
    return again


# ---------------------------------------------------------------- nobody sees the key before the end


@asynccontextmanager
async def watched(here: House, host: Player) -> AsyncIterator[list[InsideSocket]]:
    """The screens of a player and of a spectator."""
    async with host.screen() as mine, here.stranger.socket(f"{host.at}/socket") as theirs:
        theirs.say({"type": "hello", "seats": []})
        yield [mine, theirs]


async def asked_for_everything(here: House, host: Player) -> list[bytes]:
    """Every page of a table for a player and a stranger, and the answers to requests that make no sense."""
    version = here.live(host.table).playing().version
    pages = [host.at, "/api/tables", "/api/games", "/metrics", f"{host.at}/record", f"{host.at}/key", f"{host.at}/log"]
    pages += [f"{host.at}/frame{query}" for query in ("", "?seat=0", "?seat=0&form=view", "?seat=1", "?form=text")]
    pages += [f"{host.at}/log?seat=0", f"{host.at}/replay/{version}?seat=0", f"{host.at}/replay/0?seat=all"]
    pages += [f"{host.at}/replay/{2**70}"]
    found = [(await who.get(page)) for who in (host.inside, here.stranger) for page in pages]
    for do in ({"type": "play", "action": {"type": "key"}}, {"type": "play", "action": None}, {"type": "rematch"}):
        found.append(await host.inside.post(f"{host.at}/commands", host.command(do)))
    found.append(await host.inside.post(f"{host.at}/commands", b"{"))
    return [reply.body + repr(reply.headers).encode() for reply in found]


def forms_of(key: str) -> list[bytes]:
    raw = bytes.fromhex(key)
    number = str(int(key, 16)).encode()
    return [
        key.encode(),
        key.upper().encode(),
        raw,
        base64.b64encode(raw)[:-1],
        base64.urlsafe_b64encode(raw)[:-1],
        number,
    ]


@pytest.mark.parametrize("slug", games.slugs())
def test_nobody_gets_a_byte_of_the_key_before_the_end(slug: str, tmp_path: Path) -> None:
    players = 3 if games.load(slug).most_players > 2 else 2
    brains = OverheardBrains()

    async def story() -> str:
        async with house(tmp_path, brains=brains) as here:
            host = await against_bots(here, slug, players)
            key = here.live(host.table).key
            assert key is not None
            async with watched(here, host) as screens:
                await host.did("start")
                told = await asked_for_everything(here, host)
                await host.did("hold", at=0, bot="greedy")
                await here.until(host.table, lambda table: table.playing().version > 40)
                told += await asked_for_everything(here, host)
                await here.until(host.table, lambda table: table.phase == "over")
                frames = [one for screen in screens for one in screen.heard()]
            told += [*frames, *brains.overheard, repr(here.live(host.table)).encode()]
            assert len(frames) > 40
            assert len(brains.overheard) > 40
            assert not [form for form in forms_of(key) for one in told if form in one]
            # It is found where it may be: so the search works.
            assert key.encode() in (await here.stranger.get(f"{host.at}/record")).body
            return key

    with capture_logs() as lines:
        key = asyncio.run(story())
    assert lines
    assert not [form for form in forms_of(key) if form in repr(lines).encode()]
