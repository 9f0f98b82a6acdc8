"""Tuning in the lab, two designs side by side, and a design on paper."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from server.designer import Designer, lab_in
from server.house import error

from loot_table.lab import frontier
from loot_table.proofs.inside import Inside

WANTED = {
    "players": 2,
    "wants": ["Seats within 30 points"],
    "knobs": ["scoring.target.2=1..2"],
    "trials": 2,
    "most": 100,
}


def tell(story: Callable[[Designer], Awaitable[None]], folder: Path) -> None:
    async def run() -> None:
        async with lab_in(folder) as ada:
            await story(ada)

    asyncio.run(run())


def test_what_may_be_turned_and_what_can_be_wanted(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make()
        found = await ada.got(f"/api/lab/designs/{design}/knobs")
        numbers = {each["path"]: each["now"] for each in found["numbers"]}
        assert numbers["scoring.target.2"] == 35
        assert numbers["scoring.start.4.3"] == 0
        assert {"path": "option.deck", "now": "classic", "values": ["classic", "mixed"]}.items() <= found["options"][
            0
        ].items()
        assert "seats within 2 points" in found["wants"]

    tell(story, tmp_path)


def test_a_design_is_tuned_in_a_process_of_its_own_and_a_row_becomes_a_design(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make(name="Sprint")
        await ada.types(design, "scoring.target.2", "1")
        reply = await ada.me.post(f"/api/lab/designs/{design}/tunings", WANTED)
        assert reply.status == 201, reply.body
        job = reply.json()["job"]["id"]
        assert reply.json()["settings"] == 2
        found = await ada.answered(job)
        assert (found["state"], found["error"]) == ("done", "")
        assert found["wants"] == ["seats within 30 points"]
        assert found["stage"]["says"]
        tuned = found["tuned"]
        assert tuned["says"] == found["says"]
        assert tuned["command"].startswith(f"loot lab {frontier.TUNE} loot_n_run --set ")
        assert [each["knob"] for each in tuned["screened"]] == ["scoring.target.2"]
        row = tuned["frontier"][0]
        assert row["changed"] == ["scoring.target.2: 1 → 2"]
        # The row becomes a design of its own, made from this one.
        made = await ada.make(parent=design, text=json.dumps(row["design"]), form="json", name="Two rooms")
        told = (await ada.got(f"/api/lab/designs/{made}"))["design"]
        assert (told["hash"], told["parent"]) == (row["hash"], design)
        assert told["differs_from_parent"] == ["scoring.target.2: 1 → 2"]
        # It is in the list of what was asked, in short.
        listed = (await ada.got(f"/api/lab/designs/{design}"))["jobs"][0]
        assert (listed["question"], listed["says"]) == ("tune", tuned["says"])
        assert "tuned" not in listed

    tell(story, tmp_path)


def test_what_cannot_be_tuned_is_said_before_anything_is_played(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make()
        for wish, said in (
            ({"wants": ["make it fun"]}, "a want is one of"),
            ({"wants": []}, "wants"),
            ({"knobs": ["scoring.target.9=1..2"]}, "there is no '9'"),
            ({"knobs": ["scoring.target.2=0..2"]}, "cannot be 0"),
            ({"knobs": ["scoring.target.2=1..2", "scoring.target.2=3..4"]}, "twice"),
            ({"players": 9}, "players"),
            ({"bot": "nobody"}, "bot"),
        ):
            reply = await ada.me.post(f"/api/lab/designs/{design}/tunings", {**WANTED, **wish})
            assert error(reply)[0] == 400, wish
            assert said in reply.json()["error"]["text"], reply.body
        ben = Inside(ada.here.app, Authorization="Bearer somebody-else")
        assert error(await ben.post(f"/api/lab/designs/{design}/tunings", WANTED)) == (404, "not_found")
        assert ada.lab.jobs.live == {}

    tell(story, tmp_path)


def test_two_designs_side_by_side_in_words_and_in_figures(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        one, other = await ada.make(name="One"), await ada.make(name="Other")
        await ada.types(one, "scoring.target.2", "1")
        await ada.types(other, "scoring.target.2", "9")
        shown = await ada.got(f"/api/lab/designs/{one}/against")
        assert (shown["other"], shown["differs"]) == ("shipped", ["scoring.target.2: 35 → 1"])
        shown = await ada.got(f"/api/lab/designs/{one}/against?other={other}")
        assert (shown["title"], shown["differs"], shown["jobs"]) == ("Other", ["scoring.target.2: 9 → 1"], [])
        job = await ada.ask(one, question="compare", against=other)
        answer = (await ada.answered(job))["answer"]
        assert answer["differs"] == ["scoring.target.2: 9 → 1"]
        assert [each["name"] for each in answer["figures"]] == ["seat 1", "seat 2", "decisions of a game"]
        (before, after), apart = answer["sides"][2], answer["figures"][2]
        assert after["value"] - before["value"] == apart["value"] < 0
        assert answer["figures"][0]["unit"] == "points"
        (listed,) = (await ada.got(f"/api/lab/designs/{one}/against?other={other}"))["jobs"]
        assert (listed["id"], listed["other_hash"]) == (job, shown["hash"])
        page = (await ada.me.get(f"/api/lab/jobs/{job}/report")).body.decode()
        assert "difference, on the same deals" in page
        # Alike, of another game, or somebody else's: nothing to compare.
        alike = await ada.make(name="Alike", parent=one)
        for wish in (alike, await ada.make("looterz")):
            reply = await ada.me.post(
                f"/api/lab/designs/{one}/jobs", {"question": "compare", "players": 2, "against": wish}
            )
            assert error(reply)[0] == 400
        ben = Inside(ada.here.app, Authorization="Bearer somebody-else")
        assert error(await ben.get(f"/api/lab/designs/{one}/against?other={other}")) == (404, "not_found")

    tell(story, tmp_path)


def test_a_design_on_paper_and_a_card_as_a_picture(tmp_path: Path) -> None:
    async def story(ada: Designer) -> None:
        design = await ada.make(name="<script>alert(1)</script>")
        await ada.types(design, "decks.classic.cards.R07.guardian", "werewolf")
        for paper, size in (("a4", "210"), ("letter", "215.9")):
            reply = await ada.me.get(f"/api/lab/designs/{design}/print?paper={paper}&players=3")
            page = reply.body.decode()
            assert page.startswith("<!doctype html>")
            assert "<script" not in page
            assert size in page
            assert "sandbox" in str(reply.header("content-security-policy"))
        for wrong in ("paper=a5", "players=99", "players=x"):
            assert error(await ada.me.get(f"/api/lab/designs/{design}/print?{wrong}"))[0] == 400
        at = f"/api/lab/designs/{design}/picture?path=decks.classic.cards.R07"
        mine, shipped = (await ada.me.get(at)).body.decode(), (await ada.me.get(f"{at}&of=shipped")).body.decode()
        assert "Werewolf" in mine
        assert "Mummy" in shipped
        assert error(await ada.me.get(f"/api/lab/designs/{design}/picture?path=scoring")) == (404, "not_found")
        ben = Inside(ada.here.app, Authorization="Bearer somebody-else")
        for path in (f"/api/lab/designs/{design}/print", at):
            assert error(await ben.get(path)) == (404, "not_found")

    tell(story, tmp_path)
