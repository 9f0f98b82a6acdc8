"""What can go wrong for a client, with its code, its HTTP status and a sentence."""

from __future__ import annotations

from loot_table.engine.errors import BadInput


class Problem(BadInput):
    """Said to the client as it stands; never holds what the client may not know."""

    code = "bad_request"
    status = 400


class NoSuchTable(Problem):
    code = "no_such_table"
    status = 404


class NotFound(Problem):
    code = "not_found"
    status = 404


class NoSeat(Problem):
    code = "no_seat"
    status = 401


class NotAllowed(Problem):
    code = "not_allowed"
    status = 403


class NotNow(Problem):
    code = "not_now"
    status = 409


class TooLarge(Problem):
    code = "too_large"
    status = 413


class NotJson(Problem):
    code = "not_json"
    status = 415


class TooFast(Problem):
    code = "too_fast"
    status = 429


class Unavailable(Problem):
    """The change could not be kept; nothing was changed."""

    code = "unavailable"
    status = 503
