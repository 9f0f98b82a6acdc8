"""What a command leads to: something that happens to the table, or a refusal with its rule."""

from __future__ import annotations

import secrets
import time
from typing import Any

from loot_table import bots
from loot_table.engine import codec
from loot_table.engine.errors import BadInput, BadOption, IllegalAction
from loot_table.engine.nature import Nature
from loot_table.engine.options import read
from loot_table.engine.random import Random
from loot_table.engine.sealed import Sealed
from loot_table.engine.sentence import Name, Sentence, all_of, say
from loot_table.engine.state import Refusal, Seat
from loot_table.measure.same_luck import SameLuck
from loot_table.server import guests
from loot_table.server import happenings as h
from loot_table.server import messages as m
from loot_table.server.guests import SetUp
from loot_table.server.happenings import Happening
from loot_table.server.naming import check_name
from loot_table.server.presence import GRACE_SECONDS
from loot_table.server.table import LiveTable, new_match

WHEN = {
    "gathering": say("That is only possible before the game starts."),
    "playing": say("That is only possible while the game is played."),
    "over": say("That is only possible after the game."),
}


def refuse(text: Sentence, rule: str) -> IllegalAction:
    return IllegalAction(Refusal(text, rule))


def decide(table: LiveTable, seat: Seat, do: Any) -> Happening:
    """Check a command and say what happens. Only `play` has touched the match when this returns."""
    if table.phase == "aside":
        raise refuse(say("This table was set aside: {why}.", why=table.aside), "LT-13")
    for kinds, phase in ((GATHERING, "gathering"), (PLAYING, "playing"), (AFTER, "over")):
        if isinstance(do, kinds) and table.phase != phase:
            raise refuse(WHEN[phase], "LT-2" if table.phase == "over" else "LT-6")
    happening: Happening = DECIDE[type(do)](table, seat, do)
    return happening


# ---------------------------------------------------------------- gathering (LT-6)


def only_host(table: LiveTable, seat: Seat) -> None:
    if seat != table.host:
        raise refuse(say("Only the host of the table may do that."), "LT-6")


def sit(table: LiveTable, seat: Seat, do: m.Sit) -> Happening:
    if table.scores:
        raise refuse(say("In a series the seats go round by themselves."), "LT-15")
    if do.to >= table.players or table.places[do.to].kind != "open":
        raise refuse(say("That seat is not open."), "LT-6")
    return h.Sat(seat, do.to)


def style(table: LiveTable, seat: Seat, do: m.Style) -> Happening:
    name = None if do.name is None else check_name(do.name)
    taken = {place.colour for other, place in enumerate(table.places) if other != seat}
    if do.colour in taken:
        raise refuse(say("Somebody else has that colour."), "LT-6")
    return h.Styled(seat, name, do.colour, do.team)


def ready(table: LiveTable, seat: Seat, do: m.Ready) -> Happening:
    return h.Readied(seat, do.is_ready)


def set_seat(table: LiveTable, seat: Seat, do: m.SetSeat) -> Happening:
    only_host(table, seat)
    if do.at >= table.players or do.at == table.host:
        raise refuse(say("The host's own seat, and seats that are not there, cannot be given away."), "LT-6")
    bot = check_bot(do.bot, set_up_of(table)) if do.kind == "bot" else None
    others = [place.name for other, place in enumerate(table.places) if other != do.at]
    name = bots.name_for(table.places[do.at].colour, table.id, others) if bot else ""
    return h.SeatSet(do.at, do.kind, bot, name)


def set_options(table: LiveTable, seat: Seat, do: m.SetOptions) -> Happening:
    only_host(table, seat)
    if table.scores:
        raise refuse(say("The options of a series stay as they are to its end."), "LT-15")
    if table.beginning is not None:
        raise refuse(say("This game begins where another stood: its options are that game's."), "LT-21")
    try:
        read(table.game.options, do.options)
    except BadOption as error:
        raise refuse(say("That cannot be played: {error}.", error=str(error)), "LT-6") from None
    return h.OptionsSet(do.options)


def start(table: LiveTable, seat: Seat, do: m.Start) -> Happening:
    check_may_start(table, seat)
    waiting = table.not_ready()
    if waiting:
        raise refuse(say("Not everybody is ready: {names}.", names=all_of([Name(other) for other in waiting])), "LT-6")
    return started(table)


def check_may_start(table: LiveTable, seat: Seat) -> None:
    only_host(table, seat)
    if any(place.kind == "open" for place in table.places):
        raise refuse(say("A seat is still open: wait for somebody, or seat a bot."), "LT-6")


def call(table: LiveTable, seat: Seat, do: m.Call) -> Happening:
    check_may_start(table, seat)
    if table.is_called():
        raise refuse(say("The start is called already."), "LT-6")
    started(table)  # what stands in the way is said now
    return h.Called()


def stop(table: LiveTable, seat: Seat, do: m.Stop) -> Happening:
    if not table.is_called():
        raise refuse(say("Nobody has called for the start."), "LT-6")
    if seat != table.host and table.places[seat].is_ready:
        raise refuse(say("You have said that you are ready: say first that you are not."), "LT-6")
    return h.Stopped(seat)


def started(table: LiveTable) -> Happening:
    for place in table.places:
        if place.kind == "bot":  # the options may have changed since it sat down
            check_bot(place.bot, set_up_of(table))
    try:
        match = new_match(table, nature_of(table))
    except BadInput as error:
        raise refuse(say("That cannot be played: {error}.", error=str(error)), "LT-6") from None
    left = table.clock.left if table.clock is not None else []
    entries = [entry.to_json() for entry in match.record[match.begun :]]
    return h.Started(entries, list(left), table.game.rules_version, match.components.hash)


def nature_of(table: LiveTable) -> Random | Nature:
    """By the table's sealed key; a table that an older release made has none, and nobody can check its draws."""
    if table.key is None:
        return Random(secrets.randbits(128))
    if table.deal is not None:
        return table.luck()
    sealed = Sealed(table.key, table.id)
    brought = None if table.beginning is None else table.beginning.luck
    return sealed if brought is None else SameLuck(brought, table.drawn, sealed)


# ---------------------------------------------------------------- playing


def play(table: LiveTable, seat: Seat, do: m.Play) -> Happening:
    if table.is_paused:
        raise refuse(say("The game is paused: agree to go on first."), "LT-7")
    if table.places[seat].is_held:
        raise refuse(say("A bot plays for you: take your seat back first."), "LT-8")
    codec.check_plain(do.action)
    return played(table, seat, do.action)


def played(table: LiveTable, seat: Seat, action: Any) -> Happening:
    """Nature's answers stand in the same entry of the log."""
    match = table.playing()
    entries = [one.to_json() for one in match.ahead(seat, match.game.codec.action(action), nature_of(table))]
    left = time_left(table)
    if table.clock is not None and table.is_timed(seat):
        left[seat] = table.clock.refilled(left[seat])
    return h.Played(seat, entries, left)


def time_left(table: LiveTable) -> list[float]:
    """Each clock now; written down with what happens, so that a server that was away costs nobody time."""
    return [] if table.clock is None else table.clock.all_left(time.monotonic())


def undo(table: LiveTable, seat: Seat, do: m.Undo) -> Happening:
    refusal, _ = why_not_undo(table, seat)
    if refusal is not None:
        raise IllegalAction(refusal)
    return undone(table, seat, sorted(lenient(table)))


def why_not_undo(table: LiveTable, seat: Seat) -> tuple[Refusal | None, bool]:
    """Why somebody cannot simply take back an action, the match's reasons or a clock that others play under; and
    whether only the clock forbids it: then the others can agree to it."""
    machines = lenient(table)
    refusal = table.playing().why_not_undo(seat, machines)
    is_alone = machines | {seat} == set(range(table.players))
    if refusal is None and table.clock is not None and not is_alone:
        return Refusal(say("With clocks the others have to agree: offer a takeback."), "LT-3"), True
    return refusal, False


def lenient(table: LiveTable) -> set[Seat]:
    """Who lets an answer go that somebody wants to take back. In a daily deal nobody does: all have one try (LT-20)."""
    return table.machines() if table.deal is None else set()


def only_once(table: LiveTable) -> None:
    if table.deal is not None:
        raise refuse(say("A daily deal is played alone, by yourself and to its end, or resigned."), "LT-20")


def undone(table: LiveTable, seat: Seat, agreed: list[Seat]) -> Happening:
    """Time that was spent stays spent, and the increments of what is taken back are taken back (LT-9). Where each decision
    has its own time, the one that comes again has it again (LT-16)."""
    left, clock = time_left(table), table.clock
    if clock is not None and clock.is_per_move:
        left = [float(clock.bank) if table.is_timed(other) else left[other] for other in range(table.players)]
    elif clock is not None:
        for other in table.playing().actors_since_last_action_of(seat):
            if not table.is_timed(other):
                continue
            left[other] -= clock.increment
            if left[other] <= 0:
                if other == seat:
                    raise refuse(say("That would leave you no time: increments are taken back too."), "LT-9")
                whose = say("That would leave {who} no time: increments are taken back too.", who=Name(other))
                raise refuse(whose, "LT-9")
    return h.Undone(seat, agreed, [max(0.0, one) for one in left])


def offer(table: LiveTable, seat: Seat, do: m.Offer) -> Happening:
    only_once(table)
    if seat in table.playing().resigned:
        raise refuse(say("You have resigned: those who play on make the offers."), "LT-4")
    if table.offer is not None:
        raise refuse(say("There is an offer already: answer it first."), "LT-7")
    if do.kind == "takeback":
        refusal = table.playing().why_not_undo(seat, range(table.players))
        if refusal is not None:
            raise IllegalAction(refusal)
    if do.kind in ("pause", "resume") and (do.kind == "resume") != table.is_paused:
        is_paused = say("The game is paused already.")
        raise refuse(is_paused if table.is_paused else say("The game is not paused."), "LT-7")
    agreed = sorted({seat, *table.machines()})
    if len(agreed) == table.players:
        return agreed_upon(table, do.kind, seat)
    return h.Offered(do.kind, seat, agreed)


def answer(table: LiveTable, seat: Seat, do: m.Answer) -> Happening:
    takes_back = table.offer is not None and seat == table.offer["by"] and not do.agrees
    if table.offer is None or (seat in table.offer["agreed"] and not takes_back):
        raise refuse(say("There is nothing for you to answer."), "LT-7")
    everybody = {seat, *table.offer["agreed"]} == set(range(table.players))
    if do.agrees and everybody:
        return agreed_upon(table, table.offer["kind"], table.offer["by"])
    return h.Answered(seat, do.agrees)


def agreed_upon(table: LiveTable, kind: str, by: Seat) -> Happening:
    if kind == "takeback":
        return undone(table, by, list(range(table.players)))
    if kind == "end":
        return h.Ended()
    return h.Paused(kind == "pause", time_left(table))


def resign(table: LiveTable, seat: Seat, do: m.Resign) -> Happening:
    return resigned(table, seat, is_late=False)


def resigned(table: LiveTable, seat: Seat, is_late: bool) -> Happening:
    """With others left to play, a bot plays on for the seat (LT-4, LT-9)."""
    match = table.playing()
    if seat in match.resigned:
        raise refuse(say("You have resigned already."), "LT-4")
    goes_on = len(match.resigned) + 1 < table.players - 1
    left = time_left(table) if table.is_by_day() else []
    return h.Resigned(seat, is_late, bots.USUAL if goes_on else None, left)


def hold(table: LiveTable, seat: Seat, do: m.Hold) -> Happening:
    only_once(table)
    if do.at != seat:
        only_host(table, seat)
    if do.at >= table.players or table.places[do.at].kind != "human" or table.places[do.at].is_held:
        raise refuse(say("A bot can only hold the seat of a player."), "LT-8")
    if do.at in table.playing().resigned:
        raise refuse(say("Whoever has resigned has no seat to hold."), "LT-8")
    if do.at != seat and table.is_by_day():
        raise refuse(say("Here days are counted: whoever is away may be, and only they let a bot play."), "LT-16")
    if do.at != seat and not table.is_gone(do.at):
        waits = say(
            "{who} has to be away for {seconds} seconds first: nobody else may hand the seat over.",
            who=Name(do.at),
            seconds=f"{GRACE_SECONDS:.0f}",
        )
        raise refuse(waits, "LT-8")
    return h.Held(do.at, check_bot(do.bot, set_up_of(table)) if do.at == seat else bots.USUAL)


def come_back(table: LiveTable, seat: Seat, do: m.Return) -> Happening:
    if not table.places[seat].is_held or seat in table.playing().resigned:
        raise refuse(say("Nobody holds your seat, or you have resigned."), "LT-8")
    return h.Returned(seat)


def hint(table: LiveTable, seat: Seat) -> Happening:
    """LT-22: for whoever plays alone against bots, where the table allows it, and is to decide."""
    only_once(table)
    if not table.has_hints:
        raise refuse(say("This table was made without hints."), "LT-22")
    if not table.is_alone(seat):
        raise refuse(say("There are no hints where somebody else plays or could take a seat."), "LT-22")
    if table.playing().to_act != seat or table.places[seat].is_held or table.is_paused:
        raise refuse(say("A hint is for whoever is to decide."), "LT-22")
    return h.Hinted(seat)


def mute(table: LiveTable, seat: Seat, do: m.Mute) -> Happening:
    only_host(table, seat)
    if do.at >= table.players:
        raise refuse(say("There is no such seat."), "LT-6")
    return h.Muted(do.at, do.is_muted)


def unpair(table: LiveTable, seat: Seat, do: m.Unpair) -> Happening:
    if table.places[seat].phone is None:
        raise refuse(say("That seat plays on no phone."), "LT-18")
    return h.Unpaired(seat)


# ---------------------------------------------------------------- checks


def set_up_of(table: LiveTable) -> SetUp:
    return SetUp(table.game, table.players, table.options, table.components)


def check_bot(name: str | None, set_up: SetUp) -> str:
    """One of ours, or a guest that plays at such a table."""
    if name in bots.BOTS:
        return str(name)
    guest = guests.called(name)
    if guest is None:
        known = ", ".join([*bots.BOTS, *[guest.name for guest in guests.of_game(set_up.game)]])
        raise refuse(say("No bot is called {name}; there are {bots}.", name=str(name), bots=known), "LT-6")
    try:
        guest.check(set_up)
    except BadInput as error:
        raise refuse(say("{name} cannot play here: {error}.", name=guest.name, error=str(error)), "LT-6") from None
    return guest.name


DECIDE: dict[type, Any] = {
    m.Sit: sit,
    m.Style: style,
    m.Ready: ready,
    m.SetSeat: set_seat,
    m.SetOptions: set_options,
    m.Start: start,
    m.Call: call,
    m.Stop: stop,
    m.Play: play,
    m.Undo: undo,
    m.Offer: offer,
    m.Answer: answer,
    m.Resign: resign,
    m.Hold: hold,
    m.Return: come_back,
    m.Mute: mute,
    m.Unpair: unpair,
}
GATHERING = (m.Sit, m.Style, m.Ready, m.SetSeat, m.SetOptions, m.Start, m.Call, m.Stop)
PLAYING = (m.Play, m.Undo, m.Offer, m.Answer, m.Resign, m.Hold, m.Return)
AFTER = (m.Rematch,)
