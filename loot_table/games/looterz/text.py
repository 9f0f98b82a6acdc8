"""The table of Looterz in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from loot_table.engine.errors import BadInput
from loot_table.engine.random import Random
from loot_table.engine.screen import Screen
from loot_table.engine.state import Action
from loot_table.games.looterz.box import Box
from loot_table.games.looterz.components import Kind
from loot_table.games.looterz.lines import WORDS, anybody, find_card, line_of, read, two_cards
from loot_table.games.looterz.odds import AttackOdds, Hits, SearchOdds
from loot_table.games.looterz.table import LooterSeen, TableView

__all__ = ["COMMANDS", "WORDS", "about", "draw", "odds", "read", "say", "unseen"]

ANY_SCREEN = Screen()
PHASES = ("First Recruitment", "Dungeon", "Second Recruitment", "Sacrifice")
SHORT_PHASES = ("Recruitment", "Dungeon", "Recruitment", "Sacrifice")

# ---------------------------------------------------------------- drawing


def draw(view: TableView, names: Sequence[str], screen: Screen = ANY_SCREEN) -> Text:
    """Phase, parties with Life and Power, the own hand, the Graveyard. A low screen leaves out what cards say."""
    text = Text()
    head(text, view, screen)
    for seat in range(view.players):
        player(text, view, names, seat, screen)
    gap = "" if screen.is_low else "\n"
    if view.seat >= 0 and view.hands[view.seat]:
        text.append(f"{gap}Your hand\n", "bold")
        for id in view.hands[view.seat]:
            card_line(text, view.box, id, screen)
    text.append(f"{gap}Graveyard  ", "bold")
    text.append(wrapped(", ".join(name(view.box, id) for id in view.graveyard) or "empty", 11, screen) + "\n")
    return text


def head(text: Text, view: TableView, screen: Screen) -> None:
    """`Round 2, turn 4    Loot to win 15    Draw Pile 49`, and the four phases."""
    rounds = (max(view.turn, 1) - 1) // view.players + 1
    text.append(f"Round {rounds}, turn {view.turn}    Loot to win {view.box.loot_target}    Draw Pile {view.pile}")
    if view.box.options.dragon_cards:
        gap = "\n" if screen.is_narrow else "    "
        text.append(f"{gap}Dragon cards seen {view.box.options.dragon_cards - view.dragons} of 4", "bold red")
    text.append("\n")
    for number, word in enumerate(SHORT_PHASES if screen.is_narrow else PHASES, 1):
        is_now = number == view.phase and bool(view.agenda)
        text.append(f"[{word}]" if is_now else f" {word} ", "bold reverse" if is_now else "dim")
        text.append(" ")
    text.append("\n")


def player(text: Text, view: TableView, names: Sequence[str], seat: int, screen: Screen) -> None:
    marker = ">" if seat == view.active and view.agenda else " "
    target = view.box.loot_target
    text.append(f"{'' if screen.is_low else chr(10)}{marker} {seat + 1} {names[seat][:18]:<18} ", "bold")
    coins = min(view.loot[seat], target)
    if not screen.is_narrow:
        text.append("o" * min(coins, 20), "yellow")
        text.append("." * (min(target, 20) - min(coins, 20)), "dim")
    text.append(f" {view.loot[seat]}/{target} Loot   hand {view.hand_sizes[seat]}")
    known = [id for id in view.hands[seat] if id in view.known]
    text.append("\n")
    if known and seat != view.seat:
        in_hand = ", ".join(name(view.box, id) for id in known)
        text.append(wrapped(f"known in hand: {in_hand}", 10, screen, " " * 6) + "\n", "cyan")
    for looter in view.parties[seat]:
        looter_line(text, view, names, seat, looter, screen)
    if not view.parties[seat]:
        text.append("      no Looterz\n", "dim")


def looter_line(
    text: Text, view: TableView, names: Sequence[str], seat: int, looter: LooterSeen, screen: Screen
) -> None:
    id, life, home, acted, exhausted = looter
    box: Box = view.box
    kind = kind_of(box, id)
    text.append(f"{indent(screen)}{name(box, id):<19} ", "dim" if acted or exhausted else "")
    text.append("" if screen.is_narrow else f"{'♥' * life:<6}", "red")
    text.append(f" {life} Life  Power {kind.power}  ")
    words = ["Taunt"] if kind.has_taunt else []
    if acted and seat == view.active:
        words.append("acted")
    if exhausted:
        words.append("exhausted")
    if home != seat:
        words.append(f"returns to {names[home][:12]}")
    text.append(", ".join(words) + "\n", "cyan")
    # A Recruitment has happened when the Looter is in play.
    if not screen.is_low and any(ability.trigger != "recruitment" for ability in kind.abilities):
        text.append(wrapped(kind.text.removeprefix("Taunt.").strip(), 10, screen, " " * 10) + "\n", "dim")


def card_line(text: Text, box: Box, id: str, screen: Screen) -> None:
    kind = kind_of(box, id)
    text.append(f"{indent(screen)}{name(box, id):<19} ")
    text.append("" if screen.is_narrow else f"{'♥' * kind.life:<6}", "red")
    text.append(f" {kind.life} Life  Power {kind.power}\n")
    if kind.text and not screen.is_low:
        text.append(wrapped(kind.text, 10, screen, " " * 10) + "\n", "dim")


def indent(screen: Screen) -> str:
    return "  " if screen.is_narrow else "      "


def wrapped(words: str, indent: int, screen: Screen, first: str = "") -> str:
    """Lines that fit, the later ones indented."""
    width = min(78, screen.width - 2)
    lines = [first]
    for word in words.split(" "):
        used = len(lines[-1]) + (indent if len(lines) == 1 and not first else 0)
        if used + len(word) + 1 > width and lines[-1].strip():
            lines.append(" " * indent)
        lines[-1] += word + " "
    return "\n".join(line.rstrip() for line in lines)


def name(box: Box, id: str) -> str:
    return box.names[box.numbers[id]]


def kind_of(box: Box, id: str) -> Kind:
    return box.components.kinds[box.kind[box.numbers[id]]]


# ---------------------------------------------------------------- typing


def say(view: TableView, action: Action, names: Sequence[str]) -> str:
    """The line that means an action."""
    return line_of(view, action, names)


# ---------------------------------------------------------------- commands


def odds(view: TableView, names: Sequence[str], argument: str) -> Text:
    """`odds`: every own search; `odds dwarf`: its search and attacks; `odds dwarf king`: one attack."""
    table = view.imagine(Random(0))  # only open things are looked at
    text = Text()
    everyone = anybody(view)
    if not everyone:
        return Text("No Looter is in play.\n")
    if argument.strip():
        try:
            looterz, targets = [find_card(view, argument, everyone)], everyone
        except BadInput:
            attack = two_cards(view, argument)
            looterz, targets = [attack.looter], [attack.target]
    else:
        mine = [looter[0] for looter in view.parties[view.seat]] if view.seat >= 0 else []
        looterz, targets = mine or everyone, []
    for id in looterz:
        search = SearchOdds(table, view.box.numbers[id])
        text.append(f"{name(view.box, id)} searches: {described(search.hits)}", "bold")
        text.append(f"; wins now {percent(search.win)}\n" if search.win else "\n")
        for target in targets:
            if target != id:
                fight = AttackOdds(table, view.box.numbers[id], view.box.numbers[target])
                whom = f"{name(view.box, target)} ({fight.life} Life)"
                text.append(f"  against {whom:<30} kills {percent(fight.kill)}, {fight.lost:.2f} Life off on average\n")
    return text


def described(hits: Hits) -> str:
    """`3 dice, 1-3 hit: 1.50 on average; 0: 12.5%  1: 37.5%  2: 37.5%  3: 12.5%`."""
    dice = "1 die" if hits.dice == 1 else f"{hits.dice} dice"
    faces = "1 hits" if hits.power == 1 else f"1-{hits.power} hit"
    each = "  ".join(f"{count}: {percent(hits.chance(count))}" for count in range(hits.dice + 1))
    return f"{dice}, {faces}: {hits.mean():.2f} on average\n  {each}"


def percent(chance: float) -> str:
    return f"{100 * chance:.1f}%"


def unseen(view: TableView, names: Sequence[str], argument: str) -> Text:
    """LZ-92: what may still be in the Draw Pile or hidden in hands."""
    own = set(view.hands[view.seat]) if view.seat >= 0 else set()
    text = Text()
    for age, ids in enumerate(view.unknown):
        kinds = [kind_of(view.box, id).name for id in ids if id not in own]
        if kinds:
            where = "In the Draw Pile or in hands" if age == 0 else f"In hands, from {age} reshuffle(s) ago"
            counts = {kind: kinds.count(kind) for kind in kinds}
            counted = [f"{kind}×{count}" if count > 1 else kind for kind, count in counts.items()]
            text.append(wrapped(f"{where}: {', '.join(counted)}", 2, ANY_SCREEN) + "\n")
    return text or Text("Every card has been seen.\n")


def about(view: TableView, names: Sequence[str], argument: str) -> Text:
    """The text of a card."""
    text = Text()
    firsts = [id for id in view.box.ids if id.endswith("-1")]
    card_line(text, view.box, find_card(view, argument, firsts), ANY_SCREEN)
    return text


COMMANDS: dict[str, tuple[str, Callable[[TableView, Sequence[str], str], Text]]] = {
    "odds": ("odds: of all your searches; odds dwarf: of its search and attacks; odds dwarf king: of one attack", odds),
    "unseen": ("unseen: cards that may be in the Draw Pile or hidden in hands", unseen),
    "about": ("about king: what that card says", about),
}
