"""The promises every game keeps, as checks on one table. `test_contract.py` plays games and calls them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.errors import BadJson
from loot_table.engine.game import Game
from loot_table.engine.random import Random
from loot_table.engine.sentence import Sentence, Voice
from loot_table.engine.state import NATURE, REFEREE, SPECTATOR, Action, Event, Seat, State

MOST_LOOKED_AT = 60  # of the answers to a large decision
RULE = re.compile(r"[A-Z]{2}-[A-Z0-9][A-Z0-9.a-z-]*")


NAMES = [f"<{seat}>" for seat in range(8)]
VOICE = Voice(NAMES)


def check_sentence(sentence: Sentence) -> None:
    """A whole sentence: every hole filled, nobody called by a number."""
    text = VOICE.text(sentence)
    assert text.strip()
    assert not re.search(r"\{|\}|\bplayer \d", text), text


def viewers(state: State) -> list[Seat]:
    return [*range(state.players), SPECTATOR]


def seen(state: State, seat: Seat) -> bytes:
    """Everything a seat's view says, byte for byte."""
    return codec.dumps(codec.encode(state.view(seat)))


def same_table(one: State, other: State) -> bool:
    return seen(one, REFEREE) == seen(other, REFEREE)


def check_rule(game: Game, rule: str) -> None:
    """A rule that is named exists: in the game's rulebook, where it has one."""
    assert RULE.fullmatch(rule), rule
    if game.slug in games.slugs():
        assert re.search(re.escape(rule) + r"(?![\w.]*\d)", rulebook(game)), f"{rule} is not in the rulebook"


def rulebook(game: Game) -> str:
    folder = Path(games.__path__[0]) / game.slug
    return (folder / "rulebook.md").read_text(encoding="utf-8")


def check_actions(game: Game, state: State, others: Sequence[Action], rng: Random) -> None:
    """Legality has one answer, and an action's JSON means that action."""
    decision = state.decision()
    listed = list(decision.actions(state))
    assert listed, "a decision has at least one answer"
    assert len(set(listed)) == len(listed), "an action is listed once"
    check_rule(game, decision.rule())
    check_sentence(decision.prompt(state))
    check_sentence(decision.waiting(state))
    for action in spread(listed) if decision.is_large(state) else listed:
        assert decision.why_not(state, action) is None, action
        assert VOICE.text(action.label(state)).strip()
        assert game.codec.action(codec.loads(codec.dumps(codec.encode(action)))) == action
    for _ in range(3):
        assert decision.sample(state, rng) in listed
    legal = set(listed)
    for action in others:
        refusal = decision.why_not(state, action)
        if action in legal:
            assert refusal is None
        elif not decision.is_open():
            assert refusal is not None, f"{action} is not listed but accepted"
        if refusal is not None:
            check_sentence(refusal.text)
            check_rule(game, refusal.rule)


def spread(listed: Sequence[Action]) -> Sequence[Action]:
    """Some of the thousands of answers to a large decision, from the whole length of the list."""
    return listed[:: 1 + len(listed) // MOST_LOOKED_AT]


def check_copy(state: State, rng: Random) -> None:
    """A copy is a stranger."""
    before = seen(state, REFEREE)
    twin = state.copy()
    assert seen(twin, REFEREE) == before
    for _ in range(4):
        if twin.agenda:
            step_at_random(twin, rng)
    assert seen(state, REFEREE) == before


def step_at_random(state: State, rng: Random) -> None:
    if state.to_act == NATURE:
        state.happen(state.chance().sample(state, rng))
    else:
        state.apply(state.decision().sample(state, rng))


def check_views(game: Game, state: State, rng: Random) -> None:
    """A view is enough, travels, and is what it says it is."""
    for seat in viewers(state):
        view = state.view(seat)
        assert view.seat == seat
        assert view.to_act == state.to_act
        assert game.codec.decode(codec.loads(codec.dumps(codec.encode(view)), 2**22), view.box) == view
        assert view.imagine(rng).view(seat) == view
    assert same_table(state.view(REFEREE).imagine(rng), state)


def check_secrets(game: Game, state: State, others: Sequence[Action], rng: Random) -> int:
    """Two tables that differ only in what a seat may not know look the same to it, byte for byte. Returns the pairs."""
    pairs = 0
    for seat in viewers(state):
        world = state.view(seat).imagine(rng)
        assert seen(world, seat) == seen(state, seat)
        if state.to_act >= 0:
            assert world.decision().prompt(world) == state.decision().prompt(state)
            if state.to_act == seat:
                check_same_offer(state, world, others)
            check_same_news(state, world, seat, rng)
        pairs += 1
    return pairs


def check_same_offer(state: State, world: State, others: Sequence[Action]) -> None:
    mine, theirs = state.actions(), world.actions()
    assert list(mine) == list(theirs)
    if state.decision().is_large(state):
        mine, theirs = spread(mine), spread(theirs)
    assert [action.label(state) for action in mine] == [action.label(world) for action in theirs]
    for action in others:
        assert state.decision().why_not(state, action) == world.decision().why_not(world, action)


def check_same_news(state: State, world: State, seat: Seat, rng: Random) -> None:
    """The same answer in both worlds tells the seat the same, up to the moment that reveals something."""
    action = state.decision().sample(state, rng)
    if world.decision().why_not(world, action) is not None:
        return
    told: list[list[Event]] = []
    ends: list[State] = []
    for table in (state.copy(), world.copy()):
        table.news = []
        table.apply(action)
        told.append(table.news)
        ends.append(table)
    is_revealing = [any(event.reveals() for event in news) for news in told]
    if any(is_revealing):
        told = [until_revealed(news) for news in told]
    heard = [[codec.dumps(codec.encode(e.seen_by(seat))) for e in news if e.seen_by(seat)] for news in told]
    assert heard[0] == heard[1]
    if not any(is_revealing):
        assert seen(ends[0], seat) == seen(ends[1], seat)


def until_revealed(news: Sequence[Event]) -> list[Event]:
    before: list[Event] = []
    for event in news:
        if event.reveals():
            break
        before.append(event)
    return before


def check_events(game: Game, events: Sequence[Event], names: Sequence[str]) -> None:
    for event in events:
        check_rule(game, event.rule())
        check_sentence(event.text())
        assert game.codec.decode(codec.loads(codec.dumps(codec.encode(event)), 2**20)) == event


def check_hostile(game: Game, plain: dict[str, object], rng: Random) -> None:
    """An action with a field too many, too few or of the wrong type is refused in words."""
    for bad in mutations(plain, rng):
        with pytest.raises(BadJson):
            game.codec.action(bad)


def mutations(plain: dict[str, object], rng: Random) -> list[object]:
    names = [name for name in plain if name != "type"]
    found: list[object] = [{**plain, "extra": 1}, {**plain, "type": "nonsense"}, [plain], None, {**plain, "type": 3}]
    if names:
        name = names[rng.below(len(names))]
        found.append({key: value for key, value in plain.items() if key != name})
        wrong: list[object] = [None, 1.5, {"a": 1}, [[[]]]]
        found.extend({**plain, name: value} for value in wrong)
    return found
