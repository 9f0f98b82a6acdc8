"""Spans for OpenTelemetry: request, table, database. Asked for by its own environment variables (OTEL_...), and nothing at all
otherwise. A span holds what the log may hold: a table by its hashed name, and never what was done there or who did it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib.metadata import version
from typing import Any, Final

from loot_table.engine.errors import BadInput

EXPORTERS: Final = ("otlp", "console", "none")
NOTHING: Final[AbstractContextManager[Any]] = nullcontext()
CARRIED: Final = (b"traceparent", b"tracestate")  # between nodes; what a visitor sends of these is not believed


class Tracing:
    """One for the process: `provider` is OpenTelemetry's, or None."""

    def __init__(self) -> None:
        self.provider: Any = None
        self.tracer: Any = None

    def use(self, provider: Any) -> None:
        self.provider = provider
        self.tracer = None if provider is None else provider.get_tracer("loot_table.server", version("loot-table"))

    def finish(self) -> None:
        """What was measured is sent."""
        if self.provider is not None:
            self.provider.shutdown()
            self.use(None)


TRACING: Final = Tracing()


def span(
    name: str, headers: Iterable[tuple[bytes, bytes]] = (), **attributes: str | int
) -> AbstractContextManager[Any]:
    """While something is done. `headers`: of another node, in which it was begun."""
    if TRACING.tracer is None:
        return NOTHING
    return measured(name, dict(headers), attributes)


@contextmanager
def measured(name: str, headers: dict[bytes, bytes], attributes: dict[str, str | int]) -> Iterator[Any]:
    from opentelemetry import propagate  # noqa: PLC0415 (only where it is installed)
    from opentelemetry.trace import Status, StatusCode  # noqa: PLC0415

    carried = {key.decode(): headers[key].decode("latin1") for key in CARRIED if key in headers}
    with TRACING.tracer.start_as_current_span(
        name,
        propagate.extract(carried) if carried else None,
        attributes=attributes,
        record_exception=False,  # its words could hold a secret
        set_status_on_exception=False,
    ) as found:
        try:
            yield found
        except BaseException as error:
            found.set_status(Status(StatusCode.ERROR, type(error).__name__))
            raise


def note(found: Any, **attributes: str | int) -> None:
    """What is known only later."""
    if found is not None:
        found.set_attributes(attributes)


def carried_headers() -> list[tuple[bytes, bytes]]:
    """For another node that goes on with what was begun here."""
    if TRACING.tracer is None:
        return []
    from opentelemetry import propagate  # noqa: PLC0415

    carrier: dict[str, str] = {}
    propagate.inject(carrier)
    return [(key.encode(), value.encode()) for key, value in carrier.items() if key.encode() in CARRIED]


# ---------------------------------------------------------------- asked for


def wanted() -> str:
    """The exporter that the environment asks for."""
    if os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true":
        return "none"
    has_address = any(
        os.environ.get(name) for name in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
    )
    found = os.environ.get("OTEL_TRACES_EXPORTER", "otlp" if has_address else "none")
    if found not in EXPORTERS:
        raise BadInput(f'OTEL_TRACES_EXPORTER is otlp, console or none, got "{found}"')
    return found


def set_up_tracing(name: str) -> None:
    """As the environment asks; `name` is this server's."""
    kind = wanted()
    if kind == "none":
        return
    try:
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

        exporter = exporter_of(kind)
    except ImportError:
        raise BadInput('OTEL_... asks for tracing, which needs its packages: pip install "loot-table[otel]"') from None
    told = {"service.instance.id": name, "service.version": version("loot-table")}
    if not os.environ.get("OTEL_SERVICE_NAME"):
        told["service.name"] = "loot-table"
    provider = TracerProvider(resource=Resource.create(told), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    TRACING.use(provider)


def exporter_of(kind: str) -> Any:
    if kind == "console":
        from opentelemetry.sdk.trace.export import ConsoleSpanExporter  # noqa: PLC0415

        return ConsoleSpanExporter(out=sys.stderr)
    if os.environ.get("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf") != "http/protobuf":
        raise BadInput("traces go out by http/protobuf: leave OTEL_EXPORTER_OTLP_PROTOCOL away, or say so there")
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415

    return OTLPSpanExporter()
