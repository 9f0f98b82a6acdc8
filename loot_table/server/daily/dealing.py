"""Tables of the daily deal: the one try that counts, practice, and what is written down when they are over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date, timedelta
from math import gcd
from typing import Any, Final

import structlog

from loot_table.engine.game import Game
from loot_table.engine.state import Seat
from loot_table.games.puzzles import puzzles_of
from loot_table.server import commands
from loot_table.server import messages as m
from loot_table.server.daily.days import BOT, Days, deal_of, dealt_games, players_of
from loot_table.server.daily.messages import DailyTry
from loot_table.server.daily.tries import GIVEN_UP, KIND, MOST_TRIES, Boards, Try, outcome_of, outcome_told, read_try
from loot_table.server.problems import NoSuchTable, NotFound, NotNow, Problem
from loot_table.server.store import StoreError
from loot_table.server.table import LiveTable
from loot_table.server.tables import Origin, Tables, placed

log = structlog.get_logger()
WEEK: Final = 7
NAMELESS: Final = "You"


class Daily:
    def __init__(self, tables: Tables, now: Callable[[], float] | None = None) -> None:
        self.tables = tables
        self.days = Days(tables.store) if now is None else Days(tables.store, now)
        self.boards = Boards(tables.store)
        self.lock = asyncio.Lock()  # one try is begun at a time
        self.tasks: set[asyncio.Task[None]] = set()
        tables.when_over.append(self.finished)

    # ---- trying

    async def begin(self, slug: str, owner: str, wish: DailyTry) -> tuple[LiveTable, dict[Seat, str], bool]:
        """The table, the tokens of its seat if it is new, and whether it counts."""
        game, day = dealt_game(slug), self.days.today()
        async with self.lock:
            board = await self.boards.of(day, slug)
            mine = await self.settled(owner, day, slug)
            if mine is None and wish.is_practice:
                raise NotNow("the first try counts; practice comes after it")
            if mine is not None and mine.outcome is None:
                return await self.tables.get(mine.table), {}, True  # it goes on where it was
            if mine is not None and not wish.is_practice:
                raise NotNow("you have played today's deal; another try is practice")
            table, tokens = await self.deal(game, day, wish)
            if mine is None and len(board.tries) < MOST_TRIES:
                name = wish.name if wish.shows_name else None
                await self.boards.put(owner, Try(day.isoformat(), slug, table.id, name), self.days.now())
            return table, tokens, mine is None

    async def deal(self, game: Game, day: date, wish: DailyTry) -> tuple[LiveTable, dict[Seat, str]]:
        """A table at which this day's deal begins at once."""
        players = players_of(game)
        seats = [m.SeatWish("human"), *[m.SeatWish("bot", BOT)] * (players - 1)]
        table_wish = m.NewTable(game.slug, players, seats=seats, name=wish.name or NAMELESS, spectators="off")
        places, tokens = placed(table_wish, game)
        origin = Origin(deal=deal_of(day, game.slug), key=await self.days.key(day, game.slug))
        table = await self.tables.create_with(table_wish, places, min(tokens), None, origin)
        async with table.lock:
            await self.tables.change(table, commands.started(table), None)
        return table, tokens

    # ---- what came of it

    def finished(self, table: LiveTable) -> None:
        if table.deal is not None:
            task = asyncio.create_task(self.write_down(table))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def write_down(self, table: LiveTable) -> None:
        try:
            assert table.deal is not None
            board = await self.boards.about(table.deal)
            owner = board.owners.get(table.id)
            if owner is not None and board.tries[owner].outcome is None:
                await self.settle(owner, board.tries[owner], table)
        except StoreError as error:
            log.error("try_not_kept", error=str(error))  # the next look at it writes it down

    async def settle(self, owner: str, mine: Try, table: LiveTable) -> Try:
        """Write down what came of a try, if it is over and was not yet written down."""
        async with table.lock:  # what is not yet kept has not happened
            is_over = table.phase == "over"
        if mine.outcome is None and is_over:
            is_late = self.days.is_deal_told(f"{mine.day}-{mine.game}")
            mine = Try(mine.day, mine.game, mine.table, mine.name, outcome_of(table), is_late)
            await self.boards.put(owner, mine, self.days.now())
        return mine

    async def settled(self, owner: str | None, day: date, slug: str) -> Try | None:
        """A browser's try of a deal, as far as it has come."""
        board = await self.boards.of(day, slug)
        mine = None if owner is None else board.tries.get(owner)
        if owner is None or mine is None or mine.outcome is not None:
            return mine
        try:
            table = await self.tables.get(mine.table)
        except NoSuchTable:  # whoever deletes the table has given up
            gone = Try(mine.day, mine.game, mine.table, mine.name, GIVEN_UP)
            await self.boards.put(owner, gone, self.days.now())
            return gone
        return await self.settle(owner, mine, table)

    # ---- telling

    async def today(self, owner: str | None) -> dict[str, Any]:
        """The day, its deals and its puzzle, and how this browser has done lately."""
        day = self.days.today()
        dealt = dealt_games()
        return {
            "day": day.isoformat(),
            "seconds_left": round(self.days.seconds_left()),
            "featured": dealt[day.toordinal() % len(dealt)].slug if dealt else None,
            "games": [await self.game_today(game, day, owner) for game in dealt],
            "puzzle": puzzle_of(day),
            "week": await self.week(owner, day),
        }

    async def game_today(self, game: Game, day: date, owner: str | None) -> dict[str, Any]:
        board, mine = await self.boards.of(day, game.slug), await self.settled(owner, day, game.slug)
        return {
            "slug": game.slug,
            "name": game.name,
            "players": players_of(game),
            "bot": BOT,
            "mine": None if mine is None else try_told(mine),
            **board.counts(),
        }

    async def week(self, owner: str | None, day: date) -> dict[str, Any]:
        """Days with a try that was finished: the last seven, and how many in a row, today's not yet missed."""
        papers = [] if owner is None else await self.tables.store.papers_of(owner, KIND)
        tries = [each for each in map(read_try, papers) if each.counts]
        played = {each.day for each in tries}
        won = {each.day for each in tries if each.outcome is not None and each.outcome.share == 1.0}
        days = [day - timedelta(days=back) for back in range(WEEK - 1, -1, -1)]
        row, back = 0, day if day.isoformat() in played else day - timedelta(days=1)
        while back.isoformat() in played:
            row, back = row + 1, back - timedelta(days=1)
        told = [
            {"day": each.isoformat(), "played": each.isoformat() in played, "won": each.isoformat() in won}
            for each in days
        ]
        return {"days": told, "in_a_row": row}

    async def board(self, slug: str, day: date, owner: str | None) -> dict[str, Any]:
        """How everybody did. While the deal is played, its results are for those who have finished it."""
        game = dealt_game(slug)
        if day > self.days.today():
            raise NotNow("that day has not come yet")
        board, mine = await self.boards.of(day, slug), await self.settled(owner, day, slug)
        is_over = self.days.is_told(day)
        told: dict[str, Any] = {
            "day": day.isoformat(),
            "game": slug,
            "players": players_of(game),
            "bot": BOT,
            "is_over": is_over,
            "commitment": await self.days.commitment(day, slug),
            "next_commitment": await self.days.commitment(day + timedelta(days=1), slug),
            "key": await self.days.told_key(day, slug),
            "deal": deal_of(day, slug),
            "mine": None if mine is None else try_told(mine),
            **board.counts(),
        }
        is_open = is_over or (mine is not None and mine.outcome is not None)
        told |= {"spread": board.spread() if is_open else None, "named": board.named(owner) if is_open else None}
        return told | {"place": board.place(mine) if mine is not None else None}

    async def close(self) -> None:
        await asyncio.gather(*self.tasks, return_exceptions=True)


def try_told(mine: Try) -> dict[str, Any]:
    return {"table": mine.table, "is_over": mine.outcome is not None, "is_late": mine.is_late, **outcome_told(mine)}


def dealt_game(slug: str) -> Game:
    found = next((game for game in dealt_games() if game.slug == slug), None)
    if found is None:
        raise NotFound("no deal of such a game is dealt here")
    return found


def puzzle_of(day: date) -> dict[str, Any] | None:
    """The puzzle of a day, the same everywhere: another game every day, and all of its puzzles in turn."""
    having = [game for game in dealt_games() if puzzles_of(game.slug).puzzles]
    if not having:
        return None
    turn, place = divmod(day.toordinal(), len(having))
    game = having[place]
    found = puzzles_of(game.slug).puzzles
    puzzle = found[turn * step_of(len(found)) % len(found)]
    return {"game": game.slug, "game_name": game.name, "id": puzzle.id, "stars": puzzle.stars}


def step_of(count: int) -> int:
    """From one to the next so that none comes twice before all have come, and easy and hard ones take turns."""
    return next(step for step in range(max(1, count * 3 // 8), count + 2) if gcd(step, count) == 1)


def check_day(found: date | None) -> date:
    if found is None:
        raise Problem("a day is written like 2026-11-18")
    return found
