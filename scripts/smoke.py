"""Whether an installed Loot Table plays: run it with the Python of a fresh environment, from anywhere but here.

    python scripts/smoke.py            in that environment: `loot` is asked what it is, serves, shows its page, plays a game
    python scripts/smoke.py --compiled    and its rules have to be compiled

Needs nothing but Python itself, so that it proves a wheel and not the tools around it.
"""

from __future__ import annotations

import argparse
import json
import re
import socket
import subprocess
import sysconfig
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

LOOT = str(Path(sysconfig.get_path("scripts")) / "loot")
PATIENCE = 60.0  # seconds for the server to begin
PLAYED = 12  # decisions: the bot takes its time


def said(*words: str) -> str:
    return subprocess.run([LOOT, *words], capture_output=True, text=True, check=True).stdout


@contextmanager
def serving() -> Iterator[str]:
    """A server with its data in a folder of its own; its address."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as told:
        port = free_port()
        command = [LOOT, "serve", "--port", str(port), "--database", str(Path(folder) / "loot.db")]
        running = subprocess.Popen(command, stdout=told, stderr=subprocess.STDOUT, cwd=folder)
        at, until = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
        try:
            while not answers(at):
                if running.poll() is not None or time.monotonic() > until:
                    told.seek(0)
                    raise SystemExit(f"the server did not begin:\n{told.read().decode()}")
                time.sleep(0.1)
            yield at
        finally:
            running.terminate()
            running.wait()


def free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def answers(at: str) -> bool:
    try:
        return bool(fetch(f"{at}/readyz"))
    except OSError:
        return False


def fetch(url: str, body: Any = None, bearer: str = "none") -> bytes:
    head = {"Content-Type": "application/json", "Authorization": f"Bearer {bearer}"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, head)) as answer:  # noqa: S310 (our own server)
        found: bytes = answer.read()
    return found


def check_page(at: str) -> None:
    """The first page and the script that it loads."""
    page = fetch(f"{at}/").decode()
    scripts = re.findall(r'src="(/[^"]+\.js)"', page)
    assert scripts, page[:400]
    assert len(fetch(at + scripts[0])) > 10_000


def check_game(at: str) -> None:
    """A duel against a bot: what is legal is answered until the game is over, or has gone on for long."""
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
    made = json.loads(fetch(f"{at}/api/tables", {"game": "loot_n_run", "players": 2, "name": "Ana", "seats": seats}))
    table, token = made["table"], made["seats"][0]["token"]
    moves = 0
    for _ in range(100 * PLAYED):
        frame = json.loads(fetch(f"{at}/api/tables/{table}/frame?seat=0", bearer=token))
        match = frame["match"]
        if match is None:
            command(at, table, token, frame["version"], {"type": "start"})
        elif match["result"] or moves == PLAYED:
            break
        elif match["actions"]:
            command(at, table, token, frame["version"], {"type": "play", "action": match["actions"][0]["action"]})
            moves += 1
        else:
            time.sleep(0.02)
    assert moves > 3, f"only {moves} moves were played"


def command(at: str, table: str, token: str, version: int, do: dict[str, Any]) -> None:
    """One command; an answer that another came first is as good: the next frame says what is."""
    sent = {"type": "command", "id": f"smoke-{time.monotonic_ns()}", "seat": 0, "version": version, "do": do}
    told = json.loads(fetch(f"{at}/api/tables/{table}/commands", sent, token))
    assert told["result"] in ("accepted", "conflict"), told


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--compiled", action="store_true", help="the rules have to be compiled")
    asked = words.parse_args()
    told = said("--version").strip()
    print(told)
    assert " compiled," in told or not asked.compiled, "the rules are not compiled"
    home = Path(str(files("loot_table")))
    assert (home / "py.typed").is_file(), f"no py.typed in {home}: type checkers will not look at it"
    with serving() as at:
        print(f"It serves at {at}.")
        check_page(at)
        check_game(at)
    print("The page is there, and a game was played.")


if __name__ == "__main__":
    main()
