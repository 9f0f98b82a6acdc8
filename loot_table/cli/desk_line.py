"""The way from the command line to a server's desk."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from typing import Any, Final
from urllib.parse import urlsplit

from loot_table.engine.errors import BadInput

KEY: Final = "LOOT_OPERATOR_KEY"
PATIENCE: Final = 30.0
OWN: Final = ("127.0.0.1", "localhost", "::1")


class DeskLine:
    def __init__(self, server: str) -> None:
        self.server = server.rstrip("/")
        where = urlsplit(self.server)
        if where.scheme not in ("http", "https") or not where.hostname:
            raise BadInput(f'--server is an address such as https://loot.example.org, got "{server}"')
        if where.scheme == "http" and where.hostname not in OWN:
            raise BadInput("a key goes over https, or to a server on this machine")
        self.key = os.environ.get(KEY, "")
        if not self.key:
            raise BadInput(f"put the operator's key into {KEY}; loot operator key NAME makes one")

    def ask(self, method: str, what: str, said: Any = None) -> Any:
        body = None if method == "GET" else json.dumps(said or {}).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(  # noqa: S310 (http or https, as was looked at)
            f"{self.server}/api/operator/{what}", body, headers, method=method
        )
        try:
            with OPENER.open(request, timeout=PATIENCE) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise BadInput(words_of(error)) from None
        except (OSError, ValueError) as error:
            raise BadInput(f"no server answers at {self.server}: {getattr(error, 'reason', error)}") from None


class Stay(urllib.request.HTTPRedirectHandler):
    """Nobody sends a key on to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


OPENER = urllib.request.build_opener(Stay)


def words_of(error: urllib.error.HTTPError) -> str:
    if error.code == 404:
        closed = "the desk is closed until a key is made: loot operator key NAME"
    try:
        said = str(json.loads(error.read())["error"]["text"])
    except (ValueError, KeyError, TypeError):
        return f"the server answers {error.code}"
    return closed if error.code == 404 and said == "there is nothing at this address" else said
