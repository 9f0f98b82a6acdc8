"""Lessons over HTTP: stateless, by the same frames as a table, within limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from server.house import House, error, in_house, plain

AT = "/api/lessons/loot_n_run"
LOOT = {"type": "loot", "deck": 0}


async def post(house: House, lesson: str, **said: Any) -> Any:
    return await house.stranger.post(f"{AT}/{lesson}", said)


def test_a_lesson_is_done_answer_by_answer_and_nothing_is_kept(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        begun = (await post(house, "doubles")).json()
        assert begun["says"][0].startswith("You hold a cup")
        assert (begun["show"], begun["done"], begun["of"]) == (["deck:0"], 0, 2)
        assert begun["frame"]["audience"] == 0
        assert len(begun["frame"]["match"]["actions"]) == 5
        assert [seat["kind"] for seat in begun["frame"]["card"]["seats"]] == ["human", "bot", "bot"]
        assert begun["rules"][0]["rule"] == "LR-33"
        refused = (await post(house, "doubles", attempt={"type": "awaken", "target": 0})).json()
        assert refused["verdict"]["refusal"]["rule"] == "LR-R05"
        unwanted = (await post(house, "doubles", attempt={"type": "run"})).json()["verdict"]
        assert (unwanted["is_right"], plain(unwanted["says"])) == (False, "Not yet: take the green room on the left.")
        right = (await post(house, "doubles", attempt=LOOT)).json()
        assert (right["verdict"]["is_right"], right["done"]) == (True, 1)
        assert [line["rule"] for line in right["frame"]["match"]["news"]][:1] == ["LR-25"]
        assert (await post(house, "doubles", show=True, answers=[LOOT])).json()["shown"]["line"] == "run"
        done = (await post(house, "doubles", answers=[LOOT], attempt={"type": "run"})).json()
        assert (done["is_done"], done["stars"]) == (True, 3)
        assert error(await post(house, "doubles", answers=[LOOT, {"type": "run"}], attempt=LOOT)) == (409, "not_now")
        assert error(await post(house, "doubles", answers=[{"type": "run"}])) == (409, "not_now")

    in_house(story, tmp_path)


def test_a_lesson_can_be_asked_like_a_table(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        line = (await post(house, "awaken", ask={"line": "awaken 3"})).json()["answer"]
        assert line["refusal"]["rule"] == "LR-R06"
        assert (await post(house, "awaken", ask={"complete": "aw"})).json()["answer"]["lines"] == ["awaken Bo"]
        assert error(await post(house, "awaken", ask={"nothing": 1})) == (400, "bad_request")

    in_house(story, tmp_path)


def test_a_card_is_answered_by_the_rules(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        first = (await post(house, "legal")).json()
        assert (first["done"], first["of"], first["solved"]) == (0, 10, None)
        solved = (await post(house, "legal", attempt=True)).json()["solved"]
        assert (solved["is_right"], solved["is_legal"], solved["rule"]) == (False, False, "LR-40")
        second = (await post(house, "legal", answers=[True], attempt=True)).json()["solved"]
        assert (second["is_right"], second["rule"]) == (True, "LR-80")
        assert error(await post(house, "legal", answers=[True] * 10)) == (409, "not_now")
        assert error(await post(house, "legal", attempt=LOOT)) == (400, "bad_request")

    in_house(story, tmp_path)


def test_what_there_is_to_learn_is_listed(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        games = (await house.stranger.get("/api/lessons")).json()["games"]
        found = next(game for game in games if game["game"] == "loot_n_run")
        assert [lesson["kind"] for lesson in found["lessons"]] == ["do"] * 5 + ["find"] * 2 + ["legal"]
        whole = (await house.stranger.get(f"{AT}?language=de")).json()
        assert whole["first_game"]["players"] == 3
        assert any("1 in 3" in term["words"] for term in whole["terms"])
        assert {note["rule"] for note in whole["notes"]} >= {"LR-43", "LR-44"}

    in_house(story, tmp_path)


def test_nonsense_is_answered_in_words_and_a_flood_is_held_back(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        assert error(await house.stranger.get("/api/lessons/chess")) == (404, "not_found")
        assert error(await post(house, "dance")) == (404, "not_found")
        assert error(await post(house, "doubles", attempt={"type": "fly"})) == (400, "bad_request")
        assert error(await post(house, "doubles", answers=[LOOT] * 16)) == (400, "bad_request")
        assert error(await post(house, "doubles", attempt={"type": "x" * 40_000})) == (413, "too_large")
        assert error(await post(house, "doubles", more=1)) == (400, "bad_request")
        assert error(await house.stranger.get(f"{AT}/doubles")) == (405, "no_such_method")
        flood = [(await post(house, "doubles")).status for _ in range(70)]
        assert 429 in flood

    in_house(story, tmp_path, is_strict=True)
