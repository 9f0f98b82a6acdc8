"""The lab's routes, described like all others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from loot_table.server.lab import messages as m

Operation = Callable[..., dict[str, Any]]
SENT = (m.NewDesign, m.ChangedDesign, m.Published, m.Asked, m.Tuning, m.DesignTable, m.Survey)


def path_part(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def asked(name: str, **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": schema}


def file(described: dict[str, Any], *kinds: str) -> dict[str, Any]:
    """An answer that is a file."""
    described["responses"]["200"]["content"] = {kind: {"schema": {"type": "string"}} for kind in kinds}
    return described


def lab_paths(operation: Operation, table: dict[str, Any]) -> dict[str, Any]:
    design, job, invitation = path_part("design"), path_part("job"), path_part("invitation")
    one, of_job, of_invitation = (
        "/api/lab/designs/{design}",
        "/api/lab/jobs/{job}",
        "/api/lab/invitations/{invitation}",
    )
    players = asked("players", type="integer", minimum=1, maximum=16)
    backs, mono = (asked(name, enum=["0", "1"]) for name in ("backs", "mono"))
    shipped = asked("of", enum=["shipped"])
    form, sheet = asked("form", enum=["toml", "json", "csv"]), asked("sheet", type="string")
    return {
        "/api/lab": {"get": operation("One's designs, and what can be asked.")},
        "/api/lab/designs": {"post": operation("Make a design.", sends=m.NewDesign, status="201")},
        one: {
            "get": operation("A design with its components as tables.", design),
            "put": operation("Change a design; what is wrong is said field by field.", design, sends=m.ChangedDesign),
            "delete": operation("Throw a design away.", design),
        },
        one + "/published": {"put": operation("Let others read it, or not.", design, sends=m.Published)},
        one + "/file": {
            "get": file(
                operation("A design as a file.", design, form, sheet),
                "application/toml",
                "application/json",
                "text/csv",
            )
        },
        one + "/print": {
            "get": file(
                operation("Print and play.", design, asked("paper", enum=["a4", "letter"]), players, backs, mono),
                "text/html",
            )
        },
        one + "/picture": {
            "get": file(
                operation("A component as it would be printed.", design, asked("path", type="string"), shipped),
                "image/svg+xml",
            )
        },
        one + "/against": {
            "get": operation("How it differs from another design.", design, asked("other", type="string"))
        },
        one + "/tables": {"post": operation("A table of a design.", design, sends=m.DesignTable, status="201")},
        one + "/invitation": {"post": operation("A link for playtests.", design)},
        one + "/playtests": {"get": operation("What came of playtests.", design)},
        one + "/cost": {"get": operation("How long a game takes here.", design, players, asked("bot", type="string"))},
        one + "/jobs": {"post": operation("Ask a question.", design, sends=m.Asked, status="201")},
        one + "/knobs": {"get": operation("What may be turned, and what can be wanted.", design)},
        one + "/tunings": {
            "post": operation("Look for settings that give what is wanted.", design, sends=m.Tuning, status="201")
        },
        one + "/report": {"get": file(operation("All findings as a page.", design), "text/html")},
        of_job: {
            "get": operation("How far a question is.", job, asked("after", type="integer", minimum=0)),
        },
        of_job + "/stop": {"post": operation("Stop it; finished games are kept.", job)},
        of_job + "/resume": {"post": operation("Go on where it was stopped.", job)},
        of_job + "/games/{example}": {"get": operation("A game behind the finding.", job, path_part("example"))},
        of_job + "/report": {"get": file(operation("The finding as a page.", job), "text/html")},
        of_invitation: {"get": operation("What somebody is invited to.", invitation)},
        of_invitation + "/tables": {
            "post": operation("A table of the design one is invited to.", invitation, sends=m.DesignTable, status="201")
        },
        "/api/tables/{table}/survey": {
            "post": operation("How it was, after a playtest.", table, sends=m.Survey, status="201")
        },
    }
