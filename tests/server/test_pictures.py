"""Pictures of rules over HTTP: shipped positions as scenes, made once."""

from __future__ import annotations

from pathlib import Path

from server.house import House, error, in_house

from loot_table.server.pictures import picture_told


def test_a_game_lists_its_pictures_and_each_is_a_scene_of_its_own(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        primer = (await house.stranger.get("/api/games/crates_barrels")).json()["primer"]
        number = next(n for n, each in enumerate(primer["pictures"]) if each["rule"] == "CB-MOV-3")
        reply = await house.stranger.get(f"/api/games/crates_barrels/pictures/{number}")
        told = reply.json()
        assert (reply.status, told["refusal"]["rule"], told["after"]) == (200, "CB-MOV-3", None)
        assert "cell:e3" in told["marks"]
        assert reply.header("cache-control") == "public, max-age=3600"
        paired = primer["walk"][1]
        told = (await house.stranger.get(f"/api/games/crates_barrels/pictures/{paired}")).json()
        assert told["before"]["scene"] != told["after"]["scene"]
        assert told["after"]["news"], "the board draws what happened from it"

    in_house(story, tmp_path)


def test_pictures_that_are_not_there_are_not_found_and_cost_nothing_to_keep(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        for path in ("crates_barrels/pictures/99", "crates_barrels/pictures/one", "no_game/pictures/0"):
            assert error(await house.stranger.get(f"/api/games/{path}")) == (404, "not_found")
        before = picture_told.cache_info().currsize
        for language in ("xx", "tlh", "en-GB"):
            reply = await house.stranger.get(f"/api/games/crates_barrels/pictures/0?language={language}")
            assert reply.status == 200
        assert picture_told.cache_info().currsize <= before + 1, "languages that are not here are one"

    in_house(story, tmp_path)
