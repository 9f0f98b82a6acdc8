"""`loot brains`: workers that think for the bots of servers elsewhere."""

from __future__ import annotations

import os
from typing import Annotated

import typer
import uvicorn
from prometheus_client import start_http_server

from loot_table.engine.errors import BadInput
from loot_table.server.brains_afar import SECRET, check_secret
from loot_table.server.brains_pool import make_pool
from loot_table.server.logs import FORMATS, LEVELS, set_up_logs

METRICS_HOST = "127.0.0.1"
HERE = "127.0.0.1"


def brains(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = HERE,
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8100,
    workers: Annotated[
        int, typer.Option(help="Questions at a time; 0 is as many as this machine has cores.", min=0, max=1024)
    ] = 0,
    ray: Annotated[bool, typer.Option("--ray", help="Think on a Ray cluster (RAY_ADDRESS, or this machine).")] = False,
    metrics_port: Annotated[
        int | None, typer.Option(help="Serve metrics for Prometheus here, to this machine only.", min=1, max=65535)
    ] = None,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
    log_format: Annotated[str, typer.Option(help="json for machines, or text.")] = "json",
) -> None:
    """Think for bots of servers that are started with --brains; a secret in LOOT_BRAINS_SECRET is for both."""
    if log_level not in LEVELS:
        raise BadInput(f'--log-level is debug, info, warning or error, got "{log_level}"')
    if log_format not in FORMATS:
        raise BadInput(f'--log-format is json or text, got "{log_format}"')
    secret = os.environ.get(SECRET, "")
    check_secret(secret)
    set_up_logs(log_level, log_format)
    thinkers = None
    if ray:
        from loot_table.server.brains_ray import on_ray  # noqa: PLC0415

        thinkers = on_ray
    app = make_pool(secret, workers or os.cpu_count() or 1, thinkers)
    if metrics_port is not None:
        start_http_server(metrics_port, METRICS_HOST)
    where = f"http://{f'[{host}]' if ':' in host else host}:{port}"
    print(f"Bots can think at {where} (Ctrl-C stops it).", flush=True)
    uvicorn.run(app, host=host, port=port, log_level=log_level, access_log=False, server_header=False, ws="none")
