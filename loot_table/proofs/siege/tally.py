"""What a visitor sent and what it was answered, counted by kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

UNREACHABLE = "no connection"
CLOSED = "closed"
GOOD = {"accepted", "told", "frame", "pong", "repeated", "open", "lobby"}


def is_good(kind: str) -> bool:
    """Whether an answer gave what was asked for: a status below 400, or such a message."""
    return int(kind) < 400 if kind.isdigit() else kind in GOOD


@dataclass
class Tally:
    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)  # by status, kind of message, or how it was closed

    def closed(self, code: int | None = None, count: int = 1) -> None:
        self.answers[CLOSED if code is None else f"{CLOSED} {code}"] += count

    @property
    def accepted(self) -> int:
        return sum(count for kind, count in self.answers.items() if is_good(kind))

    @property
    def shut(self) -> int:
        """Ended by the other side without an answer."""
        return sum(count for kind, count in self.answers.items() if kind.startswith(CLOSED))

    @property
    def unreachable(self) -> int:
        return self.answers[UNREACHABLE]

    @property
    def refusals(self) -> dict[str, int]:
        """Answers that said no, by what they said; most first."""
        return {
            kind: count
            for kind, count in self.answers.most_common()
            if count and not is_good(kind) and kind != UNREACHABLE and not kind.startswith(CLOSED)
        }

    @property
    def refused(self) -> int:
        return sum(self.refusals.values())

    @property
    def unanswered(self) -> int:
        return max(0, self.sent - sum(self.answers.values()))

    def add(self, other: Tally) -> None:
        self.sent += other.sent
        self.answers += other.answers

    def to_json(self) -> dict[str, Any]:
        return {
            "sent": self.sent,
            "accepted": self.accepted,
            "refused": self.refused,
            "closed": self.shut,
            "unreachable": self.unreachable,
            "unanswered": self.unanswered,
            "answers": dict(self.answers.most_common()),
        }

    @staticmethod
    def from_json(told: dict[str, Any]) -> Tally:
        return Tally(told["sent"], Counter(told["answers"]))
