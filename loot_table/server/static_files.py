"""The browser client's files: read once, kept in memory, and sent compressed where they were built so."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

# By hand where it matters: what a machine's own list says differs, and browsers are told not to guess.
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
# What a file may be sent as, the smallest first; written beside it when the client was built: nothing is compressed while
# somebody waits.
CODINGS = {"br": ".br", "gzip": ".gz"}


@dataclass(frozen=True)
class StaticFile:
    path: Path
    plain: bytes
    smaller: dict[str, bytes]  # by coding
    media_type: str

    def answer(self, request: Request, caching: str) -> Response:
        headers = {"Cache-Control": caching}
        if self.smaller:
            headers["Vary"] = "Accept-Encoding"
        if "range" in request.headers:  # parts are counted in the plain file
            return FileResponse(self.path, headers=headers, media_type=self.media_type)
        coding = accepted(request, self.smaller)
        if coding is None:
            return Response(self.plain, headers=headers, media_type=self.media_type)
        headers["Content-Encoding"] = coding
        return Response(self.smaller[coding], headers=headers, media_type=self.media_type)


def accepted(request: Request, codings: Iterable[str]) -> str | None:
    """The first of these that whoever asks takes: by name or by star, unless it is given no weight."""
    weights: dict[str, str] = {}
    for part in ",".join(request.headers.getlist("accept-encoding")).lower().split(","):
        coding, _, weight = part.partition(";")
        weights[coding.strip()] = weight.replace(" ", "").partition("q=")[2] or "1"
    return next((one for one in codings if weights.get(one, weights.get("*", "0")).strip("0.") != ""), None)


@cache
def files_below(folder: Path) -> dict[str, StaticFile]:
    """All of them by their address. A link that leads out of the folder leads nowhere.

    Read together at the first request, so that a server that runs out of file handles later still has its pages; one
    that cannot read them now says so and tries again at the next request."""
    if not folder.is_dir():
        return {}
    home = folder.resolve()
    read: dict[str, bytes] = {}
    for place, _, names in os.walk(home, onerror=stop):
        for path in (Path(place, name) for name in names):
            if path.resolve().is_relative_to(home):
                read[path.relative_to(home).as_posix()] = path.read_bytes()
    return {
        name: StaticFile(home / name, body, smaller_ones(name, read), media_type(name))
        for name, body in read.items()
        if not any(name.endswith(end) and name.removesuffix(end) in read for end in CODINGS.values())
    }


def smaller_ones(name: str, read: dict[str, bytes]) -> dict[str, bytes]:
    return {coding: read[name + end] for coding, end in CODINGS.items() if name + end in read}


def stop(error: OSError) -> None:
    raise error


def media_type(name: str) -> str:
    return TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
