"""Which components decide? What each is worth to whoever draws it and uses it, by the game's values; and what the game is
like without it, and with one more, by the results of the same deals. A component is spoken of where its values are right,
or where the box without it says the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from typing import TypeVar

from loot_table.lab.answers import UNDECIDED, Answer, Figure
from loot_table.lab.asking import FEW, USUAL_BOT, Asking, asked, plural
from loot_table.lab.boxes import WHOM, Box, Effect, boxes, effects, fates
from loot_table.lab.deals import Budget, Deals, borrowed, contest_of
from loot_table.lab.design import Design
from loot_table.lab.draws import draws
from loot_table.lab.spoken import spoken
from loot_table.lab.using import use_values
from loot_table.lab.worths import Weighed, Worth, standing_out, worths

MOST_SHOWN = 20
MOST_USES = 10
MOST_CHANGED = 5  # components that are taken out and doubled: each is two more boxes to play
MOST_SAID = 3
Found = TypeVar("Found")
Tested = TypeVar("Tested", Worth, Effect)


def cards(
    design: Design,
    players: int | None = None,
    bot: str = USUAL_BOT,
    *,
    within: float = 0.01,
    budget: Budget = FEW,
    deals: Deals | None = None,
    seed: int = 1,
) -> Answer:
    """Which components decide? What drawing and using each of them is worth, and what the game is without it."""
    seats = players or design.rules.least_players
    asking = Asking("cards", design, seats, bot, seed, budget)
    contest = asking.contest()

    def look(told: Sequence[Weighed]) -> tuple[str, tuple[Figure, ...]]:
        figures = tuple(each.figure for each in worths(told))
        return ("known" if all(each.interval.half <= within for each in figures) else UNDECIDED), figures

    with borrowed(deals) as player:
        verdict, _, told = asked(budget, lambda many: player.told(contest, draws, many), look)
        found, used = worths(told), worths(player.told(contest, use_values, len(told)))
        changed = [each for box in other_boxes(design, found, used) for each in changes(box, asking, player)]
    trusted = [
        each
        for each in of_all(found, standing_out([each.chance for each in found]))
        if each.is_clean or is_confirmed(each, changed)
    ]
    best = max(trusted, key=lambda each: abs(each.value), default=None)
    uses = [each for each in of_all(used, standing_out([each.chance for each in used])) if each.is_clean]
    felt = of_all(changed, standing_out([each.chance for each in changed]))
    says = " ".join(
        [
            drawn_says(design, found, trusted, best, f"{len(told):,} games of {plural(bot)}"),
            *use_says(uses),
            *felt_says(firmest(felt)[:MOST_SAID], budget.deals),
            *unsure_says([each for each in found if not each.is_clean and each not in trusted]),
        ]
    )
    shown = found if len(found) <= MOST_SHOWN else [*found[: MOST_SHOWN // 2], *found[-MOST_SHOWN // 2 :]]
    with_best = [each.number for each in told if best is not None and each.parts.get(best.name, (0, 0, 0, 0))[2]]
    return asking.answer(
        verdict if found else "known",
        says,
        (
            *[each.figure for each in shown],
            *[use_figure(each) for each in firmest(uses)[:MOST_USES]],
            *[each.figure for each in changed if each.on == WHOM or each in felt],
        ),
        len(told),
        tuple(with_best[:3]),
        "What these bots do not know to use looks worthless. Only the components that matter most are taken out and doubled.",
    )


def other_boxes(design: Design, found: Sequence[Worth], used: Sequence[Worth]) -> list[Box]:
    """Without, and with one more of, those that are worth the most or the least."""
    pairs = zip_longest(largest(found), largest(used))
    names = dict.fromkeys(each.name for pair in pairs for each in pair if each is not None)
    changeable = (made for name in names if (made := list(boxes(design, name))))
    return [box for made in islice(changeable, MOST_CHANGED) for box in made]


def changes(box: Box, asking: Asking, player: Deals) -> list[Effect]:
    """Played on as many deals as the question may have: a number that was fixed beforehand."""
    many = asking.budget.deals
    other = contest_of(box.design, asking.players, asking.bot, asking.seed)
    return effects(box, player.told(asking.contest(), fates, many), player.told(other, fates, many))


def is_confirmed(worth: Worth, changed: Sequence[Effect]) -> bool:
    """Whether those who would have drawn it fare worse without it, or better if it is worth less than nothing."""
    for each in changed:
        if each.on == WHOM and each.box.is_without and each.box.name == worth.name:
            return not each.figure.interval.holds(0.0) and each.value * worth.value < 0
    return False


# ---------------------------------------------------------------- in words


def drawn_says(design: Design, found: Sequence[Worth], trusted: Sequence[Worth], best: Worth | None, games: str) -> str:
    if not found:
        return f"Nobody draws anything in {design.rules.name}: no component is luck ({games})."
    if best is None:
        return f"No component stands out in {games}."
    said = spoken(design, best.name)
    return (
        f"{said[0].upper()}{said[1:]} decides most: by the values it is worth {best.figure.says()} of victory to the one who "
        f"draws it, and results came {best.beside.says()} beside that. {len(trusted)} of {len(found)} stand out ({games})."
    )


def use_says(uses: Sequence[Worth]) -> list[str]:
    best = max(uses, key=lambda each: each.figure.interval.low, default=None)
    if best is None or best.figure.interval.low <= 0:
        return []
    name = use_figure(best).name.removeprefix("to ")
    return [f"To {name} is worth {best.figure.says()} more than the best of the rest."]


def use_figure(worth: Worth) -> Figure:
    """A kind of answer is `to run`, a component is used."""
    figure = worth.figure
    name = worth.name if worth.name.startswith("to ") else f"to use {worth.name}"
    return replace(figure, name=name)


def felt_says(felt: Sequence[Effect], many: int) -> list[str]:
    if not felt:
        return []
    said = "; ".join(each.says for each in felt)
    return [f"On the same {many:,} deals: {said}."]


def unsure_says(unsure: Sequence[Worth]) -> list[str]:
    if not unsure:
        return []
    return [f"Of {len(unsure)} the values are not right: take them out and compare before you believe it."]


# ---------------------------------------------------------------- which of them


def of_all(found: Sequence[Found], which: Sequence[bool]) -> list[Found]:
    return [each for each, is_one in zip(found, which, strict=True) if is_one]


def largest(found: Sequence[Worth]) -> list[Worth]:
    return sorted(found, key=lambda each: -abs(each.value))


def firmest(found: Sequence[Tested]) -> list[Tested]:
    """Those that are least likely to be chance first."""
    return sorted(found, key=lambda each: (each.chance, -abs(each.value)))
