"""Any order of requests and socket messages: tabs, stale versions, repeats, reordering, half-closed sockets, nonsense.

Hypothesis invents the order. After every step the log, the tables in memory and what the screens were told must agree.
`make soak` invents many more of them.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from server.house import House, Player, house
from structlog.testing import capture_logs

from loot_table.engine import codec
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR
from loot_table.proofs.inside import InsideSocket
from loot_table.server import commands, frames
from loot_table.server.memory import MemoryStore
from loot_table.server.table import folded

PEOPLE = 3
SEATS = st.integers(0, PEOPLE - 1)
RESULTS = {"accepted", "refused", "conflict", "repeated", "error"}
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
WORDS = [
    "play",
    "undo",
    "offer",
    "answer",
    "hold",
    "return",
    "mute",
    "chat",
    "ready",
    "style",
    "sit",
    "start",
    "rematch",
]
FIELDS = ["action", "kind", "agrees", "at", "bot", "is_muted", "text", "is_ready", "name", "to"]
wild_do = st.builds(
    lambda word, fields: {**fields, "type": word},
    st.sampled_from(WORDS),
    st.dictionaries(st.sampled_from(FIELDS), plain),
)
sane_do = st.sampled_from(
    [
        {"type": "undo"},
        {"type": "offer", "kind": "takeback"},
        {"type": "offer", "kind": "pause"},
        {"type": "offer", "kind": "resume"},
        {"type": "answer", "agrees": True},
        {"type": "answer", "agrees": False},
        {"type": "chat", "text": "hello"},
        {"type": "return"},
        {"type": "mute", "at": 1, "is_muted": False},
        {"type": "play", "action": {"type": "run"}},
        {"type": "play", "action": {"type": "awaken", "target": 1}},
        {"type": "rematch"},
    ]
)


class Tab:
    """A screen of one seat, or a spectator's, and the newest version it was shown."""

    def __init__(self, socket: InsideSocket, seat: int | None) -> None:
        self.socket, self.seat = socket, seat
        self.version = 0

    def note(self, told: dict[str, Any]) -> None:
        if told["type"] == "frame":
            assert told["version"] >= self.version, "frames never go back"
            assert told["audience"] == ("spectator" if self.seat is None else self.seat)
            self.version = told["version"]

    async def until(self, kind: str, id: str | None = None) -> dict[str, Any]:
        while True:
            told = await self.socket.hear()
            self.note(told)
            if told["type"] == kind and (id is None or told["id"] == id):
                return told


class Protocol(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.stack = AsyncExitStack()
        self.lines = self.stack.enter_context(capture_logs())
        seeds = count()
        patch = self.stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(commands, "nature_of", lambda _: Random(next(seeds)))  # the same story tells the same game
        self.store = MemoryStore()
        self.tabs: list[Tab] = []
        self.sent: list[dict[str, Any]] = []
        self.accepted: dict[tuple[int, str], int] = {}
        self.held_back: list[dict[str, Any]] = []
        self.number = 0
        self.run(self.begin())

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    async def begin(self) -> None:
        self.house: House = await self.stack.enter_async_context(house(Path(self.folder.name), store=self.store))
        self.people: list[Player] = await self.house.playing("loot_n_run", PEOPLE)
        self.table = self.house.live(self.people[0].table)
        for command in [kept.command for kept in self.store.log[self.table.id]]:
            if command is not None:
                self.accepted[(int(command[0]), command[2:])] = self.table.answered[command]

    def teardown(self) -> None:
        async def end() -> None:
            for tab in self.tabs:
                await tab.socket.close()
            await self.stack.aclose()

        self.run(end())
        self.loop.close()
        self.folder.cleanup()

    # ---- sending

    def made(self, seat: int, do: dict[str, Any], version: int) -> dict[str, Any]:
        self.number += 1
        command = {"type": "command", "id": f"id-{self.number}", "seat": seat, "version": version, "do": do}
        self.sent.append(command)
        return command

    async def over_http(self, command: dict[str, Any]) -> dict[str, Any]:
        player = self.people[command["seat"]]
        reply = await player.inside.post(f"{player.at}/commands", command)
        assert reply.status in (200, 400, 413), reply.body
        told: dict[str, Any] = reply.json()
        return told if reply.status == 200 else {"result": "error"}

    async def over_socket(self, command: dict[str, Any]) -> dict[str, Any]:
        for tab in self.tabs:
            if tab.seat == command["seat"]:
                tab.socket.say(command)
                return await tab.until("answer")
        return await self.over_http(command)

    def send(self, command: dict[str, Any], by_socket: bool) -> dict[str, Any]:
        before = self.table.version
        told: dict[str, Any] = self.run(self.over_socket(command) if by_socket else self.over_http(command))
        self.judge(command, told, before)
        return told

    def judge(self, command: dict[str, Any], told: dict[str, Any], before: int) -> None:
        """An answer is one of five, and says the truth."""
        assert told["result"] in RESULTS
        key = (command["seat"], command["id"])
        is_change = command["do"]["type"] not in ("chat", "rematch")
        if told["result"] == "accepted" and is_change:
            assert key not in self.accepted, "a command counts once"
            assert told["version"] == before + 1
            self.accepted[key] = told["version"]
        elif told["result"] == "repeated" and is_change:
            assert told["answer"]["version"] == self.accepted[key]
        elif told["result"] == "conflict":
            assert told["frame"]["version"] == self.table.version != command["version"]
        if told["result"] in ("refused", "conflict", "repeated"):
            assert self.table.version == before

    # ---- what may be done

    @rule(seat=st.none() | SEATS)
    def open_a_tab(self, seat: int | None) -> None:
        if len(self.tabs) < 6:
            self.run(self.open(seat))

    async def open(self, seat: int | None) -> None:
        inside = self.house.stranger if seat is None else self.people[seat].inside
        socket = inside.socket(f"/api/tables/{self.table.id}/socket")
        await socket.__aenter__()
        socket.say({"type": "hello", "seats": [] if seat is None else [seat]})
        tab = Tab(socket, seat)
        self.tabs.append(tab)
        await tab.until("frame")

    @precondition(lambda self: self.tabs)
    @rule(data=st.data())
    def close_a_tab(self, data: st.DataObject) -> None:
        tab = self.tabs.pop(data.draw(st.integers(0, len(self.tabs) - 1)))
        self.run(tab.socket.close())

    @precondition(lambda self: self.table.phase == "playing")
    @rule(data=st.data(), by_socket=st.booleans())
    def play_something_legal(self, data: st.DataObject, by_socket: bool) -> None:
        match = self.table.playing()
        action = data.draw(st.sampled_from(list(match.actions())))
        told = self.send(
            self.made(match.to_act, {"type": "play", "action": codec.encode(action)}, self.table.version), by_socket
        )
        assert told["result"] in ("accepted", "refused")  # refused: paused, or a bot holds the seat

    @rule(seat=SEATS, do=sane_do | wild_do, ago=st.integers(0, 3), by_socket=st.booleans())
    def send_any_command_at_any_version(self, seat: int, do: dict[str, Any], ago: int, by_socket: bool) -> None:
        self.send(self.made(seat, do, max(0, self.table.version - ago)), by_socket)

    @precondition(lambda self: self.sent)
    @rule(data=st.data(), by_socket=st.booleans())
    def repeat_a_command(self, data: st.DataObject, by_socket: bool) -> None:
        command = data.draw(st.sampled_from(self.sent))
        told = self.send(command, by_socket)
        if (command["seat"], command["id"]) in self.accepted:
            assert told["result"] in ("repeated", "accepted")

    @rule(seat=SEATS, do=sane_do)
    def hold_a_command_back(self, seat: int, do: dict[str, Any]) -> None:
        self.held_back.append(self.made(seat, do, self.table.version))

    @precondition(lambda self: len(self.held_back) > 1)
    @rule(by_socket=st.booleans())
    def let_late_commands_arrive_in_another_order(self, by_socket: bool) -> None:
        while self.held_back:
            self.send(self.held_back.pop(), by_socket)

    @precondition(lambda self: self.table.phase == "playing")
    @rule()
    def two_tabs_of_a_seat_race(self) -> None:
        """Both saw the same version: one is accepted, the other is shown what is new."""
        match, version = self.table.playing(), self.table.version
        seat, action = match.to_act, codec.encode(match.actions()[0])
        late = [self.made(seat, {"type": "play", "action": action}, version) for _ in range(2)]

        async def race() -> list[dict[str, Any]]:
            return list(await asyncio.gather(*[self.over_http(command) for command in late]))

        results = [told["result"] for told in self.run(race())]
        assert sorted(results) in (["accepted", "conflict"], ["refused", "refused"])
        if "accepted" in results:
            self.accepted[(seat, late[results.index("accepted")]["id"])] = version + 1

    @precondition(lambda self: any(tab.seat is not None for tab in self.tabs))
    @rule(do=sane_do)
    def hang_up_with_commands_on_the_way(self, do: dict[str, Any]) -> None:
        """A half-closed socket: what had arrived counts, and the client asks again to know."""
        tab = next(tab for tab in self.tabs if tab.seat is not None)
        assert tab.seat is not None
        self.tabs.remove(tab)
        late = [self.made(tab.seat, do, self.table.version) for _ in range(3)]
        for command in late:
            tab.socket.say(command)
        self.run(tab.socket.close())
        for command in late:
            key = f"{tab.seat}:{command['id']}"
            if key in self.table.answered:
                self.accepted[(tab.seat, command["id"])] = self.table.answered[key]
            self.send(command, by_socket=False)

    @precondition(lambda self: self.tabs)
    @rule(data=st.data(), text=st.text(max_size=30) | plain.map(json.dumps))
    def say_nonsense(self, data: st.DataObject, text: str) -> None:
        tab = data.draw(st.sampled_from(self.tabs))
        before = self.table.version
        tab.socket.say_text(text)
        tab.socket.say_bytes(text.encode("utf-8", "surrogatepass"))
        for _ in range(2):
            assert self.run(tab.until("answer"))["result"] == "error"
        assert self.table.version == before

    @precondition(lambda self: self.tabs)
    @rule(data=st.data(), question=st.dictionaries(st.sampled_from(["why", "odds", "part"]), plain, max_size=2))
    def ask(self, data: st.DataObject, question: dict[str, Any]) -> None:
        tab = data.draw(st.sampled_from(self.tabs))
        if not codec_can_send(question):
            return
        tab.socket.say({"type": "ask", "id": "q", "seat": tab.seat or 0, "question": question})
        tab.socket.say({"type": "unlock", "seat": 7})
        while (told := self.run(tab.socket.hear()))["type"] == "frame":
            tab.note(told)
        assert told["type"] in ("told", "answer")
        assert self.run(tab.until("answer"))["error"]["code"] == "no_seat"

    # ---- what must always be so

    @invariant()
    def the_log_tells_the_same_table(self) -> None:
        log = self.store.log[self.table.id]
        assert len(log) == self.table.version
        written = [kept.command for kept in log if kept.command is not None]
        assert len(set(written)) == len(written)
        for (seat, id), version in self.accepted.items():
            assert log[version - 1].command == f"{seat}:{id}", "an acknowledged command is in the log"
        again = folded(self.table.id, log)
        again.sessions, again.presence = self.table.sessions, self.table.presence
        for audience in (*range(PEOPLE), SPECTATOR):
            assert frames.frame(again, audience) == frames.frame(self.table, audience)

    @invariant()
    def every_screen_is_up_to_date(self) -> None:
        for tab in self.tabs:
            tab.socket.say({"type": "ping"})
            self.run(tab.until("pong"))
            assert tab.version == self.table.version

    @invariant()
    def nothing_broke(self) -> None:
        assert not [line for line in self.lines if line["log_level"] == "error"]
        for tab in self.tabs:
            assert tab.socket.task is not None
            assert not tab.socket.task.done()


def codec_can_send(question: dict[str, Any]) -> bool:
    try:
        codec.dumps(question)
    except (OverflowError, UnicodeError):
        return False
    return True


ORDERS = settings(max_examples=18, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck))
Protocol.TestCase.settings = ORDERS
TestAnyOrderOfMessages = Protocol.TestCase
