"""What the browser draws of Loot N Run: plain data made from one audience's view alone, so that it cannot leak."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from loot_table.engine.sentence import Voice, Words
from loot_table.engine.state import NOBODY
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.components import GUARDIANS, Deck, Room
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
        "backs": back_facts(box.deck, tuple(box.backs)),
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
        "seen": seen(view),
        "mine": worth(box, [card for _, _, _, card in view.hands[view.seat]], voice) if view.seat >= 0 else None,
        "odds": plain_odds(view) if view.to_act != NOBODY else [],
    }


def phase(view: TableView) -> str:
    if not view.agenda:
        return "over"
    return "keep" if isinstance(view.agenda[-1], KeepDrawn) else "action"


@lru_cache(maxsize=256)
def back_facts(deck: Deck, backs: tuple[str, ...]) -> list[dict[str, Any]]:
    """Each back: its colour's name, how many claws it carries, and how often a guardian is behind it."""
    found = []
    for number, name in enumerate(backs):
        rooms = [room for room in deck.rooms if room.back == number]
        guardians = len([room for room in rooms if room.guardian])
        one_in = round(len(rooms) / guardians, 1) if guardians else None
        found.append({"name": name, "claws": number + 1, "one_in": one_in})
    return found


def face(box: Box, card: str, voice: Voice) -> dict[str, Any] | None:
    """A card's face, or None when it is hidden."""
    return face_told(box.rooms[box.numbers[card]], tuple(box.backs), voice.words) if card else None


@lru_cache(maxsize=4096)
def face_told(room: Room, backs: tuple[str, ...], words: Words) -> dict[str, Any]:
    """A face is the same at every table that plays with it."""
    return {
        "id": room.id,
        "back": backs[room.back],
        "treasures": list(room.treasures),
        "amulets": room.amulets,
        "guardian": guardian(room.guardian),
        "text": Voice((), words).text(Face(room.id, room.face)),
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


def seen(view: TableView) -> list[dict[str, Any]]:
    """How much of each colour lies in the discard pile."""
    box: Box = view.box
    out = [box.rooms[box.numbers[card]] for card in view.discard]
    found = []
    for number, (cards, guardians, amulets) in enumerate(totals(box.deck, len(box.backs))):
        here = [room for room in out if room.back == number]
        found.append(
            {
                "back": box.backs[number],
                "cards": len(here),
                "of_cards": cards,
                "guardians": len([room for room in here if room.guardian]),
                "of_guardians": guardians,
                "amulets": sum([room.amulets for room in here]),
                "of_amulets": amulets,
            }
        )
    return found


@lru_cache(maxsize=256)
def totals(deck: Deck, backs: int) -> list[tuple[int, int, int]]:
    """Cards, guardians and amulets that there are of each back."""
    found = []
    for number in range(backs):
        rooms = [room for room in deck.rooms if room.back == number]
        found.append(
            (len(rooms), len([room for room in rooms if room.guardian]), sum([room.amulets for room in rooms]))
        )
    return found
