"""The lab of a server: everything its routes share, and who asks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from loot_table.server.asking import COOKIE_DAYS, Service, address, service_of
from loot_table.server.lab.desk_line import DeskLine
from loot_table.server.lab.jobs import Jobs
from loot_table.server.lab.playtests import Playtests
from loot_table.server.lab.quotas import Quotas
from loot_table.server.lab.shelf import Shelf
from loot_table.server.lab.shown_games import ShownGames
from loot_table.server.problems import NotFound
from loot_table.server.seats import hashed, new_token
from loot_table.server.tables import Tables

COOKIE = "loot-designer"


@dataclass
class Lab:
    desk: DeskLine
    shelf: Shelf
    jobs: Jobs
    playtests: Playtests
    shown_games: ShownGames

    async def close(self) -> None:
        await self.jobs.close()
        self.desk.close()


def open_lab(tables: Tables, folder: Path, quotas: Quotas) -> Lab:
    """`folder`: where finished games are kept."""
    desk = DeskLine(quotas)
    shelf = Shelf(tables.store, desk)
    jobs = Jobs(tables.store, folder, quotas)
    playtests = Playtests(tables.store)
    shown = ShownGames(tables.store, desk)
    tables.finders.append(shown.find)
    tables.when_over.append(playtests.finished)
    return Lab(desk, shelf, jobs, playtests, shown)


def lab_of(request: Request) -> Lab:
    found = service_of(request).lab
    if not isinstance(found, Lab):
        raise NotFound("there is no lab on this server")
    return found


# ---------------------------------------------------------------- who asks


def given_key(request: Request) -> str | None:
    """A designer's key: random and long, kept by the browser as a cookie that no script reads, by us as a hash."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token.strip() not in ("", "none"):
        return token.strip()
    return request.cookies.get(COOKIE)


def owner_of(request: Request) -> str | None:
    key = given_key(request)
    return None if key is None else hashed(key)


def lane_of(request: Request) -> str:
    return address(request)


def new_owner() -> tuple[str, str]:
    """A key, and its hash."""
    key = new_token()
    return key, hashed(key)


def give_key(response: Response, service: Service, key: str) -> None:
    response.set_cookie(
        COOKIE,
        key,
        max_age=12 * COOKIE_DAYS * 86400,
        path="/api/lab",
        httponly=True,
        samesite="lax",
        secure=service.is_secure,
    )
