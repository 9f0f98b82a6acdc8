"""A server in a process of its own, and what a client needs to play on it."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

HOST = "127.0.0.1"
UNAVAILABLE = "unavailable"  # as the protocol says that nothing was changed, and that one may ask again
TRIES = 5
START_SECONDS = 60.0
STOP_SECONDS = 20.0
# A worker that was just being started when its server was killed: nobody is left to tell it what to do.
ORPHAN = re.compile(
    r"^Traceback .*\n(?:  .*\n)*?.*in spawn_main\n(?:  .*\n)*EOFError: Ran out of input\n", re.MULTILINE
)
LAUNCH = "from loot_table.cli.main import main; main()"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """`loot serve` on a free port of this machine; it can be killed and started again on the same port and file."""

    def __init__(self, database: str | Path, options: Sequence[str] = ("--no-limits", "--pace", "0")) -> None:
        self.database = str(database)
        self.options = tuple(options)
        self.log = Path(self.database + ".log")  # what it writes to its standard error
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> subprocess.Popen[bytes]:
        assert self.process is not None, "the server was not started"
        return self.process

    def start(self) -> None:
        """Returns when it answers."""
        command = [sys.executable, "-P", "-c", LAUNCH, "serve", "--port", str(self.port), "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*command, *self.options], stdout=subprocess.DEVNULL, stderr=log)  # noqa: S603
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            if self.process.poll() is not None:
                last = self.log.read_text(encoding="utf-8", errors="replace")[-1000:]
                raise RuntimeError(f"the server ended by itself with code {self.process.returncode}: {last}")
            try:
                request(self.port, "GET", "/healthz")
                return
            except OSError:
                time.sleep(0.01)
        self.kill()
        raise RuntimeError(f"the server did not answer within {START_SECONDS:.0f} s")

    def kill(self) -> None:
        """At once, as if the machine had taken it away (kill -9)."""
        self.running.kill()
        self.running.wait()

    def stop(self) -> int:
        """Ask it to end, and say with which code it did."""
        self.running.send_signal(signal.SIGTERM)
        return self.running.wait(STOP_SECONDS)

    def errors(self) -> list[str]:
        """What it logged as an error, and exceptions nobody caught."""
        told = ORPHAN.sub("", self.log.read_text(encoding="utf-8", errors="replace"))
        return [line for line in told.splitlines() if '"level": "error"' in line or line.startswith("Traceback")]

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()


class Unwanted(RuntimeError):
    """An answer that is not what was asked for."""

    def __init__(self, says: str, code: str = "") -> None:
        super().__init__(says)
        self.code = code


def request(port: int, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """One HTTP request; the JSON of its answer. Without a token of its own a program says so."""
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    try:
        headers = {"Authorization": f"Bearer {token or 'none'}", "Content-Type": "application/json"}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
    except http.client.HTTPException as error:
        raise ConnectionError(str(error)) from None
    finally:
        connection.close()
    if answer.status >= 400:
        raise Unwanted(f"{method} {path}: {answer.status} {text[:300]!r}", code_of(text))
    return json.loads(text)


def code_of(text: bytes) -> str:
    """What a refusal is called, if it is one of the server's own."""
    try:
        return str(json.loads(text)["error"]["code"])
    except (ValueError, KeyError, TypeError):
        return ""


def request_until_done(port: int, method: str, path: str, body: Any = None) -> Any:
    """The same by somebody who tries again when told so: a table may just be moving to another node."""
    for _ in range(TRIES):
        try:
            return request(port, method, path, body)
        except Unwanted as refused:
            if refused.code != UNAVAILABLE:
                raise
            time.sleep(0.2)
    return request(port, method, path, body)


@dataclass(frozen=True)
class Chair:
    """A seat of a table, and the token that opens it."""

    port: int
    table: str
    seat: int
    token: str

    def command(self, id: str, version: int, do: Mapping[str, Any]) -> dict[str, Any]:
        return {"type": "command", "id": id, "seat": self.seat, "version": version, "do": do}

    def post(self, id: str, version: int, do: Mapping[str, Any]) -> Any:
        """A command over HTTP; it must be accepted."""
        path = f"/api/tables/{self.table}/commands"
        answer = request(self.port, "POST", path, self.command(id, version, do), self.token)
        if answer["result"] != "accepted":
            raise Unwanted(f"{do} was not accepted: {answer}")
        return answer

    def socket(self) -> connect:
        """A socket with the token in its header; say hello first."""
        return connect(
            f"ws://{HOST}:{self.port}/api/tables/{self.table}/socket",
            subprotocols=["loot.1"],  # type: ignore[list-item]
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            max_size=2**24,
            ping_interval=None,
            proxy=None,
            open_timeout=30,
        )

    async def hello(self, socket: ClientConnection, form: str = "view") -> None:
        await socket.send(json.dumps({"type": "hello", "seats": [self.seat], "form": form}))


def new_game(port: int, slug: str, players: int, bots: Sequence[str] = (), **wishes: Any) -> list[Chair]:
    """A started table: one chair for each seat that is not a bot's, each as if on a screen of its own."""
    seats = [{"kind": "human", "name": "Seat 0"}, *[{"kind": "bot", "bot": bot} for bot in bots]]
    made = request(port, "POST", "/api/tables", {"game": slug, "players": players, "seats": seats, **wishes})
    chairs = [Chair(port, made["table"], made["seats"][0]["seat"], made["seats"][0]["token"])]
    version = 1
    for seat in range(1 + len(bots), players):
        path = f"/api/tables/{made['table']}/join"
        joined = request_until_done(port, "POST", path, {"name": f"Seat {seat}", "seat": seat})
        chairs.append(Chair(port, made["table"], seat, joined["token"]))
        version = chairs[-1].post("ready", 0, {"type": "ready", "is_ready": True})["version"]
    chairs[0].post("start", version, {"type": "start"})
    return chairs
