"""`loot bench`: measurements, each with a peer or a baseline in the same run."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from loot_table import bots, games
from loot_table.bench import answering, beside_lab, pairing, recording, searching, serving
from loot_table.bench import greedy as greedy_games
from loot_table.bench import lab as lab_pace
from loot_table.bench import playouts as measured
from loot_table.bench import review as reviewed
from loot_table.bench.packing import packing_times
from loot_table.bench.placements import middle_game, placement_times
from loot_table.cli.arena import advance, progress_bar
from loot_table.cli.files import JsonFile, write_json
from loot_table.engine.build import is_compiled
from loot_table.engine.errors import BadInput
from loot_table.proofs import recovery as coming_back

bench = typer.Typer(no_args_is_help=True, help="Measure speed against peers and baselines.")

HEADINGS = ("from\nPython", "inside,\nlisting", "inside,\nsampling", "interpreted,\nlisting", "interpreted,\nsampling")
AGAINST_OPEN_SPIEL = (
    ("listed", "listed", 2, "listing / OpenSpiel's C++ loop"),
    ("sampled", "listed", 4, "sampling / OpenSpiel's C++ loop"),
    ("python", "python", 1.3, "from Python / OpenSpiel from Python"),
)
LIMITS = (
    "What limits it: driven from Python, the interpreter's own loop and a Python call for each question. With the loop "
    "inside and listing, building the list of actions and, in Crates vs Barrels, looking every move up among the "
    "positions that have been (no repeats). Sampling draws until a move is legal and does neither; what is left are "
    "virtual calls for each step."
)

SERVING = (
    "Load generator and server share this machine. Ours writes every move to disk, synced, before it acknowledges it, and "
    "sends each of four seats its own view of a game with hidden cards; boardgame.io keeps tic-tac-toe in memory."
)


@bench.callback()
def about() -> None:
    """Measure speed against peers and baselines."""


@bench.command()
def playouts(
    seconds: Annotated[float, typer.Option(help="CPU seconds for each figure.", min=0.05, max=60)] = 1.0,
    json_file: JsonFile = None,
) -> None:
    """Random playouts per second, every game, compiled and interpreted, and connect four against OpenSpiel."""
    console = Console(highlight=False)
    if not is_compiled():
        console.print("This build is interpreted: the figures show no compiled code.")
    own = measured.own_rates(seconds)
    plain = measured.interpreted_rates(seconds) if is_compiled() else own
    peer = measured.open_spiel_rates(seconds)
    ratios = ratios_of(own, plain, peer)
    console.print(rates_table(own, plain))
    console.print(ratios_table(ratios))
    if peer is None:
        console.print('OpenSpiel is not installed (`pip install "loot-table[rl]"`): no peer was measured.')
    console.print(LIMITS)
    told = {"compiled": is_compiled(), "own": own, "interpreted": plain, "open_spiel": peer, "ratios": ratios}
    write_json(json_file, told)


def rates_table(own: dict[str, dict[str, float]], plain: dict[str, dict[str, float]]) -> Table:
    table = Table(title="Random playouts, steps a second", title_justify="left", box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in HEADINGS:
        table.add_column(heading, justify="right")
    for name, rates in own.items():
        figures = [rates["python"], rates["listed"], rates["sampled"], plain[name]["listed"], plain[name]["sampled"]]
        table.add_row(name, *[thousands(figure) for figure in figures])
    return table


def thousands(figure: float) -> str:
    return f"{figure / 1e6:.2f}M" if figure >= 1e6 else f"{figure / 1e3:.1f}k"


def ratios_of(own: Any, plain: Any, peer: dict[str, float] | None) -> list[dict[str, Any]]:
    """Each ratio with what it must be at least."""
    found: list[dict[str, Any]] = []
    if peer is not None:
        four = own[measured.CONNECT_FOUR]
        for way, baseline, wanted, what in AGAINST_OPEN_SPIEL:
            found.append({"what": f"connect four, {what}", "ratio": four[way] / peer[baseline], "wanted": wanted})
    for name in own:
        if name != measured.CONNECT_FOUR:
            for way in ("listed", "sampled"):
                ratio = own[name][way] / plain[name][way]
                least = 10 if name.startswith("crates_barrels") else None
                found.append({"what": f"{name}, {way}, compiled / interpreted", "ratio": ratio, "wanted": least})
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
def server(
    tables: Annotated[int, typer.Option(help="Tables with four sockets each.", min=1, max=2000)] = 250,
    seconds: Annotated[float, typer.Option(help="How long is measured in a round.", min=1, max=3600)] = 15.0,
    rounds: Annotated[int, typer.Option(help="Ours and the peer in turn, so often; medians count.", min=1, max=50)] = 3,
    peer: Annotated[bool, typer.Option("--peer/--no-peer", help="Also measure boardgame.io, from npm.")] = True,
    cache: Annotated[Path, typer.Option(help="Where boardgame.io is installed.")] = Path("build/bench-server"),
    json_file: JsonFile = None,
) -> None:
    """Milliseconds to the acknowledgement of a move under load: one move a second at every table."""
    console = Console(highlight=False)
    load = serving.Load(tables, seconds)
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(serving.own(load))
        if peer:
            theirs.append(serving.peer(load, cache))
    found = {"loot_n_run": serving.middle(ours)}
    if peer:
        found[serving.PEER] = serving.middle(theirs)
    console.print(answers_table(load, found))
    console.print(SERVING)
    cores = os.cpu_count()
    told = {"tables": tables, "sockets": 4 * tables, "seconds": seconds, "cores": cores, "figures": found}
    write_json(json_file, told)


def answers_table(load: serving.Load, found: dict[str, dict[str, Any]]) -> Table:
    title = f"{load.tables} tables, {4 * load.tables} sockets, one move a table a second: ms to the acknowledgement"
    table = Table("", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("p50", "p95", "p99", "most", "moves", "late", "server CPU\nms a move", "load\naverage"):
        table.add_column(heading, justify="right")
    for name, figures in found.items():
        cpu = figures["cpu_ms_a_move"]
        times = [f"{figures[share]:.1f}" for share in ("p50", "p95", "p99", "most")]
        counts = [f"{figures[name]:.0f}" for name in ("moves", "late")]
        table.add_row(name, *times, *counts, "-" if cpu is None else f"{cpu:.2f}", f"{figures['load_average']:.1f}")
    if len(found) > 1:
        ours, theirs = found.values()
        ratios = [f"{ours[share] / theirs[share]:.2f}x" for share in ("p50", "p95", "p99", "most")]
        table.add_row("ours / theirs", *ratios)
    return table


@bench.command("lab")
def lab_paces(
    name: Annotated[str | None, typer.Argument(help="Which game; all if none is given.", show_default=False)] = None,
    seeds: Annotated[
        int, typer.Option(help="How often it is planted, with other deals each time.", min=1, max=1000)
    ] = 20,
    json_file: JsonFile = None,
) -> None:
    """CPU seconds until a planted unfairness of six points is found, and seconds from an edit to the first interval."""
    table = Table("game", "found", "CPU seconds", "most", "deals", "seen", "edit to interval", box=SIMPLE)
    told = []
    for game in [games.called(name)] if name else games.all_games():
        found = [lab_pace.planted(game.slug, seed) for seed in range(1, seeds + 1)]
        good = sum(each.verdict == "unfair" and each.cpu <= lab_pace.WANTED_CPU for each in found)
        first = lab_pace.first_interval(game.slug)
        spent = sorted(each.cpu for each in found)
        table.add_row(
            game.name,
            f"{good} of {seeds}",
            f"{spent[len(spent) // 2]:.1f}",
            f"{spent[-1]:.1f}",
            f"{sorted(each.deals for each in found)[seeds // 2]:,}",
            f"{sum(each.share for each in found) / seeds:.1%}",
            f"{first:.1f} s",
        )
        told.append(
            {"game": game.slug, "found": good, "seeds": seeds, "first": first, "runs": [asdict(e) for e in found]}
        )
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"Wanted: found in {lab_pace.WANTED_SEEDS:.0%} of the seeds within {lab_pace.WANTED_CPU:g} CPU seconds, and an "
        f"interval {lab_pace.WANTED_FIRST:g} s after an edit."
    )
    write_json(json_file, told)


@bench.command("review")
def review_figures(
    name: Annotated[str | None, typer.Argument(help="Which game; all if none is given.", show_default=False)] = None,
    players: Annotated[int, typer.Option(help="How many play.", min=2, max=8)] = 2,
    count: Annotated[int, typer.Option("--games", help="Games of Thieves whose luck is added up.", min=2)] = 200,
    blunders: Annotated[int, typer.Option(help="Blunders that are planted.", min=1)] = 50,
    masterminds: Annotated[int, typer.Option(help="Games of Masterminds that are judged.", min=1)] = 10,
    twice: Annotated[int, typer.Option(help="Games of Thieves that are judged with two seeds.", min=1)] = 10,
    rates: Annotated[
        int, typer.Option("--rates", help="Only measure what each level loses, in so many games, and keep it.", min=0)
    ] = 0,
    json_file: JsonFile = None,
) -> None:
    """Whether a review can be believed: planted blunders found, a Mastermind's moves unmarked, two seeds agreeing, luck."""
    console, told = Console(highlight=False), []
    for game in [games.called(name)] if name else games.all_games():
        if rates:
            found = reviewed.rates(game.slug, players, rates)
            reviewed.keep_rates(game, players, found)
            console.print(f"{game.name}: " + ", ".join(f"{level} {rate:.2f}" for level, rate in found.items()))
            continue
        told.append(reviewed.figures(game.slug, players, count, blunders, masterminds, twice))
        console.print(game.name, style="bold")
        for line in told[-1].says():
            console.print(f"  {line}")
    write_json(json_file, [asdict(each) for each in told])


@bench.command("politeness")
def beside_the_lab(
    tables: Annotated[int, typer.Option(help="Tables with four sockets each.", min=1, max=2000)] = 100,
    seconds: Annotated[float, typer.Option(help="How long is measured in a round.", min=1, max=3600)] = 10.0,
    rounds: Annotated[int, typer.Option(help="Without and with, in turn, so often; medians count.", min=1, max=50)] = 3,
    json_file: JsonFile = None,
) -> None:
    """Milliseconds to the acknowledgement of a move, without and with a question of the lab being answered."""
    load = serving.Load(tables, seconds)
    alone, beside = [], []
    for _ in range(rounds):
        alone.append(beside_lab.one_round(load, has_job=False))
        beside.append(beside_lab.one_round(load, has_job=True))
    found = {"with the lab at work": serving.middle(beside), "without": serving.middle(alone)}
    console = Console(highlight=False)
    console.print(answers_table(load, found))
    ratio = found["with the lab at work"]["p95"] / found["without"]["p95"]
    console.print(
        f"p95 with a question being answered is {ratio:.2f}x that without; wanted is at most {beside_lab.WANTED}x."
    )
    write_json(json_file, {"tables": tables, "seconds": seconds, "ratio": ratio, "figures": found})


@bench.command()
def recovery(
    events: Annotated[int, typer.Option(help="Entries in the database.", min=100)] = 1_000_000,
    json_file: JsonFile = None,
) -> None:
    """How long a database takes to be copied under play, put back and served again, and how far a replica is behind."""
    with tempfile.TemporaryDirectory() as folder:
        found = coming_back.run(events, Path(folder))
    print(f"{found.events:,} entries of {found.tables:,} tables, {found.megabytes:.0f} MB")
    print(f"copied under play in {found.backup_seconds:.1f} s; put back in {found.restore_seconds:.1f} s; ", end="")
    print(f"served again {found.serve_seconds:.1f} s later (wanted: {coming_back.WANTED_SECONDS:.0f} s together)")
    print(f"a replica: all of it in {found.replica_seconds:.1f} s, then {found.replica_age:.1f} s behind at most")
    print("Everything came back." if found.is_same else "Something was lost.")
    write_json(json_file, found.to_json())
    if not found.is_kept:
        raise typer.Exit(1)


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


@bench.command("bots")
def bot_paces(
    moves: Annotated[int, typer.Option(help="Moves of each level in each game.", min=1, max=10_000)] = 20,
    is_live: Annotated[bool, typer.Option("--live", help="Ask them as the server does, by the clock.")] = False,
    json_file: JsonFile = None,
) -> None:
    """CPU time a move of every level in every game, without a clock, and what it may take at most."""
    console = Console(highlight=False)
    if is_live:
        answers = [answering.answers_of(level.name, moves) for level in bots.LEVELS]
        console.print(answer_times(answers, moves))
        write_figures(json_file, answers)
        return
    found = searching.paces(moves)
    table = Table("game", "level", title=f"Over {moves} moves", title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("iterations", "may take", "median", "worst"):
        table.add_column(heading, justify="right")
    for pace in found:
        figures = [f"{value * 1e3:.0f} ms" for value in (pace.allowed, pace.median, pace.worst)]
        table.add_row(pace.game, pace.level, str(pace.nodes), *figures)
    console.print(table)
    write_figures(json_file, found)


def answer_times(answers: Sequence[answering.Answers], moves: int) -> Table:
    title = f"From the question to the answer in the server, {moves} moves"
    table = Table("level", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("may take", "quickest", "median", "slowest", "loop held up"):
        table.add_column(heading, justify="right")
    for one in answers:
        figures = [f"{value * 1e3:.0f} ms" for value in (one.quickest, one.median, one.slowest, one.held_up)]
        table.add_row(one.level, f"{one.wanted * 1e3:.0f} ms", *figures)
    return table


def write_figures(json_file: Path | None, figures: Sequence[Any]) -> None:
    write_json(json_file, [asdict(one) for one in figures])


@bench.command()
def greedy(
    name: Annotated[str | None, typer.Argument(help="Which game; all if none is given.", show_default=False)] = None,
    count: Annotated[int, typer.Option("--games", help="Games of each.", min=1, max=1_000_000)] = 10_000,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1, max=64)] = 2,
    players: Annotated[int | None, typer.Option(help="How many play at a table; as few as can.")] = None,
    json_file: JsonFile = None,
) -> None:
    """Games of greedy bots in the arena; wanted: 10,000 in a minute on two cores."""
    console = Console(highlight=False)
    if not is_compiled():
        console.print("This build is interpreted: the figures show no compiled code.")
    table = Table(title=f"{count} games, {jobs} processes", title_justify="left", box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in ("players", "seconds", "CPU\nseconds", "games a\nCPU second", "wanted", "µs a\ndecision"):
        table.add_column(heading, justify="right")
    found = []
    for game in [games.called(name)] if name is not None else games.all_games():
        with progress_bar(console) as bar:
            task = bar.add_task(game.name, total=count)
            seats = game.least_players if players is None else players
            if name is None:  # as near as each game comes
                seats = max(game.least_players, min(seats, game.most_players))
            pace = greedy_games.paced(game.slug, seats, count, jobs, partial(advance, bar, task))
        times = [f"{pace.seconds:.1f}", f"{pace.cpu_seconds:.1f}", f"{pace.rate:.0f}", f"{greedy_games.WANTED:.0f}"]
        table.add_row(game.name, str(pace.players), *times, f"{pace.cpu_seconds / pace.decisions * 1e6:.0f}")
        found.append(pace)
    console.print(table)
    write_figures(json_file, found)


@bench.command()
def luck(
    deals: Annotated[int, typer.Option(help="How many deals each design plays.", min=20, max=1_000_000)] = 2000,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1, max=64)] = 2,
    json_file: JsonFile = None,
) -> None:
    """What common luck gains when two designs of Loot N Run are compared: so many times fewer games."""
    title = f"{deals} deals, two greedy bots"
    table = Table("change", "figure", title=title, title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("before", "after", "difference, 95 %", "gain", "its interval", "wanted"):
        table.add_column(heading, justify="right")
    found = []
    for edit in pairing.edits():
        for each in pairing.gains(edit, deals, jobs):
            low, high = each.change.interval
            wanted = f"above {edit.wanted:g}" if edit.counts_low_end else f"{edit.wanted:g}"
            table.add_row(
                edit.name,
                each.name,
                f"{each.one:.3f}",
                f"{each.other:.3f}",
                f"{low:+.3f} to {high:+.3f}",
                f"{each.change.gain:.1f}x",
                f"{each.gain.low:.2f} to {each.gain.high:.2f}",
                wanted,
            )
            found.append({"edit": edit.name, **asdict(each)})
    Console(highlight=False).print(table)
    write_json(json_file, found)


@bench.command()
def record(
    name: Annotated[str | None, typer.Argument(help="Which game; all if none is given.", show_default=False)] = None,
    count: Annotated[int, typer.Option("--games", help="Games of each.", min=8, max=1_000_000)] = 200,
    json_file: JsonFile = None,
) -> None:
    """What it costs to record games of greedy bots step by step, without and with values."""
    table = Table(title=f"{count} games of two, CPU time", title_justify="left", box=SIMPLE, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in ("steps", "µs a step\nplayed", "recorded", "slower by", "wanted", "with values,\nslower by"):
        table.add_column(heading, justify="right")
    found = []
    for game in [games.called(name)] if name is not None else games.all_games():
        cost = recording.cost_of(game.slug, count)
        each = [f"{seconds / cost.steps * 1e6:.2f}" for seconds in (cost.playing, cost.recording)]
        at_most = f"{recording.WANTED:.0%}"
        table.add_row(
            game.name, f"{cost.steps:,}", *each, f"{cost.slower:.0%}", at_most, f"{cost.slower_with_values:.1f}x"
        )
        found.append({**asdict(cost), "slower": cost.slower, "slower_with_values": cost.slower_with_values})
    Console(highlight=False).print(table)
    write_json(json_file, found)


@bench.command("opponents")
def opponents(
    seconds: Annotated[float, typer.Option(help="CPU seconds for each move.", min=0.01, max=60)] = 0.1,
    count: Annotated[int, typer.Option("--games", help="Games of each duel.", min=1, max=10_000)] = 20,
    only: Annotated[str | None, typer.Option(help="Only this game.")] = None,
    seed: Annotated[int, typer.Option(help="Decides deals and bots.")] = 1,
    json_file: JsonFile = None,
) -> None:
    """Our strongest bots against OpenSpiel's, same game, same time for a move; wanted: 80 % of the games."""
    try:
        from loot_table.bench.opponents import DUELS, fought  # noqa: PLC0415 (needs OpenSpiel)
    except ImportError:
        raise BadInput('OpenSpiel is not installed; it comes with `pip install "loot-table[rl]"`') from None
    duels = [duel for duel in DUELS if only in (None, duel.slug)]
    if not duels:
        raise BadInput(f"there are duels at {', '.join(duel.slug for duel in DUELS)}")
    table = Table("", title=f"{seconds} s a move", title_justify="left", box=SIMPLE, pad_edge=False)
    for heading in ("against", "won", "drawn", "games", "share of wins", "our s\na move", "their s\na move"):
        table.add_column(heading, justify="right")
    told = []
    console = Console(highlight=False)
    for duel in duels:
        with console.status("") as status:
            for score in fought(duel, seconds, count, seed):
                status.update(f"{duel.title}: {score.won} of {score.games} won")
        low, high = score.interval()
        times = [f"{score.our_seconds:.3f}", f"{score.their_seconds:.3f}"]
        share = f"{score.won / score.games:.0%} ({low:.0%} to {high:.0%})"
        table.add_row(duel.title, duel.theirs, str(score.won), str(score.drawn), str(score.games), share, *times)
        told.append({"game": duel.slug, "against": duel.theirs, **asdict(score), "interval": [low, high]})
    console.print(table)
    write_json(json_file, {"seconds": seconds, "duels": told})
