"""Imports point one way: engine <- games <- bots <- arena, lab, review, analysis, learn <- press, rl <- server <- proofs <- bench <- cli; a game knows only
the engine, and only a store knows its database. Every game's folder has the same rooms: who knows one game finds everything
in the others."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "loot_table"
BELOW: dict[str, set[str]] = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "languages": {"engine", "languages"},
    "bots": {"engine", "games", "bots"},
    "measure": {"engine", "games", "bots", "measure"},
    "arena": {"engine", "games", "bots", "measure", "arena"},
    "train": {"engine", "games", "bots", "measure", "arena", "train"},
    "bench": {"engine", "games", "bots", "measure", "arena", "lab", "review", "rl", "server", "proofs", "bench"},
    "lab": {"engine", "games", "bots", "measure", "arena", "lab"},
    "review": {"engine", "games", "bots", "measure", "review"},
    "analysis": {"engine", "games", "bots", "analysis"},
    "learn": {"engine", "games", "bots", "learn"},
    "press": {"engine", "games", "lab", "press"},
    "rl": {"engine", "games", "bots", "measure", "arena", "train", "rl"},
    "server": {
        "engine",
        "games",
        "languages",
        "bots",
        "measure",
        "arena",
        "lab",
        "learn",
        "press",
        "review",
        "rl",
        "server",
    },
    "proofs": {"engine", "games", "bots", "rl", "server", "proofs"},
    "verify": {"engine", "games", "verify"},
    "cli": {
        "engine",
        "games",
        "bots",
        "measure",
        "arena",
        "bench",
        "lab",
        "review",
        "analysis",
        "learn",
        "press",
        "train",
        "rl",
        "languages",
        "server",
        "proofs",
        "verify",
        "cli",
    },
}
DATABASES = {"sqlite3", "sqlalchemy", "psycopg"}
# The stores, and the witnesses that read a database by themselves to check them.
STORES = {
    "server/store.py",
    "server/sqlite_papers.py",
    "server/sqlite_overview.py",
    "server/postgres_overview.py",
    "server/backups.py",
    "server/postgres.py",
    "server/nodes/registry.py",
    "server/nodes/feed.py",
    "server/replica.py",
    "proofs/log_file.py",
    "proofs/several/cluster.py",
    "proofs/several/log_base.py",
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def all_imported(path: Path) -> set[str]:
    """Every module that a file imports, by its dotted name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def imported(path: Path) -> set[str]:
    """Those of ours."""
    return {name for name in all_imported(path) if name.split(".")[0] == "loot_table"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    parts = path.relative_to(PACKAGE).parts
    if len(parts) == 1:
        assert not imported(path), "the package itself imports nothing"
        return
    for name in imported(path):
        layer = name.split(".")[1]
        assert layer in BELOW[parts[0]], f"{path} imports {name}"
        if parts[0] == "games" and len(parts) > 2 and layer == "games":
            assert name.split(".")[2] == parts[1], f"{path} knows another game: {name}"


@pytest.mark.parametrize("path", [path for path in MODULES if path.parent.name == "bots"], ids=lambda path: path.name)
def test_bots_get_views_and_never_a_match(path: Path) -> None:
    """A bot is fair by construction: it has no way to reach the real table."""
    reached = imported(path)
    assert not {name for name in reached if name.startswith("loot_table.engine.match")}


def test_only_a_store_knows_its_database() -> None:
    """Everybody else hears of its troubles as a StoreError."""
    knowing = {path for path in MODULES if DATABASES & {name.split(".")[0] for name in all_imported(path)}}
    assert {path.relative_to(PACKAGE).as_posix() for path in knowing} == STORES


@pytest.mark.parametrize("layer", ["engine", "games", "bots"])
def test_rules_have_no_clock_and_no_hidden_randomness(layer: str) -> None:
    finder = PACKAGE / "games" / "__init__.py"  # asks the environment which games there are
    for path in set((PACKAGE / layer).rglob("*.py")) - {finder}:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            bad = {"random", "time", "datetime", "secrets", "pickle", "os", "socket"}
            assert not bad & set(names), f"{path} imports {names}"


def test_every_package_is_in_the_picture() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= set(BELOW)


# ---------------------------------------------------------------- the rooms of a game

GAMES = sorted(path.parent for path in (PACKAGE / "games").glob("*/__init__.py"))
TESTS = PACKAGE.parent / "tests"

NEEDED = {
    "__init__",
    "box",
    "components",
    "encoding",
    "events",
    "guide",
    "position",
    "rules",
    "scene",
    "sheets",
    "table",
    "text",
}
ROOMS = NEEDED | {"odds"}
BOT_ROOMS = {"__init__", "greedy", "value", "search", "tells"}
# What a game has beside the rooms of all: chapters of its rulebook and things on its table, each named here on purpose.
CHAPTERS = {
    "crates_barrels": "board ending house_rules keys listing movement notation respawning sides sieve turn",
    "labyrinth": "access asking cards cut forecasts grid letters lines maze memory minotaur moving placing preview shapes sheets_walls tournament weakening",
    "loot_fiend": "adding backpack course ending forecasts labels locks loot map packing phases position_table reach read_out "
    "refusals routes scene_choices scene_loot scene_walks stack stalemate stores text_commands text_lines text_table tile_loot trips",
    "loot_n_run": "awaken_events counting decks faces werewolf",
    "looterz": "abilities activation agenda answers codec consequences dice draw_pile dungeon dungeon_events forecast "
    "language lines loot names operations operations_on_cards operations_on_looterz operations_on_players party questions reader "
    "targets taunt worth",
}
# The same for what only its bots know.
BOT_CHAPTERS = {
    "crates_barrels": "analysis counting endgames memory net pruning swift",
    "labyrinth": "slides",
    "loot_fiend": "expectations movement",
    "loot_n_run": "backs",
}
# Beside `tables.py`, which makes tables: second implementations to compare with, and data.
TEST_COMPANIONS = {
    "crates_barrels": "kept_answers.txt naive.py",
    "labyrinth": "naive.py worked_cases.txt",
    "loot_fiend": "examples.md",
    "loot_n_run": "slow_odds.py worlds.py",
}
VAGUE = {"written", "typed", "ways", "words", "outlook", "utils", "helpers", "misc"}


def names_in(folder: Path) -> set[str]:
    """Files and folders, but for what Python and the compiler leave behind."""
    return {path.name for path in folder.iterdir() if path.name != "__pycache__" and path.suffix != ".so"}


def modules(stems: set[str]) -> set[str]:
    return {f"{stem}.py" for stem in stems}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_the_rooms_of_all_games_and_chapters_named_here(game: Path) -> None:
    chapters = modules(set(CHAPTERS.get(game.name, "").split()))
    needed = modules(NEEDED) | {"rulebook.md", "components.toml", "measured.toml", "primer.toml", "bot"} | chapters
    assert needed - names_in(game) == set(), "missing"
    assert names_in(game) - needed - modules(ROOMS) - {"lessons.toml", "puzzles.json", "review.toml", "web"} == set(), (
        "strangers: a room of all games, or a chapter to name here?"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_only_bots_know_stands_in_the_same_rooms(game: Path) -> None:
    chapters = modules(set(BOT_CHAPTERS.get(game.name, "").split()))
    needed = {"__init__.py", "greedy.py"} | chapters
    found = names_in(game / "bot")
    assert needed - found == set(), "missing"
    assert (
        found - needed - modules(BOT_ROOMS) - {"book.toml", "net.toml", "value.toml", "personas.toml", "luck.json.gz"}
        == set()
    ), "strangers"
    knowers = [path for path in game.glob("*.py") if {n for n in imported(path) if f"games.{game.name}.bot" in n}]
    assert knowers == [], "rules and pictures do not ask the bots"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_tests_of_a_game_make_their_tables_in_one_place(game: Path) -> None:
    companions = set(TEST_COMPANIONS.get(game.name, "").split())
    found = {name for name in names_in(TESTS / "games" / game.name) if not name.startswith("test_")}
    assert companions - found == set(), "missing"
    assert found - companions - {"tables.py"} == set(), "strangers"


def test_no_file_has_a_name_that_could_hold_anything() -> None:
    found = set()
    for folder in (PACKAGE, TESTS, PACKAGE.parent / "scripts", PACKAGE.parent / "examples"):
        for path in folder.rglob("*.py"):
            if path.stem in VAGUE or path.stem == path.parent.name:
                found.add(f"{path.parent.name}/{path.stem}")
    assert found == set()


WEB_ROOMS = {"Board.svelte", "Mine.svelte", "acts.ts", "motion.ts", "scene.ts", "look.svelte.ts", "art.ts", "cover.svg"}
# What a board has beside them: its own drawings are components; other files are named here on purpose.
WEB_CHAPTERS = {
    "crates_barrels": "spoken.ts targets.ts tiles.ts",
    "labyrinth": "draw.ts sight.svelte.ts",
    "loot_fiend": "camera.svelte.ts following.svelte.ts map.ts packing.ts",
}
LONGEST_BOARD = 350  # lines


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_board_has_the_rooms_of_all_boards(game: Path) -> None:
    found = names_in(game / "web")
    assert WEB_ROOMS - found == set(), "missing"
    chapters = set(WEB_CHAPTERS.get(game.name, "").split())
    assert {name for name in found - WEB_ROOMS if not name.endswith(".svelte")} == chapters
    assert {name for name in found if name.split(".")[0].lower() in VAGUE} == set(), "vague names"
    assert len((game / "web" / "Board.svelte").read_text(encoding="utf-8").splitlines()) <= LONGEST_BOARD


def test_the_shell_knows_no_games_events() -> None:
    """Neither by the name of an event nor of a game."""
    classes = [
        node.name
        for path in (PACKAGE / "games").glob("*/*events.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    words = {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() for name in classes} | {game.name for game in GAMES}
    shell = PACKAGE.parent / "web" / "src"
    for path in [*shell.rglob("*.ts"), *shell.rglob("*.svelte")]:
        quoted = set(re.findall(r"[\"'`]([a-z_]+)[\"'`]", path.read_text(encoding="utf-8")))
        assert quoted & words <= {"drawn", "ended", "passed", "played"}, f"{path.name} knows {sorted(quoted & words)}"
