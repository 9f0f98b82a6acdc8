"""Small nets that have learned nothing, for those who only need a policy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from loot_table import games
from loot_table.rl.card import NOTE, Card, card_for
from loot_table.rl.onnx_file import Graph, Node, written
from loot_table.rl.plain_net import ROWS
from loot_table.rl.policy import card_with_sizes, fingerprint


def a_card(slug: str, players: int = 2, options: Mapping[str, Any] | None = None, form: str = "factored") -> Card:
    game = games.load(slug)
    card = card_for(game, players, options or {}, None, form)
    return card_with_sizes(card, game.start(players, options or {}))


def a_graph(card: Card, units: int = 8, seed: int = 1) -> Graph:
    rng = np.random.default_rng(seed)
    weights = {
        "one": rng.normal(0, 0.3, (units, card.observation)).astype(np.float32),
        "one.bias": rng.normal(0, 0.3, units).astype(np.float32),
        "two": rng.normal(0, 0.3, (card.letters, units)).astype(np.float32),
        "two.bias": np.zeros(card.letters, np.float32),
    }
    nodes = (
        Node("Gemm", (ROWS, "one", "one.bias"), ("hidden",), {"transB": 1}),
        Node("Relu", ("hidden",), ("active",)),
        Node("Gemm", ("active", "two", "two.bias"), ("scores",), {"transB": 1, "alpha": 1.0}),
    )
    return Graph(nodes, weights, ((ROWS, card.observation),), (("scores", card.letters),), {})


def a_model(card: Card, graph: Graph | None = None) -> bytes:
    found = graph or a_graph(card)
    told = replace(card, hash=card.hash or fingerprint(found))
    return written(Graph(found.nodes, found.weights, found.inputs, found.outputs, {NOTE: told.to_json()}))


def a_file(folder: Path, card: Card) -> Path:
    path = folder / f"{card.game}-{card.players}.onnx"
    path.write_bytes(a_model(card))
    return path
