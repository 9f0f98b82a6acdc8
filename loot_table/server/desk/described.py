"""The desk's routes, described like all others."""

from __future__ import annotations

from typing import Any

from loot_table.server.desk import messages as m
from loot_table.server.lab.described import Operation, asked, path_part

SENT = (m.OperatorKey, m.AnnounceRestart)


def desk_paths(operation: Operation) -> dict[str, Any]:
    at, name = "/api/operator", path_part("name")
    which, skip = asked("which", enum=["open", "over", "retired"]), asked("from", type="integer", minimum=0)
    return {
        at: {"get": operation("Which operator has signed in.")},
        at + "/sign-in": {"post": operation("Sign in with an operator's key.", sends=m.OperatorKey)},
        at + "/sign-out": {"post": operation("End this browser's session.")},
        at + "/health": {"get": operation("How all servers on the database are.")},
        at + "/health/here": {"get": operation("How this server is.")},
        at + "/tables": {"get": operation("Tables by public facts, page by page.", which, skip)},
        at + "/tables/{name}/retire": {"post": operation("Put a table away.", name)},
        at + "/tables/{name}/bring-back": {"post": operation("Bring a table back.", name)},
        at + "/tables/{name}/record": {"get": operation("The record of a game that is over.", name)},
        at + "/limits": {"get": operation("The limits in force.")},
        at + "/audit": {"get": operation("What operators have done.", asked("before", type="integer", minimum=0))},
        at + "/restart": {
            "post": operation("Announce a restart on every screen.", sends=m.AnnounceRestart),
            "delete": operation("Call an announced restart off."),
        },
    }
