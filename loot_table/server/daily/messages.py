"""What clients may say about a daily deal."""

from __future__ import annotations

import msgspec

from loot_table.server.messages import Message, Name


class DailyTry(Message):
    """Begin the deal of the day: the try that counts, or one to practise."""

    name: Name | None = None
    shows_name: bool = False  # to others who compare
    is_practice: bool = False


daily_try = msgspec.json.Decoder(DailyTry)
