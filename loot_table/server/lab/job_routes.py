"""Questions over HTTP: what they cost, asking, watching, stopping, going on; their findings, games and reports."""

from __future__ import annotations

import time
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from loot_table.bots.levels import NAMES
from loot_table.lab.asking import USUAL_BOT
from loot_table.lab.catalogue import question_called
from loot_table.lab.frontier import TUNE
from loot_table.server.asking import answered, body, check_budget, held_seats, small_number, table_of
from loot_table.server.lab import messages as m
from loot_table.server.lab.design_routes import design_of, file_told, shipped
from loot_table.server.lab.findings import report
from loot_table.server.lab.jobs import Job
from loot_table.server.lab.open_lab import lab_of, lane_of, owner_of
from loot_table.server.lab.quotas import QUESTIONS, SHOWN_GAMES, SURVEYS
from loot_table.server.lab.shelf import KeptDesign, title_of
from loot_table.server.lab.shown_games import shown_id
from loot_table.server.lab.telling import job_told
from loot_table.server.problems import NoSeat, NotAllowed, NotFound, NotNow, Problem
from loot_table.server.seats import new_table_id

SHIPPED = "shipped"


def check_bot(name: str) -> str:
    if name != USUAL_BOT and name not in NAMES:
        raise Problem(f"bot: there is no bot {name!r:.40}; there are {USUAL_BOT}, {', '.join(NAMES)}")
    return name


async def cost(request: Request) -> Response:
    """Seconds that a game of this design takes on this machine: what estimates are made of."""
    check_budget(request, QUESTIONS, "cost")
    design = await design_of(request)
    bot, players = (
        check_bot(request.query_params.get("bot", USUAL_BOT)),
        small_number(request.query_params.get("players", "")),
    )
    if design.hash is None:
        raise NotNow("something is wrong with this design: mend it first")
    check_players(design, players)
    given = {"plain": design.plain, "players": players, "bot": bot}
    return answered({"seconds_a_game": await lab_of(request).desk.ask("pace", lane_of(request), **given)})


async def design_to_ask(request: Request) -> tuple[KeptDesign, str]:
    """One's own design, whole; and who one is."""
    owner, design = owner_of(request), await design_of(request)
    if owner is None or design.owner != owner:
        raise NotAllowed("this is somebody else's design: make one of your own from it, and ask")
    if design.hash is None:
        raise NotNow(f"something is wrong at {design.wrong[0]['field']}: mend it first")
    return design, owner


def check_players(design: KeptDesign, players: int) -> None:
    if not design.players[0] <= players <= design.players[1]:
        raise Problem(f"players: {design.players[0]} to {design.players[1]} play, got {players}")


def new_job(design: KeptDesign, owner: str, **asked: Any) -> Job:
    """A question about a design as it is now."""
    return Job(
        id=new_table_id(),
        owner=owner,
        design=design.id,
        hash=design.hash or "",
        title=title_of(design),
        plain=design.plain,
        asked=int(time.time()),
        **asked,
    )


async def ask(request: Request) -> Response:
    check_budget(request, QUESTIONS, "ask")
    lab = lab_of(request)
    design, owner = await design_to_ask(request)
    wish = m.asked.decode(await body(request))
    question = question_called(wish.question)
    check_players(design, wish.players)
    if question.wants and not wish.never.strip():
        raise Problem("never: say what somebody never does")
    job = new_job(
        design,
        owner,
        question=question.name,
        players=wish.players,
        bot=question.bot if question.is_about_bots else check_bot(wish.bot),
        again=None if wish.again is None or question.is_about_bots else check_bot(wish.again),
        never=wish.never,
        most=min(wish.most or question.most, question.most),
    )
    if question.is_against:
        job.other, job.other_title, job.against = await other_of(request, design, wish.against)
        found = await lab.desk.ask("against", lane_of(request), plain=design.plain, other=job.other)
        if found["hash"] in (None, design.hash):
            raise Problem("against: both play alike, or something is wrong with the other one")
        job.other_hash = found["hash"]
    await lab.jobs.ask(job)
    return answered({"job": job_told(job, lab.jobs)}, 201)


async def other_of(request: Request, design: KeptDesign, wished: str | None) -> tuple[dict[str, Any], str, str]:
    """What a design is compared with: its file, its title, and how it is called. By its id, or its hash if it is published;
    `shipped` is the game itself; without a wish it is the design that this one was made from, as it was then."""
    if wished is None and design.base is not None:
        return design.base, design.base_title, design.parent or ""
    if wished in (None, SHIPPED):
        return shipped(design.game), "", SHIPPED
    other = await lab_of(request).shelf.get(wished or "", owner_of(request))
    if other.game != design.game:
        raise Problem("against: two designs of one game are compared")
    return other.plain, title_of(other), other.id


async def against(request: Request) -> Response:
    """Two designs side by side: how they differ, and what was found out about that."""
    lab, owner, design = lab_of(request), owner_of(request), await design_of(request)
    plain, title, called = await other_of(request, design, request.query_params.get("other") or None)
    found = await lab.desk.ask("against", lane_of(request), plain=design.plain, other=plain)
    jobs = await lab.jobs.all_about(design.id) if design.owner == owner else []
    mine = [job for job in reversed(jobs) if job.other is not None and job.against == called]
    told = [job_told(job, lab.jobs, is_short=True) for job in mine]
    return answered({"other": called, "title": title, **found, "jobs": told})


async def turnable(request: Request) -> Response:
    """What may be turned in a design, and what can be wanted of it."""
    design = await design_of(request)
    return answered(await lab_of(request).desk.ask("turnable", lane_of(request), plain=design.plain))


async def tune(request: Request) -> Response:
    """Look for settings that give what is wanted. What cannot be read is said before anything is played."""
    check_budget(request, QUESTIONS, "ask")
    lab = lab_of(request)
    design, owner = await design_to_ask(request)
    wish = m.tuning.decode(await body(request))
    check_players(design, wish.players)
    said = {"wants": wish.wants, "knobs": wish.knobs, "players": wish.players, "trials": wish.trials}
    read = await lab.desk.ask("tunable", lane_of(request), plain=design.plain, **said)
    job = new_job(
        design,
        owner,
        question=TUNE,
        players=wish.players,
        bot=check_bot(wish.bot),
        again=None if wish.again is None else check_bot(wish.again),
        wants=read["wants"],
        knobs=wish.knobs,
        trials=wish.trials,
        most=wish.most,
    )
    await lab.jobs.ask(job)
    return answered({"job": job_told(job, lab.jobs), "settings": read["settings"]}, 201)


async def job_of(request: Request) -> Job:
    return await lab_of(request).jobs.get(request.path_params["job"], owner_of(request))


async def one_job(request: Request) -> Response:
    """How far it is. With `?after=` the number of an earlier answer it waits a little for something newer."""
    lab, job = lab_of(request), await job_of(request)
    after, number = small_number(request.query_params.get("after", "")), 0
    live = lab.jobs.live.get(job.id)
    if live is not None:
        number = await lab.jobs.news(job, after) if after >= 0 else live.number
    return answered({"job": job_told(job, lab.jobs, number)})


async def stop(request: Request) -> Response:
    lab, job = lab_of(request), await job_of(request)
    await lab.jobs.stop(job)
    return answered({"job": job_told(job, lab.jobs)})


async def go_on(request: Request) -> Response:
    check_budget(request, QUESTIONS, "ask")
    lab, job = lab_of(request), await job_of(request)
    await lab.jobs.go_on(job)
    return answered({"job": job_told(job, lab.jobs)})


async def watch(request: Request) -> Response:
    """A game behind the finding, as a table that is over: `{table}`, whose replay anybody with the link may see."""
    check_budget(request, SHOWN_GAMES, "shown")
    job = await job_of(request)
    example = small_number(request.path_params["example"])
    if job.answer is None or not 0 <= example < len(job.answer["examples"]):
        raise NotFound("there is no such game")
    side = "b" if request.query_params.get("side") == "b" and job.other is not None else "a"
    return answered({"table": shown_id(job, side, example)})


async def job_report(request: Request) -> Response:
    """The finding as a page of its own, without a script."""
    job = await job_of(request)
    if job.answer is None:
        raise NotNow("there is no answer yet")
    return file_told(report([job.answer]), f"{job.title or job.plain['game']} {job.question}", "html", "text/html")


async def design_report(request: Request) -> Response:
    """All findings about a design as it is now."""
    lab, design = lab_of(request), await design_of(request)
    jobs = await lab.jobs.all_about(design.id) if design.owner == owner_of(request) else []
    latest = {(job.question, job.players, job.bot): job for job in jobs if job.hash == design.hash and job.answer}
    if not latest:
        raise NotNow("nothing was found out about this design yet")
    answers = [job.answer for job in latest.values() if job.answer is not None]
    return file_told(report(answers), f"{title_of(design) or design.game} report", "html", "text/html")


async def survey(request: Request) -> Response:
    """How it was, from somebody who played."""
    check_budget(request, SURVEYS, "survey")
    lab, table = lab_of(request), await table_of(request)
    said = m.survey.decode(await body(request))
    if said.seat not in held_seats(request, table):
        raise NoSeat("you do not hold that seat")
    await lab.playtests.say(table, said)
    return answered({"is_kept": True}, 201)
