"""In a language without a plain letter nothing at a table is left in English: all of it is in the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from catalogue import pseudo_language, written
from e2e.people import open_table
from e2e.served import served_by_command
from playwright.sync_api import Page

from loot_table import games

# Words in plain letters around and on the board, but for names, squares, numbers of rules, keys and codes.
STRANGERS = """() => {
  const names = [...document.querySelectorAll(".nm")].map((node) => node.textContent).concat("Ana", "Loot Table");
  const isHash = (text) => /^[0-9a-f]{64}$/.test(text);
  const ours = (text) => !isHash(text) && /[A-Za-z]{3,}/.test(names.reduce((left, name) => left.replaceAll(name, ""), text));
  const found = new Set();
  const isOwn = (node) => node.closest("b, .nm, .k.place, .k.rule, kbd, code, .code, .mono, .rule, svg, style, [data-testid=code], .st, header .word, .fingerprint");
  const look = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (ours(node.textContent) && !isOwn(node.parentElement)) found.add(node.textContent.trim());
    }
    for (const node of root.querySelectorAll("[aria-label], [title], [placeholder]"))
      for (const name of ["aria-label", "title", "placeholder"]) {
        const words = node.getAttribute(name) ?? "";
        if (ours(words)) found.add(`${name}: ${words}`);
      }
  };
  document.querySelectorAll("#prompt, [role=log], .seats, [data-board], [data-mine], .outcome").forEach(look);
  return [...found];
}"""
HELD = """async (table) => {
  const frame = await (await fetch(`/api/tables/${table}/frame?seat=0`)).json();
  const command = {type: "command", id: "hold", seat: 0, version: frame.version, do: {type: "hold", at: 0, bot: "greedy"}};
  await fetch(`/api/tables/${table}/commands`, {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify(command)});
}"""


@pytest.fixture(scope="module")
def wide(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the language, and one where bots have plain names."""
    folder: Path = tmp_path_factory.mktemp("wide")
    (folder / "eo.po").write_bytes(written(pseudo_language()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOOT_LANGUAGES", str(folder))
        with served_by_command(folder, "--no-limits") as url:
            yield url


@pytest.mark.parametrize("game", games.slugs())
def test_a_whole_game_is_told_in_the_language(open_page: Callable[..., Page], wide: str, game: str) -> None:
    page = open_page(name="Ana", at=wide, locale="eo")
    open_table(page, game, games.load(game).least_players)
    page.wait_for_selector("#prompt h2")
    found: set[str] = set(page.evaluate(STRANGERS))
    page.evaluate(HELD, page.url.rsplit("/", maxsplit=1)[1])
    for _ in range(600):
        found |= set(page.evaluate(STRANGERS))
        if page.locator(".outcome").count():
            break
        page.wait_for_timeout(100)
    assert page.locator("[role=log] .line").count() > 5
    assert found == set()
