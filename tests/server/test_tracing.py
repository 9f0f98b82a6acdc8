"""OpenTelemetry: one move is one trace, from the request to the database; off where nobody asked, and clear where it cannot be."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from server.house import FIRST_MOVE, House, in_house

from loot_table.engine.errors import BadInput
from loot_table.proofs.inside import scope
from loot_table.server import tracing
from loot_table.server.nodes.passing import kept
from loot_table.server.seats import opaque
from loot_table.server.security import PASSED_ON
from loot_table.server.tracing import NOTHING, TRACING, carried_headers, set_up_tracing, span

OURS = (
    "OTEL_SDK_DISABLED",
    "OTEL_TRACES_EXPORTER",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
)


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter, provider = InMemorySpanExporter(), TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    TRACING.use(provider)
    yield exporter
    TRACING.use(None)
    provider.shutdown()


@pytest.fixture(autouse=True)
def no_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in OURS:
        monkeypatch.delenv(name, raising=False)


def named(found: tuple[ReadableSpan, ...], name: str) -> ReadableSpan:
    return [one for one in found if one.name == name][-1]


def test_a_move_is_one_trace_from_the_request_to_the_database(tmp_path: Path, spans: InMemorySpanExporter) -> None:
    async def story(house: House) -> None:
        ana, _ = await house.playing()
        spans.clear()
        await ana.did("play", action=FIRST_MOVE)
        found = spans.get_finished_spans()
        request, command, append = (named(found, name) for name in ("request", "command", "append"))
        assert request.parent is None
        assert command.parent is not None
        assert append.parent is not None
        assert command.parent.span_id == request.context.span_id
        assert append.parent.span_id == command.context.span_id
        assert dict(request.attributes or {}) == {
            "method": "POST",
            "area": "/api/tables",
            "table": opaque(ana.table),
            "status": 200,
        }
        assert dict(append.attributes or {}) == {"table": opaque(ana.table), "version": house.live(ana.table).version}
        live = house.live(ana.table)
        text = repr([(one.name, dict(one.attributes or {}), one.events, one.status.description) for one in found])
        secrets = [ana.table, ana.token, live.code, str(live.key), "Ana", "move"]
        assert [secret for secret in secrets if secret in text] == []

    in_house(story, tmp_path)


def test_what_goes_wrong_is_named_by_its_kind_alone(spans: InMemorySpanExporter) -> None:
    with pytest.raises(ValueError, match="G03"), span("append", table="t"):
        raise ValueError("the card is G03")
    (found,) = spans.get_finished_spans()
    assert found.status.description == "ValueError"
    assert "G03" not in found.to_json()


def test_another_node_goes_on_with_a_trace_and_a_visitor_begins_none(
    tmp_path: Path, spans: InMemorySpanExporter
) -> None:
    async def story(house: House) -> None:
        with span("pass on", table="t"):
            headers = carried_headers()
        begun = named(spans.get_finished_spans(), "pass on").context.trace_id
        assert [key for key, _ in headers] == [b"traceparent"]
        for is_node in (True, False):
            asked = {**scope("http", "/api/games", {}, "127.0.0.1"), "method": "GET", "headers": headers}
            await answered(house, {**asked, PASSED_ON: True} if is_node else asked)
            trace = named(spans.get_finished_spans(), "request").context.trace_id
            assert (trace == begun) is is_node
        assert kept([*headers, (b"accept", b"x")]) == [(b"accept", b"x")], "what a visitor sends is not passed on"

    in_house(story, tmp_path)


async def answered(house: House, asked: dict[str, object]) -> None:
    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b""}

    async def send(_message: object) -> None:
        await asyncio.sleep(0)

    await house.app(asked, receive, send)


def test_without_a_wish_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up_tracing("north")
    assert TRACING.provider is None
    assert span("request") is NOTHING
    assert carried_headers() == []
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318")
    monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
    set_up_tracing("north")
    assert TRACING.provider is None


def test_the_environment_asks_and_names_the_server(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "console")
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment=test")
    set_up_tracing("north")
    with span("request"):
        pass
    TRACING.finish()
    told = capsys.readouterr().err
    for part in ('"name": "request"', '"service.name": "loot-table"', '"service.instance.id": "north"', '"test"'):
        assert part in told


def test_what_cannot_be_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "zipkin")
    with pytest.raises(BadInput, match="otlp, console or none"):
        set_up_tracing("north")
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "otlp")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
    with pytest.raises(BadInput, match="http/protobuf"):
        set_up_tracing("north")
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_PROTOCOL")
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with pytest.raises(BadInput, match=r'pip install "loot-table\[otel\]"'):
        set_up_tracing("north")
    assert tracing.TRACING.provider is None
