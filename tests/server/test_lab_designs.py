"""Designs over HTTP: whose they are, what is wrong with them, how they come and go, and how they are played."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from server.designer import Designer, lab_in
from server.house import error

from loot_table.proofs.inside import Inside
from loot_table.server.lab.quotas import DESIGNS_OF_OWNER

Story = Callable[[Designer], Awaitable[None]]


def tell(story: Story, folder: Path, is_strict: bool = False) -> None:
    async def run() -> None:
        async with lab_in(folder, is_strict=is_strict) as ada:
            await story(ada)

    asyncio.run(run())


def test_a_design_is_kept_and_says_how_it_differs(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make(name="Short", author="Ada")
        told = await ada.types(design, "scoring.target.4", "33")
        assert told["differs"] == ["scoring.target.4: 35 → 33"]
        assert told["wrong"] == []
        again = await ada.types(design, "scoring.target.4", "35")
        assert again["differs"] == []
        assert again["changes"] == [], "a cell that is as it was is no change"
        child = await ada.make(parent=design, name="Shorter")
        found = (await ada.types(child, "scoring.target.2", "20"))["differs_from_parent"]
        assert found == ["scoring.target.2: 35 → 20"]
        home = await ada.got("/api/lab")
        assert {one["name"]: one["base_title"] for one in home["designs"]} == {"Short": "", "Shorter": "Short"}
        assert next(question["heading"] for question in home["questions"]) == "Is it fair by seat?"

    tell(story, tmp_path)


def test_what_is_wrong_is_said_with_its_field_and_can_be_mended(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make()
        told = await ada.types(design, "scoring.target.4", "lots")
        assert [one["field"] for one in told["wrong"]] == ["scoring.target.4"]
        told = await ada.types(design, "decks.classic.cards.R09.amulet", "1")
        assert {one["field"]: one["text"] for one in told["wrong"]} == {
            "scoring.target.4": "scoring.target: 4 must be int, got str 'lots'",
            "decks.classic.cards.R09.amulet": "decks.classic R09: a room shows one amulet, one guardian or neither (LR-R25)",
        }
        assert told["hash"] is None
        wish = {"question": "fair", "players": 2}
        assert error(await ada.me.post(f"/api/lab/designs/{design}/jobs", wish)) == (409, "not_now")
        assert error(await ada.me.post(f"/api/lab/designs/{design}/tables", {"players": 2})) == (409, "not_now")
        back = [{"kind": "back", "path": one["field"]} for one in told["wrong"]]
        assert (await ada.change(design, edits=back))["design"]["wrong"] == []
        told = (await ada.change(design, options={"deck": "purple"}))["design"]
        assert [one["field"] for one in told["wrong"]] == ["option.deck"]

    tell(story, tmp_path)


def test_others_do_not_learn_that_a_design_is_there_until_it_is_published(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make(name="Mine")
        hash = (await ada.types(design, "scoring.target.2", "33"))["hash"]
        one, ben = f"/api/lab/designs/{design}", Inside(ada.here.app, Authorization="Bearer somebody-else")
        for path in (one, f"{one}/file?form=toml", f"{one}/playtests", f"{one}/report", "/api/lab/designs/nothing"):
            for stranger in (ben, ada.here.stranger):
                assert error(await stranger.get(path)) == (404, "not_found")
        assert error(await ben.request("PUT", one, {"name": "His"})) == (404, "not_found")
        assert error(await ben.request("DELETE", one)) == (404, "not_found")
        reply = await ada.me.request("PUT", f"{one}/published", {"is_published": True})
        assert reply.status == 200
        for path in (one, f"/api/lab/designs/{hash}"):
            found = await ben.get(path)
            assert found.json()["design"]["name"] == "Mine"
            assert found.json()["design"]["is_mine"] is False
        assert error(await ben.request("PUT", one, {"name": "His"})) == (403, "not_allowed")
        assert error(await ada.put(design, name="Other")) == (409, "not_now")
        assert (await ada.me.request("DELETE", one)).status == 200
        assert error(await ben.get(one)) == (404, "not_found")

    tell(story, tmp_path)


@pytest.mark.parametrize("form", ["toml", "json"])
def test_a_design_goes_out_as_a_file_and_comes_back_the_same(tmp_path: Path, form: str) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make("looterz", name="No bards")
        hash = (await ada.change(design, edits=[{"kind": "remove", "path": "card.bard"}]))["design"]["hash"]
        text = (await ada.me.get(f"/api/lab/designs/{design}/file?form={form}")).body.decode()
        again = await ada.got(f"/api/lab/designs/{await ada.make(text=text, form=form)}")
        assert again["design"]["hash"] == hash
        assert again["design"]["name"] == "No bards"
        bad = await ada.me.post("/api/lab/designs", {"text": "game = ", "form": form})
        assert error(bad) == (400, "bad_request")

    tell(story, tmp_path)


def test_a_list_goes_out_as_csv_and_what_was_edited_there_becomes_changes(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make("looterz")
        reply = await ada.me.get(f"/api/lab/designs/{design}/file?form=csv&sheet=card")
        lines = reply.body.decode().splitlines()
        assert lines[0].startswith("id,name,life,power,copies")
        edited = "\n".join([line.replace("dragonling,Dragonling,3", "dragonling,Dragonling,4") for line in lines[:-1]])
        told = (await ada.change(design, sheet="card", csv=edited))["design"]
        gone = lines[-1].split(",")[0]
        assert f"card.{gone}: removed" in told["differs"]
        assert "card.dragonling.life: 3 → 4" in told["differs"]
        assert error(await ada.put(design, sheet="card", csv="colour\nred\n")) == (400, "bad_request")
        # The same file makes a design by itself: which list it is of, its columns say.
        wish = {"game": "looterz", "text": edited, "form": "csv", "name": "From a table"}
        made = (await ada.me.post("/api/lab/designs", wish)).json()["design"]
        assert made["hash"] == told["hash"]
        reply = await ada.me.post("/api/lab/designs", {"text": edited, "form": "csv"})
        assert error(reply) == (400, "bad_request")

    tell(story, tmp_path)


def test_a_design_is_played_and_the_table_and_its_record_keep_its_hash(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make()
        hash = (await ada.types(design, "scoring.target.2", "1"))["hash"]
        seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
        reply = await ada.me.post(f"/api/lab/designs/{design}/tables", {"players": 2, "seats": seats, "name": "Ana"})
        assert reply.status == 201, reply.body
        card = reply.json()["card"]
        assert (card["design"], card["is_playtest"]) == (hash, False)
        live = ada.here.live(card["table"])
        assert live.components is not None
        assert live.components["scoring"]["target"]["2"] == 1

    tell(story, tmp_path)


def test_a_designer_has_so_many_designs_and_a_body_is_so_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("loot_table.server.lab.shelf.DESIGNS_OF_OWNER", 2)
    assert DESIGNS_OF_OWNER == 100

    async def story(ada: Designer) -> None:
        design = await ada.make()
        await ada.make()
        assert error(await ada.me.post("/api/lab/designs", {"game": "loot_n_run"})) == (409, "not_now")
        assert error(await ada.put(design, csv="x" * 100_000, sheet="card"))[0] == 413
        assert error(await ada.put(design, nonsense=1)) == (400, "bad_request")
        deep = [{"kind": "set", "path": "scoring.target.2", "value": "x" * 60_000} for _ in range(1)]
        assert error(await ada.put(design, changes=deep * 2))[0] == 413

    tell(story, tmp_path)


def test_whoever_comes_too_often_waits(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        replies = [(await ada.here.stranger.post("/api/lab/designs", {"game": "nothing"})).status for _ in range(60)]
        assert replies[0] == 400
        assert replies[-1] == 429

    tell(story, tmp_path, is_strict=True)


def test_a_server_without_a_lab_says_so(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        ada.here.service.lab = None
        assert error(await ada.here.stranger.get("/api/lab")) == (404, "not_found")
        assert error(await ada.here.stranger.post("/api/lab/designs", {"game": "loot_n_run"})) == (404, "not_found")

    tell(story, tmp_path)
