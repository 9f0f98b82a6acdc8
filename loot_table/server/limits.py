"""How often, how many, how fast: budgets for seats, addresses and the whole server.

Two kinds. A *quota* refuses what is beyond it: new tables, guesses. A *pace* refuses nothing that is worth waiting for:
whatever comes faster is answered later, so that a flood costs its sender time and others nothing. Both leave room for a
class of thirty behind one address.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network

from loot_table.server.problems import TooFast

MINUTE, DAY = 60.0, 86400.0
Quota = tuple[tuple[int, float], ...]  # so many in so many seconds; what is used up comes back little by little
# Quotas.
COMMANDS: Quota = ((20, 2.0),)  # of a seat
CHAT: Quota = ((5, 5.0), (30, MINUTE))  # of a seat
NEW_TABLES: Quota = ((40, MINUTE), (600, DAY))  # of an address, by any door
JOINS: Quota = ((120, MINUTE),)  # of an address
NEW_RINGS: Quota = ((60, MINUTE), (600, DAY))  # of an address: whoever shows none gets one with a seat
WRONG_CODES: Quota = ((60, MINUTE),)  # of an address
ALL_WRONG_CODES: Quota = ((6000, MINUTE),)  # of everybody
WRONG_KEYS: Quota = ((5, MINUTE), (30, DAY))  # of operators, of an address
# How many at a time.
SOCKETS_OF_ADDRESS = 200
SOCKETS_OF_SEAT = 8
SPECTATORS = 200  # of a table
# Paces: units a second, and units at once.
REQUESTS = (150.0, 100.0)  # of an address; a plain request is one unit
MESSAGES = (100.0, 100.0)  # of an address, over all its sockets
SOCKET_MESSAGES = (20.0, 60.0)  # of one socket
READ_TABLE = 4.0  # units, when a list wants to know of a table that has to be read
LONGEST_WAIT = 10.0  # seconds; what would wait longer is refused
SWEEP = 4096  # addresses remembered before those that owe nothing are forgotten


class Pace:
    """So many units a second and so many at once, for each of many. (The generic cell rate algorithm.)"""

    def __init__(self, rate: float, burst: float) -> None:
        self.seconds_each, self.allowance = 1 / rate, burst / rate
        self.due: dict[str, float] = {}  # when what was asked for will have been paid for
        self.most = SWEEP

    def wait(self, who: str, units: float = 1.0) -> float:
        """Seconds until this may be done; it is put on the bill, unless the wait would be too long."""
        now = time.monotonic()
        due = max(now, self.due.get(who, now))
        wait = due - now - self.allowance
        if wait <= LONGEST_WAIT:
            self.due[who] = due + units * self.seconds_each
        if len(self.due) > self.most:
            self.due = {other: until for other, until in self.due.items() if until > now}
            self.most = max(SWEEP, 2 * len(self.due))
        return max(0.0, wait)

    def has_room(self, who: str) -> bool:
        """Whether one more unit fits into what may come at once."""
        owed = max(0.0, self.due.get(who, 0.0) - time.monotonic())
        return owed + self.seconds_each <= self.allowance + 1e-9


class Limits:
    def __init__(self, is_strict: bool = True) -> None:
        self.is_strict = is_strict  # False for measurements on one's own machine
        self.quotas: dict[tuple[int, float], Pace] = {}
        self.sockets: Counter[str] = Counter()  # open ones, by address
        self.requests = Pace(*REQUESTS)
        self.messages = Pace(*MESSAGES)

    @contextmanager
    def socket_from(self, address: str) -> Iterator[None]:
        """While one more socket is open from an address."""
        if self.is_strict and self.sockets[address] >= SOCKETS_OF_ADDRESS:
            raise TooFast("too many screens are open from your address")
        self.sockets[address] += 1
        try:
            yield
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    def paces(self, quota: Quota) -> list[Pace]:
        for count, seconds in quota:
            if (count, seconds) not in self.quotas:
                self.quotas[count, seconds] = Pace(count / seconds, count)
        return [self.quotas[part] for part in quota]

    def has_room(self, quota: Quota, *who: str) -> bool:
        return not self.is_strict or all(pace.has_room("\0".join(who)) for pace in self.paces(quota))

    def allows(self, quota: Quota, *who: str) -> bool:
        """Whether it is within a quota; then it is counted."""
        if not self.has_room(quota, *who):
            return False
        for pace in self.paces(quota):
            pace.wait("\0".join(who))
        return True

    def allows_command(self, table: str, seat: int, is_chat: bool) -> bool:
        return self.allows(CHAT if is_chat else COMMANDS, "chat" if is_chat else "command", table, str(seat))

    # ---- codes: who guesses wrong too often finds nothing any more, right or wrong

    def may_guess(self, address: str) -> bool:
        return self.has_room(WRONG_CODES, "code", address) and self.has_room(ALL_WRONG_CODES, "codes")

    def guessed_wrong(self, address: str) -> None:
        self.allows(WRONG_CODES, "code", address)
        self.allows(ALL_WRONG_CODES, "codes")


def neighbourhood(host: str) -> str:
    """What counts as one address: somebody with IPv6 has a whole network of them."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if found.version == 4:
        return str(found)
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped) if mapped is not None else str(ip_network((found, 64), strict=False))
