"""Builds the browser client, and compiles engine, games and bots with mypyc, while the package is built.

Without Node.js the server has no page and says how to build it; without a C compiler the rules stay interpreted.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What is compiled: the hot parts and what they touch; of the server, what makes a frame. `text.py` draws with rich,
# `sheets.py` and `printed.py` paper, as do their chapters; `__init__.py` only points.
COMPILED = [
    "loot_table/engine/*.py",
    "loot_table/games/*/*.py",
    "loot_table/games/*/bot/*.py",
    "loot_table/bots/*.py",
    "loot_table/bench/connect_four.py",
    "loot_table/measure/luck.py",
    "loot_table/measure/recorder.py",
    "loot_table/server/telling.py",
]
DRAWN = ("printed", "sheets", "text")
INTERPRETED = ["__init__.py", *[f"{room}{end}" for room in DRAWN for end in (".py", "_*.py")]]

# Engine, bots and each game are a library of their own, so that several can be compiled at once.
SETUP = """
import json
import sys
from setuptools import setup
from mypyc.build import mypycify
groups = json.loads(sys.argv.pop())
files = [file for group in groups.values() for file in group]
separate = [(group, "loot_table_" + name) for name, group in groups.items()]
# What only the interpreted parts import need not be installed here.
modules = mypycify(["--strict", "--ignore-missing-imports", *files], opt_level="3", separate=separate)
if sys.platform != "win32":
    for module in modules:
        # What only a debugger reads would make a wheel larger and compiling slower.
        module.extra_compile_args += ["-fvisibility=hidden", "-g0"]
setup(name="loot-table-compiled", ext_modules=modules)
"""


def sources(root: Path) -> list[str]:
    named = [path for pattern in COMPILED for path in sorted(root.glob(pattern))]
    found = [path for path in named if not any(path.match(pattern) for pattern in INTERPRETED)]
    return [path.relative_to(root).as_posix() for path in found]


def groups(root: Path) -> dict[str, list[str]]:
    """The sources by game, and the rest by layer."""
    found: dict[str, list[str]] = {}
    for source in sources(root):
        layer, name = source.split("/")[1:3]
        found.setdefault(name if layer == "games" else layer, []).append(source)
    return found


def has_compiler() -> bool:
    if sys.platform == "win32":
        return shutil.which("cl") is not None or has_visual_studio()
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(named.split()[0]) is not None


def has_visual_studio() -> bool:
    """Whether its installer knows of a compiler for C; setuptools finds that one by itself."""
    asks = Path(os.environ.get("PROGRAMFILES(X86)", ""), "Microsoft Visual Studio", "Installer", "vswhere.exe")
    if not asks.is_file():
        return False
    wanted = [
        "-products",
        "*",
        "-requires",
        "Microsoft.VisualStudio.Component.VC.Tools.x86.x64",
        "-property",
        "installationPath",
    ]
    return bool(subprocess.run([str(asks), *wanted], capture_output=True, check=False).stdout.strip())  # noqa: S603


class CompileHook(BuildHookInterface[Any]):
    """Adds the browser client to the source archive, and to the wheel that and the compiled modules."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.build_web()
        if self.target_name != "wheel":
            return
        self.scratch = tempfile.TemporaryDirectory()
        self.name_sources(build_data)
        if version == "editable" or os.environ.get("LOOT_INTERPRETED"):
            self.app.display_info("loot-table: installed interpreted, as asked")
            return
        if not has_compiler():
            self.app.display_warning(
                "loot-table: no C compiler found, so it is installed interpreted (slower, same rules)"
            )
            return
        self.compile(build_data)

    def compile(self, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        work = Path(self.scratch.name)
        shutil.copytree(
            root / "loot_table", work / "loot_table", ignore=shutil.ignore_patterns("*.so", "__pycache__", "web")
        )
        (work / "setup.py").write_text(SETUP, encoding="utf-8")
        script = str(root / "scripts" / "constructors.py")
        subprocess.run([sys.executable, script, str(work), *sources(root)], check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        jobs = str(os.cpu_count() or 1)
        command = [sys.executable, "setup.py", "build_ext", "--inplace", "-j", jobs, json.dumps(groups(root))]
        done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            said = [line for line in (done.stdout + done.stderr).splitlines() if "error:" in line]
            raise RuntimeError("mypyc could not compile loot-table:\n" + "\n".join([line[:400] for line in said]))
        for built in [*work.rglob("*.so"), *work.rglob("*.pyd")]:
            if "build" not in built.relative_to(work).parts:
                build_data["force_include"][str(built)] = built.relative_to(work).as_posix()
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def name_sources(self, build_data: dict[str, Any]) -> None:
        """Puts into the wheel of which sources it is, so that `make play` knows whether it may take it."""
        script = str(Path(self.root) / "scripts" / "fingerprint.py")
        told = subprocess.run([sys.executable, script], check=True, capture_output=True, text=True)  # noqa: S603
        file = Path(self.scratch.name) / "built_from.txt"
        file.write_text(told.stdout.strip(), encoding="utf-8")
        build_data["force_include"][str(file)] = "loot_table/built_from.txt"

    def build_web(self) -> None:
        script = Path(self.root) / "scripts" / "build_web.py"
        done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            self.app.display_warning(f"loot-table: installed without the browser client. {done.stderr.strip()[-400:]}")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "scratch"):
            self.scratch.cleanup()
