"""`loot bench playouts`, `search`, `placements` and `packing`: how fast rules and search are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table.bench import playouts as measured
from loot_table.bench import searching
from loot_table.bench.packing import packing_times
from loot_table.bench.placements import middle_game, placement_times
from loot_table.cli.bench.shared import bench, thousands
from loot_table.cli.files import JsonFile, write_json
from loot_table.engine.build import is_compiled

HEADINGS = (
    "from\nPython",
    "from Python,\nsampling",
    "inside,\nlisting",
    "inside,\nsampling",
    "interpreted,\nlisting",
    "interpreted,\nsampling",
)

WAYS = ("listed", "sampled")

AGAINST_OPEN_SPIEL = (
    ("listed", "listed", 6, "listing / OpenSpiel's C++ loop"),
    ("sampled", "listed", 12, "sampling / OpenSpiel's C++ loop"),
    ("python", "python", 3, "from Python / OpenSpiel from Python"),
)

# What is wanted of this build over one before, where anything is: by game, of these ways.
AGAINST_BEFORE = {"crates_barrels": (2.4, ("listed",)), "looterz": (1.5, WAYS), "loot_fiend": (1.5, WAYS)}

LIMITS = (
    "What limits it: driven from Python, the interpreter's own loop and a Python call for each question. With the loop "
    "inside and listing, building the list of actions. Sampling draws until a move is legal and does without; what is "
    "left are virtual calls for each step, and in Loot Fiend the search for packings."
)


@bench.command()
def playouts(
    seconds: Annotated[float, typer.Option(help="CPU seconds for each figure.", min=0.05, max=60)] = 1.0,
    against: Annotated[Path | None, typer.Option(help="A folder with another build, to compare with.")] = None,
    json_file: JsonFile = None,
) -> None:
    """Random playouts per second, every game, compiled and interpreted, and connect four against OpenSpiel."""
    console = Console(highlight=False)
    if not is_compiled():
        console.print("This build is interpreted: the figures show no compiled code.")
    own = measured.own_rates(seconds)
    plain = measured.interpreted_rates(seconds) if is_compiled() else own
    peer = measured.open_spiel_rates(seconds)
    other = measured.other_rates(against, seconds) if against else None
    ratios = ratios_of(own, plain, peer) + (ratios_to(own, other) if other else [])
    console.print(rates_table(own, plain))
    console.print(ratios_table(ratios))
    if peer is None:
        console.print('OpenSpiel is not installed (`pip install "loot-table[rl]"`): no peer was measured.')
    console.print(LIMITS)
    told = {
        "compiled": is_compiled(),
        "own": own,
        "interpreted": plain,
        "open_spiel": peer,
        "other": other,
        "ratios": ratios,
    }
    write_json(json_file, told)


def rates_table(own: dict[str, dict[str, float]], plain: dict[str, dict[str, float]]) -> Table:
    table = Table(title="Random playouts, steps a second", title_justify="left", box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in HEADINGS:
        table.add_column(heading, justify="right")
    for name, rates in own.items():
        ours = [rates[way] for way in ("python", "python_sampled", *WAYS)]
        figures = [*ours, *[plain[name][way] for way in WAYS]]
        table.add_row(name, *[thousands(figure) for figure in figures])
    return table


def ratios_of(own: Any, plain: Any, peer: dict[str, float] | None) -> list[dict[str, Any]]:
    """Each ratio with what it must be at least."""
    found: list[dict[str, Any]] = []
    if peer is not None:
        four = own[measured.CONNECT_FOUR]
        for way, baseline, wanted, what in AGAINST_OPEN_SPIEL:
            found.append({"what": f"connect four, {what}", "ratio": four[way] / peer[baseline], "wanted": wanted})
    for name in own:
        if name != measured.CONNECT_FOUR:
            for way in WAYS:
                ratio = own[name][way] / plain[name][way]
                least = 10 if name.startswith("crates_barrels") else None
                found.append({"what": f"{name}, {way}, compiled / interpreted", "ratio": ratio, "wanted": least})
        if name.startswith("labyrinth"):
            ratio = own[name]["python_sampled"] / own[name]["python"]
            found.append({"what": f"{name}, from Python, sampling / listing", "ratio": ratio, "wanted": 10})
    return found


def ratios_to(own: Any, other: Any) -> list[dict[str, Any]]:
    """This build over another."""
    found: list[dict[str, Any]] = []
    for name in own:
        wanted, ways = AGAINST_BEFORE.get(name.split(",")[0], (None, ()))
        for way in WAYS if name in other else ():
            ratio, least = own[name][way] / other[name][way], wanted if way in ways else None
            found.append({"what": f"{name}, {way}, this build / the other", "ratio": ratio, "wanted": least})
    return found


def ratios_table(ratios: list[dict[str, Any]]) -> Table:
    table = Table("", title="Ratios in the same run", title_justify="left", box=SIMPLE, pad_edge=False)
    table.add_column("is", justify="right")
    table.add_column("wanted", justify="right")
    for row in ratios:
        wanted = "" if row["wanted"] is None else f"{row['wanted']}x"
        table.add_row(row["what"], f"{row['ratio']:.1f}x", wanted)
    return table


@bench.command()
def search(
    seconds: Annotated[float, typer.Option(help="CPU seconds for each figure.", min=0.1, max=600)] = 6.0,
    json_file: JsonFile = None,
) -> None:
    """Simulations a second of our search on connect four, against OpenSpiel's C++ search in the same run."""
    console = Console(highlight=False)
    if not is_compiled():
        console.print("This build is interpreted: the figures show no compiled code.")
    ours, theirs = searching.alternating(seconds)
    console.print(f"Connect four, simulations a second: ours {thousands(ours)}")
    if theirs is None:
        console.print("OpenSpiel is not installed (`make bench` installs it): no peer was measured.")
    else:
        console.print(f"OpenSpiel's C++ search {thousands(theirs)}; ratio {ours / theirs:.1f}x (wanted: 3x)")
    write_json(json_file, {"compiled": is_compiled(), "ours": ours, "open_spiel": theirs})


@bench.command()
def placements() -> None:
    """Listing all wall placements of Looters of the Labyrinth, against a walk for every placement."""
    ours, walking, count = placement_times(middle_game())
    print(
        f"{count} placements: listed in {ours * 1e3:.2f} ms, by walking in {walking * 1e3:.0f} ms, {walking / ours:.0f}x"
    )


@bench.command()
def packing() -> None:
    """The hardest packing questions of Loot Fiend; wanted: under a millisecond compiled."""
    for codes, seconds in packing_times():
        print(f"{codes}: {seconds * 1e3:.3f} ms")
