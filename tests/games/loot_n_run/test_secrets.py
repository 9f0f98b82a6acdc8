"""Faces stay with their holders: pairs of worlds that a seat cannot tell apart look the same to it, byte for byte."""

from __future__ import annotations

import pytest
from contract import check_secrets, seen, step_at_random, viewers
from loot_n_run.tables import GAME, deal

from loot_table.engine import codec
from loot_table.engine.random import Random
from loot_table.engine.state import NATURE, SPECTATOR, Action, State
from loot_table.games.loot_n_run.decks import Draw, WerewolfDraw
from loot_table.games.loot_n_run.events import ReshuffledUnseen
from loot_table.games.loot_n_run.odds import candidates, odds
from loot_table.games.loot_n_run.table import Table

PAIRS = 20_000


@pytest.mark.heavy
def test_thousands_of_paired_worlds_look_the_same() -> None:
    """LR-71, LR-72, at every number of players and with every kind of option."""
    rng = Random(99)
    pairs = 0
    game = 0
    while pairs < PAIRS:
        options: dict[str, object] = {
            "deck": ("classic", "mixed")[game // 5 % 2],
            "refused_cards": ("open", "face_down")[game % 2],
        }
        state = GAME.start(2 + game % 5, options)
        pool: list[Action] = []
        while state.agenda:
            if state.to_act != NATURE:
                others = [rng.pick(pool) for _ in range(min(len(pool), 4))]
                pairs += check_secrets(GAME, state, others, rng)
                pool.append(state.decision().sample(state, rng))
            step_at_random(state, rng)
        game += 1
    assert pairs >= PAIRS


def test_what_nature_gives_to_one_seat_the_others_cannot_tell() -> None:
    """LR-26, LR-71: whichever card is drawn, everybody else sees and hears the same."""
    rng = Random(5)
    compared = 0
    for game in range(6):
        state = GAME.start(2 + game % 5)
        while state.agenda:
            step = state.agenda[-1]
            if isinstance(step, (Draw, WerewolfDraw)):
                one, other = [rng.pick(state.outcomes())[0] for _ in range(2)]
                for viewer in viewers(state):
                    if viewer != step.seat:
                        assert after(state, one, viewer) == after(state, other, viewer)
                        compared += 1
                if one != other:
                    assert after(state, one, step.seat) != after(state, other, step.seat)
            step_at_random(state, rng)
    assert compared > 500


def after(state: State, outcome: int, viewer: int) -> tuple[bytes, bytes]:
    twin = state.copy()
    twin.news = []
    twin.happen(outcome)
    return seen(twin, viewer), codec.dumps([codec.encode(event.seen_by(viewer)) for event in twin.news])


def test_no_hidden_face_is_written_in_any_view_or_event() -> None:
    """LR-71, LR-72: ids in a view are the viewer's own, discarded, or drawn by the viewer."""
    rng = Random(8)
    state = GAME.start(4)
    while state.agenda:
        assert isinstance(state, Table)
        hidden = [[held.card for held in hand] for hand in state.hands]
        for viewer in viewers(state):
            text = seen(state, viewer)
            for owner in range(4):
                for card in hidden[owner] if owner != viewer else []:
                    assert f'"{state.box.ids[card]}"'.encode() not in text
            for card in [card for cards in state.pool for card in cards]:
                assert f'"{state.box.ids[card]}"'.encode() not in text
        step_at_random(state, rng)


def test_the_werewolfs_cards_are_seen_by_the_chooser_alone_even_between_the_draws() -> None:
    """LR-71, LR-74"""
    table = deal(3, "G03", "R09", decks=("Y09", "R02"))
    table.match.play(0, table.match.actions()[3])
    table.match.happen(table.table.box.numbers["Y09"])
    assert table.view(0).drawn == ((0, "yellow", "Y09"),)
    for seat in (1, 2, SPECTATOR):
        assert table.view(seat).drawn == ((0, "yellow", ""),)
    told = [str(event.text()) for event in table.match.events(1)]
    assert "The Werewolf brings player 1 a yellow room." in told
    assert not any("crown" in line for line in told)


def test_refused_cards_may_stay_unseen() -> None:
    """LR-R18: face down in the discard pile, and through the reshuffle that takes them."""
    shy: dict[str, object] = {"refused_cards": "face_down"}
    table = deal(3, "G03", "R09", decks=("Y09", "R02"), options=shy).play("awaken 1", "keep R02")
    assert table.view(0).face_down() == ((0, "yellow", "Y09"),)
    for seat in (1, 2, SPECTATOR):
        assert table.view(seat).face_down() == ((0, "yellow", ""),)
        assert table.view(seat).discard == ("R09",)
        assert b"Y09" not in codec.dumps(codec.encode(table.match.events(seat)))
        heard = [table.match.voice().text(event.text()) for event in table.match.events(seat)]
        assert "Ada keeps a red room and discards a yellow room face down." in heard
    mine = [table.match.voice().text(event.text()) for event in table.match.events(0)]
    assert "Ada keeps a red room and discards 2 crowns face down." in mine


def test_only_who_refused_a_card_knows_that_a_reshuffle_took_it() -> None:
    """LR-R18, LR-75: so others still take an old card for one that it cannot be."""
    shy: dict[str, object] = {"refused_cards": "face_down"}
    table = deal(
        3, "G03", "R09", "R12", decks=("R02", "R04 G07 Y02"), rest=2, options=shy, shuffle="Y02 R09 R02 R04 G07"
    ).play("awaken 1", "keep")
    box = table.table.box
    assert (table.table.reshuffles, table.table.discard, table.table.refused) == (1, [], [])
    marks = {seat: table.view(seat).returned for seat in (0, 1, SPECTATOR)}
    for refused in ("R02", "R04"):
        assert [marks[seat][box.numbers[refused]] for seat in (0, 1, SPECTATOR)] == [1, 0, 0]
    assert [marks[seat][box.numbers["R09"]] for seat in (0, 1, SPECTATOR)] == [1, 1, 1]
    assert set(candidates(table.view(1), 2, 0)) - set(candidates(table.view(0), 2, 0)) == {"R02", "R04"}
    for seat in (0, 1, SPECTATOR):
        told = [event for event in table.match.events(seat) if isinstance(event, ReshuffledUnseen)]
        assert told == [ReshuffledUnseen(("R09",), 3, 2, ("red", "red"))]
        assert "with 3 cards from the discard pile, 2 unseen," in str(told[0].text())
    assert odds(table.view(0), 0) == odds(table.view(SPECTATOR), 0)  # what others reckon of seat 0


def test_a_keep_is_not_told_to_others() -> None:
    """LR-74: the action itself names faces; what others hear of it does not."""
    table = deal(3, "G03", "R09", decks=("Y09", "R02")).play("awaken 1", "keep Y09 R02")
    for seat in (1, 2, SPECTATOR):
        heard = codec.dumps(codec.encode(table.match.events(seat)))
        assert b"Y09" not in heard
        assert b"R02" not in heard
    assert b"Y09" in codec.dumps(codec.encode(table.match.events(0)))
