"""Written positions: both ways, in the middle of anything, and refused with the reason."""

from __future__ import annotations

from typing import Any

import pytest
from looterz.tables import activate, deal, discard, play, recruit, roll, sacrifice, search, table_of, target

from loot_table.engine import codec
from loot_table.engine.errors import BadInput, BadPosition
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.state import REFEREE
from loot_table.games.looterz import GAME
from loot_table.games.looterz.box import Options


def read(written: Any, players: int = 2, **options: Any) -> Any:
    return GAME.read_position(written, players, Options(**options), GAME.read_components(None))


@pytest.mark.parametrize("players", range(2, 7))
def test_a_position_reads_back_as_the_same_table_at_every_step(players: int) -> None:
    """LZ-R34."""
    rng = Random(players)
    state = GAME.start(players)
    frames = 0
    for _ in range(400):
        if not state.agenda:
            break
        written = codec.loads(codec.dumps(GAME.write_position(state)), 2**20)
        frames += "agenda" in written
        if state.to_act >= 0 or "agenda" in written:
            again = read(written, players)
            assert codec.encode(again.view(REFEREE)) == codec.encode(state.view(REFEREE))
        if state.to_act >= 0:
            state.apply(state.decision().sample(state, rng))
        else:
            state.happen(state.chance().sample(state, rng))
    assert frames > 20


def test_a_position_in_mid_effect_goes_on_where_it_stopped() -> None:
    match = play(deal(phase="first recruitment", hand0="orc", p1="king, dwarf"), recruit("orc"))
    again = Match(GAME, 2, position=GAME.write_position(match.state))
    assert again.to_act == 1
    play(again, sacrifice("king"))
    assert table_of(again).phase == 2
    match = play(deal(p0="dragonling"), search("dragonling"))
    again = Match(GAME, 2, position=GAME.write_position(match.state))
    assert table_of(play(again, roll(1, 2, 3))).loot == [3, 0]


def test_a_position_in_mid_payment_goes_on_and_so_does_one_written_under_rules_version_one() -> None:
    """LZ-42: a price was asked for like the hand limit then."""
    match = play(deal(p0="wizard", p1="king", hand0="bard, dwarf"), activate("wizard"))
    written: Any = GAME.write_position(match.state)
    assert written["agenda"][-1] == {"type": "discard_for_ability", "seat": 0, "is_cost": True}
    for question in (written["agenda"][-1], {"type": "must_discard", "seat": 0}):
        again = Match(GAME, 2, position={**written, "agenda": [*written["agenda"][:-1], question]})
        assert again.state.decision().rule() == "LZ-42"
        play(again, discard("bard"), target("king"))
        assert table_of(again).phase == 3


def test_a_short_position_is_enough() -> None:
    table = read({"parties": [["king-1"], [{"card": "dwarf-1", "life": 3}]], "phase": "dungeon"})
    assert table.view(0).parties[1][0][:2] == ("dwarf-1", 3)
    assert read({}).to_act == 0


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("king", "a position is an object"),
        ({"party": []}, 'has no "party"'),
        ({"over": "loot"}, "the game is over"),
        ({"phase": "lunch"}, "phase is one of"),
        ({"phase": "set-up"}, "needs an agenda"),
        ({"loot": [15, 0]}, "loot must be a whole number from 0 to 14"),
        ({"loot": [1]}, "for each of the 2 seats"),
        ({"active": 2}, "active must be"),
        ({"hands": [["king-1"], ["king-1"]]}, "in two places"),
        ({"hands": [["king-9"]]}, "no card is called"),
        ({"hands": [[["king-1"]]]}, "no card is called"),
        ({"hands": "king-1"}, "hands must be a list"),
        ({"parties": [[], [], []]}, "for each of the 2 seats"),
        ({"parties": [[{"card": "king-1", "life": 7}]]}, "life must be a whole number from 1 to 6"),
        ({"parties": [[{"card": "king-1", "health": 7}]]}, "a Looter is a card's id"),
        ({"parties": [[{"card": "king-1", "acted": 1}]]}, "acted must be true or false"),
        ({"known": ["king-1"]}, "known to be in a hand but is in none"),
        ({"earlier": [["king-1"]]}, "in no hand"),
        ({"earlier": ["king-1"]}, "lists of cards"),
        ({"agenda": []}, "last item must be"),
        ({"agenda": [{"type": "nonsense"}]}, "agenda"),
        ({"agenda": [{"type": "asks", "seat": 0}]}, "agenda"),
        ({"agenda": [{"type": "draw"}]}, "not a step"),
        ({"agenda": [{"type": "choose_action", "seat": 7}]}, "seat must be"),
        ({"agenda": [{"type": "choose_target", "seat": 0}]}, "under a question"),
        ({"agenda": [{"type": "choose_action", "seat": 0}]}, "no possible answer"),
        ({"agenda": [{"type": "search_roll", "seat": 0, "looter": "king-1"}]}, "not in play"),
        ({"agenda": [{"type": "search_roll", "seat": 0, "looter": "kong-1"}]}, "no card is called"),
        (
            {"agenda": [{"type": "choose_action", "seat": 0}, {"type": "recruit_or_draw", "seat": 0}]},
            "only its last item",
        ),
        (
            {"agenda": [{"type": "resolve", "seat": 0, "card": "king-1", "is_there": False, "ability": 4}]},
            "ability of king-1",
        ),
        (
            {"agenda": [{"type": "resolve", "seat": 0, "card": "king-1", "is_there": True, "ability": 0}]},
            "king-1 is not in play",
        ),
        (
            {
                "agenda": [
                    {"type": "last_wishes", "seat": 0, "cards": []},
                    {"type": "choose_order", "seat": 0},
                ]
            },
            "cards must be a list",
        ),
        (
            {
                "agenda": [
                    {"type": "sacrifice_phase", "seat": 1},
                    {"type": "must_sacrifice", "seat": 0},
                ]
            },
            "of the same seat",
        ),
        (
            {"agenda": [{"type": "sacrifice_phase", "seat": 0}, {"type": "use_or_decline", "seat": 0}]},
            "asked by an ability",
        ),
    ],
)
def test_a_wrong_position_is_refused_in_words(written: Any, said: str) -> None:
    with pytest.raises(BadPosition) as caught:
        read(written)
    assert said in str(caught.value)


def test_strict_tokens_are_counted() -> None:
    four = [{"card": f"{kind}-1", "life": 6} for kind in ("king", "dwarf", "bard", "hydra", "orc", "troll", "ghost")]
    with pytest.raises(BadPosition, match="more tokens"):
        read({"parties": [four]}, token_supply="strict")


def test_a_finished_game_is_written_but_not_played_on() -> None:
    match = play(deal(p0="dwarf", loot=(14, 0)), search("dwarf"), roll(1))
    written = GAME.write_position(match.state)
    assert written["over"] == "loot"
    with pytest.raises(BadInput, match="over"):
        read(written)
