"""Designs over HTTP: making, reading, changing, publishing, exporting, and playing them."""

from __future__ import annotations

import re
import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from loot_table import games
from loot_table.server import limits as budgets
from loot_table.server import messages as server_messages
from loot_table.server.asking import answered, body, check_budget, give_seats, service_of, small_number
from loot_table.server.cards import card
from loot_table.server.lab import messages as m
from loot_table.server.lab.open_lab import Lab, give_key, lab_of, lane_of, new_owner, owner_of
from loot_table.server.lab.quotas import BODY_BYTES, EDITS, NEW_DESIGNS, PRINTS
from loot_table.server.lab.shelf import KeptDesign
from loot_table.server.lab.telling import design_told, job_told, offered
from loot_table.server.problems import NotFound, NotNow, Problem
from loot_table.server.tables import Origin

PAPER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
FILE_TYPES = {"toml": "application/toml", "json": "application/json", "csv": "text/csv"}


async def lab_home(request: Request) -> Response:
    """One's designs with what is known of each, and what can be asked."""
    lab, owner = lab_of(request), owner_of(request)
    found = [] if owner is None else await lab.shelf.all_of(owner)
    told = []
    for design in sorted(found, key=lambda each: -each.touched):
        jobs = await lab.jobs.all_about(design.id)
        shown = [job_told(job, lab.jobs, is_short=True) for job in jobs[-6:]]
        told.append({**design_told(design, owner), "jobs": list(reversed(shown))})
    quotas = lab.jobs.quotas
    left = quotas.hourly_seconds if owner is None else lab.jobs.left_of(owner)
    return answered({"designs": told, **offered(), "seconds_left": round(max(0.0, left)), "processes": quotas.jobs})


async def new_design(request: Request) -> Response:
    check_budget(request, NEW_DESIGNS, "design")
    lab, service, owner = lab_of(request), service_of(request), owner_of(request)
    wish = m.new_design.decode(await body(request, BODY_BYTES))
    key = None
    if owner is None:
        key, owner = new_owner()
    parent = None if wish.parent is None else await lab.shelf.get(wish.parent, owner)
    plain = await wished(lab, wish, parent, lane_of(request))
    design = await lab.shelf.make(owner, plain, parent, lane_of(request))
    response = answered({"design": design_told(design, owner), **({} if key is None else {"key": key})}, 201)
    if key is not None:
        give_key(response, service, key)
    return response


async def wished(lab: Lab, wish: m.NewDesign, parent: KeptDesign | None, lane: str) -> dict[str, Any]:
    """A new design's file."""
    if wish.text is not None:
        plain: dict[str, Any] = await lab.desk.ask("imported", lane, text=wish.text, form=wish.form, game=wish.game)
    elif parent is not None:
        plain = {**parent.plain, "name": "", "parent": parent.hash or ""}
    elif wish.game is not None and wish.game in games.slugs():
        plain = shipped(wish.game)
    else:
        raise Problem("a design is made from a game, from another design, or from a file")
    names = {"name": wish.name, "author": wish.author}
    return {**plain, **{field: text for field, text in names.items() if text}}


def shipped(game: str) -> dict[str, Any]:
    """The file of a game as it is."""
    return {"game": game, "name": "", "author": "", "parent": "", "options": {}, "changes": []}


async def design_of(request: Request, is_to_change: bool = False) -> KeptDesign:
    return await lab_of(request).shelf.get(request.path_params["design"], owner_of(request), is_to_change)


async def one_design(request: Request) -> Response:
    """A design with its components as tables, and everything that was asked of it by its designer."""
    lab, owner, design = lab_of(request), owner_of(request), await design_of(request)
    sheets = await lab.desk.ask("sheets", lane_of(request), plain=design.plain)
    return answered({**await whole(lab, design, owner), "sheets": sheets})


async def whole(lab: Lab, design: KeptDesign, owner: str | None) -> dict[str, Any]:
    jobs = await lab.jobs.all_about(design.id) if design.owner == owner else []
    return {
        "design": {
            **design_told(design, owner),
            "options": design.plain["options"],
            "changes": design.plain["changes"],
        },
        "jobs": [job_told(job, lab.jobs, is_short=True) for job in reversed(jobs)],
    }


async def change_design(request: Request) -> Response:
    """Keep what was changed, also if something is wrong with it: that is said, field by field."""
    check_budget(request, EDITS, "edit")
    lab, owner, design = lab_of(request), owner_of(request), await design_of(request, is_to_change=True)
    if design.is_published:
        raise NotNow("a published design stays as it is: make another one from it, or take it back first")
    wish = m.changed_design.decode(await body(request, BODY_BYTES))
    named = {name: getattr(wish, name) for name in ("name", "author", "options", "changes")}
    design.plain = {**design.plain, **{name: value for name, value in named.items() if value is not None}}
    if wish.csv is not None and wish.sheet is not None:
        given = {"plain": design.plain, "sheet": wish.sheet, "text": wish.csv}
        design.plain = await lab.desk.ask("with_sheet", lane_of(request), **given)
    edits = [msgspec.to_builtins(msgspec.structs.replace(edit)) for edit in wish.edits]
    await lab.shelf.look(design, [{"text": "", **edit} for edit in edits], lane_of(request))
    await lab.shelf.keep(design)
    sheets = await lab.desk.ask("sheets", lane_of(request), plain=design.plain)
    return answered({**await whole(lab, design, owner), "sheets": sheets})


async def throw_design_away(request: Request) -> Response:
    lab, design = lab_of(request), await design_of(request, is_to_change=True)
    await lab.jobs.forget(design.id)
    await lab.shelf.throw_away(design)
    return answered({"is_gone": True})


async def design_door(request: Request) -> Response:
    doors = {"PUT": change_design, "DELETE": throw_design_away}
    return await doors.get(request.method, one_design)(request)


async def publish(request: Request) -> Response:
    lab, owner, design = lab_of(request), owner_of(request), await design_of(request, is_to_change=True)
    wish = m.published.decode(await body(request))
    if wish.is_published and design.hash is None:
        raise NotNow("something is wrong with this design: mend it first")
    design.is_published = wish.is_published
    await lab.shelf.keep(design)
    return answered({"design": design_told(design, owner)})


async def export(request: Request) -> Response:
    lab, design = lab_of(request), await design_of(request)
    form, sheet = request.query_params.get("form", "toml"), request.query_params.get("sheet", "")
    if form not in FILE_TYPES:
        raise Problem("form is toml, json or csv")
    text = await lab.desk.ask("exported", lane_of(request), plain=design.plain, form=form, sheet=sheet)
    ending = f"-{sheet}" if form == "csv" else ""
    return file_told(text, f"{design.plain['name'] or design.game}{ending}", form, FILE_TYPES[form])


def file_told(text: str, name: str, ending: str, kind: str) -> Response:
    plain = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-").lower() or "design"
    headers = {"Content-Disposition": f'attachment; filename="{plain}.{ending}"', "Cache-Control": "no-store"}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)


async def print_design(request: Request) -> Response:
    """Print and play: a page to look at and to print. No script runs in it, whatever a design's texts say."""
    check_budget(request, PRINTS, "print")
    lab, design, asked = lab_of(request), await design_of(request), request.query_params
    players = None if asked.get("players", "") == "" else small_number(asked["players"])
    if players is not None and not design.players[0] <= players <= design.players[1]:
        raise Problem(f"players: {design.players[0]} to {design.players[1]} play")
    given = {"paper": asked.get("paper", "a4"), "players": players}
    how = {"has_backs": asked.get("backs", "1") != "0", "saves_ink": asked.get("mono", "0") == "1"}
    html = await lab.desk.ask("printed", lane_of(request), plain=design.plain, **given, **how)
    headers = {"Content-Security-Policy": PAPER_POLICY, "Cache-Control": "no-store"}
    return Response(html, media_type="text/html; charset=utf-8", headers=headers)


async def picture(request: Request) -> Response:
    """A component as it would be printed."""
    check_budget(request, EDITS, "picture")
    lab, design = lab_of(request), await design_of(request)
    is_shipped = request.query_params.get("of") == "shipped"
    plain = shipped(design.game) if is_shipped else design.plain
    path = request.query_params.get("path", "")[:200]
    drawn = await lab.desk.ask("pictured", lane_of(request), plain=plain, path=path)
    if drawn is None:
        raise NotFound("nothing of this is printed")
    headers = {"Content-Security-Policy": PAPER_POLICY, "Cache-Control": "private, max-age=3600"}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


# ---------------------------------------------------------------- playing it


async def play_design(request: Request) -> Response:
    """A table of a design, for people and bots."""
    return await table_made(request, await design_of(request), is_playtest=False)


async def table_made(request: Request, design: KeptDesign, is_playtest: bool) -> Response:
    check_budget(request, budgets.NEW_TABLES, "table")
    lab, service = lab_of(request), service_of(request)
    wish = m.design_table.decode(await body(request))
    if design.hash is None:
        raise NotNow("something is wrong with this design: it cannot be played")
    parts = await lab.desk.ask("parts", lane_of(request), plain=design.plain)
    wanted = server_messages.NewTable(
        design.game, wish.players, parts["options"], parts["components"], wish.seats, wish.name
    )
    origin = Origin(parts["hash"], design.id if is_playtest else None)
    table, tokens = await service.tables.create(wanted, origin)
    seats = [{"seat": seat, "token": token} for seat, token in tokens.items()]
    response = answered({"table": table.id, "code": table.code, "seats": seats, "card": card(table)}, 201)
    give_seats(response, service, table, tokens)
    return response


# ---------------------------------------------------------------- playtests


async def invite(request: Request) -> Response:
    """A link that leads whoever opens it to a table of this design; asked for again, the same one."""
    lab, owner, design = lab_of(request), owner_of(request), await design_of(request, is_to_change=True)
    if design.hash is None:
        raise NotNow("something is wrong with this design: it cannot be played")
    design.invitation = design.invitation or f"{design.id}.{secrets.token_urlsafe(12)}"
    await lab.shelf.keep(design)
    return answered({"design": design_told(design, owner)})


async def invitation(request: Request) -> Response:
    """What somebody who was invited sees."""
    design = await lab_of(request).shelf.invited(request.path_params["invitation"])
    told = design_told(design, None)
    shown = ("game", "game_name", "name", "author", "hash", "differs", "players")
    return answered({name: told[name] for name in shown})


async def play_invitation(request: Request) -> Response:
    design = await lab_of(request).shelf.invited(request.path_params["invitation"])
    return await table_made(request, design, is_playtest=True)


async def playtest_figures(request: Request) -> Response:
    design = await design_of(request)
    if design.owner != owner_of(request):
        raise NotFound("there is no such design")
    return answered(await lab_of(request).playtests.figures(design.id))
