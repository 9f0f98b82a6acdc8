"""Match: seats, checks, record, undo, replay. The only door for players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mypy_extensions import mypyc_attr

from loot_table.engine import codec
from loot_table.engine import options as option_reader
from loot_table.engine.errors import BadInput, BadRecord, BadTable, IllegalAction
from loot_table.engine.game import Game
from loot_table.engine.nature import Nature, decided
from loot_table.engine.past import OFTEN, News, Past
from loot_table.engine.random import Random
from loot_table.engine.sentence import ENGLISH, Name, Sentence, Voice, Words, all_of, say
from loot_table.engine.series import Series, with_scores
from loot_table.engine.state import NATURE, NOBODY, REFEREE, Action, Event, Refusal, Seat, State, View

FORMAT = "loot-table-record/1"
MOST_RECORD_BYTES = 8 * 1024 * 1024
MOST_NAME = 40


@dataclass(frozen=True)
class Entry:
    """One line of a record: what a seat did, what nature did, or a service of the table."""

    seat: Seat  # NATURE for an outcome, NOBODY for an agreement
    action: Action | None = None
    outcome: int | None = None
    service: str = ""  # "resign" or "agree"

    def to_json(self) -> dict[str, Any]:
        if self.action is not None:
            return {"seat": self.seat, "action": codec.encode(self.action)}
        if self.service == "resign":
            return {"resign": self.seat}
        if self.service == "agree":
            return {"agree": True}
        return {"outcome": self.outcome}


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness:
    """Sees what happens in a match, each time just before it does (`measure/recorder.py`)."""

    def see(self, state: State, entry: Entry) -> None:
        raise NotImplementedError


class Match:
    """One game being played. Its version is the number of entries in its record."""

    def __init__(
        self,
        game: Game,
        players: Any,  # checked here, also in the compiled build
        options: Mapping[str, object] | None = None,
        components: Mapping[str, Any] | None = None,
        position: Any = None,
        names: Sequence[Any] | None = None,
        nature: Random | Nature | None = None,
        like: Match | None = None,
        scores: Any = (),
        witness: Witness | None = None,
    ) -> None:
        """`components`: data to use instead of the game's own. `position`: where to start instead of the set-up.
        `nature` decides chances at once; without it, call `happen`. `like`: a match whose checked components serve.
        `scores`: the points of the games before this one, where it is one of a series. `witness`: of all that happens."""
        game.check_players(players)
        self.game = game
        self.players: int = players
        self.options: Any = option_reader.read(game.options, options or {})
        self.component_data = components
        self.components: Any = game.components(components) if like is None else like.components
        self.position = position
        self.names = checked_names(names, players, game)
        self.before = with_scores(self._new_series(), scores)
        self.nature: Random | Nature | None = nature
        self.witness = witness
        self.record: list[Entry] = []
        self.drawn = 0  # how often nature has decided
        self.begun = 0  # entries that it began with: they were played in another game, and nobody takes them back
        self.past = Past()
        self.is_behind = False  # entries are written down and not played: `catch_up` says what came of them
        self.resigned: set[Seat] = set()
        self.service = ""  # "resignation" or "agreement" when a service of the table ended the game
        self.state = self._set_up()
        self.past.news.append(self._news())
        self._let_nature_decide()

    def _set_up(self) -> State:
        if self.position is None:
            state = self.game.new(self.players, self.options, self.components)
        else:
            state = self.game.read_position(self.position, self.players, self.options, self.components)
        state.news = []
        return state

    def _new_series(self) -> Series | None:
        return None if self.game.read_series is None else self.game.read_series(self.players, self.options)

    # ---- looking

    def voice(self, words: Words = ENGLISH) -> Voice:
        """Says sentences of the rules, which know no names, with those of this match."""
        return Voice(self.names, words, self.state.things())

    @property
    def version(self) -> int:
        return len(self.record)

    @property
    def log(self) -> list[News]:
        """log[n + 1] is what entry n caused. Whoever needs some of it only asks to `recall` that."""
        return [self.recall(version) for version in range(self.version + 1)]

    @property
    def to_act(self) -> Seat:
        return NOBODY if self.service else self.state.to_act

    @property
    def is_over(self) -> bool:
        return self.to_act == NOBODY

    @property
    def reason(self) -> str:
        """Why the game ended; empty while it runs."""
        return self.service or self.state.reason

    def view(self, seat: Seat) -> View:
        return self.state.view(seat)

    def actions(self) -> Sequence[Action]:
        """What the seat to act may do, for that seat's eyes only."""
        return () if self.to_act < 0 else self.state.actions()

    def events(self, seat: Seat, since: int = -1) -> list[Event]:
        """What a seat has noticed, of the whole match or since a version."""
        told = [
            event.seen_by(seat)
            for number in range(max(0, since + 1), self.version + 1)
            for event in self.recall(number)
        ]
        return [event for event in told if event is not None]

    def standings(self) -> list[float]:
        """Each seat's share of the victory. What a seat that resigned would get goes to the others (LT-4)."""
        staying = [seat for seat in range(self.players) if seat not in self.resigned]
        if self.service:
            return [1 / len(staying) if seat in staying else 0.0 for seat in range(self.players)]
        shares = self.state.standings()
        lost = sum(shares[seat] for seat in self.resigned)
        heirs = [seat for seat in staying if shares[seat] > 0] or staying
        return [
            (shares[seat] + (lost / len(heirs) if seat in heirs else 0.0)) * (seat in staying)
            for seat in range(self.players)
        ]

    def result(self) -> dict[str, Any] | None:
        """The end as plain data, or None while the game runs. `winner` is None when nobody won alone."""
        if not self.is_over:
            return None
        shares = self.standings()
        winner = shares.index(1.0) if 1.0 in shares else None
        return {"winner": winner, "reason": self.reason, "standings": shares}

    def ending(self) -> Sentence:
        """Who won, and what decided it: `Ada wins. Three in a row.`"""
        shares = self.standings()
        best = max(shares)
        winners = [Name(seat) for seat, share in enumerate(shares) if share == best > 0]
        if not winners:
            return say("Nobody wins. {why}", why=self.decided())
        if len(winners) == 1:
            return say("{winner} wins. {why}", winner=winners[0], why=self.decided())
        if len(winners) == self.players:
            return say("A draw. {why}", why=self.decided())
        return say("{winners} share the victory. {why}", winners=all_of(winners), why=self.decided())

    def decided(self) -> Sentence:
        """What decided a game that is over: the rules, or a service of the table."""
        if self.service == "resignation":
            return say("{names} resigned.", names=all_of([Name(seat) for seat in sorted(self.resigned)]))
        if self.service == "agreement":
            return say("All agreed to end it.")
        return self.state.ending()

    def series(self) -> Series | None:
        """The series this game belongs to, with its own points once it is over; None for a game by itself."""
        if self.before is None or not self.is_over:
            return self.before
        assert self.game.points is not None
        return self.before.entered(self.game.points(self.state))

    # ---- beginning where another game stood

    def begin_with(self, entries: Sequence[Any]) -> None:
        """Take over the first entries of another record, each checked. Nature decides anew from there."""
        assert not self.record, "this game has begun"
        nature, self.nature = self.nature, None
        for number, plain in enumerate(entries):
            try:
                self.replay_entry(plain)
            except (IllegalAction, BadInput) as error:
                raise BadRecord(f"entry {number} cannot be played: {error}") from None
        if self.is_over:
            raise BadRecord("this game is over there: nothing is left to play")
        self.begun, self.nature = self.version, nature
        self._let_nature_decide()

    # ---- playing

    def why_not(self, seat: Seat, action: Action) -> Refusal | None:
        """The rule that forbids a seat this action now, or None."""
        refusal = self._why_not_now(seat)
        return refusal if refusal is not None else self.state.decision().why_not(self.state, action)

    def _why_not_now(self, seat: Seat) -> Refusal | None:
        if self.is_over:
            return self._over()
        if self.to_act == NATURE:
            return Refusal(say("It is not your decision: nature is to act."), "LT-1")
        if self.to_act != seat:
            return Refusal(say("It is not your decision: {who} is to act.", who=Name(self.to_act)), "LT-1")
        return None

    def _over(self) -> Refusal:
        return Refusal(say("The game is over. {why}", why=self.decided()), "LT-2")

    def play(self, seat: Seat, action: Action) -> None:
        """A seat acts. Refused with the rule, or carried out and recorded."""
        refusal = self.why_not(seat, action)
        if refusal is not None:
            raise IllegalAction(refusal, self.voice())
        self._enter(Entry(seat, action=action))
        self._let_nature_decide()

    def ahead(self, seat: Seat, action: Action, nature: Random | Nature) -> list[Entry]:
        """What a seat's action would enter into the record, with nature's answers to it. Nothing is changed."""
        refusal = self.why_not(seat, action)
        if refusal is not None:
            raise IllegalAction(refusal, self.voice())
        entries, state = [Entry(seat, action=action)], self.state.copy()
        state.apply(action)
        while state.to_act == NATURE:
            outcome = decided(nature, state, self.drawn + len(entries) - 1)
            state.happen(outcome)
            entries.append(Entry(NATURE, outcome=outcome))
        return entries

    def happen(self, outcome: int) -> None:
        """Nature acts, by hand."""
        possible = [number for number, _ in self.state.outcomes()]
        if self.to_act != NATURE or outcome not in possible:
            raise BadInput(f"nature cannot decide {outcome} here; possible are {possible or 'none'}")
        self._enter(Entry(NATURE, outcome=outcome))
        self._let_nature_decide()

    def resign(self, seat: Seat) -> None:
        """A seat gives up (LT-4). The game ends when one seat is left; until then somebody may play on for it."""
        if self.is_over:
            raise IllegalAction(self._over(), self.voice())
        if not 0 <= seat < self.players:
            raise BadTable(f"there is no seat {seat}; seats are 0 to {self.players - 1}")
        if seat in self.resigned:
            raise IllegalAction(Refusal(say("You have resigned already."), "LT-4"))
        self._enter(Entry(seat, service="resign"))

    def agree(self) -> None:
        """All agree to end the game with equal shares (LT-5)."""
        if self.is_over:
            raise IllegalAction(self._over(), self.voice())
        self._enter(Entry(NOBODY, service="agree"))

    def _let_nature_decide(self) -> None:
        while self.nature is not None and self.to_act == NATURE:
            self._enter(Entry(NATURE, outcome=decided(self.nature, self.state, self.drawn)))

    def _enter(self, entry: Entry) -> None:
        if self.is_behind:
            self._write_down(entry)
            return
        if self.witness is not None:
            self.witness.see(self.state, entry)
        if entry.action is not None:
            self.state.apply(entry.action)
        elif entry.outcome is not None:
            self.state.happen(entry.outcome)
            self.drawn += 1
        elif entry.service == "resign":
            self.resigned.add(entry.seat)
            if len(self.resigned) == self.players - 1:
                self.service = "resignation"
        else:
            self.service = "agreement"
        self.record.append(entry)
        self.past.news.append(self._news())
        if len(self.record) % OFTEN == 0:
            self.past.keep(len(self.record), self.state.copy())

    def _write_down(self, entry: Entry) -> None:
        self.record.append(entry)
        self.past.news.append(None)
        self.drawn += entry.outcome is not None
        if entry.service == "resign":
            self.resigned.add(entry.seat)

    def _news(self) -> News:
        news = tuple(self.state.news or ())
        self.state.news = []
        return news

    # ---- going back

    def why_not_undo(self, seat: Seat, agreed: Collection[Seat] = ()) -> Refusal | None:
        """Why a seat cannot take back its last action, or None. Seats in `agreed` let their later actions go too."""
        if self.is_over:
            return Refusal(say("The game is over: nothing can be taken back."), "LT-2")
        back = self._last_action_of(seat)
        if back is None:
            return Refusal(say("You have not acted yet: there is nothing to undo."), "LT-3")
        for number in range(back, self.version):
            entry = self.record[number]
            if entry.service:
                return Refusal(say("{who} has resigned since.", who=Name(entry.seat)), "LT-3")
            if entry.seat == NATURE:
                return Refusal(say("Chance has decided something since: that cannot be unseen."), "LT-3")
            if any(event.reveals() for event in self.recall(number + 1)):
                return Refusal(say("Something hidden was shown since: that cannot be unseen."), "LT-3")
            if entry.seat != seat and entry.seat not in agreed:
                return Refusal(say("{who} has acted since and would have to agree.", who=Name(entry.seat)), "LT-3")
        return None

    def undo(self, seat: Seat, agreed: Collection[Seat] = ()) -> None:
        """Take back a seat's last action, and what agreeing seats did since (LT-3)."""
        refusal = None if self.is_behind else self.why_not_undo(seat, agreed)
        if refusal is not None:
            raise IllegalAction(refusal, self.voice())
        back = self._last_action_of(seat)
        assert back is not None
        self._go_back(back)

    def _go_back(self, version: int) -> None:
        """As it was then. Nothing that can be taken back has ended the game, or is a service of the table."""
        for entry in self.record[version:]:
            self.drawn -= entry.outcome is not None
        del self.record[version:]
        self.past.forget_after(version)
        if self.is_behind:
            return
        known = self.past.nearest(version + 1)
        self.state = self._kept(known)
        for entry in self.record[known:]:
            self._play(entry)
        self.state.news = []

    def actors_since_last_action_of(self, seat: Seat) -> list[Seat]:
        """Who has acted since then, that action included, once for each action."""
        back = self._last_action_of(seat)
        since = [] if back is None else self.record[back:]
        return [entry.seat for entry in since if entry.action is not None]

    def _last_action_of(self, seat: Seat) -> int | None:
        for number in range(self.version - 1, self.begun - 1, -1):
            entry = self.record[number]
            if entry.seat == seat and entry.action is not None:
                return number
        return None

    def at(self, version: int) -> Match:
        """The match as it was after so many entries, as a match of its own."""
        if not 0 <= version <= self.version:
            raise BadInput(f"there is no version {version}; there are 0 to {self.version}")
        settings = option_reader.as_dict(self.options)
        earlier = Match(self.game, self.players, settings, self.component_data, self.position, self.names, like=self)
        earlier.before, earlier.begun = self.before, min(self.begun, version)
        known = self.past.nearest(version)  # the last entry is played, for it may be a service that ended the game
        if known:
            earlier._go_on_from(self, known)
        for entry in self.record[earlier.version : version]:
            earlier._enter(entry)
        return earlier

    def seen_again(self, witness: Witness) -> None:
        """Show somebody all that has happened."""
        settings = option_reader.as_dict(self.options)
        again = Match(self.game, self.players, settings, self.component_data, self.position, self.names, like=self)
        again.state.news = None
        for entry in self.record:
            witness.see(again.state, entry)
            again._play(entry)

    def _play(self, entry: Entry) -> None:
        """What an entry does to the table, if anything."""
        if entry.action is not None:
            self.state.apply(entry.action)
        elif entry.outcome is not None:
            self.state.happen(entry.outcome)

    def _kept(self, version: int) -> State:
        """A table as it was at a version that was kept, with nobody listening."""
        if version:
            return self.past.state(version, self.state.view(REFEREE).box, self.game.codec)
        state = self._set_up()
        state.news = None
        return state

    def _go_on_from(self, other: Match, known: int) -> None:
        """Take over what another match has kept, but for its end."""
        self.state = other._kept(known)
        self.state.news = []
        self.record, self.past = other.record[:known], other.past.until(known)
        self.resigned = {entry.seat for entry in self.record if entry.service == "resign"}
        self.drawn = sum([entry.outcome is not None for entry in self.record])

    # ---- taking a long match up where it was

    def fall_behind(self) -> None:
        """From here on entries are only written down: whoever brings them knows that they were played by these rules."""
        self.is_behind = True

    def pass_by(self, table: bytes) -> None:
        """The table at this version, as `past.written` has it."""
        self.past.texts[self.version] = table

    def catch_up(self) -> None:
        """All that was written down has happened: the table is as it was passed by last, at this version."""
        self.state = self.past.state(self.version, self.state.view(REFEREE).box, self.game.codec)
        self.state.news = []
        self.is_behind = False

    def recall(self, version: int) -> News:
        """What led to a version made people notice. Of long ago it is played again, with all between two kept tables."""
        told = self.past.news[version]
        if told is not None:
            return told
        known, last = self.past.nearest(version), self.past.next(version, self.version)
        state = self._kept(known)
        state.news = []
        for number in range(known, last):
            entry = self.record[number]
            if entry.action is not None:
                state.apply(entry.action)
            elif entry.outcome is not None:
                state.happen(entry.outcome)
            self.past.news[number + 1] = tuple(state.news)
            state.news = []
        told = self.past.news[version]
        assert told is not None
        return told

    # ---- saving

    def to_json(self) -> dict[str, Any]:
        """The whole match as plain data. It holds every secret: for the server's own store, or after the end."""
        saved: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.slug,
            "rules": self.game.rules_version,
            "players": self.players,
            "names": list(self.names),
            "options": option_reader.as_dict(self.options),
            "components": self.components.hash,
            "entries": [entry.to_json() for entry in self.record],
        }
        if self.component_data is not None:
            saved["component_data"] = dict(self.component_data)
        if self.position is not None:
            saved["position"] = self.position
        if self.begun:
            saved["begun"] = self.begun
        if self.before is not None and self.before.scores:
            saved["series"] = [list(score) for score in self.before.scores]
        result = self.result()
        if result is not None:
            saved["result"] = result
        return saved

    @classmethod
    def from_json(cls, saved: Any, game: Game, nature: Random | None = None) -> Match:
        """A match played again from its record, every entry checked on the way."""
        check_record(saved, game)
        match = cls(
            game,
            saved["players"],
            game.options_under(saved["rules"], saved["options"]),
            saved.get("component_data"),
            saved.get("position"),
            saved["names"],
            scores=saved.get("series", []),
        )
        if not game.knows_components(saved["components"], match.components):
            raise BadRecord("this record was played with other components than those that are here")
        for number, plain in enumerate(saved["entries"]):
            try:
                match.replay_entry(plain)
            except (IllegalAction, BadInput) as error:
                raise BadRecord(f"entry {number} cannot be played: {error}") from None
        match.begun = saved.get("begun", 0)
        if not 0 <= match.begun <= match.version:
            raise BadRecord('"begun" of a record is how many of its entries were taken over')
        if "result" in saved and saved["result"] != match.result():
            raise BadRecord("the record's result is not what its entries lead to")
        match.nature = nature
        match._let_nature_decide()
        return match

    def replay_entry(self, plain: Any) -> None:
        """Play one entry of a record, checked like any other."""
        if not isinstance(plain, dict):
            raise BadRecord(f"an entry is an object, got {codec.shown(plain)}")
        if set(plain) == {"seat", "action"} and type(plain["seat"]) is int:
            action = self.game.codec.action(plain["action"])
            if self.is_behind:
                self._write_down(Entry(plain["seat"], action=action))
            else:
                self.play(plain["seat"], action)
        elif set(plain) == {"outcome"} and type(plain["outcome"]) is int:
            if self.is_behind:
                self._write_down(Entry(NATURE, outcome=plain["outcome"]))
            else:
                self.happen(plain["outcome"])
        elif set(plain) == {"resign"} and type(plain["resign"]) is int:
            self.resign(plain["resign"])
        elif plain == {"agree": True}:
            self.agree()
        else:
            raise BadRecord(f"an entry has seat and action, or outcome, resign or agree; got {codec.shown(plain)}")

    def save(self) -> bytes:
        return codec.dumps(self.to_json())


def read_record(text: bytes | str) -> dict[str, Any]:
    """A record's plain data, checked as far as one can without its game."""
    saved = codec.loads(text, MOST_RECORD_BYTES)
    if not isinstance(saved, dict) or saved.get("format") != FORMAT:
        raise BadRecord(f'this is not a record: its "format" must be "{FORMAT}"')
    if not isinstance(saved.get("game"), str):
        raise BadRecord('a record names its "game"')
    return saved


REQUIRED = {
    "format": str,
    "game": str,
    "rules": int,
    "players": int,
    "names": list,
    "options": dict,
    "components": str,
    "entries": list,
}
OPTIONAL = {
    "component_data": dict,
    "position": object,
    "result": dict,
    "nature": dict,
    "seats": list,
    "series": list,
    "design": str,
    "begun": int,
    "hints": list,
}


def check_record(saved: Any, game: Game) -> None:
    """Refuse a record that is not of this form, game and rules."""
    if not isinstance(saved, dict):
        raise BadRecord("a record is a JSON object")
    for name, kind in REQUIRED.items():
        if type(saved.get(name)) is not kind:
            raise BadRecord(f'a record needs "{name}", {kind.__name__}; got {codec.shown(saved.get(name))}')
    for name, value in saved.items():
        if name not in REQUIRED and name not in OPTIONAL:
            raise BadRecord(f'a record has no field "{name}"')
        if name in OPTIONAL and not isinstance(value, OPTIONAL[name]):
            raise BadRecord(f'"{name}" of a record must be {OPTIONAL[name].__name__}')
    if saved["format"] != FORMAT:
        raise BadRecord(f'this program reads the format "{FORMAT}", not "{saved["format"]}"')
    if saved["game"] != game.slug:
        raise BadRecord(f'this record is of "{saved["game"]}", not of "{game.slug}"')


def checked_names(names: Sequence[Any] | None, players: int, game: Game) -> tuple[str, ...]:
    """The seats' names, the game's own where none are given."""
    if names is None:
        return tuple(game.seat_names[:players])
    if len(names) != players:
        raise BadTable(f"{players} names are needed, got {len(names)}")
    for name in names:
        if not isinstance(name, str) or not name.strip() or len(name) > MOST_NAME or not name.isprintable():
            raise BadTable(f"a name is 1 to {MOST_NAME} printable characters, got {codec.shown(name)}")
    return tuple(str(name) for name in names)
