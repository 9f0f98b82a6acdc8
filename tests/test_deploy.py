"""The files for whoever runs a server say what the server understands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer
import yaml
from starlette.routing import Route

from loot_table.cli.main import app
from loot_table.server.app import routes

DEPLOY = Path(__file__).parents[1] / "deploy"


def parts() -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((DEPLOY / "kubernetes" / "loot.yaml").read_text(encoding="utf-8")))


def test_kubernetes_asks_doors_that_are_there_and_uses_options_that_are() -> None:
    deployment, service = parts()
    (container,) = deployment["spec"]["template"]["spec"]["containers"]
    probes = {name: container[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "liveness", "readiness")}
    assert probes == {"startup": "/healthz", "liveness": "/healthz", "readiness": "/readyz"}
    assert set(probes.values()) <= {route.path for route in routes() if isinstance(route, Route)}
    serve: Any = typer.main.get_command(app).get_command(None, "serve")  # type: ignore[attr-defined]
    known = {name for option in serve.params for name in option.opts}
    assert {argument.partition("=")[0] for argument in container["args"]} <= known
    ports = {port["containerPort"] for port in container["ports"]}
    annotations = deployment["spec"]["template"]["metadata"]["annotations"]
    assert int(annotations["prometheus.io/port"]) in ports
    assert service["spec"]["selector"] == deployment["spec"]["selector"]["matchLabels"]


def test_prometheus_reads_the_alerts_beside_it() -> None:
    folder = DEPLOY / "prometheus"
    told = yaml.safe_load((folder / "prometheus.yml").read_text(encoding="utf-8"))
    assert [folder / name for name in told["rule_files"]] == [folder / "alerts.yml"]
    (group,) = yaml.safe_load((folder / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"]) >= 8
    assert all(rule["annotations"]["summary"].endswith(".") for rule in group["rules"])
