"""Builds the container image and tries it as an operator would run it: nobody's privileges, a root that cannot be written,
no network, and data in a volume that outlives the container.

    python3 scripts/container.py                       with docker or podman, whichever works here
    python3 scripts/container.py --base root.tar       where nothing can be pulled: a root that stands for the image's base
    python3 scripts/container.py -- --network host     what is said behind goes to the build

Needs nothing but Python itself.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
IMAGE = "loot-table:tried"
NAME = "loot-table-tried"
PATIENCE = 60.0  # seconds until it is ready
SAFE = ["--read-only", "--tmpfs", "/tmp:size=64m,mode=1777", "--cap-drop", "ALL", "--network", "none"]  # noqa: S108
SAFE += ["--security-opt", "no-new-privileges"]
FETCH = "import sys, urllib.request as r; print(r.urlopen(r.Request('http://127.0.0.1:8000' + sys.argv[1], *{}), timeout=4).read().decode())"
GET = FETCH.format("()")
POST = FETCH.format("(sys.argv[2].encode(), {'Content-Type': 'application/json', 'Authorization': 'Bearer none'})")


class Tool:
    """docker or podman."""

    def __init__(self, name: str) -> None:
        self.name = name

    def works(self) -> bool:
        return shutil.which(self.name) is not None and self.tried("info").returncode == 0

    def tried(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.name, *words], cwd=ROOT, capture_output=True, text=True, check=False)

    def said(self, *words: str) -> str:
        done = self.tried(*words)
        if done.returncode:
            raise SystemExit(f"{self.name} {' '.join(words)}:\n{done.stdout}{done.stderr}")
        return done.stdout.strip()

    def inside(self, *words: str) -> str:
        return self.said("exec", NAME, *words)


def at_hand() -> Tool:
    for tool in map(Tool, ("docker", "podman")):
        if tool.works():
            return tool
    raise SystemExit("Neither docker nor podman works here.")


def build(tool: Tool, base: Path | None, more: list[str]) -> None:
    if base is not None:
        named = set(re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE))
        for image in named:
            tool.said("import", str(base), f"docker.io/library/{image}")
        more = ["--pull=never", *more] if tool.name == "podman" else more
    # Only in this form the image says how its health is asked for.
    form = ["--format", "docker"] if tool.name == "podman" else []
    subprocess.run([tool.name, "build", *form, *more, "--tag", IMAGE, "."], cwd=ROOT, check=True)


def start(tool: Tool) -> None:
    tool.said("run", "--detach", "--name", NAME, "--volume", f"{NAME}:/data", *SAFE, IMAGE)


def wait(tool: Tool, health: list[str]) -> None:
    """Until it calls itself healthy by the image's own command."""
    until = time.monotonic() + PATIENCE
    while tool.tried("exec", NAME, *health).returncode:
        if time.monotonic() > until:
            raise SystemExit(f"It does not get ready:\n{tool.said('logs', NAME)}")
        time.sleep(0.5)


def check(tool: Tool) -> None:
    told: Any = json.loads(tool.said("image", "inspect", IMAGE))[0]
    health = (told["Config"].get("Healthcheck") or told.get("Healthcheck") or {}).get("Test")
    if not health:
        raise SystemExit("The image does not say how its health is asked for.")
    print(f"The image has {told['Size'] / 1e6:.0f} MB, base included.")
    tool.tried("rm", "--force", NAME)
    tool.tried("volume", "rm", "--force", NAME)
    try:
        start(tool)
        wait(tool, health[1:])
        assert tool.inside("id", "-u") != "0", "it runs as root"
        assert tool.tried("exec", NAME, "touch", "/opt/loot/here").returncode, "its root can be written"
        assert "<!doctype html>" in tool.inside("python", "-c", GET, "/").lower(), "there is no page"
        seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
        wish = {"game": "loot_n_run", "players": 2, "name": "Ana", "seats": seats}
        table = json.loads(tool.inside("python", "-c", POST, "/api/tables", json.dumps(wish)))["table"]
        began = time.monotonic()
        tool.said("stop", NAME)
        print(f"It stopped by itself within {time.monotonic() - began:.1f} s.")
        tool.said("rm", NAME)
        start(tool)  # another container, the same volume
        wait(tool, health[1:])
        assert json.loads(tool.inside("python", "-c", GET, f"/api/tables/{table}"))["game"]
    finally:
        tool.tried("rm", "--force", NAME)
        tool.tried("volume", "rm", "--force", NAME)
    print("It serves without privileges, on a root that cannot be written, and a table outlived its container.")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument(
        "--base", type=Path, help="a root as a tar file, in the place of the image the Dockerfile begins with"
    )
    words.add_argument("--built", action="store_true", help="the image is there already")
    words.add_argument("more", nargs="*", help="goes to the build")
    asked = words.parse_args()
    tool = at_hand()
    if not asked.built:
        build(tool, asked.base, asked.more)
    check(tool)


if __name__ == "__main__":
    main()
