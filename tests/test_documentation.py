"""The pages of the site that are made from the code hold what the code has; docs/site/navigation.toml places every page."""

from __future__ import annotations

import re
from pathlib import Path

import documentation
import pytest
from site_pages import commands, links, measures, navigation, paths
from site_pages.navigation import Group, Part
from site_pages.staging import Stage, write_looks

from loot_table import games
from loot_table.cli.main import COMMANDS
from loot_table.engine.options import described
from loot_table.games.rulebook import numbered
from loot_table.lab.catalogue import ALL


@pytest.fixture(scope="module")
def gathered() -> tuple[Stage, list[Part]]:
    return documentation.gather()


@pytest.fixture(scope="module")
def texts(gathered: tuple[Stage, list[Part]]) -> dict[str, str]:
    return gathered[0].texts


@pytest.mark.parametrize("slug", games.slugs())
def test_every_rule_has_an_address(texts: dict[str, str], slug: str) -> None:
    for number in numbered(slug):
        assert f"{{ #{number} .rule }}" in texts[f"rules/{slug}.md"]


@pytest.mark.parametrize("slug", games.slugs())
def test_every_option_and_component_is_listed(texts: dict[str, str], slug: str) -> None:
    game, page = games.load(slug), texts[f"components/{slug}.md"]
    for option in described(game.options):
        assert f"`{option.name}`" in page
    for name, value in game.read_components(None).data.items():
        assert f"## {name}" in page or not value or name in ("provenance", "note")


def test_every_command_is_described(texts: dict[str, str]) -> None:
    told = "\n".join(texts[place] for place in commands.pages())
    for name in COMMANDS:
        assert f"## `loot {name}`" in told


def test_every_question_has_formulas_and_says_what_it_does_not_tell(texts: dict[str, str]) -> None:
    page = texts["reference/measures.md"]
    for question in ALL:
        assert f"## {question.heading}" in page
        assert measures.FORMULAS[question.name]
        assert len(measures.cannot_tell(question)) > 20
        for function in measures.FORMULAS[question.name]:
            assert function.__doc__, function.__name__


def test_the_navigation_names_pages_once(gathered: tuple[Stage, list[Part]]) -> None:
    stage, parts = gathered
    named = [page for part in parts for page in part.pages]
    assert len(named) == len(set(named))
    open_pages = {page for page in stage.texts if page != "index.md" and not page.startswith("source/")}
    assert set(named) == open_pages
    assert [part.name for part in parts] == ["Play", "Design", "Research", "Build", "Run", "About"]


def test_a_page_that_is_named_and_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="no such page"):
        list(navigation.taken(["nowhere.md"], ["lab.md"], may_lack=False))


def test_links_to_files_lead_to_their_pages(texts: dict[str, str]) -> None:
    assert "(source/examples/noughts.py.md)" in texts["adding-a-game.md"]
    assert "(../rules/looterz.md)" in texts["environments/looterz.md"]
    assert not re.search(r"\]\(\.\./(?:examples|loot_table|bench)", "\n".join(texts.values()))


def test_a_label_is_a_title_in_few_words() -> None:
    titles = {"a": "Rules: Looterz", "b": "Rules: Labyrinth", "c": "The protocol", "d": "Commands: Bots"}
    assert navigation.labels(Group("Books", ("a", "b")), titles) == ["Looterz", "Labyrinth"]
    assert navigation.labels(Group("Rules", ("a", "c")), titles) == ["Looterz", "The protocol"]
    assert navigation.labels(Group("Reference", ("c", "d")), titles) == ["The protocol", "Commands: Bots"]
    assert navigation.labels(Group("", ("a", "c")), titles) == ["Rules", "The protocol"]


def test_headings_of_tables_without_words_are_left_out() -> None:
    empty, rest = "<thead>\n<tr>\n<th></th>\n<th></th>\n</tr>\n</thead>", "<tbody></tbody>"
    assert documentation.without_empty_headings(empty + rest) == rest
    named = "<thead><tr><th></th><th>wanted</th></tr></thead>"
    assert documentation.without_empty_headings(named) == "<thead><tr><td></td><th>wanted</th></tr></thead>"


def test_citing_names_the_version_that_is_here(texts: dict[str, str]) -> None:
    version = re.search(
        r'^version = "(.+)"$', (paths.ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert version is not None
    assert f"version = {{{version[1]}}}" in texts["cite.md"]


def test_every_heading_says_something(texts: dict[str, str]) -> None:
    for place, text in texts.items():
        assert not re.search(r"^#+ *$", text, re.MULTILINE), place


def test_the_site_has_the_colours_and_letters_of_the_tables(tmp_path: Path) -> None:
    write_looks(tmp_path / "looks")
    tokens = (tmp_path / "looks" / "tokens.css").read_text(encoding="utf-8")
    assert "[data-theme" not in tokens.split("*/", 1)[1]
    for scheme in ("slate", "default"):
        assert f'[data-md-color-scheme="{scheme}"]' in tokens
    style = (tmp_path / "looks" / "site.css").read_text(encoding="utf-8")
    for name in re.findall(r"var\((--(?!md-)[\w-]+)\)", style):
        assert f"{name}:" in tokens, name
    for file in re.findall(r'url\("([^"]+)"\)', style):
        assert (tmp_path / "looks" / file).is_file(), file
    assert (tmp_path / "looks" / "mark.svg").is_file()


def test_a_link_to_a_place_that_is_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text(
        '<h1 id="top">One</h1><a href="#top"></a><a href="#end"></a><a href="two.html"></a><script src="https://a.b/c"></script>'
    )
    assert list(links.troubles(tmp_path)) == [
        "one.html: fetches https://a.b/c from elsewhere",
        "one.html: leads to #end, and the page has no such place",
        "one.html: leads to two.html, which is not there",
    ]
