"""What `loot verify` finds: every kind of lie about a record, and nothing in an honest one (P10)."""

from __future__ import annotations

import copy
import itertools
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from verify.games_under_seal import KEY, TABLE, choices, chosen, drawn_by_the_book, record_of, sealed_match

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.errors import BadInput, LootError
from loot_table.engine.match import Match
from loot_table.engine.sealed import Sealed, commitment
from loot_table.verify.record import verified

OTHER = "a5" * 32
Record = dict[str, Any]


def wrong(record: Record, promised: str | None = None, table: str | None = None) -> str:
    return "; ".join(verified(codec.dumps(record), promised, table).wrong)


@pytest.fixture(scope="module")
def honest() -> Record:
    """Some turns of Looterz, ended by agreement: enough draws, and the last ones change nothing else."""
    return record_of(sealed_match("looterz", 3, most=60))


def draws(record: Record) -> list[int]:
    return [number for number, entry in enumerate(record["entries"]) if "outcome" in entry]


# ---------------------------------------------------------------- honest records


@pytest.mark.parametrize("slug", games.slugs())
def test_every_draw_is_what_the_docs_say(slug: str) -> None:
    """Worked out from the page, not from the code."""
    played = sealed_match(slug)
    again = Match(played.game, 2)
    checked = 0
    for entry in played.record:
        if entry.outcome is not None:
            assert drawn_by_the_book(KEY, TABLE, checked, list(again.state.outcomes())) == entry.outcome
            checked += 1
        again.replay_entry(entry.to_json())
    assert again.is_over
    assert (checked > 0) == (slug != "crates_barrels")
    verdict = verified(codec.dumps(record_of(played)), commitment(KEY), TABLE)
    assert verdict.draws == checked
    assert verdict.is_checked
    assert verdict.wrong == ()


@pytest.mark.parametrize("slug", games.slugs())
def test_what_is_taken_back_and_played_again_is_drawn_the_same(slug: str) -> None:
    """LT-3: an undo at every moment at which one is allowed leaves no trace in what nature does."""
    straight = sealed_match(slug)
    match = Match(straight.game, 2, nature=Sealed(KEY, TABLE))
    seats, undone = choices(slug, 2), 0
    while not match.is_over:
        seat, action = match.to_act, chosen(match, seats)
        match.play(seat, action)
        if match.why_not_undo(seat) is None:
            match.undo(seat)
            match.play(seat, action)
            undone += 1
    assert match.save() == straight.save()
    assert undone > 0 or slug == "loot_n_run"  # where something is drawn or shown at every turn


# ---------------------------------------------------------------- lies


def playable(record: Record) -> bool:
    """Whether the rules alone find nothing: then the key has to."""
    try:
        Match.from_json(record, games.load(record["game"]))
    except LootError:
        return False
    return True


def test_a_changed_outcome_is_found(honest: Record) -> None:
    lies = 0
    for number in draws(honest):
        for outcome in range(12):
            lie = copy.deepcopy(honest)
            lie["entries"][number] = {"outcome": outcome}
            if lie != honest and playable(lie):
                assert f"(entry {number}) is {outcome}, but was bound to be" in wrong(lie)
                lies += 1
    assert lies > 5


def test_swapped_draws_are_found(honest: Record) -> None:
    lies = 0
    numbers = draws(honest)
    for one, other in itertools.pairwise(numbers):
        lie = copy.deepcopy(honest)
        lie["entries"][one], lie["entries"][other] = lie["entries"][other], lie["entries"][one]
        if lie != honest and playable(lie):
            assert f"(entry {one})" in wrong(lie)
            lies += 1
    assert lies > 2


def nature(**other: str) -> Callable[[Record], object]:
    return lambda record: record["nature"].update(other)


LIES: list[tuple[Callable[[Record], object], str]] = [
    (nature(key=OTHER), "the key is not the one that its commitment promised"),
    (nature(key=OTHER, commitment=commitment(OTHER)), "the key is not the one that was promised before the game"),
    (nature(key=OTHER, commitment=commitment(OTHER)), "draw 0 (entry 0) is"),
    (nature(commitment=commitment(OTHER)), "the key is not the one that its commitment promised"),
    (nature(table="another-table"), "it was played at the table another-table"),
    (nature(table="another-table"), "but was bound to be"),
    (lambda record: record.pop("nature"), "the record has no key, but a commitment was promised"),
    (lambda record: (record.pop("result"), record["entries"].pop()), "the record stops before its game is over"),
]


@pytest.mark.parametrize(("lie", "said"), LIES, ids=range(len(LIES)))
def test_a_lie_is_found_and_said(honest: Record, lie: Callable[[Record], object], said: str) -> None:
    record = copy.deepcopy(honest)
    assert wrong(record, commitment(KEY), TABLE) == ""
    lie(record)
    assert said in wrong(record, commitment(KEY), TABLE)


def test_without_its_key_a_record_with_draws_is_not_checked(honest: Record) -> None:
    bare = {name: value for name, value in honest.items() if name != "nature"}
    verdict = verified(codec.dumps(bare))
    assert verdict.wrong == ()
    assert verdict.draws > 0
    assert not verdict.is_checked
    duel = sealed_match("crates_barrels", most=4).to_json()
    assert verified(codec.dumps(duel)).is_checked, "where chance decides nothing there is nothing to check"


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({"key": "zz"}, "64 hexadecimal digits"),
        ({"key": ""}, "64 hexadecimal digits"),
        ({"key": " " + "5a" * 31 + "5"}, "64 hexadecimal digits"),
        ({"key": "٥" * 64}, "64 hexadecimal digits"),
        ({"table": "\x1b[2Jall is well"}, "not the name of a table"),
        ({"table": ""}, "not the name of a table"),
        ({"key": 5}, 'holds the texts "table", "key" and "commitment"'),
        ({"more": "x"}, 'holds the texts "table", "key" and "commitment"'),
    ],
)
def test_a_nature_that_is_none_is_refused(honest: Record, part: Record, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        verified(codec.dumps({**honest, "nature": {**honest["nature"], **part}}))


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"\xff\xfe", b"{" * 9000, b'{"format": "loot-table-record/1"}'])
def test_garbage_is_refused(text: bytes) -> None:
    with pytest.raises(BadInput):
        verified(text)


# ---------------------------------------------------------------- the command


def loot_verify(record: bytes, folder: Path, *words: str) -> tuple[int, str, str]:
    (folder / "game.json").write_bytes(record)
    environment = {**os.environ, "COLUMNS": "200"}
    if environment.get("PYTHONPATH"):
        environment["PYTHONPATH"] = str(Path(environment["PYTHONPATH"]).resolve())
    command = [
        sys.executable,
        "-P",
        "-c",
        "from loot_table.cli.main import main; main()",
        "verify",
        "game.json",
        *words,
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=folder, timeout=120, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_the_command_says_that_all_is_as_promised(honest: Record, tmp_path: Path) -> None:
    text = codec.dumps(honest)
    code, told, _ = loot_verify(text, tmp_path, "--commitment", commitment(KEY), "--table", TABLE)
    assert code == 0
    assert f"looterz: {len(honest['entries'])} entries follow the rules." in told
    assert f"Table {TABLE}, commitment {commitment(KEY)}: {len(draws(honest))} draws recomputed." in told
    assert told.splitlines()[-1] == "All is as promised."
    code, told, _ = loot_verify(text, tmp_path)
    assert code == 0
    assert "--commitment compares it with yours" in told


def test_the_command_says_what_is_wrong(honest: Record, tmp_path: Path) -> None:
    lie = {**honest, "nature": {**honest["nature"], "key": OTHER}}
    code, told, _ = loot_verify(codec.dumps(lie), tmp_path)
    assert code == 1
    assert "Wrong: the key is not the one that its commitment promised." in told
    assert told.count("Wrong: ") == 10, "many are counted, not listed"
    assert "things are not as promised." in told.splitlines()[-1]


def test_the_command_says_what_cannot_be_checked(honest: Record, tmp_path: Path) -> None:
    bare = {name: value for name, value in honest.items() if name != "nature"}
    code, told, _ = loot_verify(codec.dumps(bare), tmp_path)
    assert code == 1
    assert f"It tells no key: nobody can check its {len(draws(honest))} draws." in told
    code, told, said = loot_verify(b"garbage", tmp_path)
    assert (code, told) == (2, "")
    assert "not JSON" in said
    assert "Traceback" not in said
