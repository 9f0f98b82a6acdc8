"""Starts the server."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from prometheus_client import start_http_server
from starlette.applications import Starlette

from loot_table.engine.errors import BadInput
from loot_table.server.app import make_app
from loot_table.server.asking import Service
from loot_table.server.brains import Brains
from loot_table.server.brains_afar import SECRET, FarBrains
from loot_table.server.deflate import Line
from loot_table.server.doorman import BUSY, BUSY_ELSEWHERE, Doorman, listening
from loot_table.server.hints import Hints
from loot_table.server.lab.open_lab import Lab, open_lab
from loot_table.server.lab.quotas import Quotas
from loot_table.server.limits import Limits
from loot_table.server.logs import set_up_logs
from loot_table.server.notices.opening import open_notices
from loot_table.server.notices.settings import NoticeSettings
from loot_table.server.regular_backups import RegularBackups
from loot_table.server.replica import Replica
from loot_table.server.review.reviews import open_reviews
from loot_table.server.store import SqliteStore, Store
from loot_table.server.tables import Tables
from loot_table.server.tracing import set_up_tracing

METRICS_HOST = "127.0.0.1"


@dataclass(frozen=True)
class BackupPlan:
    """Copies by the clock: where to, every so many seconds, and how many are kept."""

    folder: str
    every: float
    keep: int


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""  # a file, or the URL of a PostgreSQL database
    origins: Sequence[str] = field(default_factory=tuple)  # besides its own address
    bot_workers: int = 2
    brains: str = ""  # where bots think, if not here; its secret is in the environment
    pace: float = 1.0
    is_strict: bool = True
    log_level: str = "warning"
    log_format: str = "json"
    trust_proxy: Sequence[str] = field(default_factory=tuple)  # addresses whose X-Forwarded-For counts
    metrics_port: int | None = None  # for Prometheus
    metrics_host: str = METRICS_HOST  # by default nobody but this machine
    replica: str | None = None  # a second file, on another disk, that follows the database
    backups: BackupPlan | None = None
    lab: Quotas | None = field(default_factory=Quotas)  # None: there is no lab
    reviews: Quotas | None = field(
        default_factory=lambda: Quotas(cpu_seconds=300, is_idle=False)
    )  # somebody waits for it
    notices: NoticeSettings | None = None  # None: nobody is written to
    lab_folder: str | None = None  # for finished games of the lab; beside the database if none is named
    lan: Sequence[str] = field(default_factory=tuple)  # addresses of this machine in a local network, served besides
    instead_of: str = ""  # a node that has died: what it held is free
    name: str = (
        ""  # of this server, in logs, metrics and on the operator's page; the machine's own name if none is said
    )
    node: str = ""  # where other servers on the same PostgreSQL database reach this one; found out if it is not said

    def all_origins(self) -> frozenset[str]:
        names = (f"[{self.host}]" if ":" in self.host else self.host, "127.0.0.1", "localhost", *self.lan)
        own = {f"http://{name}:{self.port}" for name in names}
        return frozenset({*own, *(origin.rstrip("/") for origin in self.origins)})

    def own_name(self) -> str:
        return self.name or socket.gethostname()

    def lan_origin(self) -> str | None:
        """What invitations begin with where a local network is served."""
        return f"http://{self.lan[0]}:{self.port}" if self.lan else None


def open_store(database: str) -> Store:
    if database.startswith("postgresql"):
        try:
            from loot_table.server.postgres import PostgresStore  # noqa: PLC0415
        except ImportError:
            raise BadInput('PostgreSQL needs its drivers: pip install "loot-table[postgres]"') from None
        return PostgresStore(database)
    return SqliteStore(Path(database))


def build(settings: Settings) -> Starlette:
    set_up_logs(settings.log_level, settings.log_format, settings.own_name())
    set_up_tracing(settings.own_name())
    backups = open_backups(settings)
    store = open_store(settings.database)
    afar = FarBrains(settings.brains, os.environ.get(SECRET, "")) if settings.brains else None
    tables = Tables(store, Brains(settings.bot_workers, settings.pace, afar=afar))
    is_secure = bool(settings.origins) and all(origin.startswith("https://") for origin in settings.origins)
    replica, lab = open_replica(settings), open_its_lab(settings, tables)
    service = Service(tables, Limits(settings.is_strict), settings.all_origins(), is_secure, replica, lab)
    service.backups = backups
    service.lan_origin, service.name = settings.lan_origin(), settings.own_name()
    if not settings.database.startswith("postgresql"):
        service.folder = Path(settings.database).resolve().parent
    if settings.reviews is not None:
        service.reviews = open_reviews(tables, settings.reviews)
        service.reviews.when_done.append(service.outcomes.reviewed)
        service.hints = Hints(tables)
    if settings.notices is not None:
        service.notices = open_notices(tables, settings.notices)
    open_its_node(service, settings)
    return make_app(service)


def open_its_node(service: Service, settings: Settings) -> None:
    """With a database that others can use too, this server is one of several, also if it is the only one now."""
    if not settings.database.startswith("postgresql"):
        if settings.node:
            raise BadInput("several servers need a PostgreSQL database: --database postgresql://...")
        return
    try:
        from loot_table.server.nodes.opening import Nodes  # noqa: PLC0415
    except ImportError:
        raise BadInput('several servers need an HTTP client: pip install "loot-table[postgres]"') from None
    service.nodes = Nodes(service, service.tables.store, settings.node, settings.instead_of)  # type: ignore[arg-type]


def open_its_lab(settings: Settings, tables: Tables) -> Lab | None:
    if settings.lab is None:
        return None
    return open_lab(tables, Path(settings.lab_folder or f"{settings.database}.lab"), settings.lab)


def open_replica(settings: Settings) -> Replica | None:
    if settings.replica is None:
        return None
    if settings.database.startswith("postgresql"):
        raise BadInput("--replica follows a file; PostgreSQL has its own replication")
    return Replica(Path(settings.database), Path(settings.replica))


def open_backups(settings: Settings) -> RegularBackups | None:
    plan = settings.backups
    if plan is None:
        return None
    if settings.database.startswith("postgresql"):
        raise BadInput("--backup-folder copies a file; back a PostgreSQL database up with pg_dump or its own archive")
    return RegularBackups(Path(settings.database), Path(plan.folder), plan.every, plan.keep)


class PoliteServer(uvicorn.Server):
    """Lets nobody in who would keep others out, and says goodbye to everybody before it closes their sockets."""

    def __init__(self, config: uvicorn.Config, settings: Settings, when_open: Callable[[str], None]) -> None:
        super().__init__(config)
        self.settings, self.when_open = settings, when_open
        self.doorman: Doorman | None = None
        self.node_door: asyncio.Server | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.lifespan.startup()
        if self.lifespan.should_exit:
            sys.exit(1)
        self.servers = []
        self.doorman = Doorman(
            sockets or [], self.welcome, self.last_request, self.settings.trust_proxy, self.settings.is_strict
        )
        nodes = self.service.nodes
        if nodes is not None:
            self.node_door = await nodes.let_nodes_in(self, self.config)
        self.started = True
        self.when_open("" if nodes is None else nodes.leases.me)

    @property
    def service(self) -> Service:
        app: Any = self.config.app
        service: Service = app.state.service
        return service

    def welcome(self) -> asyncio.Protocol:
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made

    def last_request(self, protocol: asyncio.Protocol) -> Any:
        """The last that was asked and answered. A socket has a protocol of its own by then."""
        if protocol not in self.server_state.connections:
            return BUSY_ELSEWHERE
        cycle = getattr(protocol, "cycle", None)
        return cycle if cycle is None or cycle.response_complete else BUSY

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.doorman is not None:
            await self.doorman.close()
        service = self.service
        if service.lab is not None:  # pages that wait for news of it are answered
            await service.lab.jobs.close()
        if service.reviews is not None:
            await service.reviews.close()
        await service.tables.say_goodbye()
        if self.node_door is not None:
            self.node_door.close()
        await super().shutdown(sockets)


def run(
    settings: Settings,
    when_open: Callable[[str], None],
    doors: list[socket.socket] | None = None,
) -> None:
    """Serve until told to stop; what was begun is finished first. `when_open` is called once visitors are let in,
    with this server's name if it is one of several. `doors`:
    where they come in, if several servers stand behind the same ones."""
    sockets = listeners(settings) if doors is None else doors
    config = configured(build(settings), settings)
    if settings.metrics_port is not None:
        start_metrics(settings.metrics_port, settings.metrics_host)
    # Being asked to stop is not a failure: afterwards the signal means nothing more.
    signal.signal(signal.SIGTERM, lambda *_: None)
    PoliteServer(config, settings, when_open).run(sockets)


def configured(app: Starlette, settings: Settings) -> uvicorn.Config:
    nodes = app.state.service.nodes
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trust_proxy),  # anybody can write such a header
        forwarded_allow_ips=list(settings.trust_proxy),
        ws=Line if nodes is None else nodes.ws(),
        ws_max_size=64 * 1024,
        ws_ping_interval=20,
        ws_per_message_deflate=False,  # uvicorn's own costs 300 kB a socket, and time in the loop for every frame
        timeout_graceful_shutdown=5,
    )


def start_metrics(port: int, host: str) -> None:
    """For Prometheus, at a port of its own that only this machine reaches unless it was told otherwise."""
    try:
        start_http_server(port, host)
    except OSError as error:
        raise BadInput(f"{host}:{port} cannot be used for metrics: {error.strerror}") from None


def listeners(settings: Settings) -> list[socket.socket]:
    """The door, before anything else is opened: who comes early waits a moment."""
    found: list[socket.socket] = []
    for host in dict.fromkeys((settings.host, *settings.lan)):
        try:
            found += listening(host, settings.port)
        except OSError as error:
            for door in found:
                door.close()
            where = f"{host}:{settings.port}"
            raise BadInput(f"{where} cannot be used: {error.strerror}; choose another with --port") from None
    return found
