"""The limits in force, and how near to them anybody is: numbers, and no addresses."""

from __future__ import annotations

from typing import Any

from loot_table.server import doorman
from loot_table.server import limits as budgets
from loot_table.server.limits import Limits, Quota

QUOTAS: dict[str, Quota] = {
    "commands of a seat": budgets.COMMANDS,
    "chat of a seat": budgets.CHAT,
    "new tables of an address": budgets.NEW_TABLES,
    "seats taken by an address": budgets.JOINS,
    "new key rings of an address": budgets.NEW_RINGS,
    "wrong table codes of an address": budgets.WRONG_CODES,
    "wrong table codes of everybody": budgets.ALL_WRONG_CODES,
    "wrong operator keys of an address": budgets.WRONG_KEYS,
}
AT_A_TIME = {
    "connections of an address": doorman.OF_ADDRESS,
    "sockets of an address": budgets.SOCKETS_OF_ADDRESS,
    "screens of a seat": budgets.SOCKETS_OF_SEAT,
    "watchers of a table": budgets.SPECTATORS,
}


def budgets_told(limits: Limits) -> dict[str, Any]:
    return {
        "is_strict": limits.is_strict,
        "quotas": [
            {"what": what, "most": most, "seconds": round(seconds)}
            for what, quota in QUOTAS.items()
            for most, seconds in quota
        ],
        "at_a_time": [{"what": what, "most": most} for what, most in AT_A_TIME.items()],
        "requests": {"each_second": budgets.REQUESTS[0], "at_once": round(budgets.REQUESTS[1])},
        "addresses_with_sockets": len(limits.sockets),
        "most_sockets_of_one": max(limits.sockets.values(), default=0),
    }
