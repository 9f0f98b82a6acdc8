"""What was promised and is not kept, said in words: promises compared with what is here now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

MAY_BE_LEFT_OUT = "="  # behind the name of a parameter
BY_NAME = "*"  # before one that has no place
LIMITS = {
    "maximum": 1,
    "maxLength": 1,
    "maxItems": 1,
    "minimum": -1,
    "minLength": -1,
    "minItems": -1,
}  # more is wider: 1
Promises = Mapping[str, Any]


def unkept(before: Promises, now: Promises) -> Iterator[str]:
    """What was promised and is not here, in words."""
    yield from fewer(before["protocol"]["api"], now["protocol"]["api"])
    for name, schema in before["protocol"]["schemas"].items():
        here = now["protocol"]["schemas"].get(name)
        yield from narrowed(schema, here, name) if here is not None else [f"{name} is gone"]
    yield from fewer(before["commands"], now["commands"])
    for module, names in before["python"].items():
        for name, calls in names.items():
            yield from other_calls(calls, now["python"].get(module, {}).get(name), f"{module}.{name}")
    for slug, told in before["environments"].items():
        here = now["environments"][slug]
        for players, numbers in told["numbers"].items():
            if here["version"] == told["version"] and here["numbers"].get(players) != numbers:
                yield f"{slug} with {players}: other numbers under version {told['version']}"


def fewer(before: Mapping[str, Sequence[str]], now: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Things that are gone, or have fewer names."""
    for thing, names in before.items():
        if thing not in now:
            yield f"{thing} is gone"
        else:
            yield from [f"{thing}: no {name}" for name in names if name not in now[thing]]


def narrowed(before: Any, now: Any, where: str) -> Iterator[str]:
    """What a schema allowed and this one does not; only what our schemas are made of is compared."""
    if "anyOf" in before:
        yield from fewer_kinds(before, now, where)
        return
    if "type" in now and before.get("type", now["type"]) != now["type"]:
        yield f"{where}: was {before['type']}, is {now['type']}"
    for name, inner in before.get("properties", {}).items():
        if name not in now.get("properties", {}):
            yield f"{where}: no {name}"
        else:
            yield from narrowed(inner, now["properties"][name], f"{where}.{name}")
    yield from [f"{where}: needs {name}" for name in now.get("required", []) if name not in before.get("required", [])]
    yield from [f"{where}: not {value}" for value in before.get("enum", []) if value not in now.get("enum", [value])]
    for limit, wider in LIMITS.items():
        if limit in now and (limit not in before or wider * now[limit] < wider * before[limit]):
            yield f"{where}: {limit} is {now[limit]}"
    if "items" in before and "items" in now:
        yield from narrowed(before["items"], now["items"], f"{where}[]")


def fewer_kinds(before: Any, now: Any, where: str) -> Iterator[str]:
    """Of a field that may be of several kinds, those that it may not be any more."""
    kinds = now.get("anyOf", [now])
    for kind in before["anyOf"]:
        if kind not in kinds and all(list(narrowed(kind, other, where)) for other in kinds):
            yield f"{where}: no {kind}"
    left = now.get("discriminator", {}).get("mapping", {})
    yield from [
        f"{where}: no {name}" for name in before.get("discriminator", {}).get("mapping", {}) if name not in left
    ]


def other_calls(before: Mapping[str, list[str]], now: Mapping[str, list[str]] | None, where: str) -> Iterator[str]:
    """Calls of a name, and of its methods, that were right and are no more."""
    if now is None:
        yield f"{where} is gone"
        return
    for method, given in before.items():
        name = f"{where}.{method}" if method else where
        yield from (
            [f"{name}: {one}" for one in other_call(given, now[method])] if method in now else [f"{name} is gone"]
        )


def other_call(before: list[str], now: list[str]) -> Iterator[str]:
    was, here = list(map(bare, before)), list(map(bare, now))
    yield from [f"no {name}" for name in was if name not in here]
    needed = [bare(name) for name in now if not name.endswith(MAY_BE_LEFT_OUT)]
    could_be_left_out = [bare(name) for name in before if name.endswith(MAY_BE_LEFT_OUT)]
    yield from [f"needs {name}" for name in needed if name not in was or name in could_be_left_out]
    places = [bare(name) for name in before if not name.startswith(BY_NAME)]
    if (
        not set(was) - set(here)
        and places != [bare(name) for name in now if not name.startswith(BY_NAME)][: len(places)]
    ):
        yield f"another order than {', '.join(places)}"


def bare(parameter: str) -> str:
    return parameter.strip(BY_NAME + MAY_BE_LEFT_OUT)
