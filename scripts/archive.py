"""The archive: finished games of every rules version, kept for ever, which every later release plays again exactly.

    python scripts/archive.py write loot_n_run     plays the games of its rules version; whenever that was raised
    python scripts/archive.py more loot_n_run      plays some more; whenever an option has come
    python scripts/archive.py add FILE             keeps a finished record more: one that shows what no other does
    python scripts/archive.py check                plays all archived games again and says what differs
    python scripts/archive.py digest loot_n_run    after a change of what audiences see, never of what happened

`tests/archive/<slug>-rules<version>.jsonl.xz` has a game on each line: the record as a table hands it out, with the key of
its draws, and what came of it, as digests. docs/records.md says what is promised. Files of older rules are never touched.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from loot_table import bots, games
from loot_table.engine import codec
from loot_table.engine.errors import BadRecord, LootError
from loot_table.engine.game import Game
from loot_table.engine.match import Match, read_record
from loot_table.engine.options import Option, described
from loot_table.engine.random import Random
from loot_table.engine.sealed import Sealed, commitment
from loot_table.engine.state import SPECTATOR, Event
from loot_table.verify.record import verdict

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "archive"
MANY = 1000  # games of each game and rules version
MOST_ENTRIES = 700  # a longer game is played over again with other luck: long games are dear and say little more
OTHER_COMPONENTS = 100  # one game in so many brings its components along


# ---------------------------------------------------------------- what came of a game


def digests(match: Match) -> dict[str, str]:
    """What has to come out the same: the last position, and what every audience was told and saw."""
    return {"position": short(codec.dumps(match.game.write_position(match.state))), "seen": seen_digest(match)}


def seen_digest(match: Match) -> str:
    """All events as each seat and a spectator noticed them, entry by entry, and their last views; no sentences."""
    told = hashlib.sha256()
    for bundle in match.log:
        for event in bundle:
            told.update(noticed(event, match.players))
        told.update(b"\n")
    for audience in (*range(match.players), SPECTATOR):
        told.update(codec.dumps(codec.encode(match.view(audience))))
    return told.hexdigest()[:16]


def noticed(event: Event, players: int) -> bytes:
    whole = codec.dumps(codec.encode(event))
    parts = []
    for audience in (*range(players), SPECTATOR):
        seen = event.seen_by(audience)
        parts.append(whole if seen is event else codec.dumps(codec.encode(seen)))
    return b"|".join(parts)


def wording(match: Match) -> str:
    """The sentences, which may be worded better later."""
    audiences = (*range(match.players), SPECTATOR)
    voice = match.voice()
    lines = [voice.text(event.text()) for audience in audiences for event in match.events(audience)]
    return short("\n".join([*lines, voice.text(match.ending())]).encode())


def short(told: bytes) -> str:
    return hashlib.sha256(told).hexdigest()[:16]


# ---------------------------------------------------------------- reading and checking


def path_of(game: Game) -> Path:
    return FOLDER / f"{game.slug}-rules{game.rules_version}.jsonl.xz"


def lines_of(path: Path, every: int = 1, first: int = 0) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every so many of the archived games, with their numbers."""
    with lzma.open(path, "rb") as file:
        for number, line in enumerate(file):
            if number % every == first:
                yield number, json.loads(line)


def differences(line: Mapping[str, Any], game: Game) -> list[str]:
    """What an archived game leads to here that it did not lead to when it was archived. Refused with BadRecord if this
    release does not play its rules."""
    match = Match.from_json(line["record"], game)
    found = list(verdict(match, line["record"].get("nature")).wrong)
    now = digests(match)
    return found + [f"its {name} is {now[name]}, was {line[name]}" for name in now if now[name] != line[name]]


def faults(line: Mapping[str, Any], game: Game) -> list[str]:
    """The same; but rules that this release has given up need only be refused, by both numbers."""
    try:
        return differences(line, game)
    except BadRecord as error:
        theirs, ours = line["record"]["rules"], game.rules_version
        is_said = f"rules version {theirs};" in str(error) and f"version {ours}" in str(error)
        return [] if theirs != ours and is_said else [str(error)]


def check(paths: list[Path]) -> int:
    """How many archived games are not as promised; each is named."""
    wrong = 0
    for path in paths:
        lines = list(lines_of(path))
        for number, line in lines:
            found = faults(line, games.load(line["record"]["game"]))
            wrong += bool(found)
            for one in found:
                print(f"{path.name}, game {number}: {one}")
        other = sum([told_otherwise(line) for _, line in lines])
        print(f"{path.name}: {len(lines)} games; {other} are told in other words than they were")
    return wrong


def told_otherwise(line: Mapping[str, Any]) -> bool:
    try:
        return wording(Match.from_json(line["record"], games.load(line["record"]["game"]))) != str(line["wording"])
    except BadRecord:
        return False  # it is not told at all


# ---------------------------------------------------------------- writing


def write(game: Game, many: int, path: Path) -> None:
    if path.exists():
        sys.exit(f"{path.name} is there already, and an archive is kept as it is; raise the rules version first")
    store(path, [json.loads(archived_line(game, number)) for number in range(many)])


def write_more(game: Game, many: int, path: Path) -> None:
    """Those that are there stay as they are: how an option that they do not know is read in them is promised, too."""
    there = [line for _, line in lines_of(path)]
    store(path, there + [json.loads(archived_line(game, len(there) + number)) for number in range(many)])


def add(record: dict[str, Any], path: Path) -> None:
    """A game that was played anywhere, behind all others."""
    there = [line for _, line in lines_of(path)]
    match = Match.from_json(record, games.load(record["game"]))
    found = verdict(match, record.get("nature")).wrong
    if found:
        sys.exit(f"it is not kept: {found[0]}")
    store(path, [*there, {"record": record, **digests(match), "wording": wording(match)}])


def digest_again(path: Path) -> None:
    """New digests of what audiences see. The records stay, and so must the last positions."""
    lines = []
    for number, line in lines_of(path):
        match = Match.from_json(line["record"], games.load(line["record"]["game"]))
        now = digests(match)
        if now["position"] != line["position"]:
            sys.exit(f"{path.name}, game {number}: it ends in another position; that is another rules version")
        lines.append({**line, **now, "wording": wording(match)})
    store(path, lines)


def store(path: Path, lines: list[dict[str, Any]]) -> None:
    text = b"".join([codec.dumps(line) + b"\n" for line in lines])
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))
    print(f"{path.name}: {len(lines)} games, {len(text):,} bytes, {path.stat().st_size:,} compressed")


def archived_line(game: Game, number: int) -> bytes:
    """One game as it is kept."""
    match, sealed = played(game, number)
    key = sealed.key.hex()
    record = {**match.to_json(), "nature": {"table": sealed.table, "key": key, "commitment": commitment(key)}}
    return codec.dumps({"record": record, **digests(match), "wording": wording(match)})


def played(game: Game, number: int) -> tuple[Match, Sealed]:
    """A whole game that is not too long."""
    for attempt in range(1000):
        key = hashlib.sha256(f"archive {game.slug} {game.rules_version} {number} {attempt}".encode()).hexdigest()
        rng, sealed = Random(int(key, 16)), Sealed(key, f"archive-{number}")
        match = begun(game, number, rng, sealed)
        if play_on(match, rng):
            return match, sealed
    raise AssertionError("every attempt was too long")


def begun(game: Game, number: int, rng: Random, sealed: Sealed) -> Match:
    """All player counts in turn; half of the games with the usual options, the others with some drawn by lot."""
    players = game.least_players + number % (game.most_players - game.least_players + 1)
    own = dict(game.components(None).data) if number % OTHER_COMPONENTS == 7 else None
    while True:
        chosen = {option.name: drawn(option, rng) for option in described(game.options) if rng.below(3) == 0}
        try:
            return Match(game, players, chosen if rng.below(2) else {}, own, nature=sealed)
        except LootError:  # a mixture that cannot be
            continue


def drawn(option: Option, rng: Random) -> str | int | bool:
    """Any choice; of a range, nothing far above what is usual, for the sake of short games."""
    choices: list[str | int | bool] = list(option.choices)
    if option.least is not None and option.most is not None:
        usual = option.default if type(option.default) is int else 0
        choices.append(
            option.least + int(rng.below(min(option.most, max(usual, option.least + 30)) - option.least + 1))
        )
    return choices[rng.below(len(choices))]


def play_on(match: Match, rng: Random) -> bool:
    """To the end, now and then by resigning or agreeing; whether it was short enough."""
    temper = int(rng.below(3))  # all at random, all sensible, each as may be
    names = [("random", "greedy", "random" if rng.below(2) else "greedy")[temper] for _ in range(match.players)]
    seats = [bots.make(name, match.game, int(rng.below(2**30))) for name in names]
    resigns, agrees = int(rng.below(20)) == 0, int(rng.below(40)) == 0
    while not match.is_over and match.version <= MOST_ENTRIES:
        seat = match.to_act
        if agrees and rng.below(100) == 0:
            match.agree()
        elif resigns and rng.below(50) == 0 and seat not in match.resigned:
            match.resign(seat)
        else:
            match.play(seat, seats[seat].choose(match.view(seat), bots.offered(match.state)))
    return match.is_over


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("do", choices=("write", "more", "add", "check", "digest"))
    words.add_argument("game", nargs="*", help="which games, or which files to add; all games, if none is named")
    words.add_argument("--games", type=int, default=MANY, help="how many of each to write")
    asked = words.parse_args()
    if asked.do == "add":
        for record in [read_record(Path(name).read_bytes()) for name in asked.game]:
            add(record, path_of(games.load(record["game"])))
        return
    chosen = [games.load(slug) for slug in asked.game or games.slugs()]
    if asked.do == "check":
        sys.exit(1 if check([path for game in chosen for path in sorted(FOLDER.glob(f"{game.slug}-rules*.xz"))]) else 0)
    for game in chosen:
        if asked.do == "write":
            write(game, asked.games, path_of(game))
        elif asked.do == "more":
            write_more(game, asked.games, path_of(game))
        else:
            digest_again(path_of(game))


if __name__ == "__main__":
    main()
