"""The table of Looterz in the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rich.text import Text

from loot_table.engine.errors import BadInput, IllegalAction
from loot_table.engine.random import Random
from loot_table.engine.screen import Screen
from loot_table.engine.state import Action, Refusal
from loot_table.games.looterz.answers import Card, Decline, Discard, Order, Player, Sacrifice, Target, Use, Victim
from loot_table.games.looterz.box import Box
from loot_table.games.looterz.components import Kind
from loot_table.games.looterz.dungeon import Activate, Attack, Rest, Search
from loot_table.games.looterz.odds import AttackOdds, Hits, SearchOdds
from loot_table.games.looterz.rules import Draw, Recruit
from loot_table.games.looterz.table import LooterSeen, TableView

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


# ---------------------------------------------------------------- reading

WORDS = "recruit, draw, search, attack, use, rest, target, sacrifice, discard, card, victim, player, order, yes, none"


def say(view: TableView, action: Action, names: Sequence[str]) -> str:
    """The line that means an action."""
    box: Box = view.box
    match action:
        case Recruit(card):
            return f"recruit {spelled(box, card)}"
        case Attack(looter, target):
            return f"attack {spelled(box, looter)} {spelled(box, target)}"
        case Search(looter) | Activate(looter) | Rest(looter):
            return f"{type(action).__name__.lower()} {spelled(box, looter)}"
        case Target(card) | Sacrifice(card) | Discard(card) | Card(card) | Order(card):
            return f"{type(action).__name__.lower()} {spelled(box, card)}"
        case Victim(player) | Player(player):
            return f"{type(action).__name__.lower()} {player + 1}"
    return {Draw: "draw", Use: "yes"}.get(type(action), "none")


def spelled(box: Box, id: str) -> str:
    return plain(name(box, id))


def read(view: TableView, line: str, names: Sequence[str] = ()) -> Action:
    """The action that a line means. A bare name answers the question that is asked."""
    words = line.strip().lower().split(None, 1)
    if not words:
        raise BadInput(f"type one of: {WORDS}")
    verb, rest = words[0], words[1] if len(words) > 1 else ""
    hand = view.hands[view.seat] if view.seat >= 0 else ()
    mine = [looter[0] for looter in view.parties[view.seat]] if view.seat >= 0 else []
    everyone = in_play(view)
    if verb in ("draw", "d") and not rest:
        return Draw()
    if verb in ("none", "decline", "no", "n", "pass") and not rest:
        return Decline()
    if verb in ("yes", "y", "use") and not rest:
        return Use()
    if verb == "attack":
        attacker, target = two_cards(view, rest, mine, everyone)
        return Attack(attacker, target)
    if verb in ("victim", "player"):
        number = seat_number(view, rest, names)
        return Victim(number) if verb == "victim" else Player(number)
    named: dict[str, tuple[Callable[[str], Action], Sequence[str]]] = {
        "recruit": (Recruit, hand),
        "search": (Search, mine),
        "activate": (Activate, mine),
        "use": (Activate, mine),
        "rest": (Rest, mine),
        "target": (Target, everyone),
        "sacrifice": (Sacrifice, mine),
        "discard": (Discard, hand),
        "card": (Card, [*view.graveyard, *hand]),
        "order": (Order, view.graveyard),
    }
    if verb in named:
        make, among = named[verb]
        return make(find_card(view.box, rest, among))
    return bare(view, line.strip().lower(), names)


def bare(view: TableView, words: str, names: Sequence[str]) -> Action:
    """A name or a number without a verb."""
    question = type(view.agenda[-1]).__name__ if view.agenda else ""
    hand = view.hands[view.seat] if view.seat >= 0 else ()
    if question in ("ChooseVictim", "ChoosePlayer"):
        number = seat_number(view, words, names)
        return Victim(number) if question == "ChooseVictim" else Player(number)
    answers: dict[str, tuple[Callable[[str], Action], Sequence[str]]] = {
        "ChooseTarget": (Target, in_play(view)),
        "MustSacrifice": (Sacrifice, in_play(view)),
        "MustDiscard": (Discard, hand),
        "DiscardForAbility": (Discard, hand),
        "ChooseCard": (Card, [*view.graveyard, *hand]),
        "ChooseOrder": (Order, view.graveyard),
        "RecruitOrDraw": (Recruit, hand),
    }
    if question not in answers:
        raise BadInput(f'"{words[:30]}" is not understood; type one of: {WORDS}')
    make, among = answers[question]
    return make(find_card(view.box, words, among))


def in_play(view: TableView) -> list[str]:
    return [looter[0] for party in view.parties for looter in party]


def two_cards(view: TableView, words: str, mine: Sequence[str], everyone: Sequence[str]) -> tuple[str, str]:
    """`dwarf king`, `death knight gelatinous cube`: split where both halves make sense."""
    parts = re.sub(r"\b(attacks?|at|with|the|->)\b", " ", words).split()
    first: BadInput | IllegalAction | None = None
    for split in range(1, len(parts)):
        try:
            attacker = find_card(view.box, " ".join(parts[:split]), mine)
            return attacker, find_card(view.box, " ".join(parts[split:]), everyone)
        except (BadInput, IllegalAction) as error:
            first = first or error
    raise first or BadInput("say who attacks whom: attack dwarf king")


def find_card(box: Box, words: str, among: Sequence[str]) -> str:
    """A card by its name or the beginning of it, its copy (`king 2`, `king II`) where two are meant."""
    wanted = plain(words)
    if not wanted:
        raise BadInput("say which card, by its name")
    spelled = {id: (plain(name(box, id)), plain(id)) for id in box.ids}
    fits = [id for id in among if wanted in spelled[id]]
    fits = fits or [id for id in among if spelled[id][0].startswith(wanted)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise BadInput(f'"{words}" may be {" or ".join(name(box, id) for id in fits)}; say which')
    elsewhere = [id for id in box.ids if wanted in spelled[id]]
    elsewhere = elsewhere or [id for id in box.ids if spelled[id][0].startswith(wanted)]
    if not elsewhere:
        raise BadInput(f'no card is called "{words[:30]}"')
    if among:
        here = ", ".join(name(box, id) for id in among[:8])
        raise BadInput(f"{name(box, elsewhere[0])} is not among those you can name here: {here}")
    raise IllegalAction(Refusal(f"There is nothing here to choose {name(box, elsewhere[0])} from.", "LZ-79"))


def plain(words: str) -> str:
    """`Death Knight II`, `death_knight-2` and `death knight 2` are the same."""
    spoken = re.sub(r"[^a-z0-9]+", " ", words.lower()).strip()
    spoken = re.sub(r" 1$", "", spoken)
    return re.sub(r" 2$", " ii", re.sub(r" 3$", " iii", spoken))


def seat_number(view: TableView, words: str, names: Sequence[str]) -> int:
    """A player by name, or by the number on the screen, from 1."""
    called = [seat for seat, name in enumerate(names) if name.lower() == words.strip().lower()]
    if len(called) == 1:
        return called[0]
    if not re.fullmatch("[1-9]", words.strip()) or int(words) > view.players:
        raise BadInput(f"say which player, by name or by a number from 1 to {view.players}, as shown before the name")
    return int(words) - 1


# ---------------------------------------------------------------- commands


def odds(view: TableView, names: Sequence[str], argument: str) -> Text:
    """`odds`: every own search; `odds dwarf`: its search and attacks; `odds dwarf king`: one attack."""
    table = view.imagine(Random(0))  # only open things are looked at
    text = Text()
    everyone = in_play(view)
    if not everyone:
        return Text("No Looter is in play.\n")
    if argument.strip():
        try:
            looterz, targets = [find_card(view.box, argument, everyone)], everyone
        except BadInput:
            attacker, target = two_cards(view, argument, everyone, everyone)
            looterz, targets = [attacker], [target]
    else:
        mine = [looter[0] for looter in view.parties[view.seat]] if view.seat >= 0 else []
        looterz, targets = mine or everyone, []
    for id in looterz:
        search = SearchOdds(table, view.box.numbers[id])
        text.append(f"{name(view.box, id)} searches: {described(search.hits)}", "bold")
        text.append(f"; wins now {percent(search.win)}\n" if search.win else "\n")
        for target in targets:
            if target != id:
                attack = AttackOdds(table, view.box.numbers[id], view.box.numbers[target])
                whom = f"{name(view.box, target)} ({attack.life} Life)"
                text.append(
                    f"  against {whom:<30} kills {percent(attack.kill)}, {attack.lost:.2f} Life off on average\n"
                )
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
    card_line(text, view.box, find_card(view.box, argument, firsts), ANY_SCREEN)
    return text


COMMANDS: dict[str, tuple[str, Callable[[TableView, Sequence[str], str], Text]]] = {
    "odds": ("odds: of all your searches; odds dwarf: of its search and attacks; odds dwarf king: of one attack", odds),
    "unseen": ("unseen: cards that may be in the Draw Pile or hidden in hands", unseen),
    "about": ("about king: what that card says", about),
}
