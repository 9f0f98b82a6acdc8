"""One table: everything that has happened to it, folded into what it is now."""

from __future__ import annotations

import asyncio
import hashlib
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from loot_table import games
from loot_table.engine.errors import BadJson, BadRecord, IllegalAction, LootError
from loot_table.engine.game import Game, Teams
from loot_table.engine.match import Match
from loot_table.engine.nature import Nature
from loot_table.engine.random import Random
from loot_table.engine.sealed import SealedDeal, kind_of
from loot_table.engine.sentence import Name, Sentence, say
from loot_table.engine.series import Series, with_scores
from loot_table.engine.state import NATURE, NOBODY, Seat
from loot_table.server import happenings
from loot_table.server.clock import Clock
from loot_table.server.happenings import (
    Answered,
    Beginning,
    Called,
    Created,
    Ended,
    Happening,
    Held,
    Hinted,
    Hosted,
    Joined,
    Muted,
    Offered,
    OptionsSet,
    Paired,
    Paused,
    Place,
    Played,
    Readied,
    Rekeyed,
    Rematched,
    Resigned,
    Returned,
    Sat,
    SeatSet,
    Started,
    Stopped,
    Styled,
    Undone,
    Unpaired,
    Unreadable,
)
from loot_table.server.presence import Presence
from loot_table.server.problems import Unavailable
from loot_table.server.stopwatch import Stopwatch
from loot_table.server.store import Kept, TableRow
from loot_table.server.telling import Headings

MOST_NOTES = 50  # at one moment of the game: the last ones are remembered
NO_SEATS: frozenset[Seat] = frozenset()
CALL_SECONDS = 10.0  # between the host's call and the start (LT-6)


class TableLock(asyncio.Lock):
    """One at a time. A table that could not be read back after a failed write is not to be had at all."""

    is_lost = False

    async def __aenter__(self) -> None:
        await self.acquire()
        if self.is_lost:
            self.release()
            raise Unavailable("the table cannot be read now; try again")


@dataclass
class Note:
    """What the table itself has to say, beside the game's events."""

    version: int
    text: Sentence
    rule: str
    at: int = 0  # the match's version


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
    scores: list[list[int]] = field(default_factory=list)  # of the games before in a series (LT-15)
    muted: set[Seat] = field(default_factory=set)
    version: int = 0
    marks: list[int] = field(default_factory=list)  # the match's version after each of ours
    notes: list[Note] = field(default_factory=list)
    answered: dict[str, int] = field(default_factory=dict)  # command -> version it led to
    leavers: dict[Seat, int] = field(default_factory=dict)  # how many have left a seat before the game
    chats: int = 0  # lines that were said, to whomever
    said: dict[int | None, int] = field(default_factory=dict)  # lines by team, None for those that all may hear
    spoken: dict[Seat, int] = field(default_factory=dict)  # decisions a seat had taken at its last rationed line
    called: float | None = None  # when the host called for the start, by the server's own clock
    key: str | None = field(default=None, repr=False)  # what nature follows; nobody sees it before the end
    aside: str = ""  # why the table was set aside (LT-13)
    design: str | None = None  # the hash of the lab's design that is played
    playtest: str | None = None  # the design whose invitation led here
    deal: str | None = None  # the daily deal that is played here (LT-20)
    drawn: dict[str, int] = field(
        default_factory=dict
    )  # how often each kind of chance has come, where luck goes by kinds
    beginning: Beginning | None = None  # where the game begins, if not with the set-up (LT-21)
    has_hints: bool = False
    hints: dict[Seat, int] = field(default_factory=dict)  # how many each seat has asked for (LT-22)
    trail: bytes = field(default=b"", repr=False)  # the log's fingerprint, by which a snapshot is known to be of it
    # Not part of the log:
    is_taken_up: bool = False  # what happened is written down and not played: a snapshot says what came of it
    is_elsewhere: bool = False  # another server is its home; this was read to be looked at
    hinted: set[tuple[Seat, int]] = field(default_factory=set)  # decisions, by the match's version
    shared: Any = None  # what those are told who come to watch now (frames.Shared)
    lock: TableLock = field(default_factory=TableLock)
    sessions: set[Any] = field(default_factory=set)
    presence: Presence = field(default_factory=Presence)
    headings: Headings = field(default_factory=Headings)
    stopwatch: Stopwatch = field(default_factory=Stopwatch)
    unheard: dict[str, frozenset[str]] = field(
        default_factory=dict
    )  # by a seat's key, whose chat its player has blocked

    # ---- folding the log

    def fold(self, happening: Happening, command: str | None = None) -> None:
        """Let something that happened take effect. The same log gives the same table, always."""
        getattr(self, "on_" + happening.kind)(happening)
        self.version += 1
        self.marks.append(self.match.version if self.match is not None else 0)
        if command is not None:
            self.answered[command] = self.version
        if self.match is not None and self.phase == "playing" and self.match.is_over:
            self.phase, self.offer = "over", None
            if self.clock is not None:
                self.clock.stop(time.monotonic())

    def set_aside(self, reason: str) -> None:
        self.phase, self.aside, self.offer, self.called = "aside", reason, None, None
        if self.clock is not None:
            self.clock.stop(time.monotonic())

    def note(self, text: Sentence, rule: str) -> None:
        at = 0 if self.match is None else self.match.version
        last = self.notes[-MOST_NOTES:]
        if len(last) == MOST_NOTES and all(one.at == at for one in last):
            del self.notes[-MOST_NOTES]
        self.notes.append(Note(self.version, text, rule, at))

    def on_created(self, h: Created) -> None:
        self.code, self.game, self.players, self.key = h.code, games.load(h.game), h.players, h.key
        self.options, self.components = dict(h.options), h.components
        self.is_public, self.spectators, self.previous = h.is_public, h.spectators, h.previous
        self.scores, self.design, self.playtest, self.deal = h.scores, h.design, h.playtest, h.deal
        self.beginning, self.has_hints = h.beginning, h.has_hints
        self.places = [msgspec.structs.replace(place) for place in h.places]
        self.host = h.host
        if len(self.places) != self.players or not 0 <= self.host < self.players:
            raise Unreadable("its seats are not as many as its players")
        if self.key is not None and re.fullmatch("[0-9a-f]{64}", self.key) is None:
            raise Unreadable("its key is none")
        if self.scores:
            self.series()  # what cannot be the points of a series is noticed here
        if h.clock is not None:
            terms = h.clock
            full = [float(terms.bank)] * self.players
            self.clock = Clock(terms.bank, terms.increment, full, is_per_move=terms.is_per_move)

    def on_joined(self, h: Joined) -> None:
        place = self.places[h.seat]
        place.kind, place.name, place.token, place.is_ready = "human", h.name, h.token, False
        place.screen = place.phone = None

    def on_sat(self, h: Sat) -> None:
        here, there = self.places[h.seat], self.places[h.to]
        here.colour, there.colour = there.colour, here.colour
        self.leave(h.seat)
        self.places[h.seat], self.places[h.to] = there, here
        if self.host == h.seat:
            self.host = h.to

    def leave(self, seat: Seat) -> None:
        self.called = None
        self.leavers[seat] = self.leavers.get(seat, 0) + 1

    def command_key(self, seat: Seat, id: str) -> str:
        """Names a command in the log. Whoever sits down after somebody else starts with ids of their own."""
        gone = self.leavers.get(seat, 0)
        return f"{seat}+{gone}:{id}" if gone else f"{seat}:{id}"

    def on_styled(self, h: Styled) -> None:
        place = self.places[h.seat]
        place.name = h.name or place.name
        place.colour = h.colour or place.colour
        place.team = place.team if h.team is None else h.team

    def on_readied(self, h: Readied) -> None:
        self.places[h.seat].is_ready = h.is_ready

    def on_called(self, h: Called) -> None:
        self.called = time.monotonic()

    def on_stopped(self, h: Stopped) -> None:
        self.called = None

    def on_seat_set(self, h: SeatSet) -> None:
        place = self.places[h.at]
        self.leave(h.at)
        self.places[h.at] = Place(h.to, h.name, place.colour, place.team, h.to == "bot", h.bot)

    def on_options_set(self, h: OptionsSet) -> None:
        if h.options != self.options:  # other options are another design
            self.design = self.playtest = None
        self.options, self.called = dict(h.options), None
        for seat, place in enumerate(self.places):
            place.is_ready = place.kind == "bot" or (place.is_ready and seat == self.host)

    def on_hosted(self, h: Hosted) -> None:
        self.host = h.seat
        self.note(say("{who} hosts the table now.", who=Name(h.seat)), "LT-6")

    def on_started(self, h: Started) -> None:
        try:
            self.options = dict(self.game.options_under(h.rules, self.options))
        except BadRecord:
            here = f"this release plays rules {self.game.rules_version}"
            raise Unreadable(f"it was begun under rules {h.rules} of {self.game.name}; {here}") from None
        self.match = new_match(self)
        if self.is_taken_up:
            self.match.fall_behind()
        if h.components and not self.game.knows_components(h.components, self.match.components):
            raise Unreadable(f"it was begun with other components of {self.game.name} than those that are here")
        self.phase, self.called = "playing", None
        self.replay(h.entries)
        self.run_clock(h.left, h.began)

    def on_played(self, h: Played) -> None:
        self.replay(h.entries)
        self.offer = None
        self.run_clock(h.left, h.began)

    def replay(self, entries: list[Any]) -> None:
        """Entries of the match's record, played now or read back."""
        match, repeats = self.playing(), self.beginning is not None and self.beginning.luck is not None
        for entry in entries:
            if (self.deal is not None or repeats) and match.to_act == NATURE:
                kind = kind_of(match.state.chance())
                self.drawn[kind] = self.drawn.get(kind, 0) + 1  # no undo goes behind a draw (LT-3)
            match.replay_entry(entry)

    def run_clock(self, left: list[float], began: float) -> None:
        """As much is left as the log says; the clock of whoever decides runs from now on (LT-9). None runs for a bot's
        seat or for somebody who has resigned, or during a pause; that of a player for whom a bot holds the seat does."""
        if self.clock is None:
            return
        now = time.monotonic()
        if left and len(left) != self.players:
            raise Unreadable("its clocks are not as many as its players")
        self.clock.left = [float(one) for one in left] if left else self.clock.all_left(now)
        self.clock.began = began
        if self.is_taken_up:
            return
        seat = self.playing().to_act
        is_running = seat >= 0 and not self.is_paused and self.is_timed(seat)
        self.clock.run(seat if is_running else NOBODY, now)

    def is_timed(self, seat: Seat) -> bool:
        """Whether a clock is for this seat at all."""
        return self.places[seat].kind == "human" and seat not in self.playing().resigned

    def on_undone(self, h: Undone) -> None:
        self.playing().undo(h.seat, set(h.agreed))
        self.headings.forget_after(self.playing().version)
        self.offer = None
        self.note(say("{who} takes the last action back.", who=Name(h.seat)), "LT-3")
        self.run_clock(h.left, h.began)

    def on_resigned(self, h: Resigned) -> None:
        self.playing().resign(h.seat)
        place = self.places[h.seat]
        if h.is_late:
            self.note(say("{who} runs out of time.", who=Name(h.seat)), "LT-9")
        else:
            self.note(say("{who} resigns.", who=Name(h.seat)), "LT-4")
        self.offer = None
        if h.bot is not None:
            place.is_held, place.bot = True, h.bot
        self.run_clock(h.left, h.began)

    def on_ended(self, h: Ended) -> None:
        self.playing().agree()
        self.note(say("The game ends by agreement."), "LT-5")

    def on_offered(self, h: Offered) -> None:
        self.offer = {"kind": h.offer, "by": h.seat, "agreed": list(h.agreed)}

    def on_answered(self, h: Answered) -> None:
        if h.agrees and self.offer is not None:
            self.offer["agreed"] = sorted({*self.offer["agreed"], h.seat})
        elif self.offer is not None:
            took_back = h.seat == self.offer["by"]
            self.offer = None
            who = Name(h.seat)
            self.note(
                say("{who} takes the offer back.", who=who) if took_back else say("{who} declines.", who=who), "LT-7"
            )

    def on_paused(self, h: Paused) -> None:
        self.is_paused, self.offer = h.is_paused, None
        self.run_clock(h.left, h.began)
        self.note(say("The clocks stand still.") if h.is_paused else say("The clocks run again."), "LT-9")

    def on_held(self, h: Held) -> None:
        place = self.places[h.at]
        place.is_held, place.bot, self.offer = True, h.bot, None
        self.note(say("A bot plays for {who}.", who=Name(h.at)), "LT-8")

    def on_returned(self, h: Returned) -> None:
        place = self.places[h.seat]
        place.is_held, place.bot = False, None
        self.note(say("{who} is back.", who=Name(h.seat)), "LT-8")

    def on_rematched(self, h: Rematched) -> None:
        self.next = h.next

    def on_rekeyed(self, h: Rekeyed) -> None:
        """A phone that was paired by the old key is no longer trusted."""
        self.places[h.seat].token = h.token
        self.places[h.seat].phone = None

    def on_hinted(self, h: Hinted) -> None:
        self.hints[h.seat] = self.hints.get(h.seat, 0) + 1
        self.note(say("{who} asks for a hint: the game does not count.", who=Name(h.seat)), "LT-22")

    def on_muted(self, h: Muted) -> None:
        (self.muted.add if h.is_muted else self.muted.discard)(h.at)

    def on_paired(self, h: Paired) -> None:
        self.places[h.seat].phone = h.phone
        self.note(say("{who} plays on a phone now.", who=Name(h.seat)), "LT-18")

    def on_unpaired(self, h: Unpaired) -> None:
        self.places[h.seat].phone = None
        self.note(say("{who} plays at the shared screen again.", who=Name(h.seat)), "LT-18")

    # ---- looking

    def playing(self) -> Match:
        assert self.match is not None, "the game has not started"
        return self.match

    def names(self) -> list[str]:
        return [place.name for place in self.places]

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
        """Seats that agree to everything: bots, and those who have resigned. Whoever holds an absent player's seat agrees
        to nothing (LT-8)."""
        resigned = self.match.resigned if self.match is not None else set()
        return {seat for seat, place in enumerate(self.places) if place.kind == "bot"} | resigned

    def is_alone(self, seat: Seat) -> bool:
        """Whether all other seats are bots: nobody else plays, and nobody could take a seat."""
        return all(other == seat or place.kind == "bot" for other, place in enumerate(self.places))

    def counts(self) -> bool:
        """Whether what comes of it says something about those who play: figures and ratings ask this."""
        return self.beginning is None and not self.hints

    def shares_screen(self, seat: Seat) -> bool:
        screen = self.places[seat].screen
        return screen is not None and [place.screen for place in self.places].count(screen) > 1

    def needs_curtain(self, seat: Seat, keys: frozenset[str] = frozenset()) -> bool:
        """Whether a seat's secrets are sent to a screen with these keys only after somebody unlocks them: not to a phone
        that has this seat alone (LT-18)."""
        if self.phase in ("gathering", "over") or not self.game.has_secrets or not self.shares_screen(seat):
            return False
        return self.places[seat].phone not in keys

    def can_unlock(self, seat: Seat) -> bool:
        """Whether a shared screen may show a seat: not while its hand is on a phone (LT-18)."""
        return self.places[seat].phone is None

    def has_screen(self, seat: Seat) -> bool:
        keys = self.places[seat].tokens()
        return any(not keys.isdisjoint(session.keys) for session in self.sessions)

    def is_here(self, seat: Seat) -> bool:
        """With a screen, or by asking over HTTP now and then."""
        return self.has_screen(seat) or any(self.presence.is_asking(key) for key in self.places[seat].tokens())

    def is_gone(self, seat: Seat) -> bool:
        """Away for so long that others may do something about it (LT-6, LT-8)."""
        keys = self.places[seat].tokens() or {None}
        return not self.is_here(seat) and all(self.presence.is_gone(key) for key in keys)

    def is_watched(self) -> bool:
        """Whether anybody looks, or did a little while ago."""
        return bool(self.sessions) or self.presence.was_looked_at()

    def is_by_day(self) -> bool:
        return self.clock is not None and self.clock.is_by_day

    def asked(self) -> Seat | None:
        """The seat whose own player is to decide now, if any."""
        match = self.match
        if match is None or self.phase != "playing" or self.is_paused or match.to_act < 0:
            return None
        return match.to_act if self.is_played_by_itself(match.to_act) else None

    def is_played_by_itself(self, seat: Seat) -> bool:
        """By the person who sits there, who has not resigned."""
        return self.is_timed(seat) and not self.places[seat].is_held

    def is_worth_playing(self) -> bool:
        """Bots do not play for nobody; at a table by day somebody waits for them elsewhere (LT-16)."""
        if self.is_watched():
            return True
        return self.is_by_day() and any(self.is_played_by_itself(seat) for seat in range(self.players))

    def heir(self) -> Seat | None:
        """LT-6: who hosts the table when the host is gone: the next player who is here."""
        if self.phase == "aside" or not self.is_gone(self.host):
            return None
        after = [(self.host + step) % self.players for step in range(1, self.players)]
        return next((seat for seat in after if self.places[seat].kind == "human" and self.is_here(seat)), None)

    def seats_of(self, keys: frozenset[str]) -> frozenset[Seat]:
        """The seats that hashed tokens open now."""
        if not keys:
            return NO_SEATS
        return frozenset([seat for seat, place in enumerate(self.places) if place.token in keys or place.phone in keys])

    def teams(self) -> Teams | None:
        return None if self.game is None else self.game.teams(self.players, self.options)

    def series(self) -> Series | None:
        """The series this game belongs to, with its own points once it is over (LT-15)."""
        if self.match is not None:
            return self.match.series()
        return with_scores(self.game.series(self.players, self.options), self.scores)

    def luck(self) -> SealedDeal:
        """Nature at the table of a daily deal, as far as it has come."""
        assert self.deal is not None
        assert self.key is not None
        return SealedDeal(self.key, self.deal, self.drawn)

    def hears(self, seats: frozenset[Seat], team: int | None) -> bool:
        """LT-12: a line for a team is for its seats alone, and for no screen that an opponent looks at."""
        if team is None:
            return True
        teams = self.teams()
        return teams is not None and bool(seats) and all(teams.of[seat] == team for seat in seats)

    def has_blocked(self, keys: frozenset[str], seat: Seat) -> bool:
        """Whether a screen with these keys does not hear what a seat says: nobody at it wants to."""
        speaker = self.places[seat].token
        return bool(keys) and all(speaker in self.unheard.get(key, ()) for key in keys)

    def heard(self, team: int | None) -> None:
        """A line was said and kept."""
        self.chats += 1
        self.said[team] = self.said.get(team, 0) + 1

    def may_be_watched(self) -> bool:
        """LT-11. Before the game starts there is nothing to hide but who sits there, which the link tells."""
        if self.phase == "gathering" or self.spectators == "public":
            return True
        return self.spectators == "after" and self.phase == "over"


def new_match(table: LiveTable, nature: Random | Nature | None = None) -> Match:
    """The game that begins at a table."""
    beginning, names = table.beginning, table.names()
    if beginning is None:
        return Match(
            table.game, table.players, table.options, table.components, None, names, nature, scores=table.scores
        )
    position = beginning.position
    match = Match(table.game, table.players, table.options, table.components, position, names, scores=table.scores)
    match.nature = nature
    match.begin_with(beginning.entries)
    return match


def trailed(trail: bytes, body: bytes) -> bytes:
    """The fingerprint of a log with one more entry."""
    return hashlib.blake2b(body, digest_size=32, key=trail).digest()


def folded(id: str, log: Sequence[Kept]) -> LiveTable:
    """A table from its log. At the first entry that cannot be read, or played by the rules that are here, it is set aside
    as it was before that entry (LT-13)."""
    table = LiveTable(id)
    for number, kept in enumerate(log):
        try:
            if kept.version != number + 1:
                raise Unreadable(f"entry {number + 1} of its log is missing")
            table.fold(happenings.read(kept.schema, kept.body), kept.command)
            table.trail = trailed(table.trail, kept.body)
        except Exception as error:
            reason = aside_reason(error, is_before_start=table.match is None)
            table = folded(id, log[:number])  # half of the entry may have happened to the other one
            table.set_aside(reason)
            break
    return table


def aside_reason(error: Exception, is_before_start: bool) -> str:
    """For everybody who may look. What a move or a draw is refused with could hold a secret, and so could a bug's words."""
    if isinstance(error, (Unreadable, BadJson)) or (is_before_start and isinstance(error, LootError)):
        return str(error)[:300].rstrip(".")
    if isinstance(error, IllegalAction):
        return f"a move in its log is against the rules that are here ({error.refusal.rule})"
    return f"an entry of its log cannot be played ({type(error).__name__})"
