"""The routes of the key ring and the library, described like all others."""

from __future__ import annotations

from typing import Any

from loot_table.server.keyring import messages as m
from loot_table.server.lab.described import Operation, asked, file, path_part

SENT = (m.Holder, m.Recover, m.NewPasskey, m.SignIn, m.Block, m.Report)


def keyring_paths(operation: Operation, table: dict[str, Any]) -> dict[str, Any]:
    at, ring = "/api/tables/{table}", "/api/keyring"
    before = asked("before", type="integer", minimum=0)
    return {
        "/api/library": {"get": operation("One's games, page by page.", before)},
        "/api/library/figures": {"get": operation("How one does.")},
        "/api/library/records": {
            "get": file(
                operation("All records as one file.", asked("form", enum=["zip", "jsonl"])),
                "application/zip",
                "application/jsonl",
            )
        },
        "/api/library/games/{table}": {"delete": operation("Take a game out of one's library.", table)},
        ring: {
            "get": operation("What hangs on the ring that a browser shows."),
            "put": operation("One's name and colour.", sends=m.Holder),
            "delete": operation("Delete the ring with all it holds."),
        },
        ring + "/sign-out": {"post": operation("This browser gives its keys back.")},
        ring + "/sign-out-others": {"post": operation("All other browsers give theirs back.")},
        ring + "/recovery": {
            "post": operation("A new recovery code, shown once.", status="201"),
            "delete": operation("Take the recovery code back."),
        },
        ring + "/recover": {"post": operation("Open a ring by its recovery code.", sends=m.Recover)},
        ring + "/passkeys/options": {"post": operation("Begin to add a passkey.")},
        ring + "/passkeys": {"post": operation("Add a passkey.", sends=m.NewPasskey, status="201")},
        ring + "/passkeys/{passkey}": {"delete": operation("Remove a passkey.", path_part("passkey"))},
        ring + "/sign-in/options": {"post": operation("Begin to sign in with a passkey.")},
        ring + "/sign-in": {"post": operation("Sign in with a passkey.", sends=m.SignIn)},
        ring + "/blocked/{blocked}": {"delete": operation("Let somebody back.", path_part("blocked"))},
        at + "/keep": {"post": operation("Hang one's seats on one's ring.", table)},
        at + "/block": {"post": operation("Block whoever sits there.", table, sends=m.Block)},
        at + "/report": {"post": operation("Report whoever sits there.", table, sends=m.Report, status="201")},
    }
