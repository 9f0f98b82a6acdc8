"""What can go wrong for a client, with its code, its HTTP status and a sentence."""

from __future__ import annotations

import traceback
from pathlib import Path

from loot_table.engine.errors import BadInput


def where(error: BaseException | None) -> dict[str, str]:
    """A bug, for the log: its kind and its place. Its words could hold a secret."""
    places = traceback.extract_tb(None if error is None else error.__traceback__)
    at = f"{Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
    return {"error": type(error).__name__, "at": at}


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


class TooSlow(Problem):
    code = "too_slow"
    status = 408


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


class ReadBack(Unavailable):
    """The same, and it is not known whether: the table is as its log has it, and whoever asks again finds out."""
