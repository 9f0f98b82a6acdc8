"""Looterz on paper: the cards, Life and Loot tokens, player aids."""

from __future__ import annotations

from collections.abc import Sequence

from loot_table.engine.components import whole
from loot_table.engine.printed import BOLD, FINE, WHITE, Book, Disc, Fill, Lot, Path, Picture, Rect, Sheets, Text, Thing
from loot_table.engine.printed_signs import CARD, aid, letters, token
from loot_table.engine.sentence import Voice
from loot_table.games.looterz.box import Box
from loot_table.games.looterz.components import Kind, read_components
from loot_table.games.looterz.dungeon_events import TRIGGER_NAMES
from loot_table.games.looterz.language import Ability, Deed
from loot_table.games.looterz.table import Table

WIDTH, HEIGHT = CARD
HEART = "M0 10C-12 1-11-8-5.5-8C-2-8 0-5 0-4C0-5 2-8 5.5-8C11-8 12 1 0 10Z"
# The first word on a card gives it its colour.
TONES = {
    "taunt": Fill("#a9cde2", "pinstripes"),
    "activation": Fill("#f0cf94", "diagonals"),
    "recruitment": Fill("#a5d6ba", "dots"),
    "last_wish": Fill("#cfbce6", "checks"),
}
PLAIN = Fill("#d5dbe2")
RED, GOLD = Fill("#f4a9b1"), Fill("#fbe3ae")
PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
WHO = {"each": "each player, you first: ", "each_opponent": "each opponent: ", "opponent": "an opponent: "}
AID = ("LZ-11", "LZ-20", "LZ-31", "LZ-33", "LZ-35", "LZ-61", "LZ-62", "LZ-63", "LZ-64", "LZ-66")


def sheets(table: Table, book: Book) -> Sheets:
    box, kit = table.box, table.box.components
    cards = [card(box, number) for number in range(box.cards)]
    if box.options.dragon_cards:
        cards.append(dragon(book).times(int(box.options.dragon_cards)))
    limits = [
        f"You begin with {kit.starting_hand} cards if you start, otherwise with {kit.other_hand}.",
        f"Sacrifice down to {kit.party_limit} Looterz, then discard down to {kit.hand_limit} cards.",
    ]
    lots = (
        Lot("Looterz", tuple(cards)),
        Lot("Life tokens", (token("Life", 12, (Path(HEART, 6, 6, 9.5, RED, 0.4),)).times(kit.life_tokens),)),
        Lot("Loot tokens", (loot_token().times(kit.loot_tokens),)),
        Lot("Player aids", (aid("Looterz", book, AID, limits, table.players),)),
    )
    return Sheets(lots, (f"{whole(kit.data, 'components.dice', 1, 1000, 'components')} six-sided dice",))


# ---------------------------------------------------------------- cards


def card(box: Box, number: int) -> Thing:
    kind = box.components.kinds[box.kind[number]]
    words = (["taunt"] if kind.has_taunt else []) + [trigger for trigger in TRIGGER_NAMES if kind.has(trigger)]
    tone = TONES[words[0]] if words else PLAIN
    life, power = box.printed_life[number], kind.power
    front: Picture = (
        Rect(3, 3, WIDTH - 6, HEIGHT - 6, WHITE, FINE, corner=2.5),
        Path(HEART, 9.5, 9.8, 11.5, RED, 0.4),
        letters(str(life), 9.5, 9.7, 5),
        Rect(WIDTH - 14.5, 4.8, 9.5, 9.5, WHITE, BOLD, corner=1.5),
        letters(str(power), WIDTH - 9.75, 9.55, 6),
        Text(kind.name, 16, 5, WIDTH - 32, 9, 4.6, is_bold=True),
        Rect(5, 16.5, WIDTH - 10, 30, tone, FINE, corner=2),
        *hearts(life),
        *hits(power),
        *[part for n, word in enumerate(words) for part in tag(word, n, len(words))],
        Text(said(kind), 6, 56.5, WIDTH - 12, 21, 4),
        Text(box.ids[number], 6, 79.6, WIDTH - 12, 3, 2.2),
    )
    return Thing(box.names[number], WIDTH, HEIGHT, front, back_of("LOOTERZ"))


def hearts(life: int) -> Picture:
    """Places for its tokens."""
    gap = min(13.0, 48 / life)
    return tuple(Path(HEART, WIDTH / 2 + (n - (life - 1) / 2) * gap, 25.5, 12.5, WHITE, 0.35) for n in range(life))


def hits(power: int) -> Picture:
    """The faces of a die that are hits."""
    found: Picture = (Rect(6.5, 35.5, WIDTH - 13, 9.5, WHITE, 0, corner=1.5),)
    for face in range(1, power + 1):
        x = WIDTH / 2 + (face - (power + 1) / 2) * 8.2
        found += (Rect(x - 3.4, 36.9, 6.8, 6.8, WHITE, FINE, corner=1.2),)
        found += tuple(Disc(x + 2 * dx, 40.3 + 2 * dy, 0.65, Fill("#1b1322"), 0) for dx, dy in PIPS[face])
    return found


def tag(word: str, number: int, of: int) -> Picture:
    """A word on a card: Taunt, Activation, Recruitment or Last Wish."""
    wide = (WIDTH - 10) / of
    name = TRIGGER_NAMES[word].template if word in TRIGGER_NAMES else word.capitalize()
    x = 5 + number * wide
    return (
        Rect(x, 48.5, wide - 0.8, 6.5, TONES[word], FINE, corner=3),
        Rect(x + 3, 49.1, wide - 6.8, 5.3, WHITE, 0, corner=2.4),
        Text(name, x + 4, 49.1, wide - 8.8, 5.3, 3.6, is_bold=True),
    )


def back_of(word: str) -> Picture:
    return (
        Rect(4, 4, WIDTH - 8, HEIGHT - 8, Fill("#c99aa6", "diagonals"), BOLD, corner=3),
        Rect(9, 30, WIDTH - 18, 28, WHITE, BOLD, corner=4),
        Text(word, 11, 32, WIDTH - 22, 12, 8, is_bold=True),
        *[Disc(WIDTH / 2 + x, 51, 4, GOLD, 0.4) for x in (-10, 0, 10)],
    )


def dragon(book: Book) -> Thing:
    """LZ-V2: the same back, so that nobody knows when it comes."""
    front: Picture = (
        Rect(3, 3, WIDTH - 6, HEIGHT - 6, WHITE, BOLD, corner=2.5),
        Rect(5, 5, WIDTH - 10, 12, Fill("#f4b9ac", "diagonals"), FINE, corner=2),
        Rect(9, 6.5, WIDTH - 18, 9, WHITE, 0, corner=2),
        Text("The Dragon", 9, 6.5, WIDTH - 18, 9, 6, is_bold=True),
        Text(" ".join(book.says("LZ-V2")), 6, 20, WIDTH - 12, 60, 3.4, "start"),
    )
    return Thing("Dragon", WIDTH, HEIGHT, front, back_of("LOOTERZ"))


def loot_token() -> Thing:
    front: Picture = (Disc(6, 6, 4.6, GOLD, 0.4), Disc(6, 6, 3.7, None, 0.2), letters("L", 6, 6, 4.4))
    return token("Loot", 12, front)


# ---------------------------------------------------------------- what a card says


def said(kind: Kind) -> str:
    """Its text; where a designer changed the ability but not the words, what is played."""
    for shipped in read_components(None).kinds:
        if shipped.text == kind.text and kind.text and written(shipped) != written(kind):
            return written(kind)
    return kind.text or written(kind) or "No ability."


def written(kind: Kind) -> str:
    """`Taunt. Recruitment: draw 2 cards.`, from the abilities themselves."""
    parts = ["Taunt."] if kind.has_taunt else []
    return " ".join([*parts, *[f"{TRIGGER_NAMES[each.trigger].template}: {done(each)}." for each in kind.abilities]])


def done(ability: Ability) -> str:
    deeds = [deed_words(deed) for deed in ability.deeds]
    may = "you may " if ability.is_optional else ""
    return may + joined(deeds)


def joined(deeds: Sequence[str]) -> str:
    return "; then ".join(deeds)


def deed_words(deed: Deed) -> str:
    words = Voice([]).text(deed.operation.doing(deed))
    side = {"own": " of yours", "enemy": " of an opponent"}.get(deed.side, "")
    limits = [
        *([f"Life {deed.min_life} to {deed.max_life}"] if (deed.min_life, deed.max_life) != (1, 12) else []),
        *([f"Power {deed.min_power} to {deed.max_power}"] if (deed.min_power, deed.max_power) != (1, 6) else []),
        *([("without", "with")[deed.taunt] + " Taunt"] if deed.taunt >= 0 else []),
        *(["not itself"] if deed.exclude_self else []),
        *(["you may decline"] if deed.is_optional else []),
        *(["for good"] if deed.duration == "permanent" else []),
    ]
    about = f" ({', '.join(limits)})" if limits else ""
    return WHO.get(deed.who, "") + words[:1].lower() + words[1:] + side + about
