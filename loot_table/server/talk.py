"""Chat: lines for everybody at a table, and lines for one team alone (LT-12)."""

from __future__ import annotations

import time
from typing import Any

from loot_table.engine import codec
from loot_table.engine.errors import BadJson, IllegalAction
from loot_table.engine.sentence import say
from loot_table.engine.state import Refusal, Seat
from loot_table.server import messages as m
from loot_table.server.deflate import Message
from loot_table.server.naming import cleaned
from loot_table.server.problems import Unavailable
from loot_table.server.store import Conflict, Store, StoreError
from loot_table.server.table import LiveTable

MOST_LINES = 50  # that a screen is told when it comes
MOST_READ = 1000  # lines that are read for that: between secret ones there may be fewer to hear


async def chat(store: Store, table: LiveTable, command: m.Command, wish: m.Chat) -> dict[str, Any]:
    """Say a line, once it is kept. The caller holds the table's lock."""
    seat = command.seat
    if seat in table.muted:
        raise IllegalAction(Refusal(say("The host has muted you."), "LT-6"))
    clean = cleaned(wish.text)
    if not clean:
        raise IllegalAction(Refusal(say("There is nothing to say in that."), "LT-6"))
    turn = turn_to_speak(table, seat)
    team = listening_team(table, seat) if wish.to == "team" else None
    said = {
        "type": "chat",
        "number": table.said.get(team, 0) + 1,  # of its own kind, so that a secret line leaves no gap
        "seat": seat,
        "name": table.places[seat].name,
        "text": clean,
        "to": wish.to,
        "team": team,
        "turn": turn,
        "at": int(time.time()),
    }
    try:
        await store.chat(table.id, table.chats + 1, codec.dumps(said), table.command_key(seat, command.id))
    except Conflict:  # it was said already
        first = {"type": "answer", "id": command.id, "result": "accepted", "version": table.version}
        return {"result": "repeated", "answer": first}
    except StoreError:
        raise Unavailable("this could not be written down; try again") from None
    table.heard(team)
    if turn is not None:
        table.spoken[seat] = turn
    message = Message(codec.dumps(said))
    for session in list(table.sessions):
        if table.hears(session.seats, team) and not table.has_blocked(session.keys, seat):
            session.put(message)
    return {"result": "accepted", "version": table.version}


def turn_to_speak(table: LiveTable, seat: Seat) -> int | None:
    """LT-12: where talk is limited, how many decisions a player had taken when they spoke: one line until the next."""
    teams = table.teams()
    if teams is None or teams.talk == "open" or table.phase != "playing":
        return None
    if teams.talk == "none":
        raise IllegalAction(Refusal(say("This table has agreed not to talk during the game."), teams.rule))
    turn = sum([entry.seat == seat and entry.action is not None for entry in table.playing().record])
    if turn <= table.spoken.get(seat, -1):
        raise IllegalAction(Refusal(say("One line a turn: speak again after your next one."), teams.rule))
    return turn


def listening_team(table: LiveTable, seat: Seat) -> int | None:
    """LT-12: the team that hears a line for the team, or None when everybody does."""
    teams = table.teams()
    if teams is None:
        raise IllegalAction(Refusal(say("There are no teams at this table."), "LT-12"))
    if table.phase == "gathering":
        raise IllegalAction(Refusal(say("A team talks once the game has begun and everybody has a seat."), "LT-12"))
    if not teams.is_private:
        return None
    screen = table.places[seat].screen
    others = [other for other, place in enumerate(table.places) if screen is not None and place.screen == screen]
    if any(teams.of[other] != teams.of[seat] for other in others):
        raise IllegalAction(Refusal(say("An opponent looks at the same screen."), "LT-12"))
    return teams.of[seat]


async def last_lines(
    store: Store, table: LiveTable, seats: frozenset[Seat], keys: frozenset[str] = frozenset()
) -> list[bytes]:
    """The last of what a screen with these seats may hear, and with these keys wants to: as many, whatever else was said
    between them."""
    deaf = sum(count for team, count in table.said.items() if not table.hears(seats, team))
    lines = await store.chats(table.id, min(MOST_READ, MOST_LINES + deaf))
    told = [(said, team_of(said)) for said in lines]
    heard = [said for said, (is_line, team) in told if is_line and table.hears(seats, team)]
    return [said for said in heard if not is_unwanted(table, keys, said)][-MOST_LINES:]


def is_unwanted(table: LiveTable, keys: frozenset[str], said: bytes) -> bool:
    if not table.unheard:
        return False
    seat = codec.loads(said).get("seat")
    return type(seat) is int and 0 <= seat < table.players and table.has_blocked(keys, seat)


def team_of(said: bytes) -> tuple[bool, int | None]:
    """Whether this is a line at all, and the team that alone may hear it."""
    try:
        team = codec.loads(said)["team"]
    except (BadJson, KeyError, TypeError):
        return False, None
    return team is None or type(team) is int, team


async def remember(store: Store, table: LiveTable) -> None:
    """How much was said, from the last lines: each kind counts its own."""
    table.chats = await store.chat_total(table.id)
    for said in await store.chats(table.id, MOST_READ):
        is_line, team = team_of(said)
        if is_line:
            line = codec.loads(said)
            number, seat, turn = line.get("number", 0), line.get("seat"), line.get("turn")
            table.said[team] = max(table.said.get(team, 0), number if type(number) is int else 0)
            if type(seat) is int and type(turn) is int:
                table.spoken[seat] = max(table.spoken.get(seat, -1), turn)
