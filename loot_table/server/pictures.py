"""Pictures of rules: scenes of shipped positions, each made once. Nobody sends a position here."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from loot_table import games, languages
from loot_table.engine import codec
from loot_table.engine.match import Match
from loot_table.engine.sentence import Voice
from loot_table.games import primer as book
from loot_table.server.asking import small_number
from loot_table.server.problems import NotFound
from loot_table.server.telling import Manner, guide_told, refusal_told, shown

MOST_KEPT = 512  # pictures, of all games and languages
KEPT_SECONDS = 3600  # by whoever asked


def primer_told(slug: str) -> dict[str, Any] | None:
    """What stands on a game's first page, without the scenes."""
    found = book.primer(slug)
    if found is None:
        return None
    return {
        "pitch": found.pitch,
        **{
            name: [{"text": line.text, "rule": line.rule} for line in getattr(found, name)]
            for name in ("may", "mind", "ends")
        },
        "pictures": [
            {
                "rule": one.rule,
                "text": one.text,
                "after": one.after,
                "shows": one.shows,
                "near": list(one.near),
                "fails": one.fails is not None,
            }
            for one in found.pictures
        ],
        "walk": found.walk(),
    }


@lru_cache(MOST_KEPT)
def picture_told(slug: str, number: int, language: str) -> bytes:
    game, found = games.load(slug), book.primer(slug)
    if found is None or not 0 <= number < len(found.pictures):
        raise NotFound("there is no such picture")
    picture, manner = found.pictures[number], Manner("scene", language)
    colours = game.seat_colours + "abcdefgh"
    refusal = book.refusal_of(game, picture) if picture.fails is not None else None
    before = book.match_of(game, picture)
    told = {
        "game": slug,
        "seat": picture.seat,
        "seats": [{"name": name, "colour": colours[seat]} for seat, name in enumerate(before.names)],
        "marks": list(book.marks_of(game, picture)),
        "refusal": refusal_told(refusal, before.voice(manner.words)),
        "before": scene_told(before, picture, manner),
        "after": scene_told(book.match_after(game, picture), picture, manner) if picture.does else None,
    }
    return codec.dumps(told)


def scene_told(match: Match, picture: book.Picture, manner: Manner) -> dict[str, Any]:
    view, voice = match.view(book.audience(picture)), match.voice(manner.words)
    return {
        "scene": shown(match.game, view, voice, manner),
        "guide": guide_told(match, view, voice),
        "to_act": match.to_act,
        "news": [line for number in range(1, match.version + 1) for line in noticed(match, number, picture, voice)],
    }


def noticed(match: Match, version: int, picture: book.Picture, voice: Voice) -> list[dict[str, Any]]:
    """What came of the action that the picture shows: boards draw dice, cards and the last move from it."""
    seen = [event.seen_by(book.audience(picture)) for event in match.recall(version)]
    return [
        {
            "version": version,
            "text": voice.told(event.text()),
            "rule": event.rule(),
            "event": codec.encode(event),
            "chapter": None,
            "is_small": event.is_small(),
            "kind": "score" if event.is_scoring() else "decision",
        }
        for event in seen
        if event is not None
    ]


async def one_picture(request: Request) -> Response:
    slug = request.path_params["slug"]
    if slug not in games.slugs():
        raise NotFound("there is no such game")
    wanted = request.query_params.get("language", "en")[:16]
    language = wanted if isinstance(languages.words(wanted), languages.Catalogue) else "en"
    text = picture_told(slug, small_number(request.path_params["number"]), language)
    headers = {"Cache-Control": f"public, max-age={KEPT_SECONDS}"}
    return Response(text, media_type="application/json", headers=headers)
