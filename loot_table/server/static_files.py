"""The browser client's files: read once, kept in memory, and sent compressed where they were built so."""

from __future__ import annotations

import mimetypes
import os
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
GZIP = ".gz"


@dataclass(frozen=True)
class StaticFile:
    path: Path
    plain: bytes
    gzipped: bytes | None  # written beside it when the client was built; nothing is compressed while somebody waits
    media_type: str

    def answer(self, request: Request, caching: str) -> Response:
        headers = {"Cache-Control": caching}
        if self.gzipped is not None:
            headers["Vary"] = "Accept-Encoding"
        if "range" in request.headers:  # parts are counted in the plain file
            return FileResponse(self.path, headers=headers, media_type=self.media_type)
        if self.gzipped is None or not accepts_gzip(request):
            return Response(self.plain, headers=headers, media_type=self.media_type)
        headers["Content-Encoding"] = "gzip"
        return Response(self.gzipped, headers=headers, media_type=self.media_type)


def accepts_gzip(request: Request) -> bool:
    """By name or by star, unless it is given no weight."""
    weights: dict[str, str] = {}
    for part in ",".join(request.headers.getlist("accept-encoding")).lower().split(","):
        coding, _, weight = part.partition(";")
        weights[coding.strip()] = weight.replace(" ", "").partition("q=")[2] or "1"
    return weights.get("gzip", weights.get("*", "0")).strip("0.") != ""


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
        name: StaticFile(home / name, body, read.get(name + GZIP), media_type(name))
        for name, body in read.items()
        if not (name.endswith(GZIP) and name.removesuffix(GZIP) in read)
    }


def stop(error: OSError) -> None:
    raise error


def media_type(name: str) -> str:
    return TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
