"""What stands around the board: what an answer would do, what can be done, the race, the log's headings."""

from __future__ import annotations

import time

import pytest
from contract import step_at_random, viewers
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
    roll,
    sacrifice,
    search,
    target,
    victim,
)

from loot_table.engine import codec
from loot_table.engine.guide import Forecast
from loot_table.engine.match import Match
from loot_table.engine.random import Random
from loot_table.engine.sentence import Part, Voice
from loot_table.engine.state import NATURE, SPECTATOR, Action
from loot_table.games.looterz import GAME, guide
from loot_table.games.looterz.components import read_components
from loot_table.games.looterz.table import Table, TableView
from loot_table.server.telling import facts_told

FIRST, SECOND = "first recruitment", "second recruitment"
TEN = "orc, witch, bard, thief, ghost, zombie, troll, cleric, king, hydra"


def view_of(match: Match, seat: int | None = None) -> TableView:
    view = match.view(match.to_act if seat is None else seat)
    assert isinstance(view, TableView)
    return view


def text(match: Match, sentence: Part | None) -> str:
    assert sentence is not None
    return match.voice().text(sentence).replace("\u00a0", " ")


def forecast(match: Match, action: Action) -> Forecast:
    assert action in match.actions()
    return guide.forecast(view_of(match), action)


def says(match: Match, action: Action) -> str:
    return text(match, forecast(match, action).says)


def label(match: Match, action: Action) -> str:
    return text(match, action.label(match.state))


def prompt(match: Match) -> str:
    return text(match, match.state.decision().prompt(match.state))


def hint(match: Match, seat: int | None = None) -> str:
    return text(match, guide.hint(view_of(match, seat)))


# ---------------------------------------------------------------- what an answer would do


def test_recruiting_says_when_the_looter_acts_and_what_it_sets_off() -> None:
    """LZ-30, LZ-50."""
    first = deal(phase=FIRST, hand0="bard, dwarf")
    assert says(first, recruit("dwarf")) == "Enters with 1 Life and acts this turn."
    assert says(first, recruit("bard")).endswith("Recruitment: draw 2 cards.")
    assert label(first, recruit("dwarf")) == "Recruit Dwarf"
    assert forecast(first, recruit("dwarf")).locks
    second = deal(phase=SECOND, p0="king, troll, orc", hand0="dwarf")
    assert says(second, recruit("dwarf")) == (
        "Enters with 1 Life and acts from your next turn on. Then you have 1 too many, and sacrifice."
    )


def test_an_empty_inn_says_that_the_graveyard_is_shuffled() -> None:
    """LZ-06, LZ-24."""
    assert says(deal(phase=FIRST, hand0="king"), DRAW) == "Takes the top card of the Inn."
    assert "after the Graveyard is shuffled" in says(deal(phase=FIRST, pile="", graveyard="king"), DRAW)
    assert DRAW not in deal(phase=FIRST, pile="", hand0="king").actions()


def test_search_and_attack_show_exact_odds() -> None:
    """LZ-33, LZ-35."""
    match = deal(p0="dragonling, dwarf", p1="king, leprechaun, dragonling-2")
    assert says(match, search("dragonling")) == "3 dice, 3 or less: 1.5 Loot on average, 12.5 % none."
    assert label(match, search("dragonling")) == "Roll 3 dice"
    assert label(match, attack("dwarf", "king")) == "Roll 1 die"
    assert says(match, attack("dragonling", "king")) == "3 dice, 3 or less: 50 % to kill King (2 Life left)."
    assert says(match, attack("dragonling", "leprechaun")).endswith("Last Wish: take 1 Loot.")
    assert says(match, attack("dwarf", "king")) == "1 die, any roll: cannot kill King yet (2 Life left)."
    assert "to kill Dragonling II" in says(match, attack("dragonling", "dragonling-2"))
    assert forecast(match, search("dwarf")).locks
    assert says(deal(p0="dwarf", loot=(14, 0)), search("dwarf")).endswith("100 % to win now.")


def test_an_ability_that_would_change_nothing_says_so() -> None:
    """LZ-R35."""
    match = deal(p0="pirate, hydra", loot=(3, 2))
    assert says(match, activate("pirate")) == (
        "Steal 1 Loot from the player with the most Loot. Now it would change nothing: you lead already."
    )
    assert "nothing" not in says(match, activate("hydra"))
    assert label(match, activate("hydra")) == "Use Hydra"
    assert not forecast(match, activate("hydra")).locks


def test_resting_says_that_nothing_happens() -> None:
    match = deal(p0="dwarf", options={"allow_rest": True})
    assert (label(match, rest("dwarf")), says(match, rest("dwarf"))) == ("Rest", "Dwarf stays idle this turn.")


def test_a_sacrifice_says_who_stays_and_what_it_sets_off() -> None:
    """LZ-50."""
    match = play(deal(phase=SECOND, p0="king, dwarf, hydra", hand0="leprechaun"), recruit("leprechaun"))
    assert says(match, sacrifice("dwarf")) == "Goes to the Graveyard. King, Hydra and Leprechaun stay."
    assert "Last Wish: take 1 Loot." in says(match, sacrifice("leprechaun"))
    assert (prompt(match), label(match, sacrifice("dwarf"))) == (
        "Too many at home: sacrifice 1 more.",
        "Sacrifice Dwarf",
    )
    assert hint(match) == "3 Looterz may stay. Last Wishes are heard."


def test_the_hand_limit_says_how_many_go() -> None:
    """LZ-51."""
    match = play(deal(phase=SECOND, hand0=TEN), DRAW, "dwarf")
    assert (prompt(match), hint(match)) == ("Too many cards: discard 1 more.", "10 cards may stay.")
    assert says(match, discard("orc")) == "Goes to the Graveyard. No Last Wish from a hand."
    assert forecast(match, discard("orc")).locks


def test_a_tied_steal_says_what_each_would_have_afterwards() -> None:
    """LZ-65."""
    match = play(deal(3, p0="pirate", loot=(1, 4, 4)), activate("pirate"))
    assert prompt(match) == "Pirate: steal 1 Loot from whom?"
    assert (label(match, victim(1)), says(match, victim(1))) == (
        "Steal from Birch",
        "You go to 2 Loot, Birch to 3.",
    )
    assert says(match, victim(2)) == "You go to 2 Loot, Cedar to 3."


def test_two_last_wishes_wait_for_their_order() -> None:
    """LZ-77."""
    match = play(deal(phase=FIRST, hand0="witch", p0="ghost, leprechaun", p1="dwarf", loot=(3, 4)), recruit("witch"))
    assert prompt(match) == "Which Last Wish comes first?"
    assert (label(match, order("leprechaun")), says(match, order("leprechaun"))) == (
        "Leprechaun first",
        "Last Wish: take 1 Loot.",
    )


def test_the_graveyard_may_be_declined_and_says_what_would_come() -> None:
    """LZ-79."""
    match = play(deal(phase=FIRST, hand0="necromancer", graveyard="orc, bard"), recruit("necromancer"))
    assert prompt(match) == "Necromancer: which card from the Graveyard?"
    assert says(match, card("bard")).startswith("Enters with 1 Life and acts this turn.")
    assert label(match, card("bard")) == "Bring back Bard"
    assert (label(match, DECLINE), says(match, DECLINE)) == ("Decline", "Necromancer does nothing more.")


OPS = [
    ("destroy", "which Looter is destroyed?", "Destroy King", "Goes to the Graveyard."),
    ("damage", "which Looter is hurt?", "Hurt King", "1 of 2 Life left."),
    ("gain_life", "which Looter gains Life?", "Heal King", "Then it has 3 Life."),
    ("take_control", "which Looter do you take?", "Take King", "It may act for you at once. It goes home after your turn."),
    ("exhaust", "which Looter is exhausted?", "Exhaust King", "It takes no action in its controller’s next Dungeon Phase."),
    ("search", "which Looter searches now?", "Send King", "2 dice, 2 or less: 0.7 Loot on average, 44.4 % none."),
    ("attack", "whom does it attack?", "Attack King", "2 dice, 3 or less: 25 % to kill King (2 Life left)."),
]  # fmt: skip


@pytest.mark.parametrize(("op", "asks", "button", "foretells"), OPS)
def test_every_operation_asks_labels_and_foretells(op: str, asks: str, button: str, foretells: str) -> None:
    judge = own_card("judge", f'trigger = "activation"\neffects = [{{ op = "{op}", side = "enemy" }}]', life=2, power=3)
    match = play(deal(p0="judge", p1="king, bard", components=components_with(judge)), activate("judge"))
    assert prompt(match) == f"Judge: {asks}"
    assert label(match, target("king")) == button
    assert says(match, target("king")) == foretells
    assert forecast(match, target("king")).locks == (op in ("search", "attack"))


@pytest.mark.parametrize(
    ("effects", "asks"),
    [
        ('{ op = "draw", n = 2 }', "Door: draw 2 cards?"),
        ('{ op = "loot" }', "Door: take 1 Loot?"),
        ('{ op = "enter", from = "draw_pile" }', "Door: put the top card of the Draw Pile into play?"),
    ],
)
def test_what_is_optional_is_offered_by_what_it_does(effects: str, asks: str) -> None:
    """LZ-79."""
    line = effects.replace(" }", ", optional = true }")
    door = own_card("door", f'trigger = "recruitment"\neffects = [{line}]')
    match = play(deal(phase=FIRST, hand0="door", components=components_with(door)), recruit("door"))
    assert prompt(match) == asks
    assert label(match, USE) == "Use Door"
    whole = own_card("gate", f'trigger = "recruitment"\noptional = true\neffects = [{effects}]')
    match = play(deal(phase=FIRST, hand0="gate", components=components_with(whole)), recruit("gate"))
    assert prompt(match) == "Gate: use its Recruitment?"


def test_a_choice_among_opponents_says_on_whom_it_falls() -> None:
    """LZ-R26."""
    judge = own_card("judge", 'trigger = "activation"\neffects = [{ op = "draw", who = "opponent" }]')
    match = play(deal(3, p0="judge", components=components_with(judge)), activate("judge"))
    assert (prompt(match), says(match, player(2))) == (
        "Judge: on which opponent does it fall?",
        "It falls on Cedar.",
    )


# ---------------------------------------------------------------- what can be done


def test_whoever_waits_reads_for_whom_and_for_what() -> None:
    match = deal(phase=FIRST, hand0="orc", p1="dwarf, bard")
    assert text(match, match.state.decision().waiting(match.state)) == "Ash is choosing whom to recruit."
    play(match, recruit("orc"))
    assert text(match, match.state.decision().waiting(match.state)) == (
        "Birch is choosing a Looter to sacrifice for Orc."
    )
    assert prompt(match) == "Orc: sacrifice a Looter."
    assert hint(match) == "It goes to the Graveyard. You choose which."


def test_the_dungeon_says_who_is_idle_and_who_is_shielded() -> None:
    """LZ-32, LZ-66."""
    match = deal(p0="dragonling, king", p1="scarecrow, bard")
    assert (prompt(match), hint(match)) == (
        "Send your Looterz out, one by one.",
        "Dragonling and King have yet to act.",
    )
    picks = guide.picks(view_of(match))
    assert set(picks) == {"dragonling-1", "aim:dragonling-1", "king-1", "aim:king-1"}
    assert text(match, picks["king-1"].asks) == "King: search, attack or ability?"
    assert text(match, picks["aim:king-1"].asks) == "King attacks: pick a target."
    assert text(match, picks["king-1"].hint) == "Birch’s Scarecrow has Taunt, so it shields Bard."
    play(match, attack("dragonling", "scarecrow"), roll(6, 6, 6))
    assert hint(match) == "King has yet to act."
    assert guide.picks(view_of(match, 1)) == {}


def test_the_others_read_who_is_about_to_win() -> None:
    match = deal(p0="dwarf", p1="king", loot=(14, 3))
    assert hint(match, 1) == "Ash is 1 short: 100 % to win by searching."
    assert hint(deal(phase=FIRST, hand0="king"), 1) == "Round 1. First to 15 Loot wins."


def test_a_seats_card_shows_loot_hand_and_crew() -> None:
    match = deal(p0="dwarf", p1="king(1), bard", hand1="orc", loot=(3, 14))
    facts = facts_told(guide.seat(view_of(match), 1), match.voice())
    assert (facts["score"], facts["unit"]) == ("14", ["of 15"])
    assert [fact["text"] for fact in facts["facts"]][:2] == [["1 in hand"], ["2 Looterz"]]
    assert "".join(facts["facts"][2]["text"]).startswith("wins by searching: ")
    assert [fact["icon"] for fact in facts["facts"]] == ["hand", "crew", "coins"]
    assert len(guide.seat(view_of(match), 0).facts) == 2
    assert facts_told(guide.seat(view_of(match), 0), match.voice())["facts"][1]["text"] == ["1 Looter"]


def test_after_the_end_nobody_is_about_to_win() -> None:
    match = deal(3, p0="dwarf", p1="king", p2="bard", loot=(9, 9, 3))
    assert len(guide.seat(view_of(match), 1).facts) == 3
    play(match, search("dwarf"), roll(1))
    assert match.is_over
    assert len(guide.seat(view_of(match), 1).facts) == 2
    assert guide.danger(view_of(match)) is None


def test_the_phases_are_steps() -> None:
    shown = [(str(step.label), step.state) for step in guide.steps(view_of(deal(p0="dwarf")))]
    assert shown == [("Recruit", "done"), ("Dungeon", "now"), ("Recruit", "next"), ("Sacrifice", "next")]


# ---------------------------------------------------------------- all of it, and what happened


def test_everything_open_is_read_out_and_the_own_hand() -> None:
    match = deal(
        3, p0="mermaid, troll", p1="king(1)", hand0="orc", hand1="witch, zombie", known="zombie", graveyard="bard"
    )
    play(match, activate("mermaid"))
    told = " ".join(text(match, sentence) for sentence in guide.told(view_of(match)))
    for words in (
        "Phase 2 of 4, Dungeon, of Ash.",
        "You: 0 of 10 Loot, 1 in hand, whose turn it is.",
        "Birch: 0 of 10 Loot, 2 in hand, among them Zombie.",
        "Troll, life 3, power 2, Taunt. Taunt.",
        "King, life 1, power 2, Activation, returns to Birch.",
        "Your hand: Orc.",
        "In the Graveyard: Bard.",
    ):
        assert words in told, words
    assert "Witch" not in told
    assert "Your hand" not in " ".join(text(match, each) for each in guide.told(view_of(match, SPECTATOR)))


def test_the_log_has_a_chapter_for_each_turn() -> None:
    match = Match(GAME, 2, names=["Ana", "Ben"], nature=Random(3))
    while match.state.turn < 3:  # type: ignore[attr-defined]
        match.play(match.to_act, match.actions()[-1])
    chapters = guide.Chapters(2)
    headings = [chapters.heading(event, 0) for bundle in match.log for event in bundle]
    assert headings[0] is None
    spoken = list(dict.fromkeys(text(match, heading) for heading in headings if heading is not None))
    first = match.state.starter  # type: ignore[attr-defined]
    names = [match.names[first], match.names[1 - first]]
    assert spoken == [f"Round 1: {names[0]}’s turn", f"Round 1: {names[1]}’s turn", f"Round 2: {names[0]}’s turn"]


def test_a_card_of_ones_own_is_called_by_its_name_wherever_it_is_spoken_of() -> None:
    frosty = own_card("frosty", 'trigger = "activation"\neffects = [{ op = "draw" }]')
    components = components_with(frosty.replace('name = "Frosty"', 'name = "Old Man Winter"'))
    match = play(deal(p0="frosty, frosty-2", components=components), activate("frosty-2"), "king")
    spoken = [text(match, event.text()) for event in match.events(0)]
    assert "Activation of Old Man Winter II." in spoken
    assert not [line for line in spoken if "Frosty" in line]


def test_names_of_shipped_cards_follow_from_their_ids() -> None:
    assert Table(GAME.start(2).box, 2).things() == {}  # type: ignore[attr-defined]
    assert len(read_components(None).kinds) == 30


# ---------------------------------------------------------------- secrets and speed


def test_no_guide_of_a_whole_game_names_a_card_that_is_hidden_from_its_audience() -> None:
    rng, looked = Random(11), 0
    for players in (2, 4, 6):
        state, voice = GAME.start(players), Voice(["A", "B", "C", "D", "E", "F"][:players])
        for _ in range(200):
            if not state.agenda:
                break
            assert isinstance(state, Table)
            if state.to_act != NATURE and rng.below(3) == 0:
                for viewer in viewers(state):
                    told = everything(state, viewer, voice)
                    for owner, hand in enumerate(state.hands):
                        hidden = [card for card in hand if not state.known[card]] if viewer != owner else []
                        assert not [card for card in hidden if f'"{state.box.ids[card]}"' in told]
                        looked += len(hidden)
            step_at_random(state, rng)
    assert looked > 300


def everything(state: Table, viewer: int, voice: Voice) -> str:
    view = state.view(viewer)
    parts: list[Part | None] = [guide.goal(view), guide.hint(view), guide.reminder(view), *guide.told(view)]
    parts += [pick.hint for pick in guide.picks(view).values()]
    if state.to_act == viewer:
        parts += [guide.forecast(view, action).says for action in state.actions()]
    return codec.dumps([voice.told(part) for part in parts]).decode()


def test_it_is_quick() -> None:
    match = deal(
        6, p0="dragonling, king, dwarf", p1="troll, bard, king-2", p2="hydra, orc, witch", p3="ghost", p4="thief"
    )
    view = view_of(match)
    actions = match.actions()
    start = time.perf_counter()
    for action in actions:
        guide.forecast(view, action)
    for seat in range(6):
        guide.seat(view, seat)
    guide.hint(view), guide.picks(view), guide.steps(view)
    assert time.perf_counter() - start < 0.1, "far less than anybody waits for"
