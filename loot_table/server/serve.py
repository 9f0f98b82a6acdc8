"""Starts the server."""

from __future__ import annotations

import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import structlog
import uvicorn
from starlette.applications import Starlette

from loot_table.engine.errors import BadInput
from loot_table.server.app import make_app
from loot_table.server.asking import Service
from loot_table.server.brains import Brains
from loot_table.server.limits import Limits
from loot_table.server.store import SqliteStore, Store
from loot_table.server.tables import Tables


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "loot-table.db"  # a file, or the URL of a PostgreSQL database
    origins: Sequence[str] = field(default_factory=tuple)  # besides its own address
    bot_workers: int = 2
    pace: float = 1.0
    is_strict: bool = True
    log_level: str = "warning"

    def all_origins(self) -> frozenset[str]:
        own = {f"http://{name}:{self.port}" for name in (self.host, "127.0.0.1", "localhost")}
        return frozenset({*own, *(origin.rstrip("/") for origin in self.origins)})


def open_store(database: str) -> Store:
    if database.startswith("postgresql"):
        try:
            from loot_table.server.postgres import PostgresStore  # noqa: PLC0415
        except ImportError:
            raise BadInput('PostgreSQL needs its drivers: pip install "loot-table[postgres]"') from None
        return PostgresStore(database)
    return SqliteStore(Path(database))


def build(settings: Settings) -> Starlette:
    set_up_logs(settings.log_level)
    store = open_store(settings.database)
    tables = Tables(store, Brains(settings.bot_workers, settings.pace))
    is_secure = bool(settings.origins) and all(origin.startswith("https://") for origin in settings.origins)
    return make_app(Service(tables, Limits(settings.is_strict), settings.all_origins(), is_secure))


def set_up_logs(level: str) -> None:
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.getLogger("uvicorn.error").addFilter(without_words)


def without_words(record: logging.LogRecord) -> bool:
    """A bug's own words could hold a secret; its kind and place are in our log."""
    record.exc_info = record.exc_text = None
    return True


class PoliteServer(uvicorn.Server):
    """Says goodbye to everybody before it closes their sockets."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        assert isinstance(self.config.app, Starlette)
        await self.config.app.state.service.tables.say_goodbye()
        await super().shutdown(sockets)


def run(settings: Settings) -> None:
    """Serve until told to stop; what was begun is finished first."""
    check_port(settings)
    config = uvicorn.Config(
        build(settings),
        host=settings.host,
        port=settings.port,
        log_level="error",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        ws_ping_interval=20,
        timeout_graceful_shutdown=5,
    )
    # Being asked to stop is not a failure: afterwards the signal means nothing more.
    signal.signal(signal.SIGTERM, lambda *_: None)
    with contextlib.suppress(KeyboardInterrupt):
        PoliteServer(config).run()


def check_port(settings: Settings) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            where = f"{settings.host}:{settings.port}"
            raise BadInput(f"{where} cannot be used: {error.strerror}; choose another with --port") from None
