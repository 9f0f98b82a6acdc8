"""Plain nets by numpy: dense layers and what stands between them. What goes beyond that is onnxruntime's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from loot_table.rl.onnx_file import Array, BadModel, Graph, NeedsRuntime, Node

ROWS: Final = "observation"
MASK: Final = "mask"


def gemm(node: Node, one: Array, other: Array, bias: Array | float = 0.0) -> Array:
    facts = node.facts
    left = one.T if facts.get("transA", 0) else one
    right = other.T if facts.get("transB", 0) else other
    return facts.get("alpha", 1.0) * (left @ right) + facts.get("beta", 1.0) * bias


LAYERS: Final[Mapping[str, Callable[..., Array]]] = {
    "Gemm": gemm,
    "MatMul": lambda _, one, other: one @ other,
    "Add": lambda _, one, other: one + other,
    "Sub": lambda _, one, other: one - other,
    "Mul": lambda _, one, other: one * other,
    "Relu": lambda _, one: np.maximum(one, 0),
    "Tanh": lambda _, one: np.tanh(one),
    "Sigmoid": lambda _, one: 1 / (1 + np.exp(-one)),
    "Identity": lambda _, one: one,
}


class PlainNet:
    """Scores of letters for rows of numbers."""

    def __init__(self, graph: Graph) -> None:
        unknown = sorted({node.kind for node in graph.nodes} - set(LAYERS))
        if unknown:
            raise NeedsRuntime(f"it has layers of the kind {unknown[0]:.40}")
        self.graph = graph

    def run(self, given: Mapping[str, Array]) -> dict[str, Array]:
        known: dict[str, Array] = {**self.graph.weights, **given}
        try:
            for node in self.graph.nodes:
                known[node.outputs[0]] = LAYERS[node.kind](node, *[known[name] for name in node.inputs])
            return {name: known[name] for name, _ in self.graph.outputs}
        except (KeyError, IndexError, ValueError, TypeError, MemoryError):
            raise BadModel("the layers of this model do not fit each other") from None


class Runtime:
    """The same by onnxruntime, for nets of any kind."""

    def __init__(self, content: bytes) -> None:
        try:
            import onnxruntime  # noqa: PLC0415 (installed only where it is wanted)
        except ImportError:
            raise NeedsRuntime('this model needs onnxruntime: pip install "loot-table[onnx]"') from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            self.session: Any = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # each of its errors is a class of its own, below no common one
            raise BadModel(f"onnxruntime cannot read this model ({type(error).__name__})") from None
        self.inputs = {each.name: row_length(each.shape) for each in self.session.get_inputs()}
        self.outputs = {each.name: row_length(each.shape) for each in self.session.get_outputs()}

    def run(self, given: Mapping[str, Array]) -> dict[str, Array]:
        try:
            found = self.session.run(None, dict(given))
        except Exception as error:
            raise BadModel(f"this model cannot be run ({type(error).__name__})") from None
        return dict(zip(self.outputs, found, strict=True))


def row_length(shape: Any) -> int:
    last = shape[-1] if shape else 0
    return last if isinstance(last, int) else 0
