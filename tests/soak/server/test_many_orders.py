"""Many orders of requests and socket messages, longer ones."""

from __future__ import annotations

from hypothesis import settings
from server.test_state_machine import ORDERS, Protocol


class Long(Protocol):
    """The same, with numbers of its own."""


Long.TestCase.settings = settings(ORDERS, max_examples=300, stateful_step_count=60)
TestManyOrdersOfMessages = Long.TestCase
