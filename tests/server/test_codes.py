"""Table codes: which words there are, how a code is made, and how what people type is understood."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections import Counter
from math import log2
from pathlib import Path

import pytest
import word_list
from hypothesis import given
from hypothesis import strategies as some
from server.house import FIRST_MOVE, House, error, in_house

from loot_table.server.codes import KNOWN, WORDS, BadCode, completions, new_code, read_code, slips
from loot_table.server.store import Append, TableRow

CASES = json.loads(Path(__file__).with_name("code_cases.json").read_text(encoding="utf-8"))


# ---------------------------------------------------------------- the list


def test_there_are_16384_words_of_three_to_eight_letters_in_order() -> None:
    assert len(WORDS) == len(KNOWN) == 2**14
    assert list(WORDS) == sorted(WORDS)
    assert all(3 <= len(word) <= 8 and word.isascii() and word.isalpha() and word.islower() for word in WORDS)


def test_no_slip_of_the_fingers_turns_a_word_into_another() -> None:
    assert [word for word in WORDS if KNOWN.intersection(slips(word)) != {word}] == []


def test_no_word_is_the_plural_of_another() -> None:
    plurals = {
        plural for word in WORDS for plural in (f"{word}s", f"{word}es", re.sub("y$", "ies", word)) if plural != word
    }
    assert plurals & KNOWN == set()


def test_no_word_is_unkind_or_is_said_between_words() -> None:
    assert [word for word in WORDS if word_list.our_unkind().fullmatch(word)] == []
    assert KNOWN.isdisjoint({"dot", "dash", "hyphen", "space", "minus", "slash", "point", "comma"})


def test_a_word_is_known_after_five_or_six_letters() -> None:
    needed = [next((n for n in range(1, len(word)) if len(completions(word[:n])) == 1), len(word)) for word in WORDS]
    assert sum(needed) / len(needed) < 5.5


# ---------------------------------------------------------------- making


def test_a_code_is_three_words_with_42_bits_and_none_is_made_twice() -> None:
    made = {new_code(set()) for _ in range(3000)}
    assert len(made) == 3000
    assert all(KNOWN.issuperset(code.split("-")) and len(code.split("-")) == 3 for code in made)
    assert 3 * log2(len(WORDS)) == 42


def test_words_are_drawn_evenly_at_all_three_places() -> None:
    drawn = [new_code(set()).split("-") for _ in range(8192)]
    for place in range(3):
        # 16 equal parts of the list, 512 expected in each; five standard deviations are 110.
        parts = Counter(WORDS.index(words[place]) // 1024 for words in drawn)
        assert len(parts) == 16
        assert all(abs(count - 512) < 130 for count in parts.values())


def test_a_code_that_is_taken_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["amber", "harbor", "violin", "amber", "harbor", "viol"])
    monkeypatch.setattr(secrets, "choice", lambda _: next(drawn))
    assert new_code({"amber-harbor-violin"}) == "amber-harbor-viol"


# ---------------------------------------------------------------- reading


@pytest.mark.parametrize("typed", CASES["understood"])
def test_however_it_is_written_a_code_is_understood(typed: str) -> None:
    assert read_code(typed) == CASES["understood"][typed]


@pytest.mark.parametrize("typed", CASES["not understood"])
def test_what_is_not_understood_is_named_with_words_it_may_be(typed: str) -> None:
    with pytest.raises(BadCode) as refused:
        read_code(typed)
    assert [refused.value.word, list(refused.value.suggestions)] == CASES["not understood"][typed]
    assert refused.value.word in str(refused.value)


@given(
    some.tuples(*[some.sampled_from(WORDS)] * 3), some.sampled_from(["-", " ", "  ", ".", "–", "\u00a0", "_", " - "])
)
def test_every_code_is_understood_with_anything_between_its_words(words: tuple[str, str, str], between: str) -> None:
    assert read_code(between.join(words).upper()) == "-".join(words)


@given(some.sampled_from(WORDS), some.data())
def test_what_only_one_word_begins_with_is_completed(word: str, data: some.DataObject) -> None:
    begun = word[: data.draw(some.integers(1, len(word)))]
    if begun in KNOWN or len(completions(begun)) == 1:
        assert read_code(f"amber-{begun}-violin") == f"amber-{begun if begun in KNOWN else word}-violin"
    elif len(begun) > 1:
        offered = suggested(f"amber-{begun}-violin")
        assert offered is None or offered[0].startswith(begun)


def suggested(typed: str) -> tuple[str, ...] | None:
    try:
        read_code(typed)
    except BadCode as error:
        return error.suggestions
    return None


@given(some.sampled_from(WORDS), some.data())
def test_a_slip_that_only_one_word_explains_is_corrected(word: str, data: some.DataObject) -> None:
    typed = data.draw(some.sampled_from(sorted(set(slips(word)) - KNOWN)))
    if not completions(typed) and KNOWN.intersection(slips(typed)) == {word}:
        assert read_code(f"amber-{typed}-violin") == f"amber-{word}-violin"
    elif not completions(typed):
        assert word in (suggested(f"amber-{typed}-violin") or ()) or len(KNOWN.intersection(slips(typed))) > 5


def test_three_words_in_one_are_cut_where_there_is_only_one_way() -> None:
    found = Counter(suggested("".join(new_code(set()).split("-"))) is None for _ in range(500))
    assert found[True] > 450
    assert read_code("airbagdolphinviolin") == "airbag-dolphin-violin"
    with pytest.raises(BadCode, match="several ways"):
        read_code("againstartviolin")  # against art, or again start


@given(some.text(max_size=300))
def test_anything_typed_is_a_code_or_is_refused(typed: str) -> None:
    offered = suggested(typed)
    if offered is None:
        code = read_code(typed)
        assert KNOWN.issuperset(code.split("-")) or (len(code) == 6 and code.isupper())
        assert read_code(code) == code
    else:
        assert len(offered) <= 5
        assert KNOWN.issuperset(offered)


@pytest.mark.parametrize(
    "typed", ["s s s", "con pre dis", "zzzzzzzzz zzzzzzzzz zzzzzzzzz", "ﷺ" * 100, "a" * 10**6, "- " * 50]
)
def test_reading_costs_next_to_nothing_whatever_is_typed(typed: str) -> None:
    began = time.process_time()
    for _ in range(50):
        suggested(typed)
    assert (time.process_time() - began) / 50 < 0.005


# ---------------------------------------------------------------- over HTTP


def test_a_code_finds_its_table_however_it_is_written(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make()
        code = house.live(ana.table).code
        for written in (code, code.upper(), code.replace("-", " "), f" {code} "):
            assert (await house.stranger.get(f"/api/codes/{written}")).json() == {"table": ana.table}

    in_house(story, tmp_path)


def test_no_such_table_is_said_alike_however_near_a_table_is(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        (ana,) = await house.make()
        first, second, third = house.live(ana.table).code.split("-")
        other = WORDS[WORDS.index(third) - 1]
        for words in ((second, first, third), (first, second, other), (other, other, other)):
            if (code := "-".join(words)) == house.live(ana.table).code:
                continue
            reply = await house.stranger.get(f"/api/codes/{code}")
            assert error(reply) == (404, "no_such_table")
            assert reply.json()["error"]["text"] == f"no table is called {code}"

    in_house(story, tmp_path)


@pytest.mark.parametrize("typed", ["amber harb violin", "\x00", "1 2", "ß", "amber", "x" * 500])
def test_what_is_no_code_is_refused_with_suggestions(tmp_path: Path, typed: str) -> None:
    async def story(house: House) -> None:
        reply = await house.stranger.get(f"/api/codes/{typed}")
        told = reply.json()["error"]
        assert (reply.status, told["code"], set(told)) == (400, "bad_code", {"code", "text", "word", "suggestions"})

    in_house(story, tmp_path)


def test_a_table_from_before_keeps_its_code_of_six_letters(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        await house.service.tables.store.append(Append(TableRow("old", "MAGPIE", "gathering", False), 1, b"{}"))
        for written in ("MAGPIE", "magpie", " Magpie "):
            assert (await house.stranger.get(f"/api/codes/{written}")).json() == {"table": "old"}
        assert error(await house.stranger.get("/api/codes/CANDLE")) == (404, "no_such_table")

    in_house(story, tmp_path)


def test_the_record_is_named_after_the_code(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        ana, ben = await house.playing()
        await ana.plays(**FIRST_MOVE)
        await ben.did("resign")
        reply = await ana.inside.get(f"{ana.at}/record")
        code = house.live(ana.table).code
        assert reply.header("content-disposition") == f'attachment; filename="crates_barrels-{code}.loot.json"'

    in_house(story, tmp_path)
