"""Sealed dice: the fingerprint is shown before and after."""

from __future__ import annotations

import json
import re
from pathlib import Path

from e2e.conftest import Opener
from e2e.people import (
    choose_in_menu,
    fill_with_bots,
    host_table,
    latest,
    start,
)
from playwright.sync_api import expect

from loot_table.engine.sealed import commitment


def test_the_fingerprint_of_the_dice_is_shown_before_and_after_and_the_record_keeps_it(
    open_page: Opener, tmp_path: Path
) -> None:
    ana = open_page(name="Ana")
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host_table(ana, "loot_n_run")
    shown = ana.get_by_test_id("fingerprint")
    expect(shown).to_contain_text("Shuffles and dice of this table follow from a sealed key. Note this fingerprint")
    whole = latest(ana)["card"]["commitment"]
    assert re.fullmatch("[0-9a-f]{64}", whole)
    expect(shown).to_contain_text(f"{whole[:4]} {whole[4:8]} … {whole[-4:]}")
    shown.get_by_role("button", name="Copy the fingerprint").click()
    expect(ana.get_by_text("The fingerprint is copied.")).to_be_visible()
    assert ana.evaluate("() => navigator.clipboard.readText()") == whole
    fill_with_bots(ana)
    start(ana)
    ana.wait_for_selector("#prompt")
    ana.get_by_role("button", name="Menu", exact=True).click()
    expect(ana.get_by_role("dialog", name="This table").get_by_test_id("fingerprint")).to_contain_text(whole[:4])
    ana.get_by_role("button", name="Close", exact=True).click()
    choose_in_menu(ana, "Resign")
    ana.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign", exact=True).click()
    outcome = ana.get_by_role("region", name="Result")
    expect(outcome).to_contain_text("The record shows the key, and loot verify checks it.")
    with ana.expect_download() as waited:
        outcome.get_by_role("link", name="Record", exact=True).click()
    waited.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    assert record["nature"]["commitment"] == whole
    assert commitment(record["nature"]["key"]) == whole
