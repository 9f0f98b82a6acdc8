"""Information, choices and rulings that the worked examples do not show on their own."""

from __future__ import annotations

from looterz.tables import (
    DECLINE,
    DRAW,
    SHIPPED,
    USE,
    activate,
    attack,
    can,
    card,
    deal,
    discard,
    graveyard,
    hand,
    news,
    offered,
    order,
    party,
    phase,
    play,
    player,
    recruit,
    refused,
    rest,
    roll,
    sacrifice,
    search,
    target,
    victim,
)

from loot_table.engine import codec
from loot_table.engine.state import Action
from loot_table.games.looterz import GAME
from loot_table.games.looterz.dungeon import ChooseAction
from loot_table.games.looterz.rules import RecruitOrDraw

FIRST = "first recruitment"


def test_rules_version_one_waits_to_reshuffle_and_asks_for_an_effect() -> None:
    """LZ-R3, LZ-R35: tables and records of before are played as they were."""
    given = {"taunt_scope": "harm_only"}
    assert GAME.options_under(1, given) == {
        "reshuffle": "on_demand",
        "activation_needs": "possible",
        "taunt_scope": "harm_only",
    }
    assert GAME.options_under(GAME.rules_version, given) == given
    assert GAME.knows_components("c5ea9b71fd0562fe", GAME.components(None))


def test_single_answers_are_no_decisions_but_main_choices_always_are() -> None:
    """LZ-95."""
    match = deal(p0="dwarf", pile="")
    assert offered(match) == [search("dwarf")]
    assert isinstance(match.state.decision(), ChooseAction)
    match = deal(phase=FIRST)
    assert offered(match) == [DRAW]
    assert isinstance(match.state.decision(), RecruitOrDraw)
    assert phase(play(deal(phase=FIRST, hand0="medusa", p1="king"), recruit("medusa"))) == (0, 2)


def test_a_looter_must_act_unless_resting_is_allowed() -> None:
    """LZ-R2, LZ-V7."""
    match = deal(p0="dwarf")
    assert refused(match, rest("dwarf")).rule == "LZ-R2"
    match = deal(p0="dwarf", options={"allow_rest": True})
    assert offered(match) == [search("dwarf"), rest("dwarf")]
    play(match, rest("dwarf"))
    assert phase(match) == (0, 3)


def test_draw_two_draws_what_there_is() -> None:
    """LZ-R4."""
    match = play(deal(phase=FIRST, hand0="bard", pile="dwarf"), recruit("bard"), "dwarf")
    assert hand(match, 0) == "dwarf"
    assert phase(match) == (0, 2)


def test_an_assassin_may_destroy_itself_a_vampire_not() -> None:
    """LZ-R8."""
    match = play(deal(p0="assassin", p1="king"), activate("assassin"), target("assassin"))
    assert graveyard(match) == "assassin"
    match = play(deal(p0="vampire", p1="king, dwarf"), activate("vampire"))
    assert refused(match, target("vampire")).rule == "LZ-R8"


def test_who_acted_for_the_borrower_acts_for_its_owner_too() -> None:
    """LZ-R10."""
    match = deal(p0="mermaid", p1="king")
    play(match, activate("mermaid"), search("king"), roll(6, 6), DRAW, "bard", DRAW, "thief")
    assert can(match, search("king"))


def test_a_chain_of_entries_has_at_most_five() -> None:
    """LZ-R15."""
    match = deal(phase=FIRST, hand0="necromancer", graveyard="summoner, summoner-2")
    play(match, recruit("necromancer"), card("summoner"), "necromancer-2", card("summoner-2"), "dwarf")
    assert party(match, 0) == "necromancer, summoner, necromancer-2, summoner-2, dwarf"
    kinds = [
        kind["id"]
        for kind in SHIPPED["card"]
        if any(step["op"] == "enter" for ability in kind.get("ability", []) for step in ability["effects"])
    ]
    assert kinds == ["necromancer", "summoner"]


def test_actions_are_written_as_the_decision_model_says() -> None:
    written: list[tuple[Action, dict[str, object]]] = [
        (recruit("orc"), {"type": "recruit", "card": "orc-1"}),
        (DRAW, {"type": "draw"}),
        (search("orc"), {"type": "search", "looter": "orc-1"}),
        (attack("orc", "king-2"), {"type": "attack", "looter": "orc-1", "target": "king-2"}),
        (activate("king"), {"type": "activate", "looter": "king-1"}),
        (rest("king"), {"type": "rest", "looter": "king-1"}),
        (target("king"), {"type": "target", "looter": "king-1"}),
        (DECLINE, {"type": "decline"}),
        (victim(1), {"type": "victim", "player": 1}),
        (player(1), {"type": "player", "player": 1}),
        (card("king"), {"type": "card", "card": "king-1"}),
        (sacrifice("king"), {"type": "sacrifice", "looter": "king-1"}),
        (discard("king"), {"type": "discard", "card": "king-1"}),
        (order("king"), {"type": "order", "card": "king-1"}),
        (USE, {"type": "use"}),
    ]
    for action, plain in written:
        assert codec.encode(action) == plain
        assert GAME.codec.action(plain) == action
    assert GAME.codec.action_types() == sorted(str(plain["type"]) for _, plain in written)


def test_every_event_names_its_rule_and_speaks() -> None:
    """Nothing resolves invisibly: what happens to the table is told, and in its order."""
    match = deal(
        3, FIRST, hand0="witch", p0="ghost, leprechaun", p1="paladin(1), dwarf", p2="zombie(1)", loot=(2, 3, 0)
    )
    play(match, recruit("witch"), order("leprechaun"))
    told_here = [(type(event).__name__, event.rule()) for event in news(match)]
    assert told_here == [
        ("Entered", "LZ-21"),
        ("AbilityBegan", "LZ-63"),
        ("Hurt", "LZ-75"),
        ("Buried", "LZ-36"),
        ("AbilityBegan", "LZ-62"),
        ("Looted", "LZ-82"),
        ("AbilityBegan", "LZ-62"),
        ("Stole", "LZ-64"),
        ("Hurt", "LZ-75"),
        ("Buried", "LZ-36"),
        ("AbilityBegan", "LZ-62"),
        ("NothingDone", "LZ-79"),
        ("Hurt", "LZ-35"),
        ("Buried", "LZ-36"),
        ("AbilityBegan", "LZ-62"),
        ("Recovered", "LZ-91"),
    ]
    assert all(match.voice().text(event.text()) for event in news(match))
