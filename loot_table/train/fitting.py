"""A value net learns from lessons, with PyTorch: one hidden layer, shares of the victory by the strengths of all seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from loot_table.engine.errors import BadInput
from loot_table.train.lessons import Lessons

ROUNDS = 12  # times that every lesson is learned
BATCH = 4096
PACE = 3e-3
FORGETTING = 1e-4
EXAMS = 10  # one game in so many is kept back to tell how good the net is


@dataclass(frozen=True)
class Fitted:
    """A net as lists, and its loss: in games it has learned from, in others, and of one who knows nothing."""

    weights: list[list[float]]
    biases: list[float]
    output_weights: list[float]
    learned: float
    loss: float
    blind: float


def fitted(lessons: Lessons, units: int = 32, seed: int = 1) -> Fitted:
    torch = imported()
    torch.manual_seed(seed)
    where = "cuda" if torch.cuda.is_available() else "cpu"
    rows = torch.as_tensor(lessons.rows, device=where)
    ends = torch.as_tensor(lessons.ends, device=where)
    is_exam = torch.as_tensor(lessons.numbers % EXAMS == 0, device=where)
    learning, exams = torch.nonzero(~is_exam).flatten(), torch.nonzero(is_exam).flatten()
    size = rows.shape[2]
    flat = rows.reshape(-1, size)
    middle, reach = flat.mean(0), flat.std(0) + 1e-3
    net = torch.nn.Sequential(torch.nn.Linear(size, units), torch.nn.ReLU(), torch.nn.Linear(units, 1, bias=False)).to(
        where
    )

    def loss_of(some: Any) -> Any:
        strengths = net((rows[some] - middle) / reach).squeeze(-1)
        return -(ends[some] * torch.log_softmax(strengths, 1)).sum(1).mean()

    steps = ROUNDS * (len(learning) // BATCH + 1)
    method = torch.optim.AdamW(net.parameters(), lr=PACE, weight_decay=FORGETTING)
    slowing = torch.optim.lr_scheduler.CosineAnnealingLR(method, steps)
    for _ in range(ROUNDS):
        order = learning[torch.randperm(len(learning), device=where)]
        for start in range(0, len(order), BATCH):
            method.zero_grad()
            loss_of(order[start : start + BATCH]).backward()
            method.step()
            slowing.step()
    with torch.no_grad():
        learned, loss = loss_of(learning[: 50 * BATCH]).item(), loss_of(exams[: 50 * BATCH]).item()
        # What was learned of inputs brought to one scale is said of them as they come.
        weights = net[0].weight / reach
        biases = net[0].bias - weights @ middle
        blind = -(ends * ends.mean(1, keepdim=True).log()).sum(1).mean().item()
    return Fitted(rounded(weights), rounded(biases), rounded(net[2].weight[0]), learned, loss, blind)


def rounded(numbers: Any) -> Any:
    """As lists; four digits are enough, and keep files small."""
    plain = numbers.tolist()
    if isinstance(plain[0], list):
        return [[float(f"{number:.4g}") for number in row] for row in plain]
    return [float(f"{number:.4g}") for number in plain]


def imported() -> Any:
    try:
        import torch  # noqa: PLC0415 (installed only where it is wanted)
    except ImportError:
        raise BadInput('training needs PyTorch; it comes with `pip install "loot-table[train]"`') from None
    return torch
