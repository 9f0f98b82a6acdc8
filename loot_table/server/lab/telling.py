"""What the lab tells of designs and questions, as pages read it."""

from __future__ import annotations

from typing import Any

from loot_table import bots, games
from loot_table.bots.styles import kinds_in
from loot_table.lab.asking import USUAL_BOT
from loot_table.lab.catalogue import QUESTIONS, SECOND_LEVELS
from loot_table.server.lab.jobs import GOING_ON, Job, Jobs
from loot_table.server.lab.shelf import KeptDesign

TUNE_HEADING = "Which settings give what is wanted?"
OWN = ("wrong", "differs", "differs_from_parent", "players", "is_published", "made", "touched", "parent", "base_title")


def design_told(design: KeptDesign, owner: str | None) -> dict[str, Any]:
    """Short, as in a list. To others than its designer it says nothing about invitations."""
    is_mine = owner is not None and design.owner == owner
    return {
        "id": design.id,
        "game": design.game,
        "game_name": games.load(design.game).name,
        "name": design.plain["name"],
        "author": design.plain["author"],
        "hash": design.hash,
        "is_mine": is_mine,
        "invitation": design.invitation if is_mine else None,
        **{name: getattr(design, name) for name in OWN},
    }


def job_told(job: Job, jobs: Jobs, number: int = 0, is_short: bool = False) -> dict[str, Any]:
    question = QUESTIONS.get(job.question)
    found = {
        "id": job.id,
        "design": job.design,
        "hash": job.hash,
        "title": job.title,
        "other_title": job.other_title,
        "other_hash": job.other_hash,
        "against": job.against,
        "question": job.question,
        "heading": question.heading if question is not None else TUNE_HEADING,
        "players": job.players,
        "bot": job.bot,
        "again": job.again,
        "most": job.most,
        "state": job.state,
        "games": job.games,
        "error": job.error,
        "asked": job.asked,
        "seconds": round(job.seconds, 1),
        "spent": round(job.spent, 1),
        "place": jobs.place(job.id) if job.state == "waiting" else None,
        "is_going_on": job.state in GOING_ON,
        "number": number,
        "stage": job.stage,
        "wants": job.wants,
        "answer": job.answer,
        "says": (job.answer or job.tuned or {}).get("says", ""),
    }
    if is_short:
        return found
    return {**found, "looks": job.looks, "knobs": job.knobs, "trials": job.trials, "tuned": job.tuned}


def offered() -> dict[str, Any]:
    """What can be asked, of whom."""
    levels = [{"name": level.name, "title": level.title, "doc": level.about} for level in bots.LEVELS]
    greedy = {"name": USUAL_BOT, "title": "Greedy", "doc": "takes what is best now, and looks no further; quick"}
    return {
        "questions": [question.told() for question in QUESTIONS.values()],
        "bots": [greedy, *levels],
        "second_levels": SECOND_LEVELS,
        "kinds": {game.slug: kinds_in(game) for game in games.all_games()},
    }
