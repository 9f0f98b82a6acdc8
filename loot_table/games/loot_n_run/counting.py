"""In how many ways the hidden rooms of one back can lie, by how dangerous those of one player are.

A room that was held through a reshuffle is none of those that lay in the discard pile then. So the unseen rooms fall into
groups by the reshuffle that returned them last, and a hidden room of some age is of any group up to that reshuffle.
Within a group nothing tells one room from another. Groups are dealt out from the youngest to the oldest: so many of a
group to the player, so many to the others, and the rest stay in the decks. That is enough to know to go on.

How dangerous the player's rooms are is counted along the way. Ways by danger are one long number: a piece of it for
each danger, wide enough for all ways there are. To multiply two such numbers is to add up dangers in all ways at once.
They are multiplied by `mul`: compiled, a `*` of long numbers that Ctrl-C falls into would end the process.
"""

from __future__ import annotations

from math import comb, perm
from operator import mul
from typing import Final, final

from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.components import GUARDIAN_BITS
from loot_table.games.loot_n_run.table import TableView

MOST_WORK: Final = 4000  # products for a back and a player; beyond that neighbouring groups are taken for one
SPAN: Final = 64  # more than a deck has rooms
TYPES: Final = 8  # more than the bit of a guardian is
Slot = tuple[int, bool]  # the age of a hidden room, and whether it is the player's


# Rooms of a few kinds come in the same numbers again and again: how they can be chosen is worked out once.
MOST_KNOWN: Final = 20_000
KNOWN: Final[dict[tuple[int, int, int, int, int], list[int]]] = {}


def ways_to_choose(amulets: int, guardians: int, neither: int, most: int, width: int) -> list[int]:
    """For each number of these rooms, up to `most`: in how many ways so many of them are as dangerous as that. Dangers are
    counted from less than nothing: as many as there are rooms."""
    key = (amulets, guardians, neither, most, width)
    known = KNOWN.get(key)
    if known is not None:
        return known
    telling = [0] * (amulets + guardians + 1)  # by how many rooms are not neither
    for saved in range(amulets + 1):
        for bad in range(guardians + 1):
            telling[saved + bad] += (comb(amulets, saved) * comb(guardians, bad)) << (2 * bad * width)
    found: list[int] = []
    for count in range(most + 1):
        ways = 0
        for number in range(max(0, count - neither), min(count, amulets + guardians) + 1):
            ways += mul(telling[number], comb(neither, count - number)) << ((count - number) * width)
        found.append(ways)
    if len(KNOWN) >= MOST_KNOWN:
        KNOWN.clear()
    KNOWN[key] = found
    return found


@final
class Faces:
    """Unseen rooms that the same reshuffle returned: how many there are of each kind that matters."""

    def __init__(self, since: int) -> None:
        self.since = since
        self.size = self.amulets = self.neither = self.all_guardians = 0
        self.guardians = [0] * TYPES  # by type

    def add(self, amulets: int, guardian: int) -> None:
        self.size += 1
        if amulets:
            self.amulets += 1
        elif not guardian:
            self.neither += 1
        if guardian:
            self.all_guardians += 1
            self.guardians[guardian] += 1

    def with_older(self, older: Faces) -> Faces:
        found = Faces(older.since)
        found.size, found.neither = self.size + older.size, self.neither + older.neither
        found.amulets, found.all_guardians = self.amulets + older.amulets, self.all_guardians + older.all_guardians
        found.guardians = [mine + theirs for mine, theirs in zip(self.guardians, older.guardians, strict=True)]
        return found

    def chosen(self, most: int, forbidden: int, width: int) -> list[int]:
        """In how many ways none to `most` of these rooms are chosen, and none of a type of guardian."""
        guardians = self.all_guardians - self.guardians[forbidden]
        return ways_to_choose(self.amulets, guardians, self.neither, min(self.size, most), width)


def faces_of(view: TableView, unseen: list[int]) -> list[Faces]:
    """Rooms of one back by the reshuffle that returned them last, the youngest first."""
    box: Box = view.box
    found: dict[int, Faces] = {}
    for card in unseen:
        since = view.returned[card]
        faces = found.get(since)
        if faces is None:
            faces = found[since] = Faces(since)
        faces.add(int(box.amulets[card]), int(box.guardian[card]))
    return [found[since] for since in sorted(found, reverse=True)]


@final
class Group:
    """Faces, and how many of the hidden rooms can be one of them."""

    def __init__(self, faces: Faces, slots: list[Slot]) -> None:
        self.faces = faces
        self.size = faces.size
        self.mine = len([1 for age, is_mine in slots if is_mine and age >= faces.since])
        self.others = len([1 for age, is_mine in slots if not is_mine and age >= faces.since])


@final
class BackCount:
    """The hidden rooms of one back, which are `slots`, oldest first."""

    def __init__(self, faces: list[Faces], slots: list[Slot], most_work: int = MOST_WORK) -> None:
        """`faces`: all that are unseen, the youngest first."""
        self.mine = len([1 for _, is_mine in slots if is_mine])
        self.others = len(slots) - self.mine
        youngest = slots[-1][0] if slots else -1
        self.groups = [Group(each, slots) for each in faces if each.since <= youngest]
        self.is_exact = True
        while len(self.groups) > 2 and self.work() > most_work:
            self.is_exact = False
            pairs = [self.groups[n : n + 2] for n in range(0, len(self.groups), 2)]
            joined = [pair[0].faces.with_older(pair[1].faces) if len(pair) == 2 else pair[0].faces for pair in pairs]
            self.groups = [Group(each, slots) for each in joined]
        self.total = self.arrangements()
        self.types = 0  # of guardians that are among them
        for type in GUARDIAN_BITS:
            if sum([group.faces.guardians[type] for group in self.groups]):
                self.types |= type

    def work(self) -> int:
        """About how many products the count takes: for each group the ways to deal before it, times those to deal it."""
        work = 0
        before = 0
        left = sum([group.size for group in self.groups])
        mine = others = 0  # slots that younger groups could fill
        for number, group in enumerate(self.groups):
            slack = min(before, mine + others) - max(0, self.mine + self.others - left)
            choices = (min(group.size, group.mine) + 1) * (min(group.size, group.others) + 1)
            is_last = number == len(self.groups) - 1
            work += (min(before, mine) + 1) * (min(before, others, slack) + 1) * (1 if is_last else choices)
            before += group.size
            left -= group.size
            mine, others = group.mine, group.others
        return work

    def arrangements(self) -> int:
        """In how many ways all these hidden rooms can lie: the oldest first, each any that is left for it."""
        total = 1
        placed = 0
        able = 0
        for number in range(len(self.groups) - 1, -1, -1):
            group = self.groups[number]
            slots = group.mine + group.others
            if number:
                slots -= self.groups[number - 1].mine + self.groups[number - 1].others
            able += group.size
            total = mul(total, perm(able - placed, slots))
            placed += slots
        return total

    def ways(self, forbidden: int, width: int) -> int:
        """By danger, all ways in which the player has no guardian of that type (0: any may come)."""
        if len(self.groups) == 1:  # as nearly always: nothing is to be dealt out
            group = self.groups[0]
            orders = mul(perm(self.mine, self.mine), perm(group.size - self.mine, self.others))
            dealt: int = mul(group.faces.chosen(self.mine, forbidden, width)[self.mine], orders)
            return dealt
        left = sum([group.size for group in self.groups])
        found: dict[int, int] = {0: 1}  # by rooms dealt to the player and to the others
        for group in self.groups:
            left -= group.size
            chosen = group.faces.chosen(group.mine, forbidden, width)
            after: dict[int, int] = {}
            for before, ways in found.items():
                self.deal(group, chosen, left, before, ways, after)
            found = after
        return found[self.mine * SPAN + self.others]

    def deal(self, group: Group, chosen: list[int], left: int, dealt: int, ways: int, after: dict[int, int]) -> None:
        """Deal out one group in every way; older groups, of which `left` rooms are left, must suffice for the rest."""
        mine, others = group.mine - dealt // SPAN, group.others - dealt % SPAN
        missing = self.mine + self.others - dealt // SPAN - dealt % SPAN - left
        for count in range(min(group.size, mine) + 1):
            least, most = max(0, missing - count), min(group.size - count, others)
            if least > most:
                continue  # before the long product
            to_me = mul(mul(ways, chosen[count]), perm(mine, count))
            for more in range(least, most + 1):
                key = dealt + count * SPAN + more
                many = mul(to_me, mul(comb(group.size - count, more), perm(others, more)))
                after[key] = after.get(key, 0) + many
