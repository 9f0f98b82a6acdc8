"""The first page of every game: its pictures are positions of the game as it is played, and show what they say."""

from __future__ import annotations

import json

import pytest

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.engine.state import SPECTATOR
from loot_table.games import primer as book
from loot_table.games.rulebook import rulebook_text
from loot_table.server.pictures import picture_told, primer_told

SHIPPED = ["crates_barrels", "labyrinth", "loot_fiend", "loot_n_run", "looterz"]
PICTURES = [
    pytest.param(slug, number, id=f"{slug} {number} {picture.rule}")
    for slug in SHIPPED
    for number, picture in enumerate((book.primer(slug) or book.Primer("", (), (), (), ())).pictures)
]


@pytest.mark.parametrize(("slug", "number"), PICTURES)
def test_a_picture_is_a_position_of_the_game_and_shows_what_it_says(slug: str, number: int) -> None:
    game, found = games.load(slug), book.primer(slug)
    assert found is not None
    picture = found.pictures[number]
    match = book.match_of(game, picture)
    assert match.to_act >= 0, "somebody is to decide"
    if picture.fails is not None:
        refusal = book.refusal_of(game, picture)
        assert refusal.rule == picture.rule, f"it is forbidden by {refusal.rule}: {match.voice().text(refusal.text)}"
    if picture.does:
        after = book.match_after(game, picture)
        assert picture.after, "the second picture has a sentence"
        seen = [match.view(book.audience(picture)), after.view(book.audience(picture))]
        assert codec.encode(seen[0]) != codec.encode(seen[1]), "something is seen to change"
    told = json.loads(picture_told(slug, number, "en"))
    assert told["before"]["scene"]
    assert (told["after"] is not None) == bool(picture.does)
    assert len(told["seats"]) == picture.players


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_first_page_has_a_pitch_a_walk_an_aid_and_eight_pictures(slug: str) -> None:
    found = book.primer(slug)
    assert found is not None
    assert 60 <= len(found.pitch.split()) <= 150, "a minute to read aloud"
    assert 3 <= len(found.walk()) <= 5
    assert len({picture.rule for picture in found.pictures}) >= 8
    assert found.may
    assert found.ends
    assert sum(len(line.text.split()) for part in (found.may, found.mind, found.ends) for line in part) <= 260
    told = primer_told(slug)
    assert told is not None
    assert len(told["pictures"]) == len(found.pictures)


@pytest.mark.parametrize("slug", SHIPPED)
def test_what_people_read_of_a_rulebook_names_no_file(slug: str) -> None:
    """The section on notation is for those who write positions; it is left out where people learn."""
    found = book.primer(slug)
    assert found is not None
    words = [found.pitch, *[picture.text + picture.after for picture in found.pictures], rulebook_text(slug)]
    for name in (".toml", ".py", ".md"):
        assert not [text for text in words if name in text], name


def test_what_a_primer_says_wrong_is_noticed() -> None:
    game = games.load("crates_barrels")
    with pytest.raises(BadInput, match="no rule CB-NO-1"):
        book.read_primer(game, 'pitch = ""\n[[picture]]\nrule = "CB-NO-1"\nplayers = 2\ntext = ""')
    legal = book.read_picture(
        {"rule": "CB-MOV-1", "players": 2, "text": "", "fails": {"type": "move", "from": "e2", "to": "e4"}}
    )
    with pytest.raises(BadInput, match="is legal"):
        book.refusal_of(game, legal)


def test_a_watchers_picture_holds_nobodys_cards() -> None:
    game = games.load("loot_n_run")
    hidden = {"rule": "LR-23", "players": 2, "text": "", "seat": -2, "position": {"hands": [["G03"], ["R05"]]}}
    picture = book.read_picture(hidden)
    assert book.audience(picture) == SPECTATOR
    told = codec.dumps(codec.encode(book.match_of(game, picture).view(SPECTATOR))).decode()
    assert "G03" not in told
