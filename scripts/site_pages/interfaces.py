"""The HTTP interface from its OpenAPI description, and the Python interface from docstrings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from loot_table.server.openapi import described_api

# Modules with a page of their own: their place, their title, and what is shown of them.
MODULES = {
    "engine": (
        "The engine's words",
        "What a game is made of. [Adding a game](../adding-a-game.md) shows them at work.",
        ("engine.state", "engine.sentence", "engine.options"),
    ),
    "match": (
        "Playing a match",
        "The only door to a table: it checks, records, undoes, replays and saves.",
        ("engine.match", "engine.game", "engine.nature", "engine.errors"),
    ),
    "numbers": (
        "Numbers for networks",
        "How views become rows of numbers, and actions numbers of their own.",
        ("engine.encoding", "engine.spelling", "rl.pettingzoo", "rl.gymnasium", "rl.vector"),
    ),
    "measuring": (
        "Designs, answers, intervals",
        "What [the lab](../lab.md) is made of.",
        ("lab.design", "lab.answers", "measure.intervals"),
    ),
}


def pages() -> dict[str, str]:
    found = {f"reference/python-{name}.md": module_page(*about) for name, about in MODULES.items()}
    return {"reference/http.md": "\n".join(http_page()) + "\n", **found}


def files() -> dict[str, str]:
    """What is handed out beside the pages."""
    return {"openapi.json": json.dumps(described_api(), indent=1, sort_keys=True) + "\n"}


def module_page(title: str, about: str, modules: tuple[str, ...]) -> str:
    shown = "\n\n".join(f"## loot_table.{name}\n\n::: loot_table.{name}" for name in modules)
    return f"# {title}\n\n{about} Written from the code's own words.\n\n{shown}\n"


def http_page() -> Iterator[str]:
    api = described_api()
    schemas = api["components"]["schemas"]
    yield from ("# The HTTP interface", "")
    yield "Every request, from the same description that a server hands out at `/openapi.json` ([the file](openapi.json))."
    yield "[The protocol](../protocol.md) says how they belong together, and what goes over the socket."
    yield ""
    groups: dict[str, list[str]] = {}
    for path in api["paths"]:
        first = path.removeprefix("/api/").split("/")[0]
        groups.setdefault(first or "The server itself", []).append(path)
    for group, paths in groups.items():
        yield from (f"## {group}", "", "| request | does | sends |", "|---|---|---|")
        for path in paths:
            for method, operation in api["paths"][path].items():
                yield f"| `{method.upper()} {path}` | {operation['summary']} | {sent(operation)} |"
        yield ""
    yield from ("## What is sent", "")
    for name, schema in schemas.items():
        if "properties" in schema:
            yield from of_schema(name, schema)


def sent(operation: dict[str, Any]) -> str:
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return named(schema) if schema else ""


def named(schema: dict[str, Any]) -> str:
    """A type in a word or two."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(named(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"`{one}`" for one in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {named(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))


def of_schema(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield from (f"### {name}", "")
    if "description" in schema:
        yield from (" ".join(schema["description"].split()), "")
    yield from ("| field | type | needed |", "|---|---|---|")
    for field, one in schema["properties"].items():
        needed = "yes" if field in schema.get("required", ()) else f"no; `{json.dumps(one.get('default'))}`"
        yield f"| `{field}` | {named(one)}{limits(one)} | {needed} |"
    yield ""


def limits(schema: dict[str, Any]) -> str:
    words = {
        "minimum": "at least",
        "maximum": "at most",
        "minLength": "letters at least",
        "maxLength": "letters at most",
        "maxItems": "items at most",
    }
    told = [f"{said} {schema[name]}" for name, said in words.items() if name in schema]
    return f", {', '.join(told)}" if told else ""
