"""Compiles engine, games and bots with mypyc while the package is built; without a C compiler it stays interpreted."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What is compiled: the hot parts and what they touch. `text.py` draws with rich, `scene.py` makes JSON,
# `__init__.py` only points.
COMPILED = [
    "loot_table/engine/*.py",
    "loot_table/games/*/*.py",
    "loot_table/bots/*.py",
    "loot_table/bench/connect_four.py",
]
INTERPRETED = {"__init__.py", "scene.py", "text.py"}

SETUP = """
import sys
from setuptools import setup
from mypyc.build import mypycify
setup(name="loot-table-compiled", ext_modules=mypycify(["--strict", *sys.argv.pop().split(":")], opt_level="3"))
"""


def sources(root: Path) -> list[str]:
    found = [path for pattern in COMPILED for path in sorted(root.glob(pattern)) if path.name not in INTERPRETED]
    return [path.relative_to(root).as_posix() for path in found]


def has_compiler() -> bool:
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(named.split()[0]) is not None


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or os.environ.get("LOOT_INTERPRETED"):
            self.app.display_info("loot-table: installed interpreted, as asked")
            return
        if not has_compiler():
            self.app.display_warning(
                "loot-table: no C compiler found, so it is installed interpreted (slower, same rules)"
            )
            return
        root = Path(self.root)
        self.scratch = tempfile.TemporaryDirectory()
        work = Path(self.scratch.name)
        shutil.copytree(
            root / "loot_table", work / "loot_table", ignore=shutil.ignore_patterns("*.so", "__pycache__", "web")
        )
        (work / "setup.py").write_text(SETUP, encoding="utf-8")
        command = [sys.executable, "setup.py", "build_ext", "--inplace", ":".join(sources(root))]
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise RuntimeError(f"mypyc could not compile loot-table:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
        for built in [*work.rglob("*.so"), *work.rglob("*.pyd")]:
            if "build" not in built.relative_to(work).parts:
                build_data["force_include"][str(built)] = built.relative_to(work).as_posix()
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "scratch"):
            self.scratch.cleanup()
