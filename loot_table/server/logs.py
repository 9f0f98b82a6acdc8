"""The log: one line for each thing that happened, as JSON for machines or as text for people, on standard error.

No line holds a token, a key, a code, a name or a card; a table is named by a hash of its id (`seats.opaque`), which is the
same in all logs and at the operator's desk.
"""

from __future__ import annotations

import logging
import sys
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor

LEVELS: Final = ("debug", "info", "warning", "error")
FORMATS: Final = ("json", "text")
OTHERS: Final = ("uvicorn", "asyncio", "websockets")  # libraries that write down what they notice
FIRST: Final = ("time", "level", "node", "message", "table")


def set_up_logs(level: str, form: str = "json", name: str = "") -> None:
    """`name`: of this server; it stands in every line."""

    def with_node(_logger: Any, _method: str, line: EventDict) -> EventDict:
        return {**line, "node": name} if name else line

    each: list[Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", key="time"),
        with_node,
    ]
    drawn: list[Processor] = [
        structlog.processors.EventRenamer("message"),
        in_order,
        structlog.processors.JSONRenderer(),
    ]
    if form == "text":
        drawn = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), timestamp_key="time")]
    structlog.configure(
        processors=[*each, *drawn],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = ToStandardError()
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=each, processors=[without_meta, *drawn]))
    handler.addFilter(without_words)
    for other in OTHERS:
        logger = logging.getLogger(other)
        logger.handlers, logger.propagate = [handler], False


class ToStandardError(logging.StreamHandler[Any]):
    """Whatever that is by now."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr
        super().emit(record)


def without_meta(_logger: Any, _method: str, line: EventDict) -> EventDict:
    return {name: value for name, value in line.items() if not name.startswith("_")}


def in_order(_logger: Any, _method: str, line: EventDict) -> EventDict:
    first = {name: line[name] for name in FIRST if name in line}
    return {**first, **line}


def without_words(record: logging.LogRecord) -> bool:
    """A bug's own words could hold a secret; its kind and place are in our log."""
    record.exc_info = record.exc_text = None
    record.msg = str(record.msg).partition("\n")[0]
    return True
