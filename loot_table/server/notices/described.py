"""Notices, described by OpenAPI."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from loot_table.server.notices import messages as n

TOKEN = {"name": "token", "in": "path", "required": True, "schema": {"type": "string"}}


def notice_paths(operation: Callable[..., Any], table: dict[str, Any]) -> dict[str, Any]:
    at = "/api/notices"
    return {
        at: {"get": operation("What notices this server sends, and where the asker wants them.")},
        at + "/screens": {"post": operation("Push notices to this browser.", sends=n.Subscribe)},
        at + "/screens/off": {"post": operation("No more of them.", sends=n.Unsubscribe)},
        at + "/mail": {
            "post": operation("Send a code to a mail address.", sends=n.WriteTo),
            "delete": operation("Forget the mail address."),
        },
        at + "/mail/code": {"post": operation("Confirm the address by its code.", sends=n.ConfirmCode)},
        at + "/off/{token}": {"post": operation("No more mail: the link in one.", TOKEN)},
        "/api/tables/{table}/notices": {
            "get": operation("Whether one's seat sends notices.", table),
            "post": operation("Let one's seat send notices, or not.", table, sends=n.TellMe),
        },
    }
