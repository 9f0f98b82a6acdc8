"""Views in numbers: from the view alone, every fact of it, in parts of the size they say; actions as words, there and back."""

from __future__ import annotations

import dataclasses
import json
from array import array
from collections.abc import Iterator
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from loot_table import games
from loot_table.engine.encoding import Encoding, dump
from loot_table.engine.errors import BadInput
from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.spelling import Answers, Spelling
from loot_table.engine.state import NATURE, NOBODY, SPECTATOR, State, View
from loot_table.games.loot_n_run.rules import Loot
from loot_table.rl.encodings import encoding_of, spelling_of

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "crates_barrels": [
        {"repetition": "draw3", "movement": "steps", "home_attack": "vacate", "layout": "ring"},
        {"passing": True, "respawning": False, "repetition": "free", "movement": "orthogonal", "turn_limit": 40},
    ],
    "labyrinth": [
        {"labyrinth_walls": True, "minotaur": True, "close_placement": "both"},
        {"null_moves": "allow", "stall_rounds": 0, "first_player": 1},
    ],
    "loot_fiend": [
        {"loot_draw": "choose", "overpay": "any", "repack_on_trip": True, "stalemate_rounds": 1},
        {"loot_choice": "random", "store_agreement": "once", "lock_payment": "each", "stalemate_scope": "after_tie"},
    ],
    "loot_n_run": [{"refused_cards": "face_down", "target_score": 20}, {"deck": "mixed", "head_start": "by_seat"}],
    "looterz": [
        {"dragon_cards": 4, "allow_rest": True, "token_supply": "strict", "reshuffle": "on_demand", "life_cap": 12},
        {
            "steal_when_leading": "next_richest",
            "taunt_scope": "harm_only",
            "activation_needs": "possible",
            "round_limit": 4,
        },
    ],
}
# Facts of a view that no rule reads again, so that no number is owed to them: a field, or with `/` places in it.
UNREAD: dict[str, set[str]] = {
    "crates_barrels": {
        "seen/*/2",  # after which turn a position was: only the refusal's sentence says it; as a count it has a test below
    },
    "labyrinth": {
        "walls/*/0",  # a wall's running number: actions that name it are told by the square of its token
        "next_wall",
    },
}

TABLES = [
    (slug, players, options)
    for slug in games.slugs()
    for players in range(games.load(slug).least_players, games.load(slug).most_players + 1)
    for options in [{}, *OPTIONS.get(slug, [])]
]
GAMES = [(slug, options) for slug in games.slugs() for options in [{}, *OPTIONS.get(slug, [])]]


def played(game: Game, players: int, options: dict[str, Any], seed: int, most: int) -> Iterator[State]:
    """The tables of a game at random, before each decision and at the end."""
    rng = Random(seed)
    table = game.start(players, options)
    while most:
        if table.to_act == NATURE:
            table.happen(table.chance().sample(table, rng))
            continue
        yield table
        most -= 1
        if table.to_act == NOBODY:
            return
        table.apply(table.decision().sample(table, rng))


@pytest.mark.parametrize(("slug", "players", "options"), TABLES)
def test_numbers_are_what_the_parts_say(slug: str, players: int, options: dict[str, Any]) -> None:
    game = games.load(slug)
    encoding = encoding_of(game, game.start(players, options))
    for table in played(game, players, options, players, 60):
        for seat in (SPECTATOR, *range(players)):
            row = encoding.listed(table.view(seat))
            assert len(row) == encoding.size
            assert all(-2.0 <= number <= 20.0 for number in row), dump(encoding, row)


@pytest.mark.parametrize(("slug", "players", "options"), TABLES)
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_numbers(
    slug: str, players: int, options: dict[str, Any]
) -> None:
    game = games.load(slug)
    encoding = encoding_of(game, game.start(players, options))
    rng = Random(7)
    for table in played(game, players, options, 100 + players, 40):
        if table.to_act == NOBODY:
            continue
        for seat in range(players):
            view = table.view(seat)
            assert encoding.listed(view) == encoding.listed(view.imagine(rng).view(seat))


@pytest.mark.parametrize("slug", games.slugs())
@pytest.mark.parametrize("form", ["fixed", "factored"])
def test_an_action_is_its_word_there_and_back(slug: str, form: str) -> None:
    """Every action that was legal in whole games, at the least and the most players."""
    game = games.load(slug)
    for players in (game.least_players, game.most_players):
        spelling = spelling_of(game, encoding_of(game, game.start(players)), form)
        for table in played(game, players, {}, players, 400):
            listed = table.actions()
            for action in listed if len(listed) < 300 else listed[:: len(listed) // 100]:
                word = spelling.word(action, table.view(table.to_act))
                assert spelling.action(word, table.view(table.to_act)) == action
                assert all(0 <= letter < spelling.size for letter in word)


@pytest.mark.parametrize("form", ["fixed", "factored"])
def test_an_action_beyond_its_range_is_refused(form: str) -> None:
    """Such as one of a position that somebody wrote by hand."""
    game = games.load("loot_n_run")
    spelling = spelling_of(game, encoding_of(game, game.start(2)), form)
    with pytest.raises(BadInput, match="Loot.*beyond its declared range"):
        spelling.word(Loot(7))


def spelled(answers: Answers, spelling: Spelling, rng: Random) -> int:
    """How many letters it takes to answer at random."""
    letters = 0
    while True:
        legal = answers.legal()
        letters += 1
        if answers.spell(legal[rng.below(len(legal))]) is not None:
            return letters


@pytest.mark.parametrize("slug", games.slugs())
def test_no_two_answers_are_spelled_alike_and_none_begins_another(slug: str) -> None:
    game = games.load(slug)
    encoding = encoding_of(game, game.start(game.least_players))
    rng = Random(3)
    for form in ("fixed", "factored"):
        spelling = spelling_of(game, encoding, form)
        for table in played(game, game.least_players, {}, 5, 60):
            if table.to_act == NOBODY:
                continue
            answers = Answers(spelling, table.actions(), table.view(table.to_act))
            assert len(set(answers.words)) == len(set(table.actions()))
            longest = max(len(word) for word in answers.words)
            assert 1 <= spelled(answers, spelling, rng) <= longest
            with pytest.raises(BadInput):
                answers.spell(spelling.size)


def leaves(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(plain, dict):
        for key, value in plain.items():
            yield from leaves(value, (*path, key))
    elif isinstance(plain, list | tuple):
        for place, value in enumerate(plain):
            yield from leaves(value, (*path, place))
    elif dataclasses.is_dataclass(plain):
        for each in dataclasses.fields(plain):
            yield from leaves(getattr(plain, each.name), (*path, each.name))
    else:
        yield path, plain


def with_leaf(plain: Any, path: tuple[Any, ...], leaf: Any) -> Any:
    if not path:
        return leaf
    if isinstance(plain, dict):
        return {key: with_leaf(value, path[1:], leaf) if key == path[0] else value for key, value in plain.items()}
    if dataclasses.is_dataclass(plain):  # the course of Loot Fiend
        twin: Any = plain
        twin = twin.copy()
        setattr(twin, path[0], with_leaf(getattr(plain, path[0]), path[1:], leaf))
        return twin
    return tuple([with_leaf(value, path[1:], leaf) if place == path[0] else value for place, value in enumerate(plain)])


def facts(view: View) -> dict[str, Any]:
    """The fields of a view but those that every number rests on: whose eyes, the box, the agenda, why it ended."""
    left_out = {"seat", "box", "players", "agenda", "reason"}
    return {each.name: getattr(view, each.name) for each in dataclasses.fields(view) if each.name not in left_out}


def is_read(slug: str, name: str, path: tuple[Any, ...]) -> bool:
    where = "/".join([name, *map(str, path)])
    return not any(fnmatch(where, unread) for unread in UNREAD.get(slug, ()))


def same(encoding: Encoding, view: View, changes: dict[str, Any], row: list[float]) -> bool:
    try:
        return encoding.listed(dataclasses.replace(view, **changes)) == row
    except (AssertionError, IndexError, KeyError, ValueError, TypeError):
        return False  # no such view exists


@pytest.mark.parametrize(("slug", "options"), GAMES)
def test_every_fact_that_a_rule_reads_moves_a_number(slug: str, options: dict[str, Any]) -> None:
    """Each number, name and yes or no in a view is changed by itself; the numbers must notice. With options: of many players."""
    game = games.load(slug)
    players = game.most_players if options else game.least_players
    encoding = encoding_of(game, game.start(players, options))
    asleep: dict[str, int] = {}
    changed = 0
    for count, table in enumerate(played(game, players, options, 11, 120)):
        if count % 12:
            continue
        view = table.view(0)
        row = encoding.listed(view)
        for name, value in facts(view).items():
            if not is_read(slug, name, ()):
                continue
            words = sorted({leaf for _, leaf in leaves(value) if isinstance(leaf, str) and leaf})
            for path, leaf in leaves(value):
                other = mutated(leaf, words)
                if other is not None and is_read(slug, name, path):
                    changed += 1
                    if same(encoding, view, {name: with_leaf(value, path, other)}, row):
                        asleep[name] = asleep.get(name, 0) + 1
    assert changed > 50
    assert not asleep, f"no number tells of changes in {asleep}"


def mutated(leaf: Any, words: list[str]) -> Any:
    if isinstance(leaf, bool):
        return not leaf
    if isinstance(leaf, int):
        return leaf + 1
    if isinstance(leaf, str) and leaf:
        others = [word for word in words if word != leaf]
        alike = [word for word in others if len(word) == len(leaf)]
        return (alike or others)[0] if others else None
    return None


def read_facts(slug: str, view: View) -> Any:
    """All that a view says and a rule reads, the agenda too."""
    found = [repr((view.agenda, view.to_act))]
    for name, value in facts(view).items():
        found += [f"{name} {path} {leaf}" for path, leaf in leaves(value) if is_read(slug, name, path)]
    return tuple(found)


@pytest.mark.parametrize(("slug", "options"), GAMES)
def test_views_that_say_different_things_have_different_numbers(slug: str, options: dict[str, Any]) -> None:
    game = games.load(slug)
    encoding = encoding_of(game, game.start(game.most_players, options))
    said: dict[tuple[float, ...], Any] = {}
    for seed in (21, 22):
        for table in played(game, game.most_players, options, seed, 80):
            view = table.view(1)
            facts_here = read_facts(slug, view)
            assert said.setdefault(tuple(encoding.listed(view)), facts_here) == facts_here
    assert len(said) > 60


def test_a_layout_that_is_accepted_though_not_listed_is_spelled_too() -> None:
    """LF-91: any layout may be answered; in the factored form piece by piece, with a letter at the end."""
    game = games.load("loot_fiend")
    encoding = encoding_of(game, game.start(2))
    rng = Random(8)
    unlisted = 0
    for form in ("fixed", "factored"):
        spelling = spelling_of(game, encoding, form)
        for table in played(game, 2, {}, 9, 200):
            view: Any = table.view(table.to_act) if table.to_act != NOBODY else None
            for place, (piece, *_) in enumerate(view.packs[table.to_act] if view else ()):
                moved = (piece, rng.below(4), rng.below(5), rng.below(5))
                pieces = with_leaf(view.packs[table.to_act], (place,), moved)
                layout = spelling.kinds["reorganise"].made({"layout": pieces})
                if layout.why_not(table, table.to_act) is None and layout not in table.actions():
                    unlisted += 1
                    word = spelling.word(layout, view)
                    assert len(word) == 1 + 4 * len(pieces) + 1
                    assert spelling.action(word, view) == layout
    assert unlisted > 10


def test_how_often_a_position_has_been_is_told() -> None:
    """CB-HSE-5"""
    game = games.load("crates_barrels")
    table = game.start(2, {"repetition": "draw3"})
    encoding = encoding_of(game, table)
    start, _ = encoding.starts()["counts"]
    told = []
    for turn in ("c2-c3", "c8-c7", "c3-c2", "c7-c8"):
        told.append(encoding.listed(table.view(0))[start + 3])
        table.apply(next(action for action in table.actions() if str(action.label(table)).endswith(turn)))
    told.append(encoding.listed(table.view(0))[start + 3])
    assert told == pytest.approx([1 / 3] * 4 + [2 / 3])


def test_a_buffer_of_the_wrong_size_is_refused() -> None:
    game = games.load("loot_n_run")
    table = game.start(2)
    encoding = encoding_of(game, table)
    right = array("f", [9.0] * encoding.size)
    encoding.encode(table.view(0), right)
    assert list(right) == pytest.approx(encoding.listed(table.view(0)))
    with pytest.raises(BadInput, match="float32"):
        encoding.encode(table.view(0), array("f", [0.0] * (encoding.size - 1)))
    with pytest.raises(BadInput, match="float32"):
        encoding.encode(table.view(0), bytes(4 * encoding.size))


def test_numbers_can_be_read_by_people() -> None:
    game = games.load("loot_n_run")
    rng = Random(4)
    table = game.start(2)
    while table.to_act == NATURE:
        table.happen(table.chance().sample(table, rng))
    encoding = encoding_of(game, table)
    told = dump(encoding, encoding.listed(table.view(table.to_act)))
    assert "own turn = 1" in told
    assert "scores (2,): points, as a share of the target" in told


MEANINGS = json.loads((Path(__file__).parent / "meanings.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("slug", games.slugs())
def test_numbers_change_their_meaning_only_with_the_version(slug: str) -> None:
    """In either build, today and in a year: what each number of a row and each letter of a word means. After a change raise
    `VERSION`, for networks were trained on the old ones, and write down here what the test says."""
    game = games.load(slug)
    found: dict[str, Any] = {}
    for players in (game.least_players, game.most_players):
        encoding = encoding_of(game, game.start(players))
        means = [str(encoding.version), *[f"{part.name} {part.shape} {part.names}" for part in encoding.parts]]
        for form in ("fixed", "factored"):
            spelling = spelling_of(game, encoding, form)
            means += [f"{kind.first} {kind.letters()}" for kind in spelling.kinds.values()]
            means += [spelling.label(number) for number in range(0, spelling.size, 1 + spelling.size // 400)]
        found[str(players)] = sha256("\n".join(means).encode()).hexdigest()[:16]
    assert MEANINGS.get(slug) == {"version": encoding.version, **found}
