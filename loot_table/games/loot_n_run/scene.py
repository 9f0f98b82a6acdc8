"""What the browser draws of Loot N Run: plain data made from one audience's view alone, so that it cannot leak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loot_table.engine.sentence import Voice
from loot_table.engine.state import NOBODY
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.components import GUARDIANS
from loot_table.games.loot_n_run.faces import Face, treasures
from loot_table.games.loot_n_run.odds import plain_odds
from loot_table.games.loot_n_run.table import TableView
from loot_table.games.loot_n_run.werewolf import KeepDrawn


def scene(view: TableView, voice: Voice) -> dict[str, Any]:
    """Faces stand in it only where the view has them."""
    box: Box = view.box
    return {
        "you": view.seat if view.seat >= 0 else None,
        "target": box.target,
        "scores": list(view.scores),
        "turn": view.turn,
        "reshuffles": view.reshuffles,
        "to_act": view.to_act if view.to_act >= 0 else None,
        "phase": phase(view),
        "backs": [back_facts(box, number) for number in range(len(box.backs))],
        "decks": [{"size": size, "back": top or None} for size, top in zip(view.sizes, view.tops, strict=True)],
        "hands": [
            [
                {"back": back, "age": view.reshuffles - age, "face": face(box, card, voice)}
                for back, age, _, card in hand
            ]
            for hand in view.hands
        ],
        "drawn": [{"deck": deck, "back": back, "face": face(box, card, voice)} for deck, back, card in view.drawn],
        "discard": [face(box, card, voice) for card in view.discard],
        "refused": [
            {"seat": seat, "back": back, "face": face(box, card, voice)} for seat, back, card in view.face_down()
        ],
        "seen": [seen(view, number) for number in range(len(box.backs))],
        "mine": worth(box, [card for _, _, _, card in view.hands[view.seat]], voice) if view.seat >= 0 else None,
        "odds": plain_odds(view) if view.to_act != NOBODY else [],
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
        "one_in": round(len(rooms) / guardians, 1) if guardians else None,
    }


def face(box: Box, card: str, voice: Voice) -> dict[str, Any] | None:
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
        "text": voice.text(Face(room.id, room.face)),
    }


def guardian(bit: int) -> str | None:
    """`mummy`, `werewolf`, `frank`, or None."""
    return GUARDIANS[bit.bit_length() - 1] if bit else None


def worth(box: Box, ids: Sequence[str], voice: Voice) -> dict[str, Any]:
    """What cards are worth in a run, and whether they would survive an Awaken."""
    cards = [box.numbers[id] for id in ids]
    doubled = box.doubled(cards)
    rooms = [box.rooms[card] for card in cards]
    symbols = [treasure for room in rooms for treasure in room.treasures]
    return {
        "points": box.points(cards),
        "treasures": [
            {
                "type": treasure,
                "text": voice.text(treasures(symbols.count(treasure), treasure)),
                "is_doubled": treasure in doubled,
            }
            for treasure in box.components.treasures
            if treasure in symbols
        ],
        "guardians": len([room for room in rooms if room.guardian]),
        "amulets": sum([room.amulets for room in rooms]),
        "is_safe": box.danger(cards) <= 0,
    }


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
