"""A net of integers learns, with PyTorch, what positions of Crates vs Barrels are worth: `positions.py` gathers them.

It is taught the share of the victory, mostly by how games ended and a little by what the search thought of the position. While it
learns, weights are rounded as they will be kept, so that nothing is lost by it. The board's left and right are alike: some units
come in pairs that mirror each other, and the others are their own mirror image.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.games.crates_barrels.board import TILES
from loot_table.games.crates_barrels.bot.net import CAP, HEADS, INPUTS, MIDDLE, SCALE, SHIFT, box_key, fingerprint
from loot_table.games.crates_barrels.bot.search import SLOPE
from loot_table.games.crates_barrels.table import Table
from loot_table.train.fitting import imported
from loot_table.train.positions import ABOUT, GAME, NOWHERE, ROW, SLOTS

BATCH: Final = 16384
PACE: Final = 4e-3
EXAMS: Final = 10  # one game in so many is kept back to tell how good the net is
OWN_MIRROR: Final = 4  # one unit in so many is its own mirror image
LARGEST: Final = (MIDDLE - 1) / CAP / (2 * SLOTS + 1)  # a weight or a bias, in parts of a full unit


@dataclass(frozen=True)
class Plan:
    units: int = 16
    seconds: float = 60.0
    by_result: float = 0.7  # of what it is taught; the rest by the search
    seed: int = 1


@dataclass(frozen=True)
class Statement:
    """Where a net comes from. Losses are those of games that it has not learned from, by their results."""

    command: str
    date: str
    nodes: int
    random_turns: int
    played_by: str
    games: int
    positions: int
    rounds: float
    seed: int
    loss: float
    loss_by_counting: float  # of a value by counting with the best slope
    loss_blind: float


@dataclass(frozen=True)
class Lessons:
    """Positions on the device where it learns: inputs as the mover and as the other sees them, head, shares, values."""

    mine: Any
    theirs: Any
    heads: Any
    shares: Any
    ends: Any
    counted: Any

    def of(self, some: Any) -> Lessons:
        return Lessons(*[getattr(self, name)[some] for name in self.__dataclass_fields__])

    def __len__(self) -> int:
        return len(self.heads)


def learned(folders: Sequence[Path], plan: Plan, command: str) -> tuple[Statement, dict[str, Any]]:
    """A net by the positions of some folders, and where it comes from."""
    torch = imported()
    torch.manual_seed(plan.seed)
    where = "cuda" if torch.cuda.is_available() else "cpu"
    abouts = [read_about(folder) for folder in folders]
    lessons, numbers = read_lessons(torch, folders, where)
    is_exam = numbers % EXAMS == 0
    course, exam = lessons.of(~is_exam), lessons.of(is_exam)
    if not len(course) or not len(exam):
        raise BadInput("too few games to learn from")
    net = Learning(torch, plan.units, where)
    rounds = net.learn(course, plan)
    told = net.told()
    statement = Statement(
        command,
        datetime.now(UTC).date().isoformat(),
        abouts[-1]["recipe"]["nodes"],
        abouts[-1]["recipe"]["random_turns"],
        ", ".join(Path(about["recipe"]["net"]).name or "counting" for about in abouts),
        sum(about["games"] for about in abouts),
        len(lessons),
        round(rounds, 1),
        plan.seed,
        loss(torch, weighed(torch, told, exam) / SLOPE, exam.ends),
        counted_loss(torch, course, exam),
        loss(torch, torch.full_like(exam.ends, blind(course)), exam.ends),
    )
    return statement, told


def read_about(folder: Path) -> Any:
    """How a folder's positions came about."""
    try:
        return json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadInput(f"{folder} holds no positions that `loot net gather` has kept") from None


def read_lessons(torch: Any, folders: Sequence[Path], where: str) -> tuple[Lessons, Any]:
    """All rows of some folders, and the numbers of their games."""
    found = b"".join(path.read_bytes() for folder in folders for path in sorted(folder.glob("rows-*.bin")))
    if not found:
        raise BadInput(f"there are no positions in {', '.join(map(str, folders))}")
    rows = torch.frombuffer(bytearray(found), dtype=torch.uint8).reshape(-1, ROW.size).to(where)
    tiles = rows[:, : 2 * SLOTS].long()
    carriers = rows[:, 2 * SLOTS : 2 * SLOTS + 2].long()
    carries = tiles == torch.repeat_interleave(carriers, SLOTS, 1)
    owner = torch.arange(2 * SLOTS, device=where) // SLOTS
    mine = torch.where(tiles == NOWHERE, INPUTS, (2 * owner + carries) * TILES + tiles)
    other = [(number // TILES + 2) % 4 * TILES + TILES - 1 - number % TILES for number in range(INPUTS)]
    theirs = torch.tensor([*other, INPUTS], device=where)[mine]
    heads = (carriers[:, 0] != NOWHERE).long() + 2 * (carriers[:, 1] != NOWHERE).long()

    def whole(start: int, size: int) -> Any:
        return sum(rows[:, start + byte].long() << (8 * byte) for byte in range(size))

    counted = whole(16, 2)
    counted = torch.where(counted >= 1 << 15, counted - (1 << 16), counted)
    lessons = Lessons(
        mine.int(), theirs.int(), heads, whole(12, 2).float() / 65535, rows[:, 14].float() / 2, counted.float()
    )
    return lessons, whole(20, 4)


class Learning:
    """The net while it learns: weights as parts of a full unit, values as logarithms of odds."""

    def __init__(self, torch: Any, units: int, where: str) -> None:
        self.torch = torch
        self.single = units // OWN_MIRROR
        self.paired = (units - self.single) // 2
        if units % 8:
            raise BadInput(f"a net has a multiple of 8 units, not {units}")
        kinds = self.paired + self.single
        self.mirror = torch.tensor([mirrored(number) for number in range(INPUTS)], device=where)

        def drawn(*shape: int, reach: float) -> Any:
            return torch.nn.Parameter(reach * torch.randn(*shape, device=where))

        self.weights = drawn(INPUTS, kinds, reach=0.1)
        self.biases = torch.nn.Parameter(torch.full((kinds,), 0.3, device=where))
        self.own_heads = drawn(HEADS, kinds, reach=0.2)
        self.their_heads = drawn(HEADS, kinds, reach=0.2)
        self.head_biases = torch.nn.Parameter(torch.zeros(HEADS, device=where))
        self.all = [self.weights, self.biases, self.own_heads, self.their_heads, self.head_biases]

    def learn(self, course: Lessons, plan: Plan) -> float:
        """For so many seconds; how often every position was seen."""
        torch = self.torch
        method = torch.optim.Adam(self.all, lr=PACE)
        began, step, count = time.monotonic(), 0, len(course)
        batch = min(BATCH, count)
        target = plan.by_result * course.ends + (1 - plan.by_result) * course.shares
        lessons = replace(course, ends=target)
        order, place = torch.randperm(count, device=target.device), 0
        while (spent := (time.monotonic() - began) / plan.seconds) < 1:
            for group in method.param_groups:
                group["lr"] = PACE * (0.5 + 0.5 * math.cos(math.pi * spent)) + 1e-6
            if place + batch > count:
                order, place = torch.randperm(count, device=target.device), 0
            some = lessons.of(order[place : place + batch])
            place += batch
            method.zero_grad()
            torch.nn.functional.binary_cross_entropy_with_logits(self.odds(some), some.ends).backward()
            method.step()
            with torch.no_grad():
                self.weights.clamp_(-LARGEST, LARGEST)
                self.biases.clamp_(-LARGEST, LARGEST)
            step += 1
        return step * batch / count

    def odds(self, some: Lessons) -> Any:
        torch = self.torch
        weights, biases, heads = self.spread()
        table = torch.cat([rounded(weights), torch.zeros_like(weights[:1])])
        views = [
            (torch.nn.functional.embedding_bag(view, table, mode="sum", padding_idx=INPUTS) + rounded(biases)).clamp(
                0, 1
            )
            for view in (some.mine, some.theirs)
        ]
        return (torch.cat(views, 1) * heads[some.heads]).sum(1) + self.head_biases[some.heads]

    def spread(self) -> tuple[Any, Any, Any]:
        """All units: the first of each pair, their mirror images, and those that are their own."""
        torch, paired = self.torch, self.paired
        first, own = self.weights[:, :paired], self.weights[:, paired:]
        weights = torch.cat([first, first[self.mirror], (own + own[self.mirror]) / 2], 1)
        biases = torch.cat([self.biases[:paired], self.biases])  # pairs share theirs
        heads = [torch.cat([side[:, :paired], side], 1) for side in (self.own_heads, self.their_heads)]
        return weights, biases, torch.cat(heads, 1)

    def told(self) -> dict[str, Any]:
        """As integers, as a file has it."""
        weights, biases, heads = self.spread()
        table = games.load(GAME).start(2)
        assert isinstance(table, Table)
        told = {
            "box": box_key(table.box),
            "biases": integers(biases * CAP),
            "weights": integers(weights.T * CAP),
            "head_biases": integers(self.head_biases * SLOPE * SCALE),
            "heads": integers(heads * SLOPE * SCALE / CAP),
        }
        return {**told, "hash": fingerprint(told)}


def mirrored(number: int) -> int:
    """An input with left and right exchanged."""
    kind, tile = divmod(number, TILES)
    return kind * TILES + (8 - tile // 9) * 9 + tile % 9


def rounded(weights: Any) -> Any:
    """As they will be kept, learning as if they were not."""
    return weights + ((weights * CAP).round() / CAP - weights).detach()


def integers(numbers: Any) -> Any:
    return numbers.detach().round().long().tolist()


# ---------------------------------------------------------------- how good it is


def weighed(torch: Any, told: dict[str, Any], some: Lessons) -> Any:
    """What the integers say of positions, exactly as in a game."""
    where = some.heads.device
    weights = torch.tensor(told["weights"], device=where).T
    table = torch.cat([weights, torch.zeros_like(weights[:1])])
    biases, heads = torch.tensor(told["biases"], device=where), torch.tensor(told["heads"], device=where)
    head_biases = torch.tensor(told["head_biases"], device=where)
    values = []
    for start in range(0, len(some), BATCH):
        part = some.of(slice(start, start + BATCH))
        views = [(table[view.long()].sum(1) + biases).clamp(0, CAP) for view in (part.mine, part.theirs)]
        values.append(((torch.cat(views, 1) * heads[part.heads]).sum(1) + head_biases[part.heads]) >> SHIFT)
    return torch.cat(values).float()


def loss(torch: Any, odds: Any, ends: Any) -> float:
    return float(torch.nn.functional.binary_cross_entropy_with_logits(odds, ends))


def counted_loss(torch: Any, course: Lessons, exam: Lessons) -> float:
    """Of counting, with the slope and the addition that fit best what there is to learn from."""
    line = torch.zeros(2, device=exam.ends.device, requires_grad=True)
    method = torch.optim.LBFGS([line], max_iter=50)

    def error() -> Any:
        method.zero_grad()
        lost = torch.nn.functional.binary_cross_entropy_with_logits(
            course.counted / SLOPE * line[0] + line[1], course.ends
        )
        lost.backward()
        return lost

    method.step(error)
    return loss(torch, exam.counted / SLOPE * line[0].item() + line[1].item(), exam.ends)


def blind(course: Lessons) -> float:
    """The odds of a mover of whom nothing is known."""
    share = float(course.ends.mean())
    return math.log(share / (1 - share))


# ---------------------------------------------------------------- the file


def write_net(path: Path, statement: Statement, told: dict[str, Any]) -> None:
    """A net as TOML, with where it comes from."""
    lines = [f"{name} = {shown(value)}" for name, value in asdict(statement).items()]
    lines += [f'box = "{told["box"]}"', f'hash = "{told["hash"]}"']
    for name in ("biases", "head_biases"):
        lines.append(f"{name} = {told[name]}")
    for name in ("heads", "weights"):
        rows = ",\n".join(f"  {row}".replace(", ", ",") for row in told[name])
        lines.append(f"{name} = [\n{rows},\n]")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def shown(value: object) -> str:
    return json.dumps(value) if isinstance(value, str) else f"{value:.5g}" if isinstance(value, float) else str(value)
