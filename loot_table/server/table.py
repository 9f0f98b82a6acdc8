"""One table: everything that has happened to it, folded into what it is now."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from loot_table import games
from loot_table.engine.game import Game, Teams
from loot_table.engine.match import Match
from loot_table.engine.options import as_dict, read
from loot_table.engine.state import NOBODY, Seat
from loot_table.server.problems import Unavailable
from loot_table.server.store import TableRow

CALL_SECONDS = 10.0  # between the host's call and the start (LT-6)
Happening = dict[str, Any]  # one entry of a table's log; "kind" says which


class TableLock(asyncio.Lock):
    """One at a time. A table that could not be read back after a failed write is not to be had at all."""

    is_lost = False

    async def __aenter__(self) -> None:
        await self.acquire()
        if self.is_lost:
            self.release()
            raise Unavailable("the table cannot be read now; try again")


@cache
def usual_options(options: type) -> dict[str, Any]:
    return as_dict(read(options, {}))


@dataclass
class Place:
    """A seat and who sits on it."""

    kind: str = "open"  # "open", "human" or "bot"
    name: str = ""
    colour: str = "a"
    team: int | None = None
    is_ready: bool = False
    bot: str | None = None  # who plays a bot's seat, or holds a human's
    is_held: bool = False
    token: str | None = None  # the seat token's hash
    screen: str | None = None  # seats with the same value share a screen

    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.is_held


@dataclass
class Note:
    """What the table itself has to say, beside the game's events."""

    version: int
    text: str
    rule: str


@dataclass
class Clock:
    """Time left for each seat. The running one counts from `since`, by the server's own clock."""

    bank: int
    increment: int
    left: list[float]
    running: Seat = NOBODY
    since: float = 0.0

    def left_of(self, seat: Seat, now: float) -> float:
        return self.left[seat] - (now - self.since if seat == self.running else 0.0)

    def stop(self, now: float) -> None:
        if self.running != NOBODY:
            self.left[self.running] = max(0.0, self.left_of(self.running, now))
        self.running = NOBODY


@dataclass
class LiveTable:
    id: str
    code: str = ""
    game: Game = field(default=None)  # type: ignore[assignment]
    players: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    components: dict[str, Any] | None = None
    is_public: bool = False
    spectators: str = "public"
    host: Seat = 0
    places: list[Place] = field(default_factory=list)
    phase: str = "gathering"
    match: Match | None = None
    clock: Clock | None = None
    is_paused: bool = False
    offer: dict[str, Any] | None = None
    previous: str | None = None
    next: str | None = None
    muted: set[Seat] = field(default_factory=set)
    version: int = 0
    marks: list[int] = field(default_factory=list)  # the match's version after each of ours
    notes: list[Note] = field(default_factory=list)
    answered: dict[str, int] = field(default_factory=dict)  # command -> version it led to
    leavers: dict[Seat, int] = field(default_factory=dict)  # how many have left a seat before the game
    chats: int = 0  # lines that were said, to whomever
    said: dict[int | None, int] = field(default_factory=dict)  # lines by team, None for those that all may hear
    called: float | None = None  # when the host called for the start, by the server's own clock
    # Not part of the log:
    lock: TableLock = field(default_factory=TableLock)
    sessions: set[Any] = field(default_factory=set)

    # ---- folding the log

    def fold(self, happening: Happening, command: str | None = None) -> None:
        """Let something that happened take effect. The same log gives the same table, always."""
        getattr(self, "on_" + happening["kind"])(happening)
        self.version += 1
        self.marks.append(self.match.version if self.match is not None else 0)
        if command is not None:
            self.answered[command] = self.version
        if self.match is not None and self.phase == "playing" and self.match.is_over:
            self.phase, self.offer = "over", None
            if self.clock is not None:
                self.clock.stop(time.monotonic())

    def note(self, text: str, rule: str) -> None:
        self.notes.append(Note(self.version, text, rule))

    def on_created(self, h: Happening) -> None:
        self.code, self.game, self.players = h["code"], games.load(h["game"]), h["players"]
        self.options, self.components = h["options"], h["components"]
        self.is_public, self.spectators, self.previous = h["is_public"], h["spectators"], h["previous"]
        self.places = [Place(**place) for place in h["places"]]
        self.host = h["host"]
        if h["clock"] is not None:
            bank = h["clock"]["bank"]
            self.clock = Clock(bank, h["clock"]["increment"], [float(bank)] * self.players)

    def on_joined(self, h: Happening) -> None:
        place = self.places[h["seat"]]
        place.kind, place.name, place.token, place.is_ready, place.screen = "human", h["name"], h["token"], False, None

    def on_sat(self, h: Happening) -> None:
        here, there = self.places[h["seat"]], self.places[h["to"]]
        here.colour, there.colour = there.colour, here.colour
        self.leave(h["seat"])
        self.places[h["seat"]], self.places[h["to"]] = there, here
        if self.host == h["seat"]:
            self.host = h["to"]

    def leave(self, seat: Seat) -> None:
        self.called = None
        self.leavers[seat] = self.leavers.get(seat, 0) + 1

    def command_key(self, seat: Seat, id: str) -> str:
        """Names a command in the log. Whoever sits down after somebody else starts with ids of their own."""
        gone = self.leavers.get(seat, 0)
        return f"{seat}+{gone}:{id}" if gone else f"{seat}:{id}"

    def on_styled(self, h: Happening) -> None:
        place = self.places[h["seat"]]
        place.name = h["name"] or place.name
        place.colour = h["colour"] or place.colour
        place.team = place.team if h["team"] is None else h["team"]

    def on_readied(self, h: Happening) -> None:
        self.places[h["seat"]].is_ready = h["is_ready"]

    def on_called(self, h: Happening) -> None:
        self.called = time.monotonic()

    def on_stopped(self, h: Happening) -> None:
        self.called = None

    def on_seat_set(self, h: Happening) -> None:
        place = self.places[h["at"]]
        self.leave(h["at"])
        self.places[h["at"]] = Place(h["to"], h["name"], place.colour, place.team, h["to"] == "bot", h["bot"])

    def on_options_set(self, h: Happening) -> None:
        self.options, self.called = h["options"], None
        for seat, place in enumerate(self.places):
            place.is_ready = place.kind == "bot" or (place.is_ready and seat == self.host)

    def on_started(self, h: Happening) -> None:
        names = [place.name for place in self.places]
        self.match = Match(self.game, self.players, self.options, self.components, names=names)
        self.phase, self.called = "playing", None
        self.replay(h["entries"])
        self.run_clock(h)

    def on_played(self, h: Happening) -> None:
        self.replay(h["entries"])
        self.offer = None
        self.run_clock(h)

    def replay(self, entries: list[Any]) -> None:
        """Entries of the match's record; those that were played live stand in it already."""
        match = self.playing()
        for entry in entries[max(0, match.version - (self.marks[-1] if self.marks else 0)) :]:
            match.replay_entry(entry)

    def run_clock(self, h: Happening) -> None:
        if self.clock is not None:
            self.clock.left = [float(left) for left in h["left"]]
            self.start_clock()

    def start_clock(self) -> None:
        """The clock of whoever decides runs from now on. No clock runs for a bot, or during a pause (LT-9)."""
        if self.clock is not None:
            seat = self.playing().to_act
            is_running = seat >= 0 and not self.is_paused and not self.places[seat].is_played_by_bot()
            self.clock.running, self.clock.since = seat if is_running else NOBODY, time.monotonic()

    def stop_clock(self, seat: Seat) -> None:
        """A bot plays for the seat from now on."""
        if self.clock is not None and self.clock.running == seat:
            self.clock.stop(time.monotonic())

    def on_undone(self, h: Happening) -> None:
        self.playing().undo(h["seat"], set(h["agreed"]))
        self.offer = None
        self.note(f"{self.places[h['seat']].name} takes the last action back.", "LT-3")
        self.start_clock()

    def on_resigned(self, h: Happening) -> None:
        self.playing().resign(h["seat"])
        place = self.places[h["seat"]]
        self.note(
            f"{place.name} {'runs out of time' if h['is_late'] else 'resigns'}.", "LT-9" if h["is_late"] else "LT-4"
        )
        self.offer = None
        if h["bot"] is not None:
            place.is_held, place.bot = True, h["bot"]
            self.stop_clock(h["seat"])

    def on_ended(self, h: Happening) -> None:
        self.playing().agree()
        self.note("The game ends by agreement.", "LT-5")

    def on_offered(self, h: Happening) -> None:
        self.offer = {"kind": h["offer"], "by": h["seat"], "agreed": h["agreed"]}

    def on_answered(self, h: Happening) -> None:
        if h["agrees"] and self.offer is not None:
            self.offer["agreed"] = sorted({*self.offer["agreed"], h["seat"]})
        elif self.offer is not None:
            took_back = h["seat"] == self.offer["by"]
            self.offer = None
            self.note(f"{self.places[h['seat']].name} {'takes the offer back' if took_back else 'declines'}.", "LT-7")

    def on_paused(self, h: Happening) -> None:
        self.is_paused, self.offer = h["is_paused"], None
        if self.clock is not None:
            self.clock.left = [float(left) for left in h["left"]]
            self.start_clock()
        self.note("The clocks stand still." if h["is_paused"] else "The clocks run again.", "LT-9")

    def on_held(self, h: Happening) -> None:
        place = self.places[h["at"]]
        place.is_held, place.bot, self.offer = True, h["bot"], None
        self.stop_clock(h["at"])
        self.note(f"A bot plays for {place.name}.", "LT-8")

    def on_returned(self, h: Happening) -> None:
        place = self.places[h["seat"]]
        place.is_held, place.bot = False, None
        if self.playing().to_act == h["seat"]:
            self.start_clock()
        self.note(f"{place.name} is back.", "LT-8")

    def on_rematched(self, h: Happening) -> None:
        self.next = h["next"]

    def on_muted(self, h: Happening) -> None:
        (self.muted.add if h["is_muted"] else self.muted.discard)(h["at"])

    # ---- looking

    def playing(self) -> Match:
        assert self.match is not None, "the game has not started"
        return self.match

    def row(self) -> TableRow:
        return TableRow(self.id, self.code, self.phase, self.is_public)

    def bot_to_act(self) -> Seat | None:
        """The seat a bot must answer for now, if any."""
        if self.phase != "playing" or self.match is None or self.is_paused or self.match.to_act < 0:
            return None
        return self.match.to_act if self.places[self.match.to_act].is_played_by_bot() else None

    def not_ready(self) -> list[Seat]:
        """Whom a start has to wait for. The host is ready by starting."""
        return [seat for seat, place in enumerate(self.places) if not place.is_ready and seat != self.host]

    def is_called(self) -> bool:
        return self.called is not None

    def starts_in(self, now: float) -> float | None:
        """Seconds until a called start (LT-6): none to wait once everybody is ready."""
        if self.called is None:
            return None
        return max(0.0, self.called + CALL_SECONDS - now) if self.not_ready() else 0.0

    def machines(self) -> set[Seat]:
        """Seats that agree to everything: bots, and those a bot holds."""
        return {seat for seat, place in enumerate(self.places) if place.is_played_by_bot()}

    def shares_screen(self, seat: Seat) -> bool:
        screen = self.places[seat].screen
        return screen is not None and sum(place.screen == screen for place in self.places) > 1

    def needs_curtain(self, seat: Seat) -> bool:
        """Whether a seat's secrets are sent only after somebody unlocks them."""
        return self.game.has_secrets and self.phase == "playing" and self.shares_screen(seat)

    def is_here(self, seat: Seat) -> bool:
        token = self.places[seat].token
        return token is not None and any(token in session.keys for session in self.sessions)

    def seats_of(self, keys: frozenset[str]) -> frozenset[Seat]:
        """The seats that hashed tokens open now."""
        return frozenset(seat for seat, place in enumerate(self.places) if place.token in keys)

    def teams(self) -> Teams | None:
        return self.game.teams(self.players, self.options)

    def hears(self, seats: frozenset[Seat], team: int | None) -> bool:
        """LT-12: a line for a team is for its seats alone, and for no screen that an opponent looks at."""
        if team is None:
            return True
        teams = self.teams()
        return teams is not None and bool(seats) and all(teams.of[seat] == team for seat in seats)

    def heard(self, team: int | None) -> None:
        """A line was said and kept."""
        self.chats += 1
        self.said[team] = self.said.get(team, 0) + 1

    def may_be_watched(self) -> bool:
        """LT-11. Before the game starts there is nothing to hide but who sits there, which the link tells."""
        if self.phase == "gathering" or self.spectators == "public":
            return True
        return self.spectators == "after" and self.phase == "over"

    def card(self) -> dict[str, Any]:
        """What everybody may know about the table."""
        defaults = usual_options(self.game.options)
        in_force = {**defaults, **self.options}
        teams = self.teams()
        now = time.monotonic()
        clock = self.clock
        return {
            "table": self.id,
            "code": self.code,
            "game": self.game.slug,
            "game_name": self.game.name,
            "phase": self.phase,
            "players": self.players,
            "is_public": self.is_public,
            "spectators": self.spectators,
            "options": in_force,
            "options_changed": {name: value for name, value in in_force.items() if value != defaults[name]},
            "has_own_components": self.components is not None,
            "rules_version": self.game.rules_version,
            "has_secrets": self.game.has_secrets,
            "team_talk": None if teams is None else teams.talk,
            "host": self.host,
            "starts_in": self.starts_in(now),
            "to_act": self.match.to_act if self.match is not None and self.phase == "playing" else None,
            "clock": None if clock is None else {"bank": clock.bank, "increment": clock.increment},
            "is_paused": self.is_paused,
            "offer": self.offer,
            "previous": self.previous,
            "next": self.next,
            "seats": [self.seat_card(seat, now, teams) for seat in range(self.players)],
        }

    def seat_card(self, seat: Seat, now: float, teams: Teams | None) -> dict[str, Any]:
        place = self.places[seat]
        return {
            "seat": seat,
            "kind": place.kind,
            "name": place.name,
            "colour": place.colour,
            "team": place.team if teams is None else teams.of[seat],
            "is_ready": place.is_ready,
            "is_here": place.kind == "bot" or self.is_here(seat),
            "bot": place.bot,
            "is_held": place.is_held,
            "has_resigned": self.match is not None and seat in self.match.resigned,
            "clock": None if self.clock is None else round(max(0.0, self.clock.left_of(seat, now)), 1),
        }
