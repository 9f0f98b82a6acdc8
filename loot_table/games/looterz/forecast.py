"""What an answer would do, in numbers and in words: for people who look before they leap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loot_table.engine.state import Seat
from loot_table.games.looterz.abilities import LastWishes, Part, why_idle, why_not_activate
from loot_table.games.looterz.answers import Asks, asking
from loot_table.games.looterz.choices import Question
from loot_table.games.looterz.dungeon import ChooseAction, attack_targets, is_ready, why_not_act
from loot_table.games.looterz.language import Deed
from loot_table.games.looterz.odds import AttackOdds, Hits, SearchOdds
from loot_table.games.looterz.rules import RecruitOrDraw, can_recruit
from loot_table.games.looterz.table import SECOND_RECRUITMENT, Table
from loot_table.games.looterz.targets import guarded, taunt_stops


def percent(chance: float) -> str:
    """`12.5 %`, `30 %`, `under 1 %`."""
    if 0 < chance < 0.01:
        return "under 1\u00a0%"
    if 0.99 < chance < 1:
        return "over 99\u00a0%"
    rounded = round(100 * chance, 1)
    return f"{rounded:.0f}\u00a0%" if rounded == int(rounded) else f"{rounded:.1f}\u00a0%"


def listed(words: Sequence[str]) -> str:
    """`Dwarf, Bard and King`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def thrown(hits: Hits) -> str:
    """`3 dice, 2 or less`."""
    dice = "1 die" if hits.dice == 1 else f"{hits.dice} dice"
    return f"{dice}, {'1 only' if hits.power == 1 else 'any roll' if hits.power == 6 else f'{hits.power} or less'}"


# ---------------------------------------------------------------- the race


def chances(table: Table, seat: Seat) -> dict[str, Any]:
    """How far a seat is, and what it would make if every Looter it can use searched: on this turn, or on its next."""
    box = table.box
    is_now = seat == table.active and table.phase < SECOND_RECRUITMENT
    crew = [card for card in table.parties[seat] if (is_ready(table, card) if is_now else not table.exhausted[card])]
    odds = [1.0]  # of so many hits
    for card in crew:
        hits = Hits(table.life[card], box.power[card])
        sums = [0.0] * (len(odds) + hits.dice)
        for one, chance in enumerate(odds):
            for other in range(hits.dice + 1):
                sums[one + other] += chance * hits.chance(other)
        odds = sums
    short = max(0, box.loot_target - table.loot[seat])
    return {
        "short": short,
        "mean": round(sum([table.life[card] * box.power[card] for card in crew]) / 6, 2),
        "win": round(sum(odds[short:]), 4) if short else 1.0,
    }


# ---------------------------------------------------------------- recruiting


def recruit_facts(table: Table, seat: Seat) -> dict[str, Any]:
    """What recruiting each card does, and what drawing does."""
    found: dict[str, Any] = {"recruits": {}, "draw": None}
    if can_recruit(table, seat):
        found["recruits"] = {table.box.ids[card]: recruit_words(table, seat, card) for card in table.hands[seat]}
    if table.has_cards_to_take():
        is_empty = not table.pile and not table.dragons
        found["draw"] = "Takes the top card of the Inn" + (
            ", after the Graveyard is shuffled into it." if is_empty else "."
        )
    return found


def recruit_words(table: Table, seat: Seat, card: int) -> str:
    """`Enters with 3 Life and acts this turn. Recruitment: draw 2 cards.`"""
    box = table.box
    life = min(box.printed_life[card], table.life_supply())
    is_in_time = seat == table.active and table.phase < SECOND_RECRUITMENT  # LZ-30
    when = "acts this turn" if is_in_time else "acts from your next turn on"
    words = [f"Enters with {life} Life and {when}."]
    spare = len(table.parties[seat]) + 1 - box.components.party_limit
    if table.phase == SECOND_RECRUITMENT and spare > 0:
        words.append(f"Then you have {spare} too many, and sacrifice.")
    text = box.components.kinds[box.kind[card]].text
    return " ".join([*words, text]) if text else " ".join(words)


# ---------------------------------------------------------------- acting


def act_facts(table: Table, seat: Seat, card: int) -> dict[str, Any]:
    """One Looter's choices: Search, Attack with each target, Ability, Rest; what cannot be chosen says why."""
    box = table.box
    idle = why_not_act(table, seat, box.ids[card])
    search = SearchOdds(table, card)
    hits = search.hits
    says = f"{thrown(hits)}: {hits.mean():.1f} Loot on average, {percent(hits.chance(0))} none."
    if search.win:
        says += f" {percent(search.win)} to win now."
    ability = why_not_activate(table, seat, card)
    return {
        "is_ready": idle is None,
        "why": idle.text if idle is not None else None,
        "search": {"says": says, "dice": hits.dice},
        "attacks": {}
        if idle is not None
        else {
            box.ids[target]: attack_words(table, card, target)
            for target in attack_targets(table, seat)
            if target != card
        },
        "ability": {
            "has": box.activation[card] >= 0,
            "can": idle is None and ability is None,
            "says": ability.text if ability is not None else ability_words(table, seat, card),
        },
        "rest": box.options.allow_rest,
    }


def ability_words(table: Table, seat: Seat, card: int) -> str:
    """`Steal 1 Loot from the player with the most Loot. Now it would change nothing: you lead already.`"""
    box = table.box
    deed = box.components.kinds[box.kind[card]].text.partition("Activation: ")[2]
    idle = why_idle(table, seat, card)  # LZ-R35: it may be used all the same
    return deed[:1].upper() + deed[1:] + (f" Now it would change nothing: {idle}." if idle else "")


def attack_words(table: Table, card: int, target: int) -> dict[str, Any]:
    """`3 dice, 2 or less: 26 % to kill it (2 Life left).`"""
    odds = AttackOdds(table, card, target)
    kill = f"{percent(odds.kill)} to kill it" if odds.kill else "cannot kill it yet"
    says = f"{thrown(odds.hits)}: {kill} ({odds.life} Life left)."
    return {"says": " ".join([says, *wish(table, target)]), "kill": round(odds.kill, 4), "dice": odds.hits.dice}


def wish(table: Table, card: int) -> list[str]:
    """What its death would set off."""
    box = table.box
    if not any(ability.trigger == "last_wish" for ability in box.abilities[card]):
        return []
    return ["Last Wish:" + box.components.kinds[box.kind[card]].text.partition("Last Wish:")[2]]


# ---------------------------------------------------------------- Taunt


def shields(table: Table) -> dict[str, Any]:
    """Looterz that Taunt keeps out of reach of the seat that chooses, with their guards and the reason (LZ-66)."""
    decision = table.agenda[-1]
    seat = table.to_act
    found: dict[str, Any] = {}
    if isinstance(decision, ChooseAction):
        open_to = set(attack_targets(table, seat))
    elif isinstance(decision, Question) and isinstance(asking(table), Part):
        step = asking(table)
        assert isinstance(step, Part)
        deed = step.line(table)
        if not (taunt_stops(table, deed) and deed.pick == "choose" and deed.side != "own"):
            return found
        open_to = set(step.choices(table))
    else:
        return found
    for other, party in enumerate(table.parties):
        if other == seat or not table.guards(other):
            continue
        for card in party:
            if card not in open_to and not table.box.has_taunt[card]:
                refusal = guarded(table, card)
                found[table.box.ids[card]] = {"by": list(refusal.show), "says": refusal.text}
    return found


# ---------------------------------------------------------------- follow-up questions


def choice_facts(table: Table, seat: Seat, names: Sequence[str]) -> dict[str, Any]:
    """Every answer to a follow-up question, by card or by `seat:n`, with what it would do."""
    step = asking(table)
    decision = table.agenda[-1]
    if isinstance(decision, RecruitOrDraw) or not isinstance(decision, Question):
        return {}
    if isinstance(step, LastWishes):
        return {id: " ".join(wish(table, table.box.numbers[id])) for id in step.cards}
    if not isinstance(step, Part):
        return fixed_choice(table, seat, step, names)
    deed = step.line(table)
    choices = step.choices(table)
    if deed.op == "steal":
        return {f"seat:{other}": steal_words(table, seat, other, deed.n, names) for other in choices}
    return {table.box.ids[card]: deed_words(table, seat, step, deed, card) for card in choices}


def fixed_choice(table: Table, seat: Seat, step: Asks, names: Sequence[str]) -> dict[str, Any]:
    """The Sacrifice Phase, the hand limit, or a choice among players."""
    box = table.box
    choices = step.choices(table)
    if choices == table.parties[seat]:
        return {box.ids[card]: sacrifice_words(table, seat, card) for card in choices}
    if choices == table.hands[seat]:
        return {box.ids[card]: "Goes to the Graveyard. No Last Wish from a hand." for card in choices}
    return {f"seat:{other}": f"It falls on {names[other]}." for other in choices}


def sacrifice_words(table: Table, seat: Seat, card: int) -> str:
    """`Goes to the Graveyard. Bard, Hydra and Troll stay.`"""
    stay = [table.box.names[other] for other in table.parties[seat] if other != card]
    words = ["Goes to the Graveyard.", *wish(table, card)]
    if stay:
        words.append(f"{listed(stay)} {'stays' if len(stay) == 1 else 'stay'}.")
    return " ".join(words)


def steal_words(table: Table, seat: Seat, victim: Seat, amount: int, names: Sequence[str]) -> str:
    gain = min(amount, table.loot[victim])
    return f"You go to {table.loot[seat] + gain} Loot, {names[victim]} to {table.loot[victim] - gain}."


def deed_words(table: Table, seat: Seat, step: Part, deed: Deed, card: int) -> str:
    """What a deed of an ability does to the card that is chosen for it."""
    box = table.box
    life = table.life[card]
    if deed.op == "attack":
        return str(attack_words(table, box.numbers[step.card], card)["says"])
    if deed.op == "search":
        hits = Hits(life, box.power[card])
        return f"{thrown(hits)}: {hits.mean():.1f} Loot on average, {percent(hits.chance(0))} none."
    if deed.op == "sacrifice":
        return sacrifice_words(table, seat, card)
    if deed.op == "destroy" or (deed.op == "damage" and deed.n >= life):
        return " ".join(["Goes to the Graveyard.", *wish(table, card)])
    if deed.op == "damage":
        return f"{life - deed.n} of {life} Life left."
    if deed.op == "gain_life":
        return f"Then it has {min(box.life_cap, life + deed.n)} Life."
    if deed.op == "take_control":
        fights = "It may act for you at once" if is_ready(table, card) else "It cannot act any more this turn"
        return f"{fights}{', and goes home after your turn' if deed.duration == 'turn' else ''}."
    if deed.op == "exhaust":
        return "It takes no action in its controller's next Dungeon Phase."
    if deed.op == "discard":
        return "Goes to the Graveyard. No Last Wish from a hand."
    text = box.components.kinds[box.kind[card]].text
    return f"Comes to your hand. {text}" if deed.op == "recover" else recruit_words(table, seat, card)
