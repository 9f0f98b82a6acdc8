"""The games, and the tables over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from loot_table import bots, games, languages
from loot_table.engine import codec
from loot_table.engine.game import Game
from loot_table.engine.options import described
from loot_table.engine.state import REFEREE, SPECTATOR, Seat
from loot_table.games.rulebook import TABLE_RULES, blocks, numbered
from loot_table.server import frames, guests, records
from loot_table.server import limits as budgets
from loot_table.server import messages as m
from loot_table.server.asking import (
    COOKIE,
    address,
    answered,
    asked_manner,
    asked_seat,
    body,
    check_budget,
    give_seats,
    hang_up_keys,
    held_keys,
    held_seats,
    owned_seats,
    service_of,
    shown_ring,
    small_number,
    squeezed,
    table_of,
    told,
    told_to_all,
)
from loot_table.server.cards import card
from loot_table.server.codes import BadCode, read_code
from loot_table.server.facts import facts_of
from loot_table.server.keyring import manners
from loot_table.server.pictures import primer_told
from loot_table.server.problems import NoSeat, NoSuchTable, NotFound, NotNow, Problem, TooFast
from loot_table.server.seats import hashed
from loot_table.server.sockets import FAN_OUT
from loot_table.server.table import LiveTable
from loot_table.server.telling import guide_told, shown

TICKET_SECONDS = 30
MOST_COMPONENTS = 64 * 1024


# ---------------------------------------------------------------- games


def minutes_of(game: Game) -> int:
    """Of a usual game: as the lab has measured it with a usual number of players, or as the game says."""
    found = games.measured(game.slug)
    if found is None:
        return game.shelf.minutes
    lengths = sorted(each["minutes"] for each in found["players"])
    return int(lengths[len(lengths) // 2])


def measured_told(game: Game) -> dict[str, Any] | None:
    found = games.measured(game.slug)
    return None if found is None else {name: each for name, each in found.items() if name != "rulings"}


def effects_of(game: Game, option: str) -> list[dict[str, Any]]:
    """What the lab has measured of an option's other values, against the usual one."""
    found = games.measured(game.slug) or {}
    return [each for each in found.get("rulings", []) if each["option"] == option]


def game_card(game: Game) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "name": game.name,
        "pitch": game.pitch,
        "tease": game.shelf.tease,
        "minutes": minutes_of(game),
        "measured": measured_told(game),
        "least_players": game.least_players,
        "most_players": game.most_players,
        "has_secrets": game.has_secrets,
        "team_players": [
            players
            for players in range(game.least_players, game.most_players + 1)
            if game.teams(players, {}) is not None
        ],
        "rules_version": game.rules_version,
        "seat_names": list(game.seat_names),
        "bots": [
            *[{"name": level.name, "title": level.title, "doc": level.about} for level in bots.LEVELS],
            *[guest.told() for guest in guests.of_game(game)],
        ],
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": list(option.choices),
                "least": option.least,
                "most": option.most,
                "doc": option.doc,
                "rule": option.rule,
                "effects": effects_of(game, option.name),
            }
            for option in described(game.options)
        ],
    }


def on_the_shelf() -> list[Game]:
    return sorted(games.all_games(), key=lambda game: (game.shelf.place, game.name))


@cache
def all_games_told() -> bytes:
    return codec.dumps({"games": [game_card(game) for game in on_the_shelf()]})


@cache
def game_told(slug: str) -> bytes:
    book: dict[str, Any] = {"rulebook": blocks(slug), "table_rules": blocks(TABLE_RULES), "rules": numbered(slug)}
    book["primer"] = primer_told(slug)
    return codec.dumps({**game_card(games.load(slug)), **book})


def unpack_games() -> None:
    """Everything of every game that is read once, before the door opens: the first who asked would wait for it, and
    everybody else with them."""
    squeezed(all_games_told())
    for game in games.all_games():
        squeezed(game_told(game.slug))
        game.components(None)
        for name in ("scene", "text", "guide"):
            if games.has_part(game, name):
                games.part(game, name)


async def installed_languages(request: Request) -> Response:
    return told_to_all(request, codec.dumps({"languages": [name.replace("_", "-") for name in languages.known()]}))


async def words(request: Request) -> Response:
    """The page's own words in a language, for the browser; nothing for English and for what is not here."""
    found = languages.words(request.path_params["language"][:16])
    plain = found.plain() if isinstance(found, languages.Catalogue) else {"words": {}, "plurals": {}, "forms": []}
    return told_to_all(request, codec.dumps(plain))


async def list_games(request: Request) -> Response:
    return told_to_all(request, all_games_told())


async def one_game(request: Request) -> Response:
    slug = request.path_params["slug"]
    if slug not in games.slugs():
        raise NotFound("there is no such game")
    return told_to_all(request, game_told(slug))


async def people_at(request: Request) -> Response:
    """How long a game takes among people here, by their number; nothing before there are a few games."""
    slug = request.path_params["slug"]
    if slug not in games.slugs():
        raise NotFound("there is no such game")
    return answered({"people": await service_of(request).tables.time_keeper.figures(slug)})


# ---------------------------------------------------------------- tables


async def tables_door(request: Request) -> Response:
    return await (new_table if request.method == "POST" else list_tables)(request)


async def list_tables(request: Request) -> Response:
    return told(service_of(request).tables.lobby.message())


async def my_tables(request: Request) -> Response:
    """What everybody may know of many tables, in one answer; those that are not here are left out. Of a table that sleeps
    it is remembered: a list of twenty does not read twenty logs."""
    service = service_of(request)
    asked = list(dict.fromkeys(m.my_tables.decode(await body(request)).tables))
    found = []
    for id in asked:
        facts = service.tables.facts.known(id)
        if facts is None:
            if service.limits.is_strict:  # a log is read
                wait = service.limits.requests.wait(address(request), budgets.READ_TABLE)
                if wait > budgets.LONGEST_WAIT:
                    raise TooFast("too many requests from your address; wait a little")
                await asyncio.sleep(wait)
            with contextlib.suppress(NoSuchTable):
                table = await service.tables.get(id)
                async with table.lock:  # of what is on disk, never of what is under way
                    facts = facts_of(table) if table.is_elsewhere else service.tables.facts.note(table)
        if facts is not None:
            found.append(facts.told())
    return answered({"tables": found})


async def new_table(request: Request) -> Response:
    check_budget(request, budgets.NEW_TABLES, "table")
    service = service_of(request)
    table, tokens = await service.tables.create(m.new_table.decode(await body(request, MOST_COMPONENTS)))
    seats = [{"seat": seat, "token": token} for seat, token in tokens.items()]
    response = answered({"table": table.id, "code": table.code, "seats": seats, "card": card(table)}, 201)
    give_seats(response, service, table, tokens)
    await hang_up_keys(request, response, table, tokens)
    return response


async def find_code(request: Request) -> Response:
    limits, who = service_of(request).limits, address(request)
    if not limits.may_guess(who):
        raise TooFast("too many codes that no table has; wait a minute")
    try:
        return answered({"table": await service_of(request).tables.find(read_code(request.path_params["code"]))})
    except BadCode as error:
        meant = {"word": error.word, "suggestions": list(error.suggestions)}
        return answered({"error": {"code": error.code, "text": str(error), **meant}}, error.status)
    except NoSuchTable:
        limits.guessed_wrong(who)
        raise


async def table_card(request: Request) -> Response:
    table = await table_of(request)
    async with table.lock:
        return answered({**card(table, asked_manner(request)), "mine": sorted(held_seats(request, table))})


async def join_table(request: Request) -> Response:
    check_budget(request, budgets.JOINS, "join")
    table, service = await table_of(request), service_of(request)
    wish = m.join.decode(await body(request))
    await manners.check_welcome(service.rings, table, shown_ring(request))
    seat, token, joined = await service.tables.join(table, wish)
    response = answered({"seat": seat, "token": token, "card": joined}, 201)
    give_seats(response, service, table, {seat: token})
    await hang_up_keys(request, response, table, [seat])
    await manners.tell_apart(service.rings, table)
    return response


async def follow_rematch(request: Request) -> Response:
    """The seats of a finished table open the same player's seats of its rematch."""
    table, service = await table_of(request), service_of(request)
    if table.next is None:
        raise NotNow("there is no rematch yet")
    again = await service.tables.get(table.next)
    tokens: dict[Seat, str] = {}
    for name, token in request.cookies.items():
        seat = service.tables.seat_of(again, token) if name.startswith(COOKIE) else None
        if seat is not None:
            tokens[seat] = token
    keys = held_keys(request, table) | frozenset(hashed(token) for token in tokens.values())
    mine = again.seats_of(keys)
    async with again.lock:
        response = answered({"table": again.id, "seats": sorted(mine), "card": card(again)})
    give_seats(response, service, again, tokens)
    await hang_up_keys(request, response, again, owned_seats(keys, again))
    await manners.tell_apart(service.rings, again)
    return response


async def get_frame(request: Request) -> Response:
    table = await table_of(request)
    async with table.lock:
        return answered(frames.frame(table, asked_seat(request, table), asked_manner(request)))


async def get_log(request: Request) -> Response:
    """Everything an audience has noticed, a page at a time: `?from=` where the page before said `next`."""
    table = await table_of(request)
    async with table.lock:
        audience = replay_audience(request, table)
        first = small_number(request.query_params.get("from", "0"))
        if first < 0:
            raise Problem("from is the number of a version")
        lines, following = frames.log_page(table, audience, first, asked_manner(request))
        return answered({"version": table.version, "log": lines, "next": following})


async def get_replay(request: Request) -> Response:
    """A frame of the past. Once the game is over every perspective is open: `?seat=all`, or any seat."""
    table = await table_of(request)
    async with table.lock:
        match = table.match
        if match is None:
            raise NotNow("the game has not started")
        audience = replay_audience(request, table)
        version = small_number(request.path_params["version"])
        if not 0 <= version <= match.version:
            raise NotFound(f"there is no such version; there are 0 to {match.version}")
        then, manner = match.at(version), asked_manner(request)
        view, voice = then.view(audience), match.voice(manner.words)
        return answered(
            {
                "version": version,
                "last": match.version,
                "scene": shown(match.game, view, voice, manner),
                "guide": guide_told(then, view, voice) if manner.form == "scene" else None,
                "news": frames.told_at(table, match, audience, version, voice),
                "to_act": then.to_act,
                "result": frames.result(table, then, voice),
            }
        )


def replay_audience(request: Request, table: LiveTable) -> Seat:
    wanted = request.query_params.get("seat")
    if table.phase != "over" or wanted is None:
        return asked_seat(request, table)
    check_holds_or_may_watch(request, table)
    seat = REFEREE if wanted == "all" else small_number(wanted)
    if seat != REFEREE and not 0 <= seat < table.players:
        raise NotFound('there is no such seat; "all" shows everything')
    return seat


def check_holds_or_may_watch(request: Request, table: LiveTable) -> None:
    if not held_seats(request, table):
        service_of(request).tables.check_may_watch(table)


async def get_record(request: Request) -> Response:
    table = await table_of(request)
    async with table.lock:
        check_holds_or_may_watch(request, table)
        if table.match is None and not table.aside:
            raise NotNow("the game has not started")
        called = table.code.lower() or "game"
        name = f"{table.game.slug}-{called}.loot.json" if table.game is not None else "set-aside.loot.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(
            codec.dumps(records.record(table, record_audience(request, table), is_key_told(request, table))),
            media_type="application/json",
            headers=headers,
        )


def is_key_told(request: Request, table: LiveTable) -> bool:
    return table.deal is None or bool(service_of(request).daily.days.is_deal_told(table.deal))


def record_audience(request: Request, table: LiveTable) -> Seat:
    """Whose eyes a record of a table that was set aside is for."""
    keys = held_keys(request, table)
    mine = [seat for seat in sorted(table.seats_of(keys)) if not table.needs_curtain(seat, keys)]
    return mine[0] if mine else SPECTATOR


async def do_command(request: Request) -> Response:
    table, service = await table_of(request), service_of(request)
    command = m.command.decode(await body(request))
    keys = held_keys(request, table)
    if command.seat not in table.seats_of(keys):
        raise NoSeat("you do not hold that seat")
    if not service.limits.allows_command(table.id, command.seat, isinstance(command.do, m.Chat)):
        raise TooFast("too many commands at once; wait a second")
    if isinstance(command.do, m.Rematch):
        check_budget(request, budgets.NEW_TABLES, "table")
    if service.limits.is_strict:  # everybody who looks is told
        wait = service.limits.requests.wait(address(request), len(table.sessions) / FAN_OUT)
        await asyncio.sleep(min(wait, budgets.LONGEST_WAIT))
    answer = await service.tables.command(table, command, keys, asked_manner(request))
    if answer["result"] == "conflict" and table.needs_curtain(command.seat, keys):
        answer["frame"] = None
    return answered(answer)


async def new_ticket(request: Request) -> Response:
    """A one-time ticket opens the socket with the seats the asker holds."""
    table, service = await table_of(request), service_of(request)
    keys = held_keys(request, table)
    if not keys:
        service.tables.check_may_watch(table)
    now = time.monotonic()
    service.tickets = {ticket: kept for ticket, kept in service.tickets.items() if kept[2] > now}
    ticket = secrets.token_urlsafe(24)
    service.tickets[ticket] = (table.id, keys, now + TICKET_SECONDS)
    return answered({"ticket": ticket, "seats": sorted(table.seats_of(keys))})
