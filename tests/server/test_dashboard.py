"""The dashboard and the alerts ask for metrics that are there, by labels that they have."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY

from loot_table.server import metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
BOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "loot-table.json").read_text(encoding="utf-8"))
ALERTS = re.findall(r"^ +expr: (.+)$", (DEPLOY / "prometheus" / "alerts.yml").read_text(encoding="utf-8"), re.MULTILINE)
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
ADDED = {"instance", "job", "le"}  # by Prometheus, and of every histogram
METRIC = re.compile(r"\b((?:loot|process)_[a-z_]+)\b(\{[^}]*\})?")
MADE: list[Any] = [one for one in vars(metrics).values() if hasattr(one, "_labelnames")]
BY = re.compile(r"\bby \(([^)]*)\)")


def known() -> dict[str, set[str]]:
    """Every sample that can be scraped, and its labels."""
    found = {
        family.name + suffix: set(one._labelnames)
        for one in MADE
        for family in one.describe()
        for suffix in SUFFIXES[family.type]
    }
    of_process = {sample.name for family in REGISTRY.collect() for sample in family.samples}
    return {**{name: set() for name in of_process if name.startswith("process_")}, **found}


def queries() -> Iterator[str]:
    for panel in BOARD["panels"]:
        yield from (target["expr"] for target in panel.get("targets", []))


@pytest.mark.parametrize("query", [*queries(), *ALERTS])
def test_a_query_asks_for_what_is_measured(query: str) -> None:
    samples = known()
    asked = METRIC.findall(query)
    assert asked
    assert {name for name, _ in asked} <= samples.keys()
    labels = {label for _, matchers in asked for label in re.findall(r"(\w+)\s*[=!]", matchers)}
    labels |= {label.strip() for group in BY.findall(query) for label in group.split(",")}
    assert labels <= ADDED.union(*[samples[name] for name, _ in asked])
    for opening, closing in ("()", "[]", "{}"):
        assert query.count(opening) == query.count(closing)


def test_everything_that_is_measured_is_on_the_board() -> None:
    shown = {name for query in queries() for name, _ in METRIC.findall(query)}
    families = {family.name for one in MADE for family in one.describe()}
    assert {name for name in families if not any(each.startswith(name) for each in shown)} == set()


def test_the_board_is_one_that_grafana_takes() -> None:
    panels = BOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24, panel["title"]
        assert panel["type"] in ("row", "stat", "timeseries")
        assert panel["type"] == "row" or panel["description"], panel["title"]
    squares = [
        (column, line)
        for panel in panels
        for column in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for line in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(set(squares)) == len(squares), "no panel lies over another"
    assert {one["name"] for one in BOARD["templating"]["list"]} == {"datasource", "instance"}
    assert len(ALERTS) >= 8


def test_the_page_names_everything_that_is_measured() -> None:
    page = (DEPLOY.parent / "docs" / "metrics.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\w+)(?: by ([^|]*))? \| (.*) \|$", page, re.MULTILINE)
    told = {name: (kind, set(re.findall(r"`(\w+)`", labels)), means) for name, kind, labels, means in rows}
    assert told == {
        family.name + ("_total" if family.type == "counter" else ""): (
            family.type,
            set(one._labelnames),
            family.documentation,
        )
        for one in MADE
        for family in one.describe()
    }
