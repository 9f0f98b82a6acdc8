"""How often: budgets for each seat and each address."""

from __future__ import annotations

from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

COMMANDS = "20 per 2 second"
CHAT = "5 per 5 second; 30 per minute"
NEW_TABLES = "5 per minute; 100 per day"
JOINS = "20 per minute"
CODES = "20 per minute"
WATCHING_SOCKETS = 20
SPECTATORS = 200


class Limits:
    def __init__(self, is_strict: bool = True) -> None:
        self.is_strict = is_strict  # False for measurements on one's own machine
        self.window = MovingWindowRateLimiter(MemoryStorage())
        self.watching: dict[str, int] = {}  # sockets without a seat, by address

    def allows(self, budget: str, *who: str) -> bool:
        if not self.is_strict:
            return True
        items: list[RateLimitItem] = parse_many(budget)
        if not all(self.window.test(item, *who) for item in items):
            return False
        return all(self.window.hit(item, *who) for item in items)

    def allows_command(self, table: str, seat: int, is_chat: bool) -> bool:
        return self.allows(CHAT if is_chat else COMMANDS, "chat" if is_chat else "command", table, str(seat))
