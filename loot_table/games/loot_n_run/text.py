"""The table of Loot N Run in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from loot_table.engine.errors import BadLine
from loot_table.engine.screen import Screen
from loot_table.engine.sentence import one_of, word
from loot_table.engine.sentence import say as sentence
from loot_table.engine.state import Action
from loot_table.games.loot_n_run.box import Box
from loot_table.games.loot_n_run.components import GUARDIANS, counted
from loot_table.games.loot_n_run.faces import DECK_NAMES
from loot_table.games.loot_n_run.odds import all_odds
from loot_table.games.loot_n_run.rules import Awaken, Loot, Pass, Run, TakeTurn
from loot_table.games.loot_n_run.table import TableView
from loot_table.games.loot_n_run.werewolf import Keep

HELP = sentence("A turn is loot left, loot right, run or awaken and a name; or keep and cards, keep both, keep none.")
ANY_SCREEN = Screen()
NAME_WIDTH = 12
OLD = "'"  # for each reshuffle through which a card was held
STYLES = {"green": "green", "yellow": "yellow", "red": "red"}


def pyramids(view: TableView, back: str) -> str:
    """A back without its colour: green has one pyramid, yellow two, red three."""
    backs: list[str] = view.box.backs
    return "[" + ("▲" * (backs.index(back) + 1)).ljust(len(backs)) + "]"


def draw(view: TableView, names: Sequence[str], screen: Screen = ANY_SCREEN) -> Text:
    """Decks, discard pile and everybody's backs; faces only where the viewer may see them."""
    text = Text()
    draw_decks(view, text, screen)
    for seat in range(view.players):
        draw_player(view, names, text, seat, screen)
    if view.agenda and any(seen[1] < view.reshuffles for hand in view.hands for seen in hand):
        text.append(f" {OLD} held through a reshuffle\n", "dim")
    if view.seat >= 0 and view.hands[view.seat] and view.agenda:
        draw_own(view, text, screen)
    draw_drawn(view, names, text)
    return text


def draw_decks(view: TableView, text: Text, screen: Screen) -> None:
    for deck, name in enumerate(DECK_NAMES):
        text.append(f" {deck + 1} {name} deck ".ljust(14))
        if view.tops[deck]:
            top = f"{pyramids(view, view.tops[deck])} {view.tops[deck]}"
            text.append(top.ljust(13), STYLES.get(view.tops[deck], ""))
        else:
            text.append("(empty)".ljust(13), "dim")
        text.append(counted(view.sizes[deck], "card").rjust(9))
        beside = "     " + (turn_words(view) if deck == 0 else discard_words(view))
        text.append("\n" if screen.is_narrow else beside + "\n")
    if screen.is_narrow:
        text.append(f" {turn_words(view)}\n {discard_words(view)}\n")
    text.append("\n")


def turn_words(view: TableView) -> str:
    if not view.agenda:
        return f"over after {counted(view.turn, 'turn')}"
    limit = f" of {view.box.last_turn}" if view.box.last_turn else ""
    return f"turn {view.turn + 1}{limit}, {view.box.target} points end the game"


def discard_words(view: TableView) -> str:
    hidden = len(view.face_down())
    pile = f"discarded: {counted(len(view.discard), 'card')}"
    if hidden:
        pile = f"discarded: {len(view.discard) + hidden} ({hidden} hidden)"  # short: the line has 80 columns
    return f"{pile}, last {view.discard[-1]}" if view.discard else pile


def draw_player(view: TableView, names: Sequence[str], text: Text, seat: int, screen: Screen) -> None:
    is_next = view.to_act == seat
    name = names[seat] if len(names[seat]) <= NAME_WIDTH else names[seat][: NAME_WIDTH - 1] + "…"
    score = f"{view.scores[seat]:4} "
    text.append(f"{'>' if is_next else ' '}{seat + 1} {name.ljust(NAME_WIDTH)}", "bold" if is_next else "")
    text.append(score)
    column = start = 3 + NAME_WIDTH + len(score)
    if not view.hands[seat]:
        text.append(" no cards", "dim")
    for back, age, _, card in view.hands[seat]:
        face = card if not view.agenda or seat != view.seat else ""  # one's own are listed below
        shown = pyramids(view, back) + face + OLD * (view.reshuffles - age if view.agenda else 0)
        if column + len(shown) + 1 > min(78, screen.width - 2):
            text.append("\n" + " " * start)
            column = start
        text.append(" ")
        text.append(shown, STYLES.get(back, ""))
        column += len(shown) + 1
    step = view.agenda[-1] if view.agenda else None
    if is_next and isinstance(step, TakeTurn) and step.is_extra:
        text.append("\n" + " " * start + " extra turn (Frank)")
    text.append("\n")


def draw_own(view: TableView, text: Text, screen: Screen) -> None:
    """Your faces and what they are worth."""
    box: Box = view.box
    cards = [box.numbers[card] for _, _, _, card in view.hands[view.seat]]
    text.append("\n your rooms\n", "bold")
    for (back, _, turn, id), card in zip(view.hands[view.seat], cards, strict=True):
        text.append(f"   {id} ")
        text.append(pyramids(view, back), STYLES.get(back, ""))
        text.append(f" {box.rooms[card].face}")
        text.append(f"   since turn {turn}\n" if turn else "\n", "dim")
    doubled = box.doubled(cards)
    bonus = f" ({', '.join(kind + 's' for kind in doubled)} doubled)" if doubled else ""
    fate = "you would be caught" if box.danger(cards) > 0 else "you would escape"
    text.append(screen.folded(f"   a run scores {box.points(cards)}{bonus}; awakened, {fate}", 3) + "\n")


def draw_drawn(view: TableView, names: Sequence[str], text: Text) -> None:
    """What the Werewolf brought: faces for the one who chooses, backs for the others."""
    if not view.drawn:
        return
    chooser = next(step.who() for step in reversed(view.agenda) if step.who() >= 0)
    whose = "you" if chooser == view.seat else names[chooser]
    text.append(f"\n the Werewolf brought {whose}\n", "bold")
    for deck, back, id in view.drawn:
        text.append(f"   {id} " if id else "   ")
        text.append(pyramids(view, back), STYLES.get(back, ""))
        face = f" {view.box.rooms[view.box.numbers[id]].face}" if id else f" {back}"
        text.append(f"{face}, from the {DECK_NAMES[deck]} deck\n")


# ---------------------------------------------------------------- words typed


def say(view: TableView, action: Action, names: Sequence[str]) -> str:
    """The line that means an action."""
    match action:
        case Loot(deck):
            return f"loot {DECK_NAMES[deck]}"
        case Awaken(target):
            return f"awaken {by_name(names, target)}"
        case Keep(cards):
            return "keep " + (" ".join(cards) or "none")
        case Run():
            return "run"
        case _:
            return "pass"


def by_name(names: Sequence[str], seat: int) -> str:
    """What is typed for a player: the name, or the number where names do not tell."""
    plain = [words_in(name) for name in names]
    is_clear = plain.count(plain[seat]) == 1 and len(plain[seat]) == 1 and not plain[seat][0].isdecimal()
    return names[seat] if is_clear else str(seat + 1)


def words_in(text: str) -> list[str]:
    return text.replace(",", " ").lower().split()


def read(view: TableView, line: str, names: Sequence[str] = ()) -> Action:
    """The action that a line means."""
    words = words_in(line)
    if not words:
        raise BadLine(HELP)
    word, rest = words[0], words[1:]
    if word in ("loot", "l") or word in ("1", "2", *DECK_NAMES):
        return Loot(deck_number(rest if word in ("loot", "l") else words))
    if word in ("run", "r") and not rest:
        return Run()
    if word in ("awaken", "a"):
        return Awaken(player_number(view, rest, names))
    if word in ("keep", "k"):
        return kept(view, rest)
    if word == "pass" and not rest:
        return Pass()
    raise BadLine(sentence("“{line}” is not understood. {help}", line=line.strip()[:40], help=HELP))


def deck_number(words: Sequence[str]) -> int:
    decks = {"1": 0, "left": 0, "2": 1, "right": 1}
    if len(words) == 1 and words[0] in decks:
        return decks[words[0]]
    raise BadLine(sentence("Which deck? Write loot 1 for the left one or loot 2 for the right one."))


def player_number(view: TableView, words: Sequence[str], names: Sequence[str]) -> int:
    called = [seat for seat, name in enumerate(names) if words_in(name) == list(words)]
    if len(called) == 1:
        return called[0]
    if len(words) == 1 and words[0].isdecimal() and 1 <= int(words[0]) <= view.players:
        return int(words[0]) - 1
    others = [by_name(names, seat) if names else str(seat + 1) for seat in range(view.players) if seat != view.seat]
    raise BadLine(sentence("Whose guardians? Write awaken and a player: {others}.", others=one_of(others)))


def kept(view: TableView, words: Sequence[str]) -> Action:
    drawn = sorted((id for _, _, id in view.drawn if id), key=view.box.ids.index)
    if words in (["none"], ["nothing"]):
        return Keep(())
    if words in (["both"], ["all"], ["it"]):
        return Keep(tuple(drawn))
    ids = [word.upper() for word in words]
    if not ids:
        cards = one_of(drawn) if drawn else word("cards")
        raise BadLine(sentence("Keep what? Write keep and {cards}, keep both or keep none.", cards=cards))
    known = [id for id in view.box.ids if id in ids]
    return Keep((*known, *(id for id in ids if id not in known)))


# ---------------------------------------------------------------- commands


def draw_odds(view: TableView, names: Sequence[str], argument: str) -> Text:
    """Who would be caught, from what the viewer may know."""
    text = Text()
    known = all_odds(view)
    if not known or not view.agenda:
        return text.append(" nobody has hidden cards\n")
    text.append(" if awakened now".ljust(19) + "caught   " + "".join(name.capitalize().ljust(11) for name in GUARDIANS))
    text.append("\n")
    for odds in known:
        whose = "you *" if odds.seat == view.seat else names[odds.seat]
        text.append(f" {odds.seat + 1} {whose[:NAME_WIDTH].ljust(NAME_WIDTH)}   ")
        text.append(f"{float(odds.caught):6.1%}", "bold")
        text.append("   " + "".join(f"{float(chance):6.1%}     " for chance in (odds.mummy, odds.werewolf, odds.frank)))
        text.append("\n")
    if not all(odds.is_exact for odds in known):
        text.append(" about: there are too many ways to count them all\n", "dim")
    if any(odds.seat == view.seat for odds in known):
        text.append(" * as the others must reckon, who do not see your faces\n", "dim")
    return text


def draw_discard(view: TableView, names: Sequence[str], argument: str) -> Text:
    """The discard pile by back, and how many guardians and amulets of it are out."""
    box: Box = view.box
    text = Text()
    for number, back in enumerate(box.backs):
        here = [id for id in view.discard if box.back[box.numbers[id]] == number]
        rooms = [box.rooms[box.numbers[id]] for id in sorted(here, key=box.ids.index)]
        all_of_back = [room for room in box.rooms if room.back == number]
        text.append(f" {pyramids(view, back)} {back}: ", STYLES.get(back, ""))
        guardians = f"{sum(r.guardian > 0 for r in rooms)} of {sum(r.guardian > 0 for r in all_of_back)} guardians"
        amulets = f"{sum(r.amulets for r in rooms)} of {sum(r.amulets for r in all_of_back)} amulets"
        text.append(f"{len(rooms)} of {len(all_of_back)} cards, {guardians}, {amulets} seen\n")
        for room in rooms:
            text.append(f"     {room.id} {room.face}\n")
    for seat, back, id in view.face_down():
        face = f"{id} {box.rooms[box.numbers[id]].face}" if id else back
        text.append(f" face down, refused by {names[seat]}: {face}\n")
    return text


Command = Callable[[TableView, Sequence[str], str], Text]
COMMANDS: dict[str, tuple[str, Command]] = {
    "odds": ("odds: who would be caught, exactly, from what you can know", draw_odds),
    "discard": ("discard: the discard pile, by back", draw_discard),
}
