"""Plays a contest on one or many processes or on a Ray cluster, and goes on where it stopped."""

from __future__ import annotations

import json
import logging
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from loot_table.arena.contest import Contest, GameResult, play_game
from loot_table.engine.errors import BadInput

Found = TypeVar("Found")
CHUNK = 8  # games a worker takes at a time


def play_games(contest: Contest, numbers: list[int]) -> list[GameResult]:
    return [play_game(contest, number) for number in numbers]


def chunks(numbers: list[int], size: int = CHUNK) -> Iterator[list[int]]:
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def run(
    contest: Contest,
    jobs: int = 1,
    log: Path | None = None,
    progress: Callable[[int], None] | None = None,
    on_ray: bool = False,
) -> list[GameResult]:
    """All games, by number. With a log, finished games are written at once and not played again."""
    contest.check()
    done = {result.number: result for result in read_log(contest, log)} if log is not None else {}
    tell = progress or (lambda _: None)
    tell(len(done))
    missing = [number for number in range(contest.games) if number not in done]
    for batch in played_on_ray(contest, missing) if on_ray else played(contest, missing, jobs):
        if log is not None:
            write_log(log, batch)
        done.update({result.number: result for result in batch})
        tell(len(done))
    return [done[number] for number in range(contest.games)]


def played(contest: Contest, numbers: list[int], jobs: int) -> Iterable[list[GameResult]]:
    return spread(partial(play_games, contest), numbers, jobs)


def spread(work: Callable[[list[int]], Found], numbers: list[int], jobs: int, size: int = CHUNK) -> Iterator[Found]:
    """Work on games by their numbers, a few at a time, here or in other processes; what is ready first comes first."""
    if jobs <= 1:
        yield from (work(chunk) for chunk in chunks(numbers, size))
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for finished in as_completed([pool.submit(work, chunk) for chunk in chunks(numbers, size)]):
            yield finished.result()


def played_on_ray(contest: Contest, numbers: list[int]) -> Iterable[list[GameResult]]:
    return spread_on_ray(partial(play_games, contest), numbers)


def spread_on_ray(work: Callable[[list[int]], Found], numbers: list[int], size: int = CHUNK) -> Iterator[Found]:
    """On the cluster that RAY_ADDRESS names, or on one of this machine's cores; in the order of the numbers."""
    try:
        import ray  # noqa: PLC0415 (installed only where it is wanted)
    except ImportError:
        raise BadInput('Ray is not installed; it comes with `pip install "loot-table[ray]"`') from None
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    far: Any = ray.remote(worked)
    for finished in [far.remote(work, chunk) for chunk in chunks(numbers, size)]:
        yield ray.get(finished)


def worked(work: Callable[[list[int]], Found], numbers: list[int]) -> Found:
    return work(numbers)


# ---------------------------------------------------------------- the log: a header, then one line for each game


def read_log(contest: Contest, path: Path) -> list[GameResult]:
    """Games of this very contest that are finished; a line cut off by a crash is left out."""
    if not path.exists():
        write_header(contest, path)
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        header = json.loads(lines[0])
        if header["contest"] != contest.key():
            raise BadInput(f"{path} holds another contest; name another file or remove it")
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        raise BadInput(f"{path} is not the log of a contest") from None
    return [result for line in lines[1:] if (result := read_line(line)) is not None and result.number < contest.games]


def write_header(contest: Contest, path: Path) -> None:
    try:
        path.write_text(json.dumps({"contest": contest.key(), **asdict(contest)}) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}") from None


def read_line(line: str) -> GameResult | None:
    try:
        plain: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in json.loads(line).items()}
        return GameResult(**plain)
    except (ValueError, TypeError, AttributeError):
        return None


def write_log(path: Path, results: list[GameResult]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(result)) + "\n" for result in results)
