"""Typed lines: what they mean, and how an action is typed. Terminal and browser read the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from loot_table.engine.errors import BadInput, BadLine
from loot_table.engine.sentence import one_of, say
from loot_table.engine.state import Action
from loot_table.games.looterz.answers import Card, Decline, Discard, Order, Player, Sacrifice, Target, Use, Victim
from loot_table.games.looterz.box import Box
from loot_table.games.looterz.dungeon import Activate, Attack, Rest, Search
from loot_table.games.looterz.names import CardName
from loot_table.games.looterz.questions import (
    ChooseCard,
    ChooseOrder,
    ChoosePlayer,
    ChooseTarget,
    ChooseVictim,
    DiscardForAbility,
    MustDiscard,
    MustSacrifice,
)
from loot_table.games.looterz.rules import Draw, Recruit, RecruitOrDraw
from loot_table.games.looterz.table import TableView

WORDS: Final = (
    "recruit, draw, search, attack, use, rest, target, sacrifice, discard, card, steal, player, order, yes, none"
)


def line_of(view: TableView, action: Action, names: Sequence[str]) -> str:
    """The line that means an action."""
    box: Box = view.box
    word = type(action).__name__.lower()
    if isinstance(action, Attack):
        return f"attack {spelled(box, action.looter)} {spelled(box, action.target)}"
    if isinstance(action, Activate):
        return f"use {spelled(box, action.looter)}"
    if isinstance(action, (Search, Rest, Target, Sacrifice)):
        return f"{word} {spelled(box, action.looter)}"
    if isinstance(action, (Recruit, Discard, Card, Order)):
        return f"{word} {spelled(box, action.card)}"
    if isinstance(action, (Victim, Player)):
        verb = "steal" if isinstance(action, Victim) else "player"
        return f"{verb} {names[action.player] if is_plain(names, action.player) else action.player + 1}"
    return "draw" if isinstance(action, Draw) else "yes" if isinstance(action, Use) else "none"


def is_plain(names: Sequence[str], seat: int) -> bool:
    """Whether a player's name is read as this player and nothing else."""
    name = plain(names[seat]) if seat < len(names) else ""
    return bool(name) and not name.isdecimal() and [plain(each) for each in names].count(name) == 1


def spelled(box: Box, id: str) -> str:
    return plain(box.names[box.numbers[id]])


def plain(words: str) -> str:
    """`Death Knight II`, `death_knight-2` and `death knight 2` are the same."""
    spoken = re.sub(r"[\W_]+", " ", words.lower()).strip()
    spoken = re.sub(r" 1$", "", spoken)
    return re.sub(r" 2$", " ii", re.sub(r" 3$", " iii", spoken))


# ---------------------------------------------------------------- reading


def read(view: TableView, line: str, names: Sequence[str] = ()) -> Action:
    """The action that a line means. A bare name answers the question that is asked."""
    words = line.strip().lower().split(None, 1)
    if not words:
        raise BadLine(say("Type one of: {words}.", words=WORDS))
    verb, rest = words[0], words[1] if len(words) > 1 else ""
    if not rest:
        if verb in ("draw", "d"):
            return Draw()
        if verb in ("none", "decline", "no", "n", "pass"):
            return Decline()
        if verb in ("yes", "y", "use"):
            return Use()
    if verb == "attack":
        return two_cards(view, rest)
    if verb in ("steal", "victim", "player"):
        return of_player(view, seat_number(view, rest, names), verb == "player")
    if verb in NAMED:
        return of_card(view, verb, rest)
    return bare(view, line.strip(), names)


def bare(view: TableView, words: str, names: Sequence[str]) -> Action:
    """A name or a number without a verb."""
    question = asked(view)
    if isinstance(question, (ChooseVictim, ChoosePlayer)):
        return of_player(view, seat_number(view, words, names), False)
    verb = next((verb for kind, verb in ANSWERS if isinstance(question, kind)), None)
    if verb is None:
        raise BadLine(say("“{line}” is not understood. Type one of: {words}.", line=words[:30], words=WORDS))
    return of_card(view, verb, words)


def of_card(view: TableView, verb: str, words: str) -> Action:
    make, among = NAMED[verb]
    return make((find_own if verb in OWN else find_card)(view, words, among(view)))


def of_player(view: TableView, seat: int, is_player: bool) -> Action:
    """What is asked decides what naming a player means."""
    question = asked(view)
    if isinstance(question, (ChooseVictim, ChoosePlayer)):
        is_player = isinstance(question, ChoosePlayer)
    return Player(seat) if is_player else Victim(seat)


def asked(view: TableView) -> object:
    return view.agenda[-1] if view.agenda else None


def hand(view: TableView) -> list[str]:
    return list(view.hands[view.seat]) if view.seat >= 0 else []


def in_play(view: TableView, seats: Sequence[int]) -> list[str]:
    return [looter[0] for seat in seats for looter in view.parties[seat]]


def anybody(view: TableView) -> list[str]:
    return in_play(view, range(view.players))


def graveyard(view: TableView) -> list[str]:
    return list(view.graveyard)


def open_cards(view: TableView) -> list[str]:
    return [*view.graveyard, *hand(view)]


NAMED: Final[dict[str, tuple[Callable[[str], Action], Callable[[TableView], list[str]]]]] = {
    "recruit": (Recruit, hand),
    "search": (Search, anybody),
    "activate": (Activate, anybody),
    "use": (Activate, anybody),
    "rest": (Rest, anybody),
    "target": (Target, anybody),
    "sacrifice": (Sacrifice, anybody),
    "discard": (Discard, hand),
    "card": (Card, open_cards),
    "order": (Order, graveyard),
}
OWN: Final = ("search", "activate", "use", "rest", "sacrifice")  # usually done by or to one's own Looterz
ANSWERS: Final = (
    (ChooseTarget, "target"),
    (MustSacrifice, "sacrifice"),
    (MustDiscard, "discard"),
    (DiscardForAbility, "discard"),
    (ChooseCard, "card"),
    (ChooseOrder, "order"),
    (RecruitOrDraw, "recruit"),
)


def two_cards(view: TableView, words: str) -> Attack:
    """`dwarf king`, `death knight gelatinous cube`: split where both halves make sense."""
    parts = re.sub(r"\b(attacks?|at|with|the)\b|->", " ", words).split()
    first: BadInput | None = None
    for split in range(1, len(parts)):
        try:
            attacker = find_own(view, " ".join(parts[:split]), anybody(view))
            return Attack(attacker, find_card(view, " ".join(parts[split:]), anybody(view)))
        except BadInput as error:
            first = first or error
    raise first or BadLine(say("Say who attacks whom: attack dwarf king."))


def find_own(view: TableView, words: str, among: Sequence[str]) -> str:
    """The same, but of those that the words could mean one's own is meant."""
    own = in_play(view, [view.seat]) if view.seat >= 0 else []
    return find_card(view, words, own if named(view.box, plain(words), own) else among)


def find_card(view: TableView, words: str, among: Sequence[str]) -> str:
    """A card by its name or the beginning of it, its copy (`king 2`, `king II`) where two are meant."""
    box: Box = view.box
    wanted = plain(words)
    if not wanted:
        raise BadLine(say("Say which card, by its name."))
    fits = named(box, wanted, among)
    if len(fits) == 1:
        return fits[0]
    if fits:
        may_be = one_of([CardName(id) for id in fits])
        raise BadLine(say("“{line}” may be {cards}; say which.", line=words[:30], cards=may_be))
    elsewhere = named(box, wanted, box.ids)
    if not elsewhere:
        raise BadLine(say("“{line}” is not understood: no card is called so.", line=words[:30]))
    card = CardName(elsewhere[0])
    if not among:
        raise BadLine(say("There is nothing here to choose {card} from.", card=card))
    here = one_of([CardName(id) for id in among[:8]])
    raise BadLine(say("{card} is not among those you can name here: {cards}.", card=card, cards=here))


def named(box: Box, wanted: str, among: Sequence[str]) -> list[str]:
    """Those of this name, else those whose name begins so."""
    whole = [id for id in among if wanted in (spelled(box, id), plain(id))]
    return whole or [id for id in among if spelled(box, id).startswith(wanted)]


def seat_number(view: TableView, words: str, names: Sequence[str]) -> int:
    """A player by name, or by the number on the screen, from 1."""
    wanted = words.strip().lower()
    for spoken in (str.lower, plain):
        called = [seat for seat, name in enumerate(names) if spoken(name) == spoken(wanted)]
        if len(called) == 1:
            return called[0]
    if not re.fullmatch("[1-9]", wanted) or int(wanted) > view.players:
        raise BadLine(say("Say which player, by name or by a number from 1 to {n}.", n=view.players))
    return int(wanted) - 1
