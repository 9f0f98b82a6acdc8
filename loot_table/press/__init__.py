"""Print and play: any design as a page made for printing, with all that is cut out in its true size.

from loot_table.press import print_and_play
html = print_and_play(design, paper="a4", players=4)
"""

from __future__ import annotations

from loot_table import games
from loot_table.engine.errors import BadInput
from loot_table.engine.printed import Book, Sheets
from loot_table.engine.sentence import Voice
from loot_table.engine.state import SPECTATOR
from loot_table.games import rulebook
from loot_table.lab.design import Design
from loot_table.press.page import Cover, page
from loot_table.press.paper import PAPERS, paper_called
from loot_table.press.sides import Press
from loot_table.press.svg import Pen

__all__ = ["PAPERS", "print_and_play", "sheets_of"]


def print_and_play(
    design: Design, paper: str = "a4", players: int | None = None, has_backs: bool = True, saves_ink: bool = False
) -> str:
    """One HTML file. Without a number of players, for as many as can play: the whole box."""
    on = paper_called(paper)
    players = design.rules.most_players if players is None else players
    book, sheets = written(design, players), sheets_of(design, players)
    press = Press(on, Pen(saves_ink), f"{design.title}, {design.hash[:8]}", has_backs)
    cover = Cover(
        title=design.title,
        game=design.rules.name,
        author=design.author,
        hash=design.hash,
        players=players,
        differs=design.differs(),
        goal=book.goal,
        needs=sheets.needs,
        has_backs=has_backs,
    )
    return page(cover, sheets.lots, press.sides(sheets.lots), on)


def sheets_of(design: Design, players: int) -> Sheets:
    """What a design puts on the table, from the game's own `sheets.py`."""
    if not games.has_part(design.rules, "sheets"):
        raise BadInput(f"{design.rules.name} does not say how it is printed: it has no sheets.py")
    table = design.rules.start(players, design.options, design.components)
    made = games.part(design.rules, "sheets").sheets(table, written(design, players))
    assert isinstance(made, Sheets)
    return made


def written(design: Design, players: int) -> Book:
    table = design.rules.start(players, design.options, design.components)
    goal = getattr(games.guide(design.rules), "goal", None)
    voice = Voice([f"player {seat + 1}" for seat in range(players)])
    said = voice.text(goal(table.view(SPECTATOR))) if goal is not None else design.rules.pitch
    return Book(said, rulebook.numbered(design.rules.slug))
