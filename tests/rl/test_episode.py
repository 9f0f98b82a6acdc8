"""A game as libraries for research see it: the same in both builds, copied exactly, with masks that are the rules."""

from __future__ import annotations

import hashlib
from array import array
from typing import Any

import pytest

from loot_table import games
from loot_table.engine.encoding import PLANES, VECTOR, dump
from loot_table.engine.episode import Episode
from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.engine.state import NOBODY
from loot_table.rl.encodings import encoding_of, spelling_of

# Options that make random games end sooner.
SHORT: dict[str, dict[str, Any]] = {
    "crates_barrels": {"turn_limit": 40},
    "looterz": {"loot_target": 3, "round_limit": 5},
}
READY = [slug for slug in games.slugs() if games.has_part(games.load(slug), "encoding")]


def episode_of(slug: str, seed: int, players: int = 0, form: str = "fixed", limit: int = 0) -> Episode:
    game = games.load(slug)
    start = game.start(players or game.least_players, SHORT.get(slug, {}))
    encoding = encoding_of(game, start)
    return Episode(start, encoding, spelling_of(game, encoding, form), seed, limit)


def seen(episode: Episode, seat: int) -> list[float]:
    row = array("f", bytes(4 * episode.size))
    episode.observe(seat, row)
    return list(row)


def masked(episode: Episode) -> list[int]:
    mask = array("b", [1]) * episode.spelling.size
    episode.mask(mask)
    return [letter for letter, is_legal in enumerate(mask) if is_legal]


def played(episode: Episode, rng: Random, most: int = 100_000) -> list[int]:
    """Letters at random, until the end or so many."""
    said: list[int] = []
    while episode.to_act != NOBODY and len(said) < most:
        legal = episode.legal()
        said.append(legal[rng.below(len(legal))])
        episode.step(said[-1])
    return said


@pytest.mark.parametrize("slug", READY)
@pytest.mark.parametrize("form", ["fixed", "factored"])
def test_the_same_seed_and_letters_make_the_same_game(slug: str, form: str) -> None:
    first, second = episode_of(slug, 1, form=form, limit=60), episode_of(slug, 9, form=form, limit=60)
    second.reset(1)
    rng = Random(2)
    while first.to_act != NOBODY:
        assert first.to_act == second.to_act
        assert first.legal() == second.legal() == masked(first)
        seats = range(first.table.players)
        assert [seen(first, seat) for seat in seats] == [seen(second, seat) for seat in seats]
        legal = first.legal()
        letter = legal[rng.below(len(legal))]
        assert first.step(letter) == second.step(letter)
    assert first.shares() == second.shares()
    assert first.legal() == masked(first) == []


@pytest.mark.parametrize("slug", READY)
def test_a_copy_goes_on_alike_and_is_a_stranger(slug: str) -> None:
    """Also in the middle of a word."""
    for form in ("fixed", "factored"):
        for letters in (0, 7, 8, 9):
            episode = episode_of(slug, 3, form=form, limit=40)
            played(episode, Random(4), letters)
            twin = episode.copy()
            before = seen(episode, 0)
            said = played(twin, Random(5))
            assert seen(episode, 0) == before
            assert played(episode, Random(5)) == said
            assert episode.shares() == twin.shares()
            assert seen(episode, 0) == seen(twin, 0)


def test_both_builds_play_the_same_game() -> None:
    """What was said and seen in a game, noted in one build and the same in the other."""
    episode = episode_of("loot_n_run", 11, players=3)
    noted = hashlib.sha256()
    rng = Random(12)
    while episode.to_act != NOBODY:
        legal = episode.legal()
        row = array("f", bytes(4 * episode.size))
        episode.observe(episode.to_act, row)
        noted.update(repr((episode.to_act, legal, row.tolist())).encode())
        episode.step(legal[rng.below(len(legal))])
    noted.update(repr(episode.shares()).encode())
    assert noted.hexdigest()[:16] == "a6d7bc29d29a7115"


def test_a_word_in_progress_is_seen_by_its_seat_alone() -> None:
    episode = episode_of("crates_barrels", 1, form="factored")
    kind = episode.spelling.kinds["move"]
    where = {part.name: part.size for part in episode.parts}
    assert episode.legal()[0] == kind.first
    mover = episode.to_act
    other = seen(episode, 1 - mover)
    assert not episode.step(kind.first)
    letter = episode.legal()[0]
    assert not episode.step(letter)
    told = seen(episode, mover)[-where["spelled"] :]
    assert {episode.spelling.spelled[place]: number for place, number in enumerate(told) if number} == {
        letter: 1.0,
        kind.first: 0.5,
    }
    assert seen(episode, 1 - mover) == other
    assert f"{episode.spelling.label(letter)} = 1" in dump_of(episode, seen(episode, mover))
    assert episode.step(episode.legal()[0])
    assert not any(seen(episode, mover)[-where["spelled"] :])


def dump_of(episode: Episode, row: list[float]) -> str:
    whole = encoding_of(games.load(episode.encoding.slug), episode.start)
    whole.parts = episode.parts
    return dump(whole, row)


def test_a_letter_that_is_not_legal_changes_nothing() -> None:
    for form in ("fixed", "factored"):
        episode = episode_of("crates_barrels", 1, form=form)
        before = (episode.legal(), seen(episode, 0))
        wrong = next(letter for letter in range(episode.spelling.size) if letter not in before[0])
        for letter in (wrong, -1, episode.spelling.size, 10**12):
            with pytest.raises(BadInput, match="is not legal here"):
                episode.step(letter)
        assert (episode.legal(), seen(episode, 0)) == before


def test_after_the_end_there_is_nothing_to_say_but_much_to_see() -> None:
    episode = episode_of("loot_n_run", 6, players=4)
    with pytest.raises(BadInput, match="not over"):
        episode.shares()
    played(episode, Random(7))
    assert episode.to_act == NOBODY
    assert not episode.is_truncated
    assert sum(episode.shares()) == pytest.approx(1.0)
    assert sum(episode.returns()) == pytest.approx(0.0)
    assert max(episode.returns()) == 1.0
    assert any(seen(episode, 3))
    with pytest.raises(BadInput, match="over"):
        episode.step(0)


def test_a_limit_ends_a_game_without_a_winner() -> None:
    episode = episode_of("loot_n_run", 6, players=3, limit=5)
    played(episode, Random(7))
    assert episode.is_truncated
    assert episode.done == 5
    assert episode.shares() == pytest.approx([1 / 3] * 3)
    assert episode.returns() == pytest.approx([0.0] * 3)
    episode.reset(8)
    assert not episode.is_truncated
    assert episode.to_act >= 0


def test_buffers_of_the_wrong_size_are_refused() -> None:
    episode = episode_of("loot_n_run", 1)
    with pytest.raises(BadInput, match="float32"):
        episode.observe(0, array("f", [0.0]))
    with pytest.raises(BadInput, match="int8"):
        episode.mask(array("b", [0] * (episode.spelling.size + 1)))
    with pytest.raises(BadInput, match="int8"):
        episode.mask(bytes(episode.spelling.size))


def test_the_parts_say_how_long_a_row_is() -> None:
    for slug in READY:
        for form in ("fixed", "factored"):
            episode = episode_of(slug, 1, form=form)
            assert sum(part.size for part in episode.parts) == episode.size
            assert {part.kind for part in episode.parts} & {VECTOR, PLANES}
