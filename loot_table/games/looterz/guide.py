"""What stands around the table of Looterz: how it is won, what can be done, how the race stands, all of it read out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mypy_extensions import mypyc_attr

from loot_table.engine import guide
from loot_table.engine.guide import Fact, Forecast, Pick, SeatFacts, Step
from loot_table.engine.sentence import Count, Name, Part, Row, Sentence, say, together, word
from loot_table.engine.state import Action, Event, Seat
from loot_table.games.looterz.answers import asking
from loot_table.games.looterz.components import Kind
from loot_table.games.looterz.consequences import percent, written
from loot_table.games.looterz.dungeon import ChooseAction
from loot_table.games.looterz.dungeon_events import TRIGGER_NAMES
from loot_table.games.looterz.events import TurnBegan
from loot_table.games.looterz.forecast import as_seen, foretold, shields
from loot_table.games.looterz.names import CardName, cards
from loot_table.games.looterz.odds import RaceOdds
from loot_table.games.looterz.questions import (
    ChooseCard,
    ChooseVictim,
    DiscardForAbility,
    MustDiscard,
    MustSacrifice,
)
from loot_table.games.looterz.rules import RecruitOrDraw
from loot_table.games.looterz.table import SECOND_RECRUITMENT, LooterSeen, TableView

PHASES = (word("Recruit"), word("Dungeon"), word("Recruit"), word("Sacrifice"))


def goal(view: TableView) -> Sentence:
    return say("First to {n} Loot wins at once, mid-turn or not.", n=view.box.loot_target)


def steps(view: TableView) -> Sequence[Step]:
    now = view.phase if view.agenda else 0
    return [
        Step(say("{phase}", phase=phase), "done" if number < now else "now" if number == now else "next")
        for number, phase in enumerate(PHASES, 1)
    ]


def round_of(view: TableView) -> int:
    return (max(view.turn, 1) - 1) // view.players + 1


# ---------------------------------------------------------------- the race


def nearest(view: TableView) -> tuple[Seat, RaceOdds] | None:
    """Of the others, who is likeliest to win by searching; after the end nobody is."""
    if not view.agenda:
        return None
    table = as_seen(view)
    races = [(seat, RaceOdds(table, seat)) for seat in range(view.players) if seat != view.seat]
    close = [(seat, race) for seat, race in races if race.short and race.win]
    return max(close, key=lambda each: each[1].win) if close else None


def danger(view: TableView) -> Sentence | None:
    first = nearest(view)
    if first is None:
        return None
    seat, race = first
    chance = percent(race.win, 0)
    return say("{who} is {n} short: {chance} to win by searching.", who=Name(seat), n=race.short, chance=chance)


def danger_in_short(view: TableView) -> Sentence | None:
    first = nearest(view)
    if first is None:
        return None
    return say("{who}: {n} short, {chance}", who=Name(first[0]), n=first[1].short, chance=percent(first[1].win, 0))


def seat(view: TableView, seat: Seat) -> SeatFacts:
    facts = [
        Fact(say("{n} in hand", n=view.hand_sizes[seat]), icon="hand"),
        Fact(say("{looterz}", looterz=Count(len(view.parties[seat]), "{n} Looter", "{n} Looterz")), icon="crew"),
    ]
    win = RaceOdds(as_seen(view), seat).win
    if view.agenda and 0.01 <= win < 1:
        facts.append(Fact(say("wins by searching: {chance}", chance=percent(win, 0)), icon="coins", tone="gold"))
    return SeatFacts(str(view.loot[seat]), say("of {n}", n=view.box.loot_target), tuple(facts))


# ---------------------------------------------------------------- what can be done


def is_asked(view: TableView) -> bool:
    return view.to_act >= 0 and view.to_act == view.seat


def forecast(view: TableView, action: Action) -> Forecast:
    return foretold(as_seen(view), view.seat, action)


def hint(view: TableView) -> Sentence | None:
    if not is_asked(view):
        standing = say("Round {round}. First to {n} Loot wins.", round=round_of(view), n=view.box.loot_target)
        return danger(view) or standing
    decision = view.agenda[-1]
    limits = view.box.components
    if isinstance(decision, RecruitOrDraw):
        if view.phase == SECOND_RECRUITMENT:
            return say("People forget this phase. A Looter that comes now waits a round before it acts.")
        return say("A Looter that comes now acts this very turn.")
    if isinstance(decision, ChooseAction):
        left = idle(view)
        if len(left) == 1:
            return say("{looter} has yet to act.", looter=cards(left))
        return say("{looterz} have yet to act.", looterz=cards(left))
    if isinstance(decision, MustSacrifice):
        if asking(as_seen(view)).source():
            return say("It goes to the Graveyard. You choose which.")
        limit = Count(limits.party_limit, "{n} Looter may stay.", "{n} Looterz may stay.")
        return say("{limit} Last Wishes are heard.", limit=limit)
    if isinstance(decision, DiscardForAbility):
        return say("It goes to the Graveyard, without a Last Wish.")
    if isinstance(decision, MustDiscard):
        return say("{limit}", limit=Count(limits.hand_limit, "{n} card may stay.", "{n} cards may stay."))
    if isinstance(decision, ChooseVictim):
        return say("They share the most Loot, so you choose.")
    if isinstance(decision, ChooseCard):
        return say("Tap a card to see what it would do.")
    return shielded(view) or say("Tap to see what it would do.")


def reminder(view: TableView) -> Sentence | None:
    """What whoever decides tends to forget, beside the hand."""
    if not is_asked(view):
        return None
    decision, limits = view.agenda[-1], view.box.components
    if isinstance(decision, RecruitOrDraw) and view.phase == SECOND_RECRUITMENT:
        return say("Second recruitment: it is easily forgotten. Recruit or draw, then the turn ends.")
    if isinstance(decision, ChooseAction):
        return say("Still idle: {looterz}.", looterz=cards(idle(view)))
    if isinstance(decision, MustSacrifice) and not asking(as_seen(view)).source():
        spare = len(view.parties[view.seat]) - limits.party_limit
        return say("{spare} must go, {limit} may stay.", spare=spare, limit=limits.party_limit)
    if isinstance(decision, MustDiscard):
        spare = view.hand_sizes[view.seat] - limits.hand_limit
        return say("{spare} must go, {limit} may stay.", spare=spare, limit=limits.hand_limit)
    return None


def idle(view: TableView) -> list[str]:
    """Own Looterz that have yet to act."""
    return [id for id, _, _, acted, exhausted in view.parties[view.seat] if not acted and not exhausted]


def shielded(view: TableView) -> Sentence | None:
    """`Chidi’s Scarecrow has Taunt, so it shields King and Leprechaun.`"""
    table = as_seen(view)
    found = shields(table)
    if not found:
        return None
    first, guards = next(iter(found.items()))
    behind = cards([id for id, other in found.items() if other == guards])
    who = Name(table.controller[table.box.numbers[first]])
    if len(guards) == 1:
        return say("{who}’s {guard} has Taunt, so it shields {looterz}.", who=who, guard=cards(guards), looterz=behind)
    return say("{who}’s {guards} have Taunt, so they shield {looterz}.", who=who, guards=cards(guards), looterz=behind)


def picks(view: TableView) -> Mapping[str, Pick]:
    """By Looter that is picked up; `aim:` before it once it is to attack."""
    if not is_asked(view) or not isinstance(view.agenda[-1], ChooseAction):
        return {}
    hint = shielded(view) or say("Search for Loot, attack a Looter, or use its ability.")
    found: dict[str, Pick] = {}
    for id in idle(view):
        found[id] = Pick(say("{looter}: search, attack or ability?", looter=CardName(id)), hint)
        found[f"aim:{id}"] = Pick(say("{looter} attacks: pick a target.", looter=CardName(id)), hint)
    return found


# ---------------------------------------------------------------- everything, read out


def told(view: TableView) -> Sequence[Sentence]:
    lines: list[Sentence | None] = [turn_told(view)]
    for number in range(view.players):
        lines.append(say("{seat}.", seat=seat_told(view, number)))
        lines += [looter_told(view, number, looter) for looter in view.parties[number]]
    if view.seat >= 0:
        hand = view.hands[view.seat]
        lines.append(say("Your hand: {cards}.", cards=cards(hand)) if hand else say("Your hand is empty."))
        lines += [card_told(view, id, kind_of(view, id).life) for id in hand]
    if view.graveyard:
        graveyard = say("In the Graveyard: {cards}.", cards=cards(view.graveyard))
    else:
        graveyard = say("The Graveyard is empty.")
    inn = say("{cards} in the Inn.", cards=Count(view.pile, "{n} card", "{n} cards"))
    lines += [inn, graveyard, dragons_told(view), danger(view)]
    return [line for line in lines if line is not None]


def turn_told(view: TableView) -> Sentence:
    if not view.agenda:
        return say("The game is over.")
    return say(
        "Round {round}. Phase {n} of 4, {phase}, of {who}. {target} Loot win.",
        round=round_of(view),
        n=view.phase,
        phase=PHASES[max(view.phase, 1) - 1],
        who=Name(view.active),
        target=view.box.loot_target,
    )


def dragons_told(view: TableView) -> Sentence | None:
    of = view.box.options.dragon_cards
    return say("Dragon cards seen: {n} of {all}.", n=of - view.dragons, all=of) if of else None


def seat_told(view: TableView, number: Seat) -> Part:
    """A player's name over a crew."""
    who: Part = word("You") if number == view.seat else Name(number)
    parts: list[Part] = [
        say("{who}: {loot} of {target} Loot", who=who, loot=view.loot[number], target=view.box.loot_target),
        say("{n} in hand", n=view.hand_sizes[number]),
    ]
    if number != view.seat and view.hands[number]:
        parts.append(say("among them {cards}", cards=cards(view.hands[number])))
    if number == view.active and view.agenda:
        parts.append(word("whose turn it is"))
    return Row(tuple(parts), ", ")


def looter_told(view: TableView, number: Seat, looter: LooterSeen) -> Sentence:
    """A Looter in play, and what has befallen it."""
    id, life, home, acted, exhausted = looter
    facts: list[Part] = []
    if acted and number == view.active:
        facts.append(word("acted"))
    if exhausted:
        facts.append(word("exhausted"))
    if home != number:
        facts.append(say("returns to {who}", who=Name(home)))
    return card_told(view, id, life, facts)


def card_told(view: TableView, id: str, life: int, facts: Sequence[Part] = ()) -> Sentence:
    kind = kind_of(view, id)
    words = [word("Taunt")] if kind.has_taunt else []
    words += [name for trigger, name in TRIGGER_NAMES.items() if kind.has(trigger)]
    parts = (CardName(id), say("life {n}", n=life), say("power {n}", n=kind.power), *words, *facts)
    return together(say("{facts}.", facts=Row(parts, ", ")), written(kind.text))


def kind_of(view: TableView, id: str) -> Kind:
    kind: Kind = view.box.components.kinds[view.box.kind[view.box.numbers[id]]]
    return kind


# ---------------------------------------------------------------- what a review calls what was hidden


def place(where: Sequence[str | int]) -> Sentence:
    owner = where[1] if len(where) > 1 else None
    return say("the hand of {who}", who=Name(owner)) if isinstance(owner, int) else say("the Draw Pile")


def thing(view: TableView, id: str) -> Part:
    return CardName(id)


# ---------------------------------------------------------------- the headings of the log


@mypyc_attr(native_class=False)
class Chapters(guide.Chapters):
    """A chapter for each turn."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.round = 0
        self.seat = -1

    def heading(self, event: Event, version: int) -> Sentence | None:
        if isinstance(event, TurnBegan):
            self.round, self.seat = event.round, event.seat
        return say("Round {round}: {who}’s turn", round=self.round, who=Name(self.seat)) if self.round else None
