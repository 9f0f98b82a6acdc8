"""The log in a PostgreSQL database, read by a witness that does not ask the store."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sql

ENTRIES = 'SELECT version, "schema", body, command FROM events WHERE table_id = :table ORDER BY version'
LINES = "SELECT body FROM chats WHERE table_id = :table ORDER BY number"


@dataclass(frozen=True)
class LogBase:
    engine: sql.Engine

    def entries(self, table: str) -> list[tuple[int, int, bytes, str | None]]:
        """Of a table, in order: version, schema, body, and whose command it answers."""
        with self.engine.begin() as connection:
            found = connection.execute(sql.text(ENTRIES), {"table": table}).all()
        return [(version, schema, bytes(body), command) for version, schema, body, command in found]

    def lines(self, table: str) -> list[bytes]:
        with self.engine.begin() as connection:
            return [bytes(body) for (body,) in connection.execute(sql.text(LINES), {"table": table})]
