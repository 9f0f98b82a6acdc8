"""The HTTP part of the protocol, described by OpenAPI from the same types that check it."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

import msgspec

from loot_table.server import messages as m
from loot_table.server.codes import EXAMPLE, MOST_SUGGESTIONS
from loot_table.server.daily.described import daily_paths
from loot_table.server.daily.messages import DailyTry
from loot_table.server.desk.described import SENT as SENT_OF_DESK
from loot_table.server.desk.described import desk_paths
from loot_table.server.keyring.described import SENT as SENT_OF_RING
from loot_table.server.keyring.described import keyring_paths
from loot_table.server.lab.described import SENT, lab_paths
from loot_table.server.learn.described import learn_paths
from loot_table.server.learn.messages import LessonAnswer
from loot_table.server.notices.described import notice_paths
from loot_table.server.notices.messages import SENT as NOTICES_SENT
from loot_table.server.puzzles.described import puzzle_paths
from loot_table.server.puzzles.messages import Attempt, PuzzleQuestion
from loot_table.server.review import described as review

OBJECT = {"type": "object"}
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "text"],
            "properties": {
                "code": {"type": "string"},
                "text": {"type": "string"},
                "word": {"type": "string", "description": "of a table code: the word that was not understood"},
                "suggestions": {"type": "array", "items": {"type": "string"}, "maxItems": MOST_SUGGESTIONS},
            },
        }
    },
}
TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
SEAT = {"name": "seat", "in": "query", "required": False, "schema": {"type": "integer", "minimum": 0, "maximum": 7}}
FORM = {"name": "form", "in": "query", "required": False, "schema": {"enum": ["scene", "view"]}}
SLUG = {"name": "slug", "in": "path", "required": True, "schema": {"type": "string"}}
NUMBER = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
LANGUAGE = {"name": "language", "in": "path", "required": True, "schema": {"type": "string"}}
CODE = {
    "name": "code",
    "in": "path",
    "required": True,
    "description": "Three words in any letters, with anything or nothing between them. A word may be cut short or have a slip "
    "if only one word of the list can be meant.",
    "schema": {"type": "string", "examples": [EXAMPLE]},
}
FROM = {"name": "from", "in": "query", "required": False, "schema": {"type": "integer", "minimum": 0}}
VERSION = {"name": "version", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
ERRORS = ("400", "401", "403", "404", "405", "408", "409", "413", "415", "429", "503")


def operation(summary: str, *parameters: Any, sends: type | None = None, status: str = "200") -> dict[str, Any]:
    """One method of one path."""
    told = {"description": summary, "content": {"application/json": {"schema": OBJECT}}}
    wrong = {"description": "What is wrong, in words.", "content": {"application/json": {"schema": ERROR}}}
    found: dict[str, Any] = {
        "summary": summary,
        "parameters": list(parameters),
        "responses": {status: told, **dict.fromkeys(ERRORS, wrong)},
    }
    if sends is not None:
        schema = {"$ref": f"#/components/schemas/{sends.__name__}"}
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return found


@cache
def described_api() -> dict[str, Any]:
    _, schemas = msgspec.json.schema_components(
        [
            *(m.NewTable, m.MyTables, m.Join, m.WantPhone, m.Claim, m.Command),
            *(*review.SENT, LessonAnswer, DailyTry, Attempt, PuzzleQuestion),
            *(*SENT, *NOTICES_SENT, *SENT_OF_RING, *SENT_OF_DESK),
        ],
        ref_template="#/components/schemas/{name}",
    )
    # Where nothing but a command is expected its type may be left out.
    schemas["Command"]["required"].remove("type")
    at = "/api/tables/{table}"
    return {
        "openapi": "3.1.0",
        "info": {"title": "Loot Table", "version": version("loot-table")},
        "paths": {
            "/api/words": {"get": operation("The languages that are installed.")},
            "/api/words/{language}": {"get": operation("The page's own words in a language.", LANGUAGE)},
            "/api/games": {"get": operation("The games.")},
            "/api/games/{slug}": {"get": operation("One game with its rules.", SLUG)},
            "/api/games/{slug}/people": {"get": operation("Minutes of a game among people here.", SLUG)},
            "/api/games/{slug}/pictures/{number}": {"get": operation("A picture of a rule, as a scene.", SLUG, NUMBER)},
            "/api/tables": {
                "get": operation("Public tables."),
                "post": operation("Make a table.", sends=m.NewTable, status="201"),
            },
            "/api/tables/mine": {"post": operation("Public facts of many tables at once.", sends=m.MyTables)},
            "/api/codes/{code}": {
                "get": operation(
                    "The table with a code; a word that is not understood is named, with words it may be.", CODE
                )
            },
            at: {
                "get": operation("The table card.", TABLE),
                "delete": operation("Delete a table with all that was played and said at it.", TABLE),
            },
            at + "/join": {"post": operation("Take an open seat.", TABLE, sends=m.Join, status="201")},
            at + "/follow": {"post": operation("Take one's seats of the rematch.", TABLE)},
            at + "/frame": {"get": operation("The frame of a seat, or of a spectator.", TABLE, SEAT, FORM)},
            at + "/log": {"get": operation("Everything an audience has noticed, page by page.", TABLE, SEAT, FROM)},
            at + "/replay/{version}": {"get": operation("The table as it was.", TABLE, VERSION, SEAT, FORM)},
            at + "/record": {"get": operation("The record, when the game is over.", TABLE)},
            at + "/commands": {"post": operation("One command.", TABLE, FORM, sends=m.Command)},
            at + "/ticket": {"post": operation("A one-time ticket for the socket.", TABLE)},
            at + "/phones": {
                "post": operation(
                    "A one-time link to a seat of a shared screen.", TABLE, sends=m.WantPhone, status="201"
                )
            },
            at + "/phones/claim": {
                "post": operation("The seat of such a link, for a phone.", TABLE, sends=m.Claim, status="201")
            },
            **lab_paths(operation, TABLE),
            **review.review_paths(operation, TABLE, SEAT),
            **learn_paths(operation, SLUG),
            **keyring_paths(operation, TABLE),
            **notice_paths(operation, TABLE),
            **daily_paths(operation),
            **puzzle_paths(operation),
            **desk_paths(operation),
            "/healthz": {"get": operation("Whether the server lives.")},
            "/readyz": {"get": operation("Whether what is acknowledged now can be kept.")},
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"seat": []}, {}],
    }
