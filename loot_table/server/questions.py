"""What a seat may ask about the game: why not, what if, what a typed line means, what there is."""

from __future__ import annotations

from itertools import islice
from typing import Any

from loot_table import games
from loot_table.engine import codec
from loot_table.engine.errors import BadInput, BadLine
from loot_table.engine.match import Match
from loot_table.engine.state import Action, Seat
from loot_table.server.problems import Problem
from loot_table.server.table import LiveTable
from loot_table.server.telling import Manner, choice, everything, refusal_told

MOST_LINE = 200  # characters of a typed line
MOST_WORDS = 12  # completions


def answer(table: LiveTable, seat: Seat, question: dict[str, Any], manner: Manner) -> Any:
    """
    {"why": action}     the rule that forbids it, or none
    {"forecast": action} what it would do, or the rule that forbids it
    {"line": words}     the same for a typed line
    {"complete": words} lines that begin so and can be played now
    {"tell": true}      all that the board shows, as sentences
    anything else       a question of the game's own, about a large decision
    """
    codec.check_plain(question)
    if table.match is None:
        raise Problem("the game has not started")
    match = table.match
    if len(question) == 1:
        (kind, about), *_ = question.items()
        if kind == "why":
            refusal = match.why_not(seat, match.game.codec.action(about))
            return {"refusal": refusal_told(refusal, match.voice(manner.words))}
        if kind == "forecast":
            return forecast(match, seat, match.game.codec.action(about), manner)
        if kind in ("line", "complete"):
            if not isinstance(about, str) or len(about) > MOST_LINE:
                raise Problem(f"a line has at most {MOST_LINE} characters")
            return read(match, seat, about, manner) if kind == "line" else {"lines": completions(match, seat, about)}
        if kind == "tell":
            return {"told": everything(match.game, match.view(seat), match.voice(manner.words))}
    if match.to_act != seat:
        raise Problem("only the seat that decides may ask about its decision")
    return codec.encode(match.state.decision().ask(match.state, question))


def forecast(match: Match, seat: Seat, action: Action, manner: Manner) -> dict[str, Any]:
    voice = match.voice(manner.words)
    refusal = match.why_not(seat, action)
    if refusal is not None:
        return {"refusal": refusal_told(refusal, voice), "choice": None}
    return {"refusal": None, "choice": choice(match, action, match.view(seat), voice)}


def read(match: Match, seat: Seat, line: str, manner: Manner) -> dict[str, Any]:
    """A typed line as the terminal reads it. What cannot be understood is said, and how it would be written."""
    try:
        action = games.part(match.game, "text").read(match.view(seat), line, match.names)
    except BadLine as error:
        return {"unread": match.voice(manner.words).told(error.text)}
    except BadInput as error:
        return {"unread": [str(error)]}
    return {**forecast(match, seat, action, manner), "action": codec.encode(action)}


def completions(match: Match, seat: Seat, begun: str) -> list[str]:
    if match.to_act != seat:
        return []
    text, view, decision = games.part(match.game, "text"), match.view(seat), match.state.decision()
    begun = begun.lower().lstrip()
    if decision.is_large(match.state):
        lines = text.complete(view, begun, match.names) if hasattr(text, "complete") else ()
    else:
        lines = (text.say(view, action, match.names) for action in match.actions())
    return list(dict.fromkeys(islice((line for line in lines if line and line.lower().startswith(begun)), MOST_WORDS)))
