"""The same store on PostgreSQL, by SQLAlchemy Core."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import insert

from loot_table.engine.errors import BadInput
from loot_table.server.store import Append, Conflict, TableRow

schema = sql.MetaData()
TABLES = sql.Table(
    "tables",
    schema,
    sql.Column("number", sql.BigInteger, sql.Identity(), unique=True),
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("code", sql.Text, nullable=False, index=True),
    sql.Column("phase", sql.Text, nullable=False, index=True),
    sql.Column("is_public", sql.Boolean, nullable=False),
)
EVENTS = sql.Table(
    "events",
    schema,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("version", sql.Integer, primary_key=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.Column("command", sql.Text),
    sql.UniqueConstraint("table_id", "command"),
)
CHATS = sql.Table(
    "chats",
    schema,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
WORKERS = 4


class PostgresStore:
    """Each change is one transaction; the database syncs before it says so."""

    def __init__(self, url: str) -> None:
        try:
            # Without a driver in the URL SQLAlchemy would look for an older one.
            address = url.replace("postgresql://", "postgresql+psycopg://", 1)
            self.engine = sql.create_engine(address, pool_size=WORKERS, pool_pre_ping=True)
            schema.create_all(self.engine)
        except sql.exc.SQLAlchemyError as error:
            raise BadInput(f"the PostgreSQL database cannot be used: {type(error).__name__}") from None
        self.workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="store")

    async def do(self, work: Callable[[sql.Connection], Any]) -> Any:
        def transaction() -> Any:
            with self.engine.begin() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self.workers, transaction)
        except sql.exc.IntegrityError as error:
            raise Conflict(type(error).__name__) from None
        except sql.exc.SQLAlchemyError as error:
            raise OSError(f"the database does not answer: {type(error).__name__}") from None

    async def append(self, change: Append) -> None:
        row = change.row
        values = {"id": row.table, "code": row.code, "phase": row.phase, "is_public": row.is_public}
        upsert = insert(TABLES).values(values)
        upsert = upsert.on_conflict_do_update(
            index_elements=["id"],
            set_={"phase": row.phase, "is_public": row.is_public},
            where=(TABLES.c.phase != row.phase) | (TABLES.c.is_public != row.is_public),
        )
        event = {"table_id": row.table, "version": change.version, "body": change.body, "command": change.command}

        def work(connection: sql.Connection) -> None:
            connection.execute(insert(EVENTS).values(event))
            connection.execute(upsert)

        await self.do(work)

    async def chat(self, table: str, number: int, body: bytes) -> None:
        said = insert(CHATS).values(table_id=table, number=number, body=body)
        await self.do(lambda connection: connection.execute(said).rowcount)

    async def events(self, table: str) -> list[tuple[bytes, str | None]]:
        query = sql.select(EVENTS.c.body, EVENTS.c.command).where(EVENTS.c.table_id == table).order_by(EVENTS.c.version)
        found = await self.do(lambda connection: connection.execute(query).all())
        return [(bytes(body), command) for body, command in found]

    async def chats(self, table: str, most: int) -> list[bytes]:
        query = sql.select(CHATS.c.body).where(CHATS.c.table_id == table).order_by(CHATS.c.number.desc()).limit(most)
        found = await self.do(lambda connection: connection.execute(query).all())
        return [bytes(body) for (body,) in reversed(found)]

    async def row(self, table: str) -> TableRow | None:
        query = sql.select(TABLES.c.id, TABLES.c.code, TABLES.c.phase, TABLES.c.is_public).where(TABLES.c.id == table)
        found = await self.do(lambda connection: connection.execute(query).one_or_none())
        return None if found is None else TableRow(*found)

    async def find_code(self, code: str) -> str | None:
        query = sql.select(TABLES.c.id).where((TABLES.c.code == code) & (TABLES.c.phase != "over"))
        query = query.order_by(TABLES.c.number.desc()).limit(1)
        found = await self.do(lambda connection: connection.execute(query).scalar_one_or_none())
        return None if found is None else str(found)

    async def unfinished(self) -> list[TableRow]:
        query = sql.select(TABLES.c.id, TABLES.c.code, TABLES.c.phase, TABLES.c.is_public).where(
            TABLES.c.phase != "over"
        )
        found = await self.do(lambda connection: connection.execute(query).all())
        return [TableRow(*row) for row in found]

    def close(self) -> None:
        self.workers.shutdown(wait=True)
        self.engine.dispose()
