"""The terminal table: readable in 80 columns and without colour, and it understands what people type."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from looterz.tables import (
    DECLINE,
    DRAW,
    USE,
    activate,
    attack,
    card,
    components_with,
    deal,
    discard,
    order,
    own_card,
    play,
    player,
    recruit,
    rest,
    sacrifice,
    search,
    target,
    victim,
)
from rich.console import Console

from loot_table.bots import make
from loot_table.engine.errors import BadInput, BadLine
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import SPECTATOR, Action
from loot_table.games.looterz import GAME, text
from loot_table.games.looterz.table import TableView

FIRST = "first recruitment"


def view_of(match: Match, seat: int | None = None) -> TableView:
    view = match.view(match.to_act if seat is None else seat)
    assert isinstance(view, TableView)
    return view


def shown(match: Match, seat: int | None = None) -> str:
    out = io.StringIO()
    Console(width=80, file=out, no_color=True).print(text.draw(view_of(match, seat), match.names))
    return out.getvalue()


def test_the_table_shows_everything_open_and_the_own_hand() -> None:
    match = deal(p0="mermaid, scarecrow", p1="dragonling, king(1)", hand0="orc", hand1="witch", graveyard="dwarf")
    play(match, activate("mermaid"), target("king"))
    drawn = shown(match)
    for words in (
        "[Dungeon]",
        "> 1 Ash",
        "0/15 Loot",
        "Dragonling",
        "♥♥♥",
        "Taunt",
        "acted",
        "returns to Birch",
        "Orc",
    ):
        assert words in drawn, words
    assert "Graveyard  Dwarf" in drawn
    assert "Witch" not in drawn
    assert "Witch" not in shown(match, SPECTATOR)
    assert "Your hand" not in shown(match, SPECTATOR)


def test_known_cards_dragons_and_exhaustion_are_shown() -> None:
    match = deal(phase=FIRST, hand0="medusa", p1="dwarf", hand1="zombie", known="zombie", options={"dragon_cards": 4})
    play(match, recruit("medusa"))
    drawn = shown(match)
    assert "known in hand: Zombie" in drawn
    assert "Dragon cards seen 0 of 4" in drawn
    assert "exhausted" in drawn


@pytest.mark.parametrize("players", [2, 4, 6])
def test_whole_games_fit_eighty_columns(players: int) -> None:
    match = Match(GAME, players, {"loot_target": 36}, names=["N" * 40] * players, nature=Random(players))
    bots = [make("greedy", GAME, seat) for seat in range(players)]
    for _ in range(150):
        if match.is_over:
            break
        for line in text.draw(view_of(match), match.names).plain.splitlines():
            assert len(line) <= 80, line
        assert text.COMMANDS["odds"][1](view_of(match), match.names, "").plain.strip()
        match.play(match.to_act, bots[match.to_act].choose(match.view(match.to_act), match.actions()))


def test_words_mean_actions() -> None:
    match = deal(phase=FIRST, hand0="death_knight, bard", p0="king, king", p1="gelatinous_cube")
    view = view_of(match)
    understood: list[tuple[str, Action]] = [
        ("draw", DRAW),
        ("recruit death knight", recruit("death_knight")),
        ("recruit bard-1", recruit("bard")),
        ("Bard", recruit("bard")),
        ("search king 2", search("king-2")),
        ("search King II", search("king-2")),
        ("attack king 2 gelatinous cube", attack("king-2", "gelatinous_cube")),
        ("attack king-1 gel", attack("king", "gelatinous_cube")),
        ("use king 2", activate("king-2")),
        ("activate king", activate("king")),
        ("rest king ii", rest("king-2")),
        ("target gelatinous_cube-1", target("gelatinous_cube")),
        ("sacrifice king 2", sacrifice("king-2")),
        ("discard bard", discard("bard")),
        ("victim 2", victim(1)),
        ("player 1", player(0)),
        ("none", DECLINE),
        ("yes", USE),
    ]
    for line, action in understood:
        assert text.read(view, line) == action, line


def test_a_bare_name_answers_the_question() -> None:
    match = play(deal(p0="assassin", p1="king, bard"), activate("assassin"))
    assert text.read(view_of(match), "king") == target("king")
    match = play(deal(phase=FIRST, hand0="orc", p1="king, bard"), recruit("orc"))
    assert text.read(view_of(match), "bard") == sacrifice("bard")
    match = play(deal(phase=FIRST, hand0="necromancer", graveyard="king, bard"), recruit("necromancer"))
    assert text.read(view_of(match), "king") == card("king")
    assert text.read(view_of(match), "none") == DECLINE
    match = play(deal(3, FIRST, hand0="thief", loot=(1, 3, 3)), recruit("thief"))
    assert text.read(view_of(match), "3") == victim(2)
    match = play(deal(phase=FIRST, hand0="djinn", p0="ghost, zombie", loot=(0, 1)), recruit("djinn"))
    assert text.read(view_of(match), "zombie") == order("zombie")
    match = play(deal(p0="wizard", p1="king", hand0="bard, orc"), activate("wizard"))
    assert text.read(view_of(match), "orc") == discard("orc")
    judge = own_card("judge", 'trigger = "activation"\neffects = [{ op = "sacrifice", who = "opponent" }]')
    match = play(deal(3, p0="judge", p1="king", p2="bard", components=components_with(judge)), activate("judge"))
    assert text.read(view_of(match), "2") == player(1)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Type one of"),
        ("dance", "is not understood"),
        ("search", "Say which card"),
        ("search unicorn", "no card is called"),
        ("discard bard", "nothing here to choose"),
        ("search kin", "King or King II"),
        ("attack king 2", "no card is called"),
        ("attack", "who attacks whom"),
        ("victim 9", "a number from 1 to 2"),
        ("recruit dwarf", "nothing here to choose"),
        ("target dwarf", "not among those you can name here: King, King II or Bard"),
    ],
)
def test_what_is_not_understood_is_answered_in_words(line: str, said: str) -> None:
    match = deal(p0="king, king-2", p1="bard")
    with pytest.raises(BadLine) as caught:
        text.read(view_of(match), line)
    assert said in str(caught.value)


def test_somebody_elses_looter_is_understood_so_that_the_rules_can_say_no() -> None:
    view = view_of(deal(p0="king, dwarf", p1="bard, king-2"))
    for line, action in (
        ("search bard", search("bard")),
        ("use bard", activate("bard")),
        ("search king", search("king")),
        ("search king ii", search("king-2")),
        ("search k", search("king")),
        ("attack bard dwarf", attack("bard", "dwarf")),
        ("sacrifice bard", sacrifice("bard")),
    ):
        assert text.read(view, line) == action, line


def test_a_player_is_named_in_any_way() -> None:
    match = play(deal(3, FIRST, hand0="thief", loot=(1, 3, 3)), recruit("thief"))
    names = ["Ana", "Ben O'Hara", "steal"]
    for line in ("ben o'hara", "steal ben o hara", "victim 2", "player ben o'hara", "2", "STEAL 2"):
        assert text.read(view_of(match), line, names) == victim(1), line
    for action in match.actions():
        assert text.read(view_of(match), text.say(view_of(match), action, names), names) == action
    assert text.say(view_of(match), victim(2), ["Ana", "7", "7"]) == "steal 3"


def test_whatever_is_typed_at_any_moment_is_read_or_answered() -> None:
    choosing = play(deal(p0="assassin", p1="king, bard"), activate("assassin"))
    over = Match(GAME, 2, {"loot_target": 1}, nature=Random(1))
    while not over.is_over:
        over.play(over.to_act, over.actions()[0])
    lines = [
        "",
        " ",
        "attack",
        "attack a",
        "use",
        "use ²",
        "steal",
        "steal ²",
        "2",
        "²",
        "king",
        "n",
        "d x",
        "order king",
        "-",
        "1",
    ]
    for match in (choosing, over, deal(phase=FIRST)):
        for seat in (0, 1, SPECTATOR):
            for line in lines:
                assert is_answered(view_of(match, seat), line, match.names)


def is_answered(view: TableView, line: str, names: Sequence[str]) -> bool:
    """Whether a line means an action, or the answer is a sentence."""
    try:
        return isinstance(text.read(view, line, names), Action)
    except BadLine as error:
        return str(error).endswith(".")


def test_odds_in_the_terminal() -> None:
    match = deal(p0="dragonling, dwarf", p1="king", loot=(13, 0))
    view = view_of(match)
    whole = text.odds(view, match.names, "").plain
    assert "3 dice, 1-3 hit: 1.50 on average" in whole
    assert "0: 12.5%  1: 37.5%  2: 37.5%  3: 12.5%" in whole
    assert "wins now 50.0%" in whole
    one = text.odds(view, match.names, "dragonling king").plain
    assert "against King (2 Life)" in one
    assert "kills 50.0%" in one
    assert "against Dwarf" in text.odds(view, match.names, "dragonling").plain
    assert "No Looter" in text.odds(view_of(deal(phase=FIRST)), match.names, "").plain
    with pytest.raises(BadInput):
        text.odds(view, match.names, "unicorn")


def test_unseen_cards_and_card_texts_can_be_asked_for() -> None:
    match = deal(phase=FIRST, hand0="orc", hand1="witch", pile="", graveyard="dwarf, king, king-2")
    play(match, DRAW, "king")
    said = text.unseen(view_of(match, 0), match.names, "").plain
    assert "In the Draw Pile or in hands: Dwarf, King" in said
    assert "from 1 reshuffle(s) ago: Witch" in said
    assert "Orc" not in said
    assert "each player, starting with you" in " ".join(text.about(view_of(match, 0), match.names, "orc").plain.split())
