"""What a release hands out is enough: source archive, compiled wheel and pure wheel, each installed where there is no
compiler, no Node.js and no copy of the repository, serve their page and play a game."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SMOKE = ROOT / "scripts" / "smoke.py"


def run(*command: str | Path, folder: Path, **around: str) -> str:
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=around,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


def here() -> dict[str, str]:
    """Our surroundings, but for what leads to the repository's own package."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("LOOT_", "PYTHONPATH"))}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder, folder=ROOT, **here())
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def unpacked(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    return next(folder.iterdir())


def wheel_of(sources: Path, folder: Path, **more: str) -> Path:
    """A wheel made of the source archive alone, as an index gets it."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory"]
    run(*command, folder, folder=sources, **{**here(), **more})
    return next(folder.glob("*.whl"))


@pytest.fixture(params=["compiled wheel", "pure wheel", "source archive"])
def package(request: pytest.FixtureRequest, archive: Path, unpacked: Path, tmp_path: Path) -> tuple[str, Path]:
    if request.param == "source archive":
        return request.param, archive
    more = {"LOOT_INTERPRETED": "1"} if request.param == "pure wheel" else {}
    return request.param, wheel_of(unpacked, tmp_path / "wheel", **more)


def test_a_package_is_enough_to_serve_and_to_play(package: tuple[str, Path], tmp_path: Path) -> None:
    kind, file = package
    is_compiled = kind == "compiled wheel"
    assert file.name.endswith("-py3-none-any.whl") == (kind == "pure wheel"), "the name says which systems it is for"
    clean = tmp_path / "clean"
    venv.create(clean, with_pip=True)
    programs = clean / "bin"
    # Nothing but the environment's own programs is found: neither cc nor node.
    around = {**here(), "PATH": str(programs), "HOME": str(tmp_path)}
    run(programs / "pip", "install", "--quiet", file, folder=tmp_path, **around)
    said = run(programs / "loot", "--version", folder=tmp_path, **around)
    assert (" compiled," if is_compiled else " interpreted (the same rules, slower") in said
    options = ["--compiled"] if is_compiled else []
    told = run(programs / "python", SMOKE, *options, folder=tmp_path, **around)
    assert "The page is there, and a game was played." in told
