"""The command `loot`, used as a person would use it: words in, a screen out."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from children import environment
from typer.testing import CliRunner

from loot_table.bots.names import NAMES
from loot_table.cli.main import COMMANDS, app
from loot_table.games import slugs


def loot(
    *words: str, typed: str = "", folder: Path | None = None, width: int = 80, is_full: bool = False
) -> subprocess.CompletedProcess[str]:
    """Runs `loot` in a folder, on a full disk if wished, and types lines into it."""
    home = tempfile.gettempdir() if folder is None else f"{folder}-home"
    command = [sys.executable, "-P", "-c", "from loot_table.cli.main import main; main()", *words]
    return subprocess.run(
        command,
        input=typed,
        capture_output=True,
        text=True,
        env=environment(COLUMNS=str(width), LINES="24", XDG_DATA_HOME=home),
        cwd=folder,
        timeout=120,
        check=False,
        preexec_fn=no_more_space if is_full else None,
    )


def no_more_space() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def play(typed: str, *words: str, folder: Path | None = None) -> str:
    done = loot("play", "crates_barrels", "--seed", "5", *words, typed=typed, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def bot_in(screen: str, words: str) -> str | None:
    """Which of the names that a bot may have at the Barrels' seat stands there in these words."""
    return next((name for name in NAMES["a"] if words.format(name) in screen), None)


def test_games_are_listed_with_their_options() -> None:
    listed = loot("games").stdout
    assert all(slug in listed for slug in slugs())
    options = loot("games", "crates_barrels").stdout
    assert "turn_limit" in options
    assert "20 to 2000" in options
    assert "CB-HSE-6" in options


def test_the_version_says_how_it_was_built() -> None:
    told = loot("--version").stdout
    assert "loot-table 0." in told
    assert ("compiled," in told) != ("interpreted" in told)


def test_a_turn_by_notation_and_one_by_number(tmp_path: Path) -> None:
    screen = play("e2-e4\n1\nlog\nquit\n", folder=tmp_path)
    assert "1. Crates e2-e4" in screen
    assert bot_in(screen, "You meet {} · Thief.")
    assert bot_in(screen, "2. {} ")
    assert "3. Crates c2-" in screen


def test_everything_fits_80_columns_and_needs_no_colour(tmp_path: Path) -> None:
    screen = play("?\nwhy e2-e9\n? CB-MOV-3\ne2-e4\nquit\n", folder=tmp_path)
    assert max(len(line) for line in screen.splitlines()) <= 80
    assert "\x1b" not in screen
    for mark in (" c ", " b ", " R ", " O ", " * "):
        assert mark in screen


def test_help_lists_what_is_legal_by_number(tmp_path: Path) -> None:
    screen = play("?\nquit\n", folder=tmp_path)
    assert "46  Move g2-i4" in screen
    assert "CB-TRN-1" in screen


def test_why_answers_with_the_refusal_and_its_rule(tmp_path: Path) -> None:
    screen = play("why e8xe9\nwhy e2-e4\nwhy\nwhy nonsense\nquit\n", folder=tmp_path)
    assert "You have no pawn on e8." in screen
    assert "CB-TRN-1: Players alternate." in screen
    assert "e2-e4 is legal." in screen
    assert "say which action" in screen
    assert '"nonsense" is not a turn' in screen


def test_an_illegal_turn_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    screen = play("c2-e2\npass\n999\n0\nhello\ne2-e4\nquit\n", folder=tmp_path)
    for words in (
        "Your own pawn stands on e2.",
        "CB-MOV-4",
        "CB-TRN-2",
        "there are 46 actions",
        "is not a turn",
        "1. Crates e2-e4",
    ):
        assert words in screen


def test_undo_takes_back_the_bots_answer_too(tmp_path: Path) -> None:
    screen = play("undo\ne2-e4\nundo\nlog\nd2-d3\nquit\n", folder=tmp_path)
    assert "You have not acted yet" in screen
    assert "Taken back." in screen
    assert screen.count("turn 1 of 400") == 2
    assert "1. Crates d2-d3" in screen


def test_a_saved_match_goes_on_and_replays(tmp_path: Path) -> None:
    screen = play("e2-e4\nsave game.json\nquit\n", folder=tmp_path)
    assert "Saved: game.json" in screen
    again = loot("play", "--load", "game.json", typed="log\nquit\n", folder=tmp_path)
    assert "1. Crates e2-e4" in again.stdout
    replay = loot("replay", "game.json", typed="\n\nb\n99\nwhat\ne\n0\nq\n", folder=tmp_path)
    assert replay.returncode == 0
    for words in ("0 of 2", "1 of 2", "2 of 2", "The record has 2 entries", "b: back"):
        assert words in replay.stdout
    assert "1. Crates e2-e4" in loot("replay", "--print", "game.json", folder=tmp_path).stdout


def test_leaving_without_saving_loses_nothing(tmp_path: Path) -> None:
    screen = play("e2-e4\n", folder=tmp_path)  # the connection drops
    assert "The match is kept: loot play --load crates_barrels-1" in screen
    assert not list(tmp_path.iterdir()), "it is in the user's data folder"
    screen = play("e2-e4\nquit\n", folder=tmp_path)
    assert "crates_barrels-2" in screen
    again = loot("play", "--load", "crates_barrels-1", typed="e4-e5\nquit\n", folder=tmp_path)
    assert again.returncode == 0
    assert "turn 3 of 400" in again.stdout
    assert "The match is kept: loot play --load crates_barrels-1" in again.stdout
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    listed = loot("matches", folder=tmp_path, width=200).stdout
    assert bot_in(listed, "crates_barrels-1  Crates vs Barrels  Crates against {}")
    assert "crates_barrels-2" in listed
    assert "No match has been kept yet" in loot("matches", folder=elsewhere).stdout


def test_resuming_keeps_who_sat_where_and_the_bots_levels(tmp_path: Path) -> None:
    """Somebody who sat second must not find the first one's cards on the screen."""
    seats = ("--seat", "apprentice", "--seat", "human", "--name", "Ana", "--name", "Ben", "--seed", "2")
    left = loot("play", "loot_n_run", *seats, typed="1\nquit\n", folder=tmp_path)
    assert "Ben>" in left.stdout
    again = loot("play", "--load", "loot_n_run-1", typed="quit\n", folder=tmp_path)
    assert "Ben>" in again.stdout
    assert "Ana>" not in again.stdout
    (kept,) = Path(f"{tmp_path}-home").rglob("loot_n_run-1.loot.json")
    assert json.loads(kept.read_text())["seats"] == ["apprentice", "human"]
    other = loot("play", "--load", str(kept), "--seat", "human", "--seat", "greedy", typed="quit\n", folder=tmp_path)
    assert "Ana>" in other.stdout
    kept.write_text(json.dumps({**json.loads(kept.read_text()), "seats": ["human"]}))
    broken = loot("play", "--load", str(kept), folder=tmp_path, width=300)
    assert '"seats" of a record names who sits on each seat' in broken.stderr


def test_two_people_who_come_back_find_the_curtain_closed(tmp_path: Path) -> None:
    seats = ("--seat", "human", "--seat", "human", "--name", "Ana", "--name", "Ben", "--seed", "4")
    loot("play", "loot_n_run", *seats, typed="1\n\n\n1\n", folder=tmp_path)
    again = loot("play", "--load", "loot_n_run-1", typed="", folder=tmp_path)
    assert "Hand over to" in again.stdout
    assert "your rooms" not in again.stdout


def test_a_finished_match_is_kept_to_be_seen_again(tmp_path: Path) -> None:
    screen = play("resign\n", folder=tmp_path)
    assert "To see it again: loot replay crates_barrels-1" in screen
    shown = loot("replay", "--print", "crates_barrels-1", folder=tmp_path).stdout
    bot = bot_in(shown, "{} wins. Crates resigned.")
    assert bot
    over = loot("play", "--load", "crates_barrels-1", folder=tmp_path, width=300)
    assert over.returncode == 2
    assert f"this match is over: {bot} wins. Crates resigned. See it with loot replay crates_barrels-1" in over.stderr


def test_a_file_that_cannot_be_written_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    screen = play("e2-e4\nsave /nowhere/at/all.json\nsave .\nsave ok.json\nquit\n", folder=tmp_path)
    assert "cannot be written: No such file or directory" in screen
    assert "is a folder" in screen
    assert "Saved: ok.json" in screen
    assert [path.name for path in tmp_path.iterdir()] == ["ok.json"]


def test_a_full_disk_is_said_and_the_match_lives_on(tmp_path: Path) -> None:
    typed = "e2-e4\nsave game.json\nsave /dev/null\nlog\nquit\n"
    done = loot("play", "crates_barrels", "--seed", "5", typed=typed, folder=tmp_path, is_full=True)
    assert done.returncode == 0
    assert "game.json cannot be written: File too large" in done.stdout
    assert "/dev/null is not a file" in done.stdout
    assert "1. Crates e2-e4" in done.stdout
    assert "The match could not be kept" in done.stdout
    assert not list(tmp_path.iterdir())


def test_two_people_on_one_screen_and_resigning(tmp_path: Path) -> None:
    names = ("--seat", "human", "--seat", "human", "--name", "Ana", "--name", "Ben")
    screen = play("e2-e4\ne8-e7\nresign\n", *names, folder=tmp_path)
    assert "Ana>" in screen
    assert "Ben>" in screen
    assert "Ben wins. Ana resigned." in screen


def test_a_curtain_falls_between_people_who_hide_cards(tmp_path: Path) -> None:
    """Nobody reads another's cards: what one sees is wiped away before the next one looks."""
    seats = ("--seat", "human", "--seat", "human", "--name", "Ana", "--name", "Ben", "--seed", "4")
    done = loot("play", "loot_n_run", *seats, typed="1\n\n\n1\n\n\nquit\n", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    screens = done.stdout.split("\n" * 40)
    assert len(screens) == 3
    assert ["your rooms" in screen for screen in screens] == [True, True, True]
    faces = [re.findall(r"^   ([GYR]\d\d) ", screen, re.MULTILINE) for screen in screens]
    ana, ben = faces[0][0], faces[1][0]
    assert ana not in screens[1]
    assert ben not in screens[0] + screens[2]
    assert "Hand over to Ben" in screens[1]
    assert "Hand over to Ana" in screens[2]


def test_a_whole_game_against_a_bot_ends_with_the_result(tmp_path: Path) -> None:
    position = ("--position", "9/9/9/9/9/9/4C4/9/b8 c 10")
    screen = play("$e3-e1#\n", *position, folder=tmp_path)
    assert "Crates wins. Crates brought the loot home." in screen
    assert not list(tmp_path.iterdir())


def test_watching_bots_and_saving_their_game(tmp_path: Path) -> None:
    seats = ("--seat", "greedy", "--seat", "random", "--seed", "3", "--delay", "0")
    done = loot("watch", "crates_barrels", *seats, "--save", "bots.json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Crates wins" in done.stdout
    brief = loot("watch", "crates_barrels", *seats, "--brief", folder=tmp_path)
    assert brief.stdout.count("┌") == 1
    assert "Crates wins" in loot("replay", "--print", "bots.json", folder=tmp_path).stdout


def test_the_same_seed_gives_the_same_game() -> None:
    one, other = (loot("watch", "loot_n_run", "--seed", "9", "--brief").stdout for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("play", "chess"), 'no game is called "chess"; there are'),
        (("play",), "which game?"),
        (
            ("play", "crates_barrels", "--seat", "dragon"),
            '"dragon" cannot sit down; a seat is one of human, random, greedy',
        ),
        (("play", "crates_barrels", "--players", "3"), "is for 2 players, got 3"),
        (("play", "crates_barrels", *["--seat", "human"] * 3), "is for 2 players, got 3"),
        (("play", "crates_barrels", "--option", "turn_limit=5"), "turn_limit must be 20 to 2000, got 5"),
        (("play", "crates_barrels", "--option", "speed=5"), 'no option is called "speed"'),
        (("play", "crates_barrels", "--option", "speed"), "name=value"),
        (("play", "crates_barrels", "--position", "x"), "a position is ranks"),
        (("play", "crates_barrels", "--name", ""), "printable"),
        (("play", "crates_barrels", "--components", "none.toml"), "none.toml cannot be read"),
        (("play", "--load", "none.json"), "none.json cannot be read: No such file"),
        (("play", "crates_barrels", "--load", "none.json"), "only --seat, --bots and --seed"),
        (("replay", "none.json"), "cannot be read"),
        (("watch", "crates_barrels", "--seat", "human"), "only bots play here"),
        (("rules", "crates_barrels", "CB-99"), 'no rule "CB-99"'),
        (("ladder", "chess"), 'no game is called "chess"; there are'),
        (("ladder", "looterz", "--log", "/dev/null/kept"), "/dev/null/kept cannot be made: Not a directory"),
    ],
)
def test_bad_input_gets_a_clear_error(words: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    done = loot(*words, folder=tmp_path, width=300)
    assert done.returncode == 2
    assert reason in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["", "{}", "not json", '{"format":"loot-table-record/1","game":"chess"}', "[" * 5000])
def test_broken_files_get_a_clear_error(text: str, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text(text)
    for command in (("replay", "broken.json"), ("play", "--load", "broken.json")):
        done = loot(*command, folder=tmp_path, width=300)
        assert done.returncode == 2
        assert "loot: broken.json: " in done.stderr
        assert "Traceback" not in done.stderr


def test_rules_can_be_read_by_number() -> None:
    assert loot("rules", "crates_barrels", "cb-mov-3").stdout.startswith("CB-MOV-3: No pawn")
    assert "**CB-WIN-1**" in loot("rules", "crates_barrels").stdout


def test_other_components_can_be_played(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "loot_table/games/crates_barrels/components.toml").read_text()
    (tmp_path / "mine.toml").write_text(text.replace('respawn = ["a5", "e5", "i5"]', 'respawn = ["b5", "e5", "h5"]'))
    screen = play("quit\n", "--components", "mine.toml", folder=tmp_path)
    assert "5 │ .  *  .  .  *  .  .  *  . │" in screen
    (tmp_path / "bad.toml").write_text(text.replace("pawns = 5", "pawns = 9"))
    done = loot("play", "crates_barrels", "--components", "bad.toml", folder=tmp_path, width=300)
    assert "pawns must be 1 to 5, got 9 (CB-COM-1)" in done.stderr


def test_secrecy_is_proved_on_request() -> None:
    done = loot("secrecy", "--pairs", "40", "--seed", "2", "--game", "loot_n_run")
    assert done.returncode == 0, done.stderr
    assert "loot_n_run: 40 pairs of worlds" in done.stdout
    assert "0 differences (seed 2)." in done.stdout
    numbers = loot("secrecy", "--pairs", "40", "--seed", "2", "--game", "loot_n_run", "--outlets", "numbers")
    assert numbers.returncode == 0, numbers.stderr
    assert "sets of legal letters of each world compared" in numbers.stdout
    wrong = loot("secrecy", "--game", "chess")
    assert wrong.returncode == 2
    assert 'no game is called "chess"' in wrong.stderr


def test_a_question_about_thousands_of_answers_says_how_to_answer() -> None:
    done = loot("play", "labyrinth", "--seed", "5", "--option", "first_player=0", typed="?\nquit\n")
    told = " ".join(done.stdout.split())
    assert "There are thousands of answers. Type yours: n, e, s or w to slide; place wave 0 f4" in told
    assert "places wave 0 where that piece may lie" in told
    assert "zoom zoom" not in told
    assert "more." not in told


def test_every_command_that_the_pages_name_is_there() -> None:
    pages = [Path("README.md"), Path("bench/README.md"), *sorted(Path("docs").glob("*.md"))]
    root = Path(__file__).parents[2]
    code = re.compile(r"(?:^ *|`)loot ((?:bench )?[a-z]+)", re.MULTILINE)
    named = {
        tuple(words.split()) for page in pages for words in code.findall((root / page).read_text(encoding="utf-8"))
    }
    runner = CliRunner()
    unknown = [words for words in sorted(named) if runner.invoke(app, [*words, "--help"]).exit_code]
    assert ("bench", "opponents") in named
    assert unknown == []


def test_the_shell_completes_commands_games_and_kept_matches(tmp_path: Path) -> None:
    play("e2-e4\nquit\n", folder=tmp_path)

    def completed(words: str) -> list[str]:
        begun = {"_LOOT_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        command = [sys.executable, "-P", "-c", "from loot_table.cli.main import app; app(prog_name='loot')"]
        around = environment(**begun, XDG_DATA_HOME=f"{tmp_path}-home")
        return subprocess.run(command, capture_output=True, text=True, env=around, check=False).stdout.split()

    assert completed("loot pl") == ["play"]
    assert completed("loot rules loot") == ["loot_fiend", "loot_n_run", "looterz"]
    assert completed("loot replay cr") == ["crates_barrels-1"]


def test_help_is_short_grouped_and_has_no_riddles() -> None:
    for asked in (("-h",), ("--help",)):
        told = CliRunner().invoke(app, asked).output
        places = [told.index(f"─ {group} ─") for group in ("Play", "Bots", "Server", "Measure")]
        assert places == sorted(places)
    assert "<bool>" not in "".join(CliRunner().invoke(app, [name, "-h"]).output for name in COMMANDS)


def test_a_bot_plays_on_for_whoever_resigns_among_three(tmp_path: Path) -> None:
    done = loot("play", "loot_n_run", "--bots", "random,random", "--seed", "5", typed="resign\n", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "A bot plays on for you" in done.stdout
    assert done.stdout.count("Ada>") == 1, "nobody is asked again"
    assert "resigned." in done.stdout
    assert "To see it again: loot replay loot_n_run-1" in done.stdout
