"""What the browser draws of Looterz: plain data made from one audience's view alone, so that it cannot leak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from loot_table.engine.random import Random
from loot_table.engine.state import NOBODY, Seat, Step
from loot_table.games.looterz.abilities import LastWishes, OfCard, Part, Resolve, Share
from loot_table.games.looterz.answers import Asks
from loot_table.games.looterz.box import Box
from loot_table.games.looterz.components import Kind
from loot_table.games.looterz.dungeon import ChooseAction, is_ready
from loot_table.games.looterz.dungeon_events import TRIGGER_NAMES
from loot_table.games.looterz.forecast import act_facts, chances, choice_facts, recruit_facts, shields
from loot_table.games.looterz.language import Deed
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


def scene(view: TableView, names: Sequence[str]) -> dict[str, Any]:
    """Hands stand in it only as far as the view has them."""
    box: Box = view.box
    table = view.imagine(Random(0))  # the same for the same view; only what the view shows is looked at
    to_act = view.to_act if view.agenda and view.to_act >= 0 else None
    dragons = box.options.dragon_cards
    return {
        "target": box.loot_target,
        "turn": view.turn,
        "round": (max(view.turn, 1) - 1) // view.players + 1,
        "active": view.active,
        "phase": view.phase if view.agenda else 0,
        "to_act": to_act,
        "party_limit": box.components.party_limit,
        "hand_limit": box.components.hand_limit,
        "has_rest": box.options.allow_rest,
        "kinds": {kind.id: kind_facts(kind) for kind in box.components.kinds},
        "loot": list(view.loot),
        "race": [chances(table, seat) for seat in range(view.players)],
        "parties": [[looter(view, table, seat, each) for each in view.parties[seat]] for seat in range(view.players)],
        "hands": [{"size": view.hand_sizes[seat], "cards": list(view.hands[seat])} for seat in range(view.players)],
        "known": list(view.known),
        "pile": view.pile,
        "graveyard": list(view.graveyard),
        "unseen": unseen(view),
        "dragons": {"seen": dragons - view.dragons, "of": dragons} if dragons else None,
        "queue": queue(table),
        "question": question(table, view, to_act),
        "mine": own_answers(table, names) if to_act is not None and to_act == view.seat else None,
    }


def kind_facts(kind: Kind) -> dict[str, Any]:
    """A card's face. Its words are the signs on it: Taunt and the triggers of its abilities."""
    words = ["taunt"] if kind.has_taunt else []
    words += [trigger for trigger in TRIGGER_NAMES if any(each.trigger == trigger for each in kind.abilities)]
    return {"name": kind.name, "life": kind.life, "power": kind.power, "text": kind.text, "words": words}


def looter(view: TableView, table: Table, seat: Seat, seen: LooterSeen) -> dict[str, Any]:
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


def queue(table: Table) -> list[dict[str, Any]]:
    """What abilities still have to do, the next one first, each with whoever carries it out (LZ-74, LZ-76)."""
    found: list[dict[str, Any]] = []
    for step in reversed(table.agenda):
        if isinstance(step, LastWishes):
            found += [waiting(card, "last_wish", step.seat, "its Last Wish") for card in step.cards]
        elif isinstance(step, Resolve):
            trigger = step.rules(table).trigger
            found.append(waiting(step.card, trigger, step.seat, f"its {TRIGGER_NAMES[trigger]}"))
        elif isinstance(step, Share):
            seats = table.clockwise(step.seat)
            if step.line(table).who == "each_opponent":
                seats = seats[1:]
            elif step.line(table).who == "opponent":
                seats = [step.seat]
            found += [share(table, step, step.line(table), seat) for seat in seats]
        elif isinstance(step, Part):
            found.append(share(table, step, step.line(table), step.seat))
    return found


def waiting(card: str, trigger: str, seat: Seat, does: str) -> dict[str, Any]:
    return {"card": card, "trigger": trigger, "seat": seat, "does": does}


def share(table: Table, step: OfCard, deed: Deed, seat: Seat) -> dict[str, Any]:
    return waiting(step.card, step.rules(table).trigger, seat, doing(deed))


def doing(deed: Deed) -> str:
    """`sacrifice a Looter`: one line of an ability in a few words."""
    return ("maybe " if deed.is_optional else "") + deed.operation.doing(deed)


# ---------------------------------------------------------------- what is asked


def question(table: Table, view: TableView, to_act: Seat | None) -> dict[str, Any] | None:
    """What is being decided, and for which card; open to everybody."""
    if to_act is None or to_act == NOBODY:
        return None
    decision = view.agenda[-1]
    kind = next((word for step, word in QUESTIONS if isinstance(decision, step)), "")
    asker = view.agenda[-2] if len(view.agenda) > 1 else None
    is_follow_up = kind not in ("recruit", "act") and isinstance(asker, Asks)
    deed = asker.line(table) if isinstance(asker, (Part, Share)) else None
    return {
        "kind": kind,
        "source": (asker.source() if isinstance(asker, Asks) and is_follow_up else "") or None,
        "op": deed.op if deed is not None else None,
        "origin": deed.origin if deed is not None and deed.op == "enter" else "graveyard" if kind == "card" else None,
        "spare": spare(table, to_act, kind, asker),
        "may_decline": is_follow_up and isinstance(asker, Asks) and (kind == "use" or asker.may_decline(table)),
    }


def spare(table: Table, seat: Seat, kind: str, asker: Step | None) -> int:
    """How many Looterz or cards still have to go."""
    if isinstance(asker, Part):
        return asker.left if kind in ("sacrifice", "discard") else 0
    if kind == "sacrifice":
        return len(table.parties[seat]) - table.box.components.party_limit
    return len(table.hands[seat]) - table.box.components.hand_limit if kind == "discard" else 0


def own_answers(table: Table, names: Sequence[str]) -> dict[str, Any]:
    """For the seat that decides: every answer with what it would do."""
    decision = table.agenda[-1]
    seat = table.to_act
    found: dict[str, Any] = {"recruits": {}, "draw": None, "acts": {}, "choices": {}, "shields": shields(table)}
    if isinstance(decision, RecruitOrDraw):
        found |= recruit_facts(table, seat)
    elif isinstance(decision, ChooseAction):
        found["acts"] = {table.box.ids[card]: act_facts(table, seat, card) for card in table.parties[seat]}
    else:
        found["choices"] = choice_facts(table, seat, names)
    return found
