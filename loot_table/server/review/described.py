"""The routes of reviews, described like all others."""

from __future__ import annotations

from typing import Any

from loot_table.server.lab.described import Operation, asked, path_part
from loot_table.server.messages import Hint, PlayOn
from loot_table.server.review.messages import OtherAnswer

SENT = (OtherAnswer, PlayOn, Hint)
RECORD = {"type": "object", "description": "as docs/records.md describes it"}


def review_paths(operation: Operation, table: dict[str, Any], seat: dict[str, Any]) -> dict[str, Any]:
    at = "/api/tables/{table}/review"
    after, flag = asked("after", type="integer", minimum=0), {"enum": ["0", "1"]}
    deep, hindsight = asked("deep", **flag), asked("hindsight", **flag)
    upload = operation("Bring a record along for review.", status="201")
    upload["requestBody"] = {"required": True, "content": {"application/json": {"schema": RECORD}}}
    return {
        "/api/reviews": {"post": upload},
        "/api/tables/{table}/play-on": {
            "post": operation("A table that begins with a step of a finished game.", table, sends=PlayOn, status="201")
        },
        "/api/tables/{table}/hint": {"post": operation("What a Burglar would do.", table, sends=Hint)},
        at: {"get": operation("Findings about a finished game.", table, seat, after, deep, hindsight)},
        at + "/tries": {"post": operation("Another answer at a step.", table, sends=OtherAnswer)},
        at + "/knowledge/{step}": {
            "get": operation("What a seat could know at a step.", table, path_part("step"), seat)
        },
        at + "/hindsight/{step}": {
            "get": operation("A decision judged with all cards open.", table, path_part("step"), deep)
        },
    }
