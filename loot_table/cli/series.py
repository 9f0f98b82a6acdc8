"""A series at the terminal: one game after the other, everybody a seat further, the points told in between."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from loot_table.cli.seats import Seats
from loot_table.cli.styled import styled
from loot_table.cli.terminal import Terminal
from loot_table.engine.match import Match
from loot_table.engine.options import as_dict
from loot_table.engine.sentence import Voice
from loot_table.engine.series import Series, seat_names


def play_series(terminal: Terminal) -> bool:
    """Play a match; where it is one of a series, then tell the points and go on until the last game or until the player
    leaves. A game that was left is kept with the points so far. Whether it was interrupted."""
    name_players(terminal.match)
    while True:
        is_interrupted = terminal.run()
        series = terminal.match.series()
        if series is None or not terminal.match.is_over:
            return is_interrupted
        tell(terminal.console, series, entrant_names(terminal.match.names, len(series.scores) - 1))
        if series.is_over:
            return False
        terminal = next_game(terminal, series)


def name_players(match: Match) -> None:
    """Names go with the players. Those that a game gives its seats would only confuse whoever moves on."""
    if match.before is not None:
        named = zip(match.names, match.game.seat_names, strict=False)
        match.names = tuple([f"Player {n}" if name == seat else name for n, (name, seat) in enumerate(named, 1)])


def entrant_names(names: Sequence[str], game: int) -> list[str]:
    """Names by seat in a game, counted from 0, as they were in the first."""
    return seat_names(names, -game)


def next_game(terminal: Terminal, series: Series) -> Terminal:
    over = terminal.match
    match = Match(
        over.game,
        over.players,
        as_dict(over.options),
        over.component_data,
        names=seat_names(over.names, 1),
        nature=over.nature,
        scores=series.scores,
    )
    who, bots, seats = terminal.seats.who, terminal.seats.bots, range(match.players)
    turned = Seats([who[seat - 1] for seat in seats], [bots[seat - 1] for seat in seats])
    return Terminal(match, turned, terminal.console, terminal.ask, terminal.interrupts, is_resumed=True)


def tell(console: Console, series: Series, names: Sequence[str]) -> None:
    """`1. Ana   7 + 3 = 10 treasures`, the best first, and what that means."""
    title = f"{series.name.capitalize()}, {len(series.scores)} of {series.games} games"
    console.print(Text(f"\n{title}  ({series.rule})", "bold"))
    sums, places = series.sums(), series.places()
    width, voice = max(len(name) for name in names), Voice(names)
    for entrant in sorted(range(series.players), key=lambda one: places[one]):
        games = " + ".join([str(score[entrant]) for score in series.scores])
        whole = voice.text(series.counted(sums[entrant]))
        shown = f"{games} = {whole}" if len(series.scores) > 1 else whole
        console.print(Text(f"  {places[entrant]}. {names[entrant]:<{width}}  {shown}"))
    console.print(styled(voice, series.ending(names), "bold"))
