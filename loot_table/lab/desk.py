"""What the server asks about somebody's design, as plain data in and out. It runs in a process of its own: whatever a
design does to whoever reads it, it does there."""

from __future__ import annotations

import json
import time
import tomllib
from dataclasses import asdict
from math import prod
from typing import Any

from loot_table import games
from loot_table.arena.contest import play_match
from loot_table.bots.styles import personas
from loot_table.engine import options as option_reader
from loot_table.engine.errors import BadInput
from loot_table.lab.asking import USUAL_BOT
from loot_table.lab.checks import checked
from loot_table.lab.csv_files import from_csv, sheet_for, to_csv
from loot_table.lab.deals import Deals, against, contest_of
from loot_table.lab.design import Change, Design, as_toml, knobs
from loot_table.lab.edits import edited
from loot_table.lab.knobs import OPTION
from loot_table.lab.spreadsheet import told
from loot_table.lab.tune import bench_for, check_optuna
from loot_table.lab.wants import wants_of

LONGEST_SHOWN = 4000  # entries of a record that a page replays


def read(plain: dict[str, Any]) -> Design:
    """A design that was checked before, or one that is edited: its form is right, what it says may be wrong."""
    changes = tuple(Change(each["kind"], each["path"], each.get("value")) for each in plain["changes"])
    name, author, parent = (plain.get(field, "") for field in ("name", "author", "parent"))
    return Design(plain["game"], name, author, parent, dict(plain["options"]), changes)


def look(plain: dict[str, Any], base: dict[str, Any] | None, edits: list[dict[str, Any]]) -> dict[str, Any]:
    """A design after some edits: its changes, what is wrong with it, how it differs, its hash if it can be played."""
    first = checked(plain)
    design = read({**plain, "changes": plain.get("changes", []), "options": plain.get("options", {})})
    for edit in edits:
        design = edited(design, edit)
    result = checked(design.to_json()) if edits else first
    shipped = Design(design.game)
    before = shipped if base is None else checked(base).design
    is_whole = not result.wrong
    return {
        "plain": design.to_json(),
        "wrong": [asdict(each) for each in result.wrong],
        "hash": result.design.hash if is_whole else None,
        "differs": result.design.differs(),
        "differs_from_parent": result.design.differs(before),
        "players": [design.rules.least_players, design.rules.most_players],
    }


def sheets(plain: dict[str, Any]) -> list[dict[str, Any]]:
    """The components as tables. What is wrong stands in them, too: it is there to be mended."""
    design = read(plain)
    try:
        return told(design, Design(design.game))
    except Exception:
        return told(checked(plain).design, Design(design.game))


def exported(plain: dict[str, Any], form: str, sheet: str = "") -> str:
    design = read(plain)
    if form == "toml":
        return as_toml(design.to_json())
    if form == "json":
        return json.dumps(design.to_json(), indent=2, ensure_ascii=False) + "\n"
    return to_csv(design, sheet)


def imported(text: str, form: str, game: str | None = None) -> dict[str, Any]:
    """A design's file, as plain data; what is wrong in it is found when it is looked at. A list as CSV is of a game."""
    if form == "csv":
        if game is None:
            raise BadInput("a list is of a game: say which")
        design = Design(games.called(game).slug)
        return from_csv(design, sheet_for(design, text), text).to_json()
    try:
        plain = json.loads(text) if form == "json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"this is not {form.upper()}: {error!s:.200}") from None
    found = checked(plain)
    return {**found.design.to_json(), "options": plain.get("options", {}), "changes": plain.get("changes", [])}


def with_sheet(plain: dict[str, Any], sheet: str, text: str) -> dict[str, Any]:
    return from_csv(read(plain), sheet, text).to_json()


def parts(plain: dict[str, Any]) -> dict[str, Any]:
    """What a table needs: the components, checked, and the options."""
    design = read(plain)
    design.check()
    return {"components": design.components, "options": dict(design.options), "hash": design.hash}


def pace(plain: dict[str, Any], players: int, bot: str) -> float:
    """Seconds that one game takes here, by one or two of them."""
    design = read(plain)
    contest = contest_of(design, players, bot, seed=77)
    contest.check()
    began, many = time.process_time(), 0
    while many < 2 or (many < 20 and time.process_time() - began < 0.3):
        play_match(contest, many * players)
        many += 1
        if time.process_time() - began > 1.0:
            break
    return (time.process_time() - began) / many


def record(plain: dict[str, Any], players: int, bots: list[str], seed: int, number: int) -> dict[str, Any]:
    """A game behind an answer, played again; and who sat where."""
    contest = against(read(plain), tuple(bots), players, seed)
    played = play_match(contest, number)
    match = played.match
    if match.version > LONGEST_SHOWN:
        raise BadInput(f"this game has {match.version:,} entries; at most {LONGEST_SHOWN:,} are shown here")
    return {"record": match.to_json(), "bots": [contest.bots[bot] for bot in played.seats]}


def differing(plain: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """How a design differs from another one, in words; and the other one's hash."""
    one, before = read(plain), checked(other)
    return {"differs": one.differs(before.design), "hash": None if before.wrong else before.design.hash}


def turnable(plain: dict[str, Any]) -> dict[str, Any]:
    """What may be turned, with what it is now, and what can be wanted of this game."""
    design = read(plain)
    chosen = option_reader.as_dict(option_reader.read(design.rules.options, design.options))
    options = [
        {"path": OPTION + each.name, "now": chosen[each.name], "values": list(each.choices), "about": each.doc}
        for each in option_reader.described(design.rules.options)
        if len(each.choices) > 1
    ]
    return {
        "numbers": [{"path": path, "now": now} for path, now in knobs(design)],
        "options": options,
        "wants": list(wants_of(design)),
        "personas": list(personas(design.rules)),
    }


def tunable(plain: dict[str, Any], wants: list[str], knobs: list[str], players: int, trials: int) -> dict[str, Any]:
    """Whether this can be tuned, before it is: the sentences as they were read, and how many settings there are."""
    with Deals() as deals:
        bench = bench_for(read(plain), wants, knobs, players, USUAL_BOT, deals)
    settings = prod(len(knob.values) for knob in bench.knobs)
    if settings > trials:
        check_optuna()
    return {"wants": [want.sentence for want in bench.wants], "settings": settings}


TASKS = {
    "look": look,
    "sheets": sheets,
    "exported": exported,
    "imported": imported,
    "with_sheet": with_sheet,
    "parts": parts,
    "pace": pace,
    "record": record,
    "against": differing,
    "turnable": turnable,
    "tunable": tunable,
}
