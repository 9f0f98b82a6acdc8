"""The same store on PostgreSQL, by SQLAlchemy Core."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict, fields
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects.postgresql import insert

from loot_table.engine.errors import BadInput
from loot_table.server.happenings import SCHEMA
from loot_table.server.overview import RETIRED
from loot_table.server.papers import Paper
from loot_table.server.postgres_overview import ONLY_GROWS, PostgresOverview
from loot_table.server.store import LAYOUT, TOUCH_SECONDS, Append, Conflict, Interrupted, Kept, StoreError, TableRow

# Grows with every transaction. Whoever reads on from the oldest that was still under way misses nothing.
TRANSACTION = "pg_current_xact_id()::text::bigint"
OLDEST_UNDER_WAY = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
schema = sql.MetaData()
TABLES = sql.Table(
    "tables",
    schema,
    sql.Column("number", sql.BigInteger, sql.Identity(), unique=True),
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("code", sql.Text, nullable=False, index=True),
    sql.Column("phase", sql.Text, nullable=False, index=True),
    sql.Column("is_public", sql.Boolean, nullable=False),
    sql.Column("touched", sql.BigInteger, nullable=False, server_default="0"),
    sql.Column("made", sql.BigInteger, nullable=False, server_default="0"),
)
EVENTS = sql.Table(
    "events",
    schema,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("version", sql.Integer, primary_key=True),
    sql.Column("schema", sql.Integer, nullable=False, server_default="1"),
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
    sql.Column("command", sql.Text, nullable=False),
    sql.UniqueConstraint("table_id", "command"),
)
PAPERS = sql.Table(
    "papers",
    schema,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("kind", sql.Text, nullable=False),
    sql.Column("owner", sql.Text, nullable=False, index=True),
    sql.Column("about", sql.Text, nullable=False, index=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.Column("touched", sql.BigInteger, nullable=False),
    sql.Column("number", sql.BigInteger, sql.Sequence("papers_in_order", metadata=schema), unique=True),
    sql.Column("changed", sql.BigInteger, nullable=False, server_default=sql.text(f"({TRANSACTION})"), index=True),
)
AUDIT = sql.Table(
    "audit",
    schema,
    sql.Column("number", sql.BigInteger, sql.Identity(always=True), primary_key=True),
    sql.Column("at", sql.BigInteger, nullable=False),
    *[sql.Column(name, sql.Text, nullable=False) for name in ("who", "origin", "act", "about", "said")],
)
LAYOUTS = sql.Table("layout", schema, sql.Column("number", sql.Integer, nullable=False))
# Several servers on one database (`nodes/registry.py`): who lives, and where each table is at home.
NODES = sql.Table(
    "nodes",
    schema,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("address", sql.Text, nullable=False),
    sql.Column("until", sql.DateTime(timezone=True), nullable=False),
)
HOMES = sql.Table(
    "homes",
    schema,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("node", sql.Text, nullable=False, index=True),
    sql.Column("epoch", sql.BigInteger, nullable=False),
)
HOUSE = sql.Table(
    "house",
    schema,
    sql.Column("id", sql.Integer, primary_key=True),
    sql.Column("seconds", sql.Double, nullable=False),
    sql.Column("at", sql.DateTime(timezone=True), nullable=False),
)
# What each node's part of the lobby shows; without a card it is there no more.
LOBBY = sql.Table(
    "lobby",
    schema,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("card", sql.LargeBinary),
    sql.Column("changed", sql.BigInteger, nullable=False, index=True),
)
# The first release wrote no layout; its tables lack these two columns.
TO_SECOND = (
    "ALTER TABLE tables ADD COLUMN IF NOT EXISTS touched BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE events ADD COLUMN IF NOT EXISTS schema INTEGER NOT NULL DEFAULT 1",
    "UPDATE tables SET touched = extract(epoch FROM now())::bigint WHERE touched = 0",
)
TO_FOURTH = ("ALTER TABLE tables ADD COLUMN IF NOT EXISTS made BIGINT NOT NULL DEFAULT 0",)
# Papers did not always say when they were changed.
TO_FOLLOWED = (
    f"ALTER TABLE papers ADD COLUMN IF NOT EXISTS changed BIGINT NOT NULL DEFAULT ({TRANSACTION})",
    "CREATE INDEX IF NOT EXISTS ix_papers_changed ON papers (changed)",
)
WORKERS = 4
# A network that is gone is noticed in seconds: others take over what a node cannot keep.
PATIENCE = {
    "connect_timeout": 4,
    "keepalives_idle": 4,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,
}
LAYING_OUT = 5_604_061  # a lock: two servers that start at once do not lay out the same database


class PostgresStore(PostgresOverview):
    """Each change is one transaction; the database syncs before it says so."""

    def __init__(self, url: str) -> None:
        try:
            # Without a driver in the URL SQLAlchemy would look for an older one.
            address = url.replace("postgresql://", "postgresql+psycopg://", 1)
            self.engine = sql.create_engine(address, pool_size=WORKERS + 1, pool_pre_ping=True, connect_args=PATIENCE)
            with self.engine.begin() as connection:
                lay_out(connection)
        except sql.exc.SQLAlchemyError as error:
            raise BadInput(f"the PostgreSQL database cannot be used: {type(error).__name__}") from None
        self.workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="store")

    async def do(
        self, work: Callable[[sql.Connection], Any], executor: Executor | None = None, may_repeat: bool = True
    ) -> Any:
        """One transaction. A connection that was lost may have been so for long: what can be done twice is tried again."""

        def transaction() -> Any:
            with self.engine.begin() as connection:
                return work(connection)

        loop = asyncio.get_running_loop()
        for may_fail in (may_repeat, False):
            try:  # the driver's own words hold what should have been written: they go no further
                return await loop.run_in_executor(executor or self.workers, transaction)
            except sql.exc.IntegrityError:
                raise Conflict("it is in the log already") from None
            except sql.exc.DBAPIError as error:
                if error.connection_invalidated and may_fail:
                    continue
                kind = Interrupted if error.connection_invalidated else StoreError
                raise kind(f"the database cannot be used: {type(error).__name__}") from None
            except sql.exc.SQLAlchemyError as error:
                raise StoreError(f"the database cannot be used: {type(error).__name__}") from None
        raise AssertionError("one of the two was the last")

    async def append(self, change: Append) -> None:
        row = change.row
        now = int(time.time())
        values = {"id": row.table, "code": row.code, "phase": row.phase, "is_public": row.is_public, "touched": now}
        upsert = insert(TABLES).values({**values, "made": now})
        upsert = upsert.on_conflict_do_update(
            index_elements=["id"],
            set_={"phase": row.phase, "is_public": row.is_public, "touched": now},
            where=(TABLES.c.phase != row.phase)
            | (TABLES.c.is_public != row.is_public)
            | (TABLES.c.touched < now - TOUCH_SECONDS),
        )
        event = {"table_id": row.table, "version": change.version, "schema": SCHEMA}
        event |= {"body": change.body, "command": change.command}

        def work(connection: sql.Connection) -> None:
            connection.execute(insert(EVENTS).values(event))
            connection.execute(upsert)
            put(connection, change.papers)

        await self.do(work, may_repeat=False)

    async def chat(self, table: str, number: int, body: bytes, command: str) -> None:
        said = insert(CHATS).values(table_id=table, number=number, body=body, command=command)
        await self.do(lambda connection: connection.execute(said).rowcount, may_repeat=False)

    async def events(self, table: str) -> list[Kept]:
        wanted = sql.select(EVENTS.c.version, EVENTS.c.schema, EVENTS.c.body, EVENTS.c.command)
        query = wanted.where(EVENTS.c.table_id == table).order_by(EVENTS.c.version)
        found = await self.do(lambda connection: connection.execute(query).all())
        return [Kept(version, number, bytes(body), command) for version, number, body, command in found]

    async def chats(self, table: str, most: int) -> list[bytes]:
        query = sql.select(CHATS.c.body).where(CHATS.c.table_id == table).order_by(CHATS.c.number.desc()).limit(most)
        found = await self.do(lambda connection: connection.execute(query).all())
        return [bytes(body) for (body,) in reversed(found)]

    async def chat_total(self, table: str) -> int:
        query = sql.select(sql.func.coalesce(sql.func.max(CHATS.c.number), 0)).where(CHATS.c.table_id == table)
        return int(await self.do(lambda connection: connection.execute(query).scalar_one()))

    async def row(self, table: str) -> TableRow | None:
        query = sql.select(TABLES.c.id, TABLES.c.code, TABLES.c.phase, TABLES.c.is_public).where(TABLES.c.id == table)
        found = await self.do(lambda connection: connection.execute(query).one_or_none())
        return None if found is None else TableRow(*found)

    async def find_code(self, code: str) -> str | None:
        query = sql.select(TABLES.c.id).where((TABLES.c.code == code) & TABLES.c.phase.not_in(["over", RETIRED]))
        query = query.order_by(TABLES.c.number.desc()).limit(1)
        found = await self.do(lambda connection: connection.execute(query).scalar_one_or_none())
        return None if found is None else str(found)

    async def unfinished(self, since: int) -> list[TableRow]:
        wanted = sql.select(TABLES.c.id, TABLES.c.code, TABLES.c.phase, TABLES.c.is_public)
        query = wanted.where(TABLES.c.phase.not_in(["over", RETIRED]) & (TABLES.c.touched >= since)).order_by(
            TABLES.c.touched
        )
        found = await self.do(lambda connection: connection.execute(query).all())
        return [TableRow(*row) for row in found]

    async def finished(self) -> list[str]:
        query = sql.select(TABLES.c.id).where(TABLES.c.phase == "over").order_by(TABLES.c.number)
        found = await self.do(lambda connection: connection.execute(query).all())
        return [str(table) for (table,) in found]

    async def put_paper(self, *papers: Paper) -> None:
        await self.do(lambda connection: put(connection, papers))

    async def put_first(self, paper: Paper) -> None:
        """Unless there is one of that id."""
        values = {**asdict(paper), "number": sql.func.nextval("papers_in_order")}
        await self.do(
            lambda connection: connection.execute(insert(PAPERS).values(values).on_conflict_do_nothing()).rowcount
        )

    async def paper(self, id: str) -> Paper | None:
        found = await self.papers_where(PAPERS.c.id == id)
        return found[0] if found else None

    async def papers_named(self, ids: Sequence[str]) -> list[Paper]:
        return await self.papers_where(PAPERS.c.id.in_(ids)) if ids else []

    async def papers_of_kind(self, kind: str) -> list[Paper]:
        return await self.papers_where(PAPERS.c.kind == kind)

    async def papers_of(self, owner: str, kind: str) -> list[Paper]:
        return await self.papers_where((PAPERS.c.owner == owner) & (PAPERS.c.kind == kind))

    async def papers_about(self, about: str, kind: str) -> list[Paper]:
        return await self.papers_where((PAPERS.c.about == about) & (PAPERS.c.kind == kind))

    async def papers_where(self, where: sql.ColumnElement[bool]) -> list[Paper]:
        wanted = [PAPERS.c[each.name] for each in fields(Paper)]
        query = sql.select(*wanted).where(where & (PAPERS.c.body != b"")).order_by(PAPERS.c.number)
        found = await self.do(lambda connection: connection.execute(query).all())
        return [Paper(id, kind, owner, about, bytes(body), touched) for id, kind, owner, about, body, touched in found]

    async def forget(self, table: str) -> None:
        """Everything that was played and said at a table."""

        def work(connection: sql.Connection) -> None:
            connection.execute(sql.delete(EVENTS).where(EVENTS.c.table_id == table))
            connection.execute(sql.delete(CHATS).where(CHATS.c.table_id == table))
            connection.execute(sql.delete(TABLES).where(TABLES.c.id == table))

        await self.do(work)

    async def try_write(self) -> None:
        await self.do(lambda connection: connection.execute(sql.update(LAYOUTS).values(number=LAYOUT)).rowcount)

    def close(self) -> None:
        self.workers.shutdown(wait=True)
        self.engine.dispose()


def put(connection: sql.Connection, papers: Sequence[Paper]) -> None:
    for paper in papers:
        values = {**asdict(paper), "number": sql.func.nextval("papers_in_order"), "changed": sql.text(TRANSACTION)}
        order = insert(PAPERS).values(values)
        connection.execute(order.on_conflict_do_update(index_elements=["id"], set_=values))


def lay_out(connection: sql.Connection) -> None:
    """A new database, or one of an older release brought up to date; whole, or not at all."""
    connection.execute(sql.select(sql.func.pg_advisory_xact_lock(LAYING_OUT)))
    schema.create_all(connection)
    if "changed" not in {column["name"] for column in sql.inspect(connection).get_columns("papers")}:
        for order in TO_FOLLOWED:
            connection.execute(sql.text(order))
    found = connection.execute(sql.select(LAYOUTS.c.number)).scalar_one_or_none()
    if found is None:
        for order in (*TO_SECOND, *TO_FOURTH, *ONLY_GROWS):
            connection.execute(sql.text(order))
        connection.execute(insert(LAYOUTS).values(number=LAYOUT))
    elif found < LAYOUT:  # the third one only has a table more
        for order in (*TO_FOURTH, *ONLY_GROWS):
            connection.execute(sql.text(order))
        connection.execute(sql.update(LAYOUTS).values(number=LAYOUT))
    elif found > LAYOUT:
        raise BadInput(f"a newer release has laid the database out ({found}; this one knows {LAYOUT})")
