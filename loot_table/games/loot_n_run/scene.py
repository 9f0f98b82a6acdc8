"""What the browser draws of Loot N Run: plain data made from one audience's view alone, so that it cannot leak."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from loot_table.engine.state import NOBODY
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.components import GUARDIANS
from loot_table.games.loot_n_run.odds import plain_odds
from loot_table.games.loot_n_run.rules import TakeTurn
from loot_table.games.loot_n_run.table import TableView
from loot_table.games.loot_n_run.werewolf import KeepDrawn


def scene(view: TableView, names: Sequence[str]) -> dict[str, Any]:
    """Faces stand in it only where the view has them."""
    box: Box = view.box
    step = view.agenda[-1] if view.agenda else None
    is_playing = view.to_act != NOBODY
    return {
        "you": view.seat if view.seat >= 0 else None,
        "target": box.target,
        "scores": list(view.scores),
        "turn": view.turn,
        "last_turn": box.last_turn or None,
        "reshuffles": view.reshuffles,
        "to_act": view.to_act if view.to_act >= 0 else None,
        "phase": phase(view),
        "is_extra": isinstance(step, TakeTurn) and step.is_extra,
        "needs_card_to_awaken": box.needs_card_to_awaken,
        "backs": [back_facts(box, number) for number in range(len(box.backs))],
        "decks": [{"size": size, "back": top or None} for size, top in zip(view.sizes, view.tops, strict=True)],
        "hands": [
            [
                {"back": back, "age": view.reshuffles - age, "turn": turn, "face": face(box, card)}
                for back, age, turn, card in hand
            ]
            for hand in view.hands
        ],
        "drawn": [{"deck": deck, "back": back, "face": face(box, card)} for deck, back, card in view.drawn],
        "discard": [face(box, card) for card in view.discard],
        "hides_refused": box.hides_refused,
        "refused": [{"seat": seat, "back": back, "face": face(box, card)} for seat, back, card in view.face_down()],
        "seen": [seen(view, number) for number in range(len(box.backs))],
        "mine": worth(box, [card for _, _, _, card in view.hands[view.seat]]) if view.seat >= 0 else None,
        "keeps": keeps(view) if isinstance(step, KeepDrawn) and step.seat == view.seat else [],
        "odds": plain_odds(view) if is_playing else [],
    }


def phase(view: TableView) -> str:
    if not view.agenda:
        return "over"
    return "keep" if isinstance(view.agenda[-1], KeepDrawn) else "action"


def back_facts(box: Box, number: int) -> dict[str, Any]:
    """A back: its colour's name, how many claws it carries, and how often a guardian is behind it."""
    rooms = [room for room in box.rooms if room.back == number]
    guardians = len([room for room in rooms if room.guardian])
    return {
        "name": box.backs[number],
        "claws": number + 1,
        "cards": len(rooms),
        "guardians": guardians,
        "one_in": round(len(rooms) / guardians, 1) if guardians else None,
    }


def face(box: Box, card: str) -> dict[str, Any] | None:
    """A card's face, or None when it is hidden."""
    if not card:
        return None
    room = box.rooms[box.numbers[card]]
    return {
        "id": room.id,
        "back": box.backs[room.back],
        "treasures": list(room.treasures),
        "amulets": room.amulets,
        "guardian": guardian(room.guardian),
        "text": room.face,
    }


def guardian(bit: int) -> str | None:
    """`mummy`, `werewolf`, `frank`, or None."""
    return GUARDIANS[bit.bit_length() - 1] if bit else None


def worth(box: Box, ids: Sequence[str]) -> dict[str, Any]:
    """What cards are worth in a run, and whether they would survive an Awaken."""
    cards = [box.numbers[id] for id in ids]
    doubled = box.doubled(cards)
    rooms = [box.rooms[card] for card in cards]
    symbols = [treasure for room in rooms for treasure in room.treasures]
    return {
        "points": box.points(cards),
        "treasures": [
            {"type": treasure, "symbols": symbols.count(treasure), "is_doubled": treasure in doubled}
            for treasure in box.components.treasures
            if treasure in symbols
        ],
        "guardians": len([room for room in rooms if room.guardian]),
        "amulets": sum([room.amulets for room in rooms]),
        "is_safe": box.danger(cards) <= 0,
    }


def keeps(view: TableView) -> list[dict[str, Any]]:
    """Every choice the Werewolf leaves, with what the hand would then be worth. Cards in the order of the box."""
    box: Box = view.box
    own = [card for _, _, _, card in view.hands[view.seat]]
    drawn = sorted([card for _, _, card in view.drawn], key=box.ids.index)
    found = []
    for size in range(len(drawn) + 1):
        for kept in combinations(drawn, size):
            found.append({"cards": list(kept), **worth(box, [*own, *kept])})
    return found


def seen(view: TableView, number: int) -> dict[str, Any]:
    """How much of a colour lies in the discard pile."""
    box: Box = view.box
    all_of_back = [room for room in box.rooms if room.back == number]
    out = [box.rooms[box.numbers[card]] for card in view.discard]
    here = [room for room in out if room.back == number]
    return {
        "back": box.backs[number],
        "cards": len(here),
        "of_cards": len(all_of_back),
        "guardians": len([room for room in here if room.guardian]),
        "of_guardians": len([room for room in all_of_back if room.guardian]),
        "amulets": sum([room.amulets for room in here]),
        "of_amulets": sum([room.amulets for room in all_of_back]),
    }
