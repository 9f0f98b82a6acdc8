"""What a command leads to: something that happens to the table, or a refusal with its rule."""

from __future__ import annotations

import secrets
import time
from typing import Any

from loot_table import bots
from loot_table.engine import codec
from loot_table.engine.errors import BadInput, BadOption, IllegalAction
from loot_table.engine.match import Match
from loot_table.engine.options import read
from loot_table.engine.random import Random
from loot_table.engine.state import Refusal, Seat
from loot_table.server import messages as m
from loot_table.server.table import Happening, LiveTable

WHEN = {"gathering": "before the game starts", "playing": "while the game is played", "over": "after the game"}


def refuse(text: str, rule: str) -> IllegalAction:
    return IllegalAction(Refusal(text, rule))


def decide(table: LiveTable, seat: Seat, do: Any) -> Happening:
    """Check a command and say what happens. Only `play` has touched the match when this returns."""
    for kinds, phase in ((GATHERING, "gathering"), (PLAYING, "playing"), (AFTER, "over")):
        if isinstance(do, kinds) and table.phase != phase:
            raise refuse(f"That is only possible {WHEN[phase]}.", "LT-2" if table.phase == "over" else "LT-6")
    happening: Happening = DECIDE[type(do)](table, seat, do)
    return happening


# ---------------------------------------------------------------- gathering (LT-6)


def only_host(table: LiveTable, seat: Seat) -> None:
    if seat != table.host:
        raise refuse("Only the host of the table may do that.", "LT-6")


def sit(table: LiveTable, seat: Seat, do: m.Sit) -> Happening:
    if do.to >= table.players or table.places[do.to].kind != "open":
        raise refuse("That seat is not open.", "LT-6")
    return {"kind": "sat", "seat": seat, "to": do.to}


def style(table: LiveTable, seat: Seat, do: m.Style) -> Happening:
    if do.name is not None:
        check_name(do.name)
    taken = {place.colour for other, place in enumerate(table.places) if other != seat}
    if do.colour in taken:
        raise refuse("Somebody else has that colour.", "LT-6")
    return {"kind": "styled", "seat": seat, "name": do.name, "colour": do.colour, "team": do.team}


def ready(table: LiveTable, seat: Seat, do: m.Ready) -> Happening:
    return {"kind": "readied", "seat": seat, "is_ready": do.is_ready}


def set_seat(table: LiveTable, seat: Seat, do: m.SetSeat) -> Happening:
    only_host(table, seat)
    if do.at >= table.players or do.at == table.host:
        raise refuse("The host's own seat, and seats that are not there, cannot be given away.", "LT-6")
    bot = check_bot(do.bot) if do.kind == "bot" else None
    return {"kind": "seat_set", "at": do.at, "to": do.kind, "bot": bot, "name": bot_name(bot, do.at) if bot else ""}


def set_options(table: LiveTable, seat: Seat, do: m.SetOptions) -> Happening:
    only_host(table, seat)
    try:
        read(table.game.options, do.options)
    except BadOption as error:
        raise refuse(f"{error}.", "LT-6") from None
    return {"kind": "options_set", "options": do.options}


def start(table: LiveTable, seat: Seat, do: m.Start) -> Happening:
    only_host(table, seat)
    if any(place.kind == "open" for place in table.places):
        raise refuse("A seat is still open: wait for somebody, or seat a bot.", "LT-6")
    waiting = [place.name for other, place in enumerate(table.places) if not place.is_ready and other != table.host]
    if waiting:
        raise refuse(f"Not everybody is ready: {', '.join(waiting)}.", "LT-6")
    names = [place.name for place in table.places]
    try:
        match = Match(table.game, table.players, table.options, table.components, names=names, nature=fresh_nature())
    except BadInput as error:
        raise refuse(f"{error}.", "LT-6") from None
    left = table.clock.left if table.clock is not None else []
    return {"kind": "started", "entries": [entry.to_json() for entry in match.record], "left": left}


def fresh_nature() -> Random:
    return Random(secrets.randbits(128))


# ---------------------------------------------------------------- playing


def play(table: LiveTable, seat: Seat, do: m.Play) -> Happening:
    if table.is_paused:
        raise refuse("The game is paused: agree to go on first.", "LT-7")
    if table.places[seat].is_held:
        raise refuse("A bot plays for you: take your seat back first.", "LT-8")
    codec.check_plain(do.action)
    return played(table, seat, do.action)


def played(table: LiveTable, seat: Seat, action: Any) -> Happening:
    """The action is carried out here, so that nature's answers stand in the same entry of the log."""
    match = table.playing()
    before = match.version
    match.nature = fresh_nature()
    try:
        match.play(seat, match.game.codec.action(action))
    finally:
        match.nature = None
    entries = [entry.to_json() for entry in match.record[before:]]
    return {"kind": "played", "seat": seat, "entries": entries, "left": time_left(table, seat)}


def time_left(table: LiveTable, mover: Seat) -> list[float]:
    """Each clock after a decision, so that a server that was away costs nobody time."""
    if table.clock is None:
        return []
    now = time.monotonic()
    left = [max(0.0, table.clock.left_of(seat, now)) for seat in range(table.players)]
    left[mover] += table.clock.increment
    return left


def undo(table: LiveTable, seat: Seat, do: m.Undo) -> Happening:
    agreed = table.machines()
    refusal = table.playing().why_not_undo(seat, agreed)
    if refusal is not None:
        raise IllegalAction(refusal)
    return {"kind": "undone", "seat": seat, "agreed": sorted(agreed)}


def offer(table: LiveTable, seat: Seat, do: m.Offer) -> Happening:
    if table.offer is not None:
        raise refuse("There is an offer already: answer it first.", "LT-7")
    if do.kind == "takeback":
        refusal = table.playing().why_not_undo(seat, range(table.players))
        if refusal is not None:
            raise IllegalAction(refusal)
    if do.kind in ("pause", "resume") and (do.kind == "resume") != table.is_paused:
        raise refuse("The game is paused already." if table.is_paused else "The game is not paused.", "LT-7")
    agreed = sorted({seat, *table.machines(), *table.playing().resigned})
    if len(agreed) == table.players:
        return agreed_upon(table, do.kind, seat)
    return {"kind": "offered", "offer": do.kind, "seat": seat, "agreed": agreed}


def answer(table: LiveTable, seat: Seat, do: m.Answer) -> Happening:
    if table.offer is None or seat in table.offer["agreed"]:
        raise refuse("There is nothing for you to answer.", "LT-7")
    everybody = {seat, *table.offer["agreed"]} == set(range(table.players))
    if do.agrees and everybody:
        return agreed_upon(table, table.offer["kind"], table.offer["by"])
    return {"kind": "answered", "seat": seat, "agrees": do.agrees}


def agreed_upon(table: LiveTable, kind: str, by: Seat) -> Happening:
    if kind == "takeback":
        return {"kind": "undone", "seat": by, "agreed": list(range(table.players))}
    if kind == "end":
        return {"kind": "ended"}
    now = time.monotonic()
    left = [] if table.clock is None else [max(0.0, table.clock.left_of(s, now)) for s in range(table.players)]
    return {"kind": "paused", "is_paused": kind == "pause", "left": left}


def resign(table: LiveTable, seat: Seat, do: m.Resign) -> Happening:
    return resigned(table, seat, is_late=False)


def resigned(table: LiveTable, seat: Seat, is_late: bool) -> Happening:
    """With others left to play, a bot plays on for the seat (LT-4, LT-9)."""
    match = table.playing()
    if seat in match.resigned:
        raise refuse("You have resigned already.", "LT-4")
    goes_on = len(match.resigned) + 1 < table.players - 1
    return {"kind": "resigned", "seat": seat, "is_late": is_late, "bot": bots.USUAL if goes_on else None}


def hold(table: LiveTable, seat: Seat, do: m.Hold) -> Happening:
    if do.at != seat:
        only_host(table, seat)
    if do.at >= table.players or table.places[do.at].kind != "human" or table.places[do.at].is_held:
        raise refuse("A bot can only hold the seat of a player.", "LT-8")
    if do.at != seat and table.is_here(do.at):
        raise refuse(f"{table.places[do.at].name} is here: nobody else may hand the seat over.", "LT-8")
    return {"kind": "held", "at": do.at, "bot": check_bot(do.bot)}


def come_back(table: LiveTable, seat: Seat, do: m.Return) -> Happening:
    if not table.places[seat].is_held or seat in table.playing().resigned:
        raise refuse("Nobody holds your seat, or you have resigned.", "LT-8")
    return {"kind": "returned", "seat": seat}


def mute(table: LiveTable, seat: Seat, do: m.Mute) -> Happening:
    only_host(table, seat)
    if do.at >= table.players:
        raise refuse("There is no such seat.", "LT-6")
    return {"kind": "muted", "at": do.at, "is_muted": do.is_muted}


# ---------------------------------------------------------------- checks


def check_bot(name: str | None) -> str:
    if name not in bots.BOTS:
        raise refuse(f"No bot is called {name}; there are {', '.join(bots.BOTS)}.", "LT-6")
    return str(name)


def check_name(name: str) -> str:
    if not name.strip() or not name.isprintable():
        raise refuse("A name is 1 to 24 printable characters.", "LT-6")
    return name.strip()


def bot_name(bot: str, seat: Seat) -> str:
    return f"{bot.capitalize()} {'ABCDEFGH'[seat]}"


DECIDE: dict[type, Any] = {
    m.Sit: sit,
    m.Style: style,
    m.Ready: ready,
    m.SetSeat: set_seat,
    m.SetOptions: set_options,
    m.Start: start,
    m.Play: play,
    m.Undo: undo,
    m.Offer: offer,
    m.Answer: answer,
    m.Resign: resign,
    m.Hold: hold,
    m.Return: come_back,
    m.Mute: mute,
}
GATHERING = (m.Sit, m.Style, m.Ready, m.SetSeat, m.SetOptions, m.Start)
PLAYING = (m.Play, m.Undo, m.Offer, m.Answer, m.Resign, m.Hold, m.Return)
AFTER = (m.Rematch,)
