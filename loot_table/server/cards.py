"""The card of a table: what everybody may know about it."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

from loot_table.engine.game import Teams
from loot_table.engine.options import as_dict, read
from loot_table.engine.sealed import commitment
from loot_table.engine.sentence import say
from loot_table.engine.state import Seat
from loot_table.server.clock import Clock
from loot_table.server.table import LiveTable
from loot_table.server.telling import USUAL, Manner


@cache
def usual_options(options: type) -> dict[str, Any]:
    return as_dict(read(options, {}))


def card(table: LiveTable, manner: Manner = USUAL) -> dict[str, Any]:
    game, clock, now = table.game, table.clock, time.monotonic()
    if game is None:  # set aside before anything of it could be read
        return {"table": table.id, "phase": table.phase, "aside": table.aside, "game": None, "players": 0, "seats": []}
    defaults = usual_options(game.options)
    in_force = {**defaults, **table.options}
    teams = table.teams()
    return {
        "table": table.id,
        "code": table.code,
        "game": game.slug,
        "game_name": game.name,
        "phase": table.phase,
        "aside": table.aside or None,
        "players": table.players,
        "is_public": table.is_public,
        "spectators": table.spectators,
        "options": in_force,
        "options_changed": {name: value for name, value in in_force.items() if value != defaults.get(name)},
        "has_own_components": table.components is not None,
        "design": table.design,
        "is_playtest": table.playtest is not None,
        "deal": table.deal,
        "rules_version": game.rules_version,
        "has_secrets": game.has_secrets,
        "commitment": None if (key := sealed_by(table)) is None else commitment(key),
        "beginning": beginning_card(table, manner),
        "has_hints": table.has_hints,
        "hints": sum(table.hints.values()),
        "counts": table.counts(),
        "series": series_card(table, manner),
        "team_talk": None if teams is None else {"is": teams.talk, "is_private": teams.is_private},
        "host": table.host,
        "starts_in": table.starts_in(now),
        "to_act": table.match.to_act if table.match is not None and table.phase == "playing" else None,
        "clock": None if clock is None else clock_told(clock),
        "is_paused": table.is_paused,
        "offer": table.offer,
        "previous": table.previous,
        "next": table.next,
        "seats": [seat_card(table, seat, now, teams) for seat in range(table.players)],
    }


def clock_told(clock: Clock) -> dict[str, Any]:
    return {"bank": clock.bank, "increment": clock.increment, "is_per_move": clock.is_per_move}


def sealed_by(table: LiveTable) -> str | None:
    """The key that all draws of the table follow from; none where they repeat another game's luck."""
    repeats = table.beginning is not None and table.beginning.luck is not None
    return None if repeats else table.key


def beginning_card(table: LiveTable, manner: Manner) -> dict[str, Any] | None:
    """LT-21: where the game comes from."""
    if table.beginning is None:
        return None
    lineage = table.beginning.lineage
    parts: dict[str, str | int] = {"step": lineage.step, "names": ", ".join(lineage.names)}
    if table.match is not None and table.match.is_over and not table.key:  # nobody ever sat at it
        says = say("A game of {names} as it was not played.", **parts)
        if lineage.kind == "upload":
            says = say("A game of {names} that somebody brought along.", **parts)
    elif lineage.kind == "branch":
        says = say("From move {step} of a game of {names} that was not played so.", **parts)
    else:
        says = say("From move {step} of a game of {names}.", **parts)
    return {
        "kind": lineage.kind,
        "table": lineage.table,
        "step": lineage.step,
        "same_luck": table.beginning.luck is not None,
        "says": manner.voice(table.names()).told(says),
    }


def series_card(table: LiveTable, manner: Manner) -> dict[str, Any] | None:
    """Where this game stands in a series, with everything by the seats of this table (LT-15)."""
    series = table.series()
    if series is None:
        return None
    by_seat = series.entrants(len(table.scores))
    seat_of = {entrant: seat for seat, entrant in enumerate(by_seat)}
    sums, places = series.sums(), series.places()
    names = [table.places[seat_of[entrant]].name for entrant in range(table.players)]
    return {
        "name": series.name,
        "unit": series.unit,
        "rule": series.rule,
        "game": len(table.scores) + 1,
        "games": series.games,
        "scores": [[score[entrant] for entrant in by_seat] for score in series.scores],
        "points": [sums[entrant] for entrant in by_seat],
        "places": [places[entrant] for entrant in by_seat],
        "is_over": series.is_over,
        "text": manner.voice(names).told(series.ending(names)) if series.scores else None,
    }


def seat_card(table: LiveTable, seat: Seat, now: float, teams: Teams | None) -> dict[str, Any]:
    place = table.places[seat]
    return {
        "seat": seat,
        "kind": place.kind,
        "name": place.name,
        "colour": place.colour,
        "team": place.team if teams is None else teams.of[seat],
        "is_ready": place.is_ready,
        "is_here": place.kind == "bot" or table.is_here(seat),
        "bot": place.bot,
        "is_held": place.is_held,
        "has_phone": place.phone is not None,
        "has_resigned": table.match is not None and seat in table.match.resigned,
        "clock": None if table.clock is None else round(max(0.0, table.clock.left_of(seat, now)), 1),
    }
