"""What the browser draws of Looterz: plain data made from one audience's view alone, so that it cannot leak."""

from __future__ import annotations

from typing import Any, Final

from loot_table.engine.sentence import Sentence, Voice, say
from loot_table.engine.state import Seat, Step
from loot_table.games.looterz import guide
from loot_table.games.looterz.abilities import LastWishes, OfCard, Part, Resolve, Share
from loot_table.games.looterz.activation import why_not_activate
from loot_table.games.looterz.answers import Asks
from loot_table.games.looterz.box import Box
from loot_table.games.looterz.components import Kind
from loot_table.games.looterz.consequences import percent
from loot_table.games.looterz.dungeon import ChooseAction, is_ready
from loot_table.games.looterz.dungeon_events import TRIGGER_NAMES
from loot_table.games.looterz.forecast import as_seen, shields
from loot_table.games.looterz.language import Deed
from loot_table.games.looterz.odds import RaceOdds
from loot_table.games.looterz.questions import (
    ChooseCard,
    ChooseOrder,
    ChoosePlayer,
    ChooseTarget,
    ChooseVictim,
    DiscardForAbility,
    MustDiscard,
    MustSacrifice,
    UseOrDecline,
)
from loot_table.games.looterz.rules import RecruitOrDraw
from loot_table.games.looterz.table import SECOND_RECRUITMENT, LooterSeen, Table, TableView

QUESTIONS: Final[tuple[tuple[type[Step], str], ...]] = (
    (RecruitOrDraw, "recruit"),
    (ChooseAction, "act"),
    (ChooseTarget, "target"),
    (ChooseVictim, "victim"),
    (ChoosePlayer, "player"),
    (ChooseCard, "card"),
    (MustSacrifice, "sacrifice"),
    (MustDiscard, "discard"),
    (DiscardForAbility, "discard"),
    (ChooseOrder, "order"),
    (UseOrDecline, "use"),
)


def scene(view: TableView, voice: Voice) -> dict[str, Any]:
    """Hands stand in it only as far as the view has them."""
    box: Box = view.box
    table = as_seen(view)
    dragons = box.options.dragon_cards
    danger = guide.danger(view)
    return {
        "target": box.loot_target,
        "turn": view.turn,
        "active": view.active,
        "phase": view.phase if view.agenda else 0,
        "to_act": view.to_act if view.to_act >= 0 else None,
        "hand_limit": box.components.hand_limit,
        "kinds": {kind.id: kind_facts(kind, voice) for kind in box.components.kinds},
        "loot": list(view.loot),
        "race": [race(table, seat, voice) for seat in range(view.players)],
        "danger": danger and {"long": voice.told(danger), "short": voice.told(guide.danger_in_short(view))},
        "heads": [voice.told(guide.seat_told(view, seat)) for seat in range(view.players)],
        "parties": [
            [looter(view, table, seat, each, voice) for each in view.parties[seat]] for seat in range(view.players)
        ],
        "hands": [{"size": view.hand_sizes[seat], "cards": list(view.hands[seat])} for seat in range(view.players)],
        "known": list(view.known),
        "pile": view.pile,
        "graveyard": list(view.graveyard),
        "unseen": unseen(view),
        "dragons": {"seen": dragons - view.dragons, "of": dragons} if dragons else None,
        "queue": queue(table, voice),
        "question": question(table, view),
        "mine": own_facts(table, view, voice) if guide.is_asked(view) else None,
    }


def kind_facts(kind: Kind, voice: Voice) -> dict[str, Any]:
    """A card's face. Its words are the signs on it: Taunt and the triggers of its abilities."""
    words = ["taunt"] if kind.has_taunt else []
    return {
        "name": voice.words.find(kind.name),
        "life": kind.life,
        "power": kind.power,
        "text": voice.words.find(kind.text) if kind.text else "",
        "words": words + [trigger for trigger in TRIGGER_NAMES if kind.has(trigger)],
    }


def race(table: Table, seat: Seat, voice: Voice) -> dict[str, Any]:
    odds = RaceOdds(table, seat)
    chance = voice.told(percent(odds.win, 0))
    win: Any = odds.win  # the sum of nothing is 0, and compiled would be 0.0
    return {"short": odds.short, "mean": round(odds.mean, 2), "win": round(win, 4), "chance": chance}


def looter(view: TableView, table: Table, seat: Seat, seen: LooterSeen, voice: Voice) -> dict[str, Any]:
    """A Looter in play. Whoever may not act again this turn has acted only on the turn of its controller."""
    id, life, home, acted, exhausted = seen
    can_act = bool(view.agenda) and seat == view.active and view.phase < SECOND_RECRUITMENT
    return {
        "id": id,
        "life": life,
        "home": home,
        "has_acted": acted and seat == view.active,
        "is_exhausted": exhausted,
        "is_ready": can_act and is_ready(table, table.box.numbers[id]),
        "mean": round(life * table.box.power[table.box.numbers[id]] / 6, 2),
        "says": voice.told(guide.looter_told(view, seat, seen)),
    }


def unseen(view: TableView) -> list[dict[str, Any]]:
    """LZ-92: what may lie in the Draw Pile, or hidden in a hand; by kind."""
    own = set(view.hands[view.seat]) if view.seat >= 0 else set()
    counts: dict[str, int] = {}
    for ids in view.unknown:
        for id in ids:
            if id not in own:
                kind = id.rpartition("-")[0]
                counts[kind] = counts.get(kind, 0) + 1
    return [{"kind": kind.id, "count": counts[kind.id]} for kind in view.box.components.kinds if kind.id in counts]


# ---------------------------------------------------------------- what waits


def queue(table: Table, voice: Voice) -> list[dict[str, Any]]:
    """What abilities still have to do, the next one first, each with whoever carries it out (LZ-74, LZ-76)."""
    found: list[tuple[str, str, Seat, Sentence]] = []
    for step in reversed(table.agenda):
        if isinstance(step, LastWishes):
            found += [(card, "last_wish", step.seat, whole("last_wish")) for card in step.cards]
        elif isinstance(step, Resolve):
            trigger = step.rules(table).trigger
            found.append((step.card, trigger, step.seat, whole(trigger)))
        elif isinstance(step, Share):
            seats = table.clockwise(step.seat)
            if step.line(table).who == "each_opponent":
                seats = seats[1:]
            elif step.line(table).who == "opponent":
                seats = [step.seat]
            found += [share(table, step, step.line(table), seat) for seat in seats]
        elif isinstance(step, Part):
            found.append(share(table, step, step.line(table), step.seat))
    return [
        {"card": card, "trigger": trigger, "seat": seat, "does": voice.told(does, is_whole=False)}
        for card, trigger, seat, does in found
    ]


def whole(trigger: str) -> Sentence:
    return say("its {ability}", ability=TRIGGER_NAMES[trigger])


def share(table: Table, step: OfCard, deed: Deed, seat: Seat) -> tuple[str, str, Seat, Sentence]:
    """One line of an ability, in a few words."""
    doing = deed.operation.doing(deed)
    return step.card, step.rules(table).trigger, seat, say("maybe {deed}", deed=doing) if deed.is_optional else doing


# ---------------------------------------------------------------- what is asked


def question(table: Table, view: TableView) -> dict[str, Any] | None:
    """What is being decided, and for which card; open to everybody."""
    if view.to_act < 0:
        return None
    decision = view.agenda[-1]
    kind = next((word for step, word in QUESTIONS if isinstance(decision, step)), "")
    asker = view.agenda[-2] if len(view.agenda) > 1 else None
    is_follow_up = kind not in ("recruit", "act") and isinstance(asker, Asks)
    deed = asker.line(table) if isinstance(asker, (Part, Share)) else None
    return {
        "kind": kind,
        "source": (asker.source() if isinstance(asker, Asks) and is_follow_up else "") or None,
        "is_hostile": kind == "act" or (deed is not None and deed.operation.is_hostile),
        "origin": deed.origin if deed is not None and deed.op == "enter" else "graveyard" if kind == "card" else None,
        "may_decline": is_follow_up and isinstance(asker, Asks) and (kind == "use" or asker.may_decline(table)),
    }


def own_facts(table: Table, view: TableView, voice: Voice) -> dict[str, Any]:
    """For the seat that decides: what Taunt keeps from it, and why an ability cannot be used."""
    unable: dict[str, Any] = {}
    if isinstance(view.agenda[-1], ChooseAction):
        for id in guide.idle(view):
            refusal = why_not_activate(table, view.seat, table.box.numbers[id])
            if refusal is not None:
                unable[id] = voice.told(refusal.text)
    return {"reminder": voice.told(guide.reminder(view)), "unable": unable, "shields": shields(table)}
