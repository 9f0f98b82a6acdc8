"""All routes of the lab."""

from __future__ import annotations

from typing import Any

from starlette.routing import Route

from loot_table.server.lab import design_routes as d
from loot_table.server.lab import job_routes as j


def lab_api() -> list[Any]:
    one, job, invitation = "/lab/designs/{design}", "/lab/jobs/{job}", "/lab/invitations/{invitation}"
    return [
        Route("/lab", d.lab_home),
        Route("/lab/designs", d.new_design, methods=["POST"]),
        Route(one, d.design_door, methods=["GET", "PUT", "DELETE"]),
        Route(one + "/published", d.publish, methods=["PUT"]),
        Route(one + "/file", d.export),
        Route(one + "/print", d.print_design),
        Route(one + "/picture", d.picture),
        Route(one + "/tables", d.play_design, methods=["POST"]),
        Route(one + "/invitation", d.invite, methods=["POST"]),
        Route(one + "/playtests", d.playtest_figures),
        Route(one + "/cost", j.cost),
        Route(one + "/jobs", j.ask, methods=["POST"]),
        Route(one + "/against", j.against),
        Route(one + "/knobs", j.turnable),
        Route(one + "/tunings", j.tune, methods=["POST"]),
        Route(one + "/report", j.design_report),
        Route(job, j.one_job),
        Route(job + "/stop", j.stop, methods=["POST"]),
        Route(job + "/resume", j.go_on, methods=["POST"]),
        Route(job + "/games/{example}", j.watch),
        Route(job + "/report", j.job_report),
        Route(invitation, d.invitation),
        Route(invitation + "/tables", d.play_invitation, methods=["POST"]),
        Route("/tables/{table}/survey", j.survey, methods=["POST"]),
    ]
