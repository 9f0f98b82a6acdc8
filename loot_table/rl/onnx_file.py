"""ONNX files of plain nets, written and read without a library: layers that numpy can do, and a card in the metadata.

Only what is needed of the format's protocol buffers is here. A file comes from anywhere, so every length in it is checked.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from loot_table.engine.errors import BadInput

MOST_BYTES: Final = 64 * 2**20
MOST_NODES: Final = 1000
OPSET: Final = 17
IR_VERSION: Final = 8
FLOAT: Final = 1  # float32, by its number in the format
INT64: Final = 7
ANY: Final = "N"  # how many rows at once
Array = Any  # of numpy


class BadModel(BadInput):
    """A file that is no model, or one that we cannot use."""


class NeedsRuntime(BadModel):
    """A model with layers that only a whole runtime knows."""


@dataclass(frozen=True)
class Node:
    """One layer: what it does, with what, into what."""

    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    facts: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Graph:
    """A model: its layers in order, the numbers it has learned, and what it says of itself."""

    nodes: tuple[Node, ...]
    weights: Mapping[str, Array]
    inputs: tuple[tuple[str, int], ...]  # with the length of a row
    outputs: tuple[tuple[str, int], ...]
    notes: Mapping[str, str]


# ---------------------------------------------------------------- writing


def varint(number: int) -> bytes:
    found = bytearray()
    number &= 2**64 - 1
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def told(place: int, value: int | float | str | bytes) -> bytes:
    """A field of a message."""
    if isinstance(value, float):
        return varint(place << 3 | 5) + struct.pack("<f", value)
    if isinstance(value, int):
        return varint(place << 3) + varint(value)
    content = value.encode() if isinstance(value, str) else value
    return varint(place << 3 | 2) + varint(len(content)) + content


def written(graph: Graph) -> bytes:
    """The whole file."""
    body = b"".join([told(1, node_bytes(node)) for node in graph.nodes])
    body += told(2, "policy")
    body += b"".join([told(5, tensor_bytes(name, each)) for name, each in graph.weights.items()])
    body += b"".join([told(11, port_bytes(*each)) for each in graph.inputs])
    body += b"".join([told(12, port_bytes(*each)) for each in graph.outputs])
    notes = b"".join([told(14, told(1, name) + told(2, text)) for name, text in graph.notes.items()])
    opset = told(8, told(1, "") + told(2, OPSET))
    return told(1, IR_VERSION) + opset + told(2, "loot-table") + told(7, body) + notes


def node_bytes(node: Node) -> bytes:
    facts = b"".join([told(5, fact_bytes(name, value)) for name, value in node.facts.items()])
    named = b"".join([told(1, name) for name in node.inputs]) + b"".join([told(2, name) for name in node.outputs])
    return named + told(4, node.kind) + facts


def fact_bytes(name: str, value: float) -> bytes:
    is_float = isinstance(value, float)
    return told(1, name) + told(2 if is_float else 3, value) + told(20, 1 if is_float else 2)


def tensor_bytes(name: str, array: Array) -> bytes:
    row = np.ascontiguousarray(array, "<f4")
    return b"".join([told(1, length) for length in row.shape]) + told(2, FLOAT) + told(8, name) + told(9, row.tobytes())


def port_bytes(name: str, length: int) -> bytes:
    shape = told(1, told(2, ANY)) + told(1, told(1, length))
    return told(1, name) + told(2, told(1, told(1, FLOAT) + told(2, shape)))


# ---------------------------------------------------------------- reading


def read(content: bytes) -> Graph:
    """A model that numpy can do; or what is wrong with it."""
    if len(content) > MOST_BYTES:
        raise BadModel(f"a model has {MOST_BYTES // 2**20} MB at most")
    try:
        return graph_of(content)
    except (struct.error, UnicodeDecodeError, ValueError, OverflowError, TypeError):
        raise BadModel("this is no ONNX file, or a broken one") from None


def notes_of(content: bytes) -> dict[str, str]:
    """What a model says of itself, whatever its layers are."""
    try:
        pairs = [dict(fields(each)) for each in all_of(content, 14)]
        return {text(pair.get(1, b"")): text(pair.get(2, b"")) for pair in pairs}
    except (struct.error, UnicodeDecodeError, ValueError, TypeError):
        raise BadModel("this is no ONNX file, or a broken one") from None


def graph_of(content: bytes) -> Graph:
    bodies = all_of(content, 7)
    if not bodies:
        raise ValueError("no graph")
    body = bodies[-1]
    weights = dict(tensor_of(each) for each in all_of(body, 5))
    nodes = all_of(body, 1)
    if len(nodes) > MOST_NODES:
        raise NeedsRuntime(f"a plain net has {MOST_NODES} layers at most")
    inputs = tuple([port for each in all_of(body, 11) if (port := port_of(each))[0] not in weights])
    return Graph(
        tuple([node_of(each) for each in nodes]),
        weights,
        inputs,
        tuple([port_of(each) for each in all_of(body, 12)]),
        notes_of(content),
    )


def fields(content: bytes) -> Iterator[tuple[int, Any]]:
    """The fields of a message, in order: whole numbers, floats (of wire type 5), or bytes."""
    at = 0
    while at < len(content):
        key, at = number_at(content, at)
        place, wire = key >> 3, key & 7
        if wire == 0:
            value, at = number_at(content, at)
            yield place, value
            continue
        if wire == 2:
            length, at = number_at(content, at)
        else:
            length = {1: 8, 5: 4}.get(wire, len(content))
        if length > len(content) - at:
            raise ValueError("cut off")
        piece = content[at : at + length]
        at += length
        yield place, struct.unpack("<f", piece)[0] if wire == 5 else piece


def number_at(content: bytes, at: int) -> tuple[int, int]:
    number = 0
    for step in range(10):
        if at + step >= len(content):
            break
        byte = content[at + step]
        number |= (byte & 127) << 7 * step
        if byte < 128:
            return number - 2**64 if number >= 2**63 else number, at + step + 1
    raise ValueError("no number")


def all_of(content: bytes, place: int) -> list[bytes]:
    found = [value for each, value in fields(content) if each == place]
    if not all(isinstance(each, bytes) for each in found):
        raise ValueError("not a message")
    return found


def text(content: bytes) -> str:
    return content.decode("utf-8")


def node_of(content: bytes) -> Node:
    inputs, outputs = all_of(content, 1), all_of(content, 2)
    kinds, domain = all_of(content, 4), all_of(content, 7)
    if domain and domain[-1] not in (b"", b"ai.onnx"):
        raise NeedsRuntime(f"it has layers of {text(domain[-1])!r:.40}")
    facts: dict[str, float] = {}
    for each in all_of(content, 5):
        told_here = dict(fields(each))
        name = text(told_here.get(1, b""))
        facts[name] = told_here.get(2, told_here.get(3, 0))
    return Node(text(kinds[-1]), tuple(map(text, inputs)), tuple(map(text, outputs)), facts)


def tensor_of(content: bytes) -> tuple[str, Array]:
    lengths: list[int] = []
    kind, name, raw, floats = 0, "", b"", b""
    for place, value in fields(content):
        if place == 1:
            lengths += packed(value) if isinstance(value, bytes) else [value]
        elif place == 2:
            kind = value
        elif place == 4:
            floats += value if isinstance(value, bytes) else struct.pack("<f", value)
        elif place == 8:
            name = text(value)
        elif place == 9:
            raw = value
        elif place == 13 or (place == 14 and value):
            raise BadModel("its numbers lie in another file; a model is one file")
    if kind == INT64:
        return name, np.frombuffer(raw, "<i8").reshape(lengths)
    if kind != FLOAT:
        raise NeedsRuntime("it has other numbers than float32")
    row = np.frombuffer(raw or floats, "<f4").reshape(lengths)
    if not np.isfinite(row).all():
        raise BadModel("it has numbers that are none")
    return name, row


def packed(content: bytes) -> list[int]:
    found: list[int] = []
    at = 0
    while at < len(content):
        number, at = number_at(content, at)
        found.append(number)
    return found


def port_of(content: bytes) -> tuple[str, int]:
    """The name of an input or output and the length of a row; 0 where it is not said."""
    told_here = dict(fields(content))
    shapes = [shape for kind in all_of(told_here.get(2, b""), 1) for shape in all_of(kind, 2)]
    lengths = [dict(fields(each)).get(1, 0) for shape in shapes for each in all_of(shape, 1)]
    return text(told_here.get(1, b"")), int(lengths[-1]) if lengths else 0
