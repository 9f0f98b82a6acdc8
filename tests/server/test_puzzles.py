"""Puzzles over HTTP: the seat's view and the question, and the answer only afterwards."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from server.house import House, error, in_house, plain

from loot_table.engine import codec
from loot_table.games.puzzles import Puzzle, puzzles_of
from loot_table.server.daily.dealing import puzzle_of
from loot_table.server.puzzles.staging import asked
from loot_table.server.telling import USUAL

SLUGS = ["crates_barrels", "labyrinth", "loot_fiend", "loot_n_run", "looterz"]


def answers(puzzle: Puzzle, *places: int) -> list[Any]:
    """By their places among the answers of each stage, 0 for the best."""
    return [codec.encode(stage.answers[place].action) for stage, place in zip(puzzle.stages, places, strict=False)]


async def tried(here: House, puzzle: Puzzle, said: list[Any], **more: Any) -> dict[str, Any]:
    path = f"/api/puzzles/{puzzle.game.slug}/{puzzle.id}"
    reply = await here.stranger.post(path, {"answers": said, **more})
    assert reply.status == 200, reply.body
    found: dict[str, Any] = reply.json()
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_a_puzzle_shows_what_the_seat_sees_and_nothing_of_the_answer(slug: str, tmp_path: Path) -> None:
    async def story(here: House) -> None:
        puzzle = puzzles_of(slug).puzzles[0]
        told = await tried(here, puzzle, [], form="view")
        match = puzzle.match()
        assert told["frame"]["match"]["view"] == codec.loads(codec.dumps(codec.encode(match.view(puzzle.seat))))
        assert told["frame"]["match"]["to_act"] == puzzle.seat == told["frame"]["audience"]
        assert set(told) == {"frame", "asks", "step", "steps"}
        listed = (await here.stranger.get(f"/api/puzzles/{slug}")).json()
        assert set(listed["puzzles"][0]) == {"id", "stars", "rule", "players", "steps"}
        drawn = await tried(here, puzzle, [])
        assert drawn["frame"]["match"]["scene"]
        assert drawn["frame"]["match"]["actions"]

    in_house(story, tmp_path)


def test_the_same_view_makes_the_same_frame_whatever_the_others_hold(tmp_path: Path) -> None:
    """Two positions that the seat cannot tell apart give the same bytes."""
    hidden = 0
    for puzzle in [each for each in puzzles_of("loot_n_run").puzzles if not each.position["reshuffles"]]:
        box = puzzle.match().state.box  # type: ignore[attr-defined]
        every = list(box.ids)
        hands = puzzle.position["hands"]
        known = {card for hand in hands for card in hand} | set(puzzle.position["discard"])
        for seat, hand in enumerate(hands):
            for place, card in enumerate(hand if seat != puzzle.seat else []):
                unseen = next((each for each in every if each[0] == card[0] and each not in known), None)
                if unseen is None:
                    continue
                swapped = [list(hand) for hand in hands]
                swapped[seat][place] = unseen
                twin = replace(puzzle, position={**puzzle.position, "hands": swapped})
                if codec.encode(twin.match().view(puzzle.seat)) == codec.encode(puzzle.match().view(puzzle.seat)):
                    hidden += 1
                    assert codec.dumps(asked(twin, 0, USUAL)) == codec.dumps(asked(puzzle, 0, USUAL))
    assert hidden > 10


def test_the_right_answer_is_told_to_be_right_and_a_wrong_one_why(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        puzzle = next(each for each in puzzles_of("loot_n_run").puzzles if len(each.stages[0].answers) > 2)
        right = await tried(here, puzzle, answers(puzzle, 0))
        assert (right["is_right"], right["is_done"]) == (True, True)
        wrong = await tried(here, puzzle, answers(puzzle, 1))
        assert (wrong["is_right"], wrong["is_done"]) == (False, True)
        assert [each["is_best"] for each in wrong["answers"]].index(True) == 0
        assert [each["is_given"] for each in wrong["answers"]].index(True) == 1
        assert plain(wrong["says"][1]).startswith("Better: ")
        assert plain(wrong["answers"][0]["label"]) in plain(wrong["says"][1])

    in_house(story, tmp_path)


def test_a_win_of_several_turns_goes_on_after_the_reply_until_the_last_answer(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        puzzle = next(each for each in puzzles_of("crates_barrels").puzzles if len(each.stages) > 1)
        first = await tried(here, puzzle, answers(puzzle, 0))
        assert (first["is_right"], first["is_done"], first["step"]) == (True, False, 1)
        assert first["frame"]["match"]["news"]
        last = await tried(here, puzzle, answers(puzzle, *[0] * len(puzzle.stages)))
        assert (last["is_right"], last["is_done"]) == (True, True)
        assert "frame" not in last
        path = f"/api/puzzles/crates_barrels/{puzzle.id}"
        skipped = await here.stranger.post(path, {"answers": answers(puzzle, 1, 0)})
        assert error(skipped) == (400, "bad_request")

    in_house(story, tmp_path)


def test_a_puzzle_answers_what_a_seat_may_ask(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        puzzle = puzzles_of("crates_barrels").puzzles[0]
        path = f"/api/puzzles/crates_barrels/{puzzle.id}"
        action = answers(puzzle, 0)[0]
        foretold = (await here.stranger.post(f"{path}/ask", {"question": {"forecast": action}})).json()["answer"]
        assert foretold["refusal"] is None
        assert foretold["choice"]["action"] == action
        bad = {"type": "move", "from": "a1", "to": "i9"}
        assert error(await here.stranger.post(path, {"answers": [bad]})) == (409, "refused")
        assert error(await here.stranger.post(path, {"answers": [{"type": "nonsense"}]}))[0] == 400
        assert error(await here.stranger.post("/api/puzzles/crates_barrels/none", {})) == (404, "not_found")
        assert error(await here.stranger.get("/api/puzzles/no_such_game")) == (404, "not_found")
        assert error(await here.stranger.post(path, {"answers": [action] * 9}))[0] == 400

    in_house(story, tmp_path)


def test_the_puzzle_of_the_day_changes_every_day_and_none_comes_twice_in_a_round(tmp_path: Path) -> None:
    days = [puzzle_of(date(2026, 11, 18) + timedelta(days=number)) for number in range(50)]
    told = [(each["game"], each["id"]) for each in days if each is not None]
    assert len(set(told)) == 50
    assert len({game for game, _ in told[:5]}) == 5


def test_strangers_cannot_ask_without_end(tmp_path: Path) -> None:
    async def story(here: House) -> None:
        puzzle = puzzles_of("crates_barrels").puzzles[0]
        path = f"/api/puzzles/crates_barrels/{puzzle.id}"
        statuses = [(await here.stranger.post(path, {"answers": [], "form": "view"})).status for _ in range(245)]
        assert statuses[:200] == [200] * 200
        assert 429 in statuses

    in_house(story, tmp_path, is_strict=True)
