"""The browser client's files: found below their folder alone, kept in memory, sent compressed to whoever takes that."""

from __future__ import annotations

import gzip
import importlib.util
import os
import resource
from pathlib import Path
from typing import Any

import pytest
from server.house import House, in_house

from loot_table.proofs.inside import Reply
from loot_table.server import app, static_files

SCRIPT = b"export const loot = 'a great deal of it';\n" * 40
PAGE = b"<!doctype html><title>Made up</title>"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A made-up browser client, and something beside it that is nobody's business."""
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_bytes(PAGE)
    (static / "assets" / "main-1.js").write_bytes(SCRIPT)
    (static / "assets" / "main-1.js.gz").write_bytes(gzip.compress(SCRIPT, 9, mtime=0))
    (static / "assets" / "font-1.woff2").write_bytes(b"wOF2 a font")
    (static / "loot.webmanifest").write_bytes(b"{}")
    (tmp_path / "secret.txt").write_text("a seat token")
    monkeypatch.setattr(app, "STATIC", static)
    return static


def asked(tmp_path: Path, *wanted: tuple[str, dict[str, str]]) -> list[Reply]:
    """What a server answers to these addresses with these headers."""
    replies: list[Reply] = []

    async def story(house: House) -> None:
        replies.extend([await house.stranger.get(path, **headers) for path, headers in wanted])

    in_house(story, tmp_path)
    return replies


@pytest.mark.parametrize(
    "accepted", ["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5", "*", "identity, gzip ; q=0.001"]
)
def test_whoever_takes_gzip_gets_what_was_compressed_beforehand(client: Path, tmp_path: Path, accepted: str) -> None:
    (reply,) = asked(tmp_path, ("/assets/main-1.js", {"Accept-Encoding": accepted}))
    assert reply.header("content-encoding") == "gzip"
    assert reply.header("vary") == "Accept-Encoding"
    assert reply.header("content-type") == "text/javascript; charset=utf-8"
    assert reply.header("content-length") == str(len(reply.body))
    assert reply.header("cache-control") == "public, max-age=31536000, immutable"
    assert len(reply.body) < len(SCRIPT) / 4
    assert gzip.decompress(reply.body) == SCRIPT


def test_the_smallest_that_somebody_takes_is_sent(client: Path, tmp_path: Path) -> None:
    (client / "assets" / "main-1.js.br").write_bytes(b"smaller still")
    takes = ["gzip, deflate, br", "br", "gzip", "br;q=0, gzip", "zstd"]
    replies = asked(tmp_path, *[("/assets/main-1.js", {"Accept-Encoding": one}) for one in takes])
    assert [reply.header("content-encoding") for reply in replies] == ["br", "br", "gzip", "gzip", None]
    assert replies[0].body == b"smaller still"
    (named,) = asked(tmp_path, ("/assets/main-1.js.br", {}))
    assert named.body == PAGE, "it has no address of its own"


@pytest.mark.parametrize("accepted", ["", "br", "identity", "gzip;q=0", "gzip; q=0.000, *", "*;q=0", "xgzip"])
def test_whoever_does_not_take_gzip_gets_the_plain_file(client: Path, tmp_path: Path, accepted: str) -> None:
    (reply,) = asked(tmp_path, ("/assets/main-1.js", {"Accept-Encoding": accepted}))
    assert reply.header("content-encoding") is None
    assert reply.header("vary") == "Accept-Encoding"  # a cache between us must not mix the two up
    assert reply.body == SCRIPT


def test_a_part_of_a_file_is_a_part_of_the_plain_file(client: Path, tmp_path: Path) -> None:
    (reply,) = asked(tmp_path, ("/assets/main-1.js", {"Accept-Encoding": "gzip", "Range": "bytes=7-11"}))
    assert (reply.status, reply.body) == (206, b"const")
    assert reply.header("content-encoding") is None


def test_nothing_is_compressed_while_somebody_waits(client: Path, tmp_path: Path) -> None:
    for path, kind in (
        ("/loot.webmanifest", "application/manifest+json"),
        ("/assets/font-1.woff2", "font/woff2"),
        ("/", "text/html; charset=utf-8"),
    ):
        (reply,) = asked(tmp_path, (path, {"Accept-Encoding": "gzip"}))
        assert reply.header("content-encoding") is None, path
        assert reply.header("content-type") == kind, path


@pytest.mark.parametrize("path", ["/", "/t/abc", "/assets/main-2.js", "/index.html", "/assets", "/assets/main-1.js.gz"])
def test_every_other_address_is_the_one_page_and_never_kept(client: Path, tmp_path: Path, path: str) -> None:
    (reply,) = asked(tmp_path, (path, {}))
    assert (reply.status, reply.body) == (200, PAGE)
    assert reply.header("cache-control") == "no-cache"


def test_no_file_outside_the_folder_is_ever_sent(client: Path, tmp_path: Path) -> None:
    (client / "link.txt").symlink_to(tmp_path / "secret.txt")
    (client / "away").symlink_to(tmp_path)
    (client / "index.html.gz").symlink_to(tmp_path / "secret.txt")
    ways = [
        "../secret.txt",
        "/../secret.txt",
        "assets/../../secret.txt",
        "link.txt",
        "away/secret.txt",
        "..%2fsecret.txt",
    ]
    ways += [str(tmp_path / "secret.txt"), "assets/\x00", "x" * 5000, "~/secret.txt", "index.html"]
    for reply in asked(tmp_path, *[(f"/{way}", {"Accept-Encoding": "gzip"}) for way in ways]):
        assert (reply.status, reply.body) == (200, PAGE)


def test_pages_are_there_after_the_last_file_handle_is_gone(client: Path, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        assert (await house.stranger.get("/")).body == PAGE
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
        try:
            with pytest.raises(OSError, match="Too many open files"):
                os.open(client / "index.html", os.O_RDONLY)
            for path, body in (("/", PAGE), ("/assets/main-1.js", SCRIPT), ("/t/abc", PAGE)):
                assert (await house.stranger.get(path)).body == body
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    in_house(story, tmp_path)


def test_a_client_that_cannot_be_read_now_is_asked_again(
    client: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        def broken(*given: Any) -> bytes:
            raise OSError(24, "too many open files")

        with monkeypatch.context() as trouble:
            trouble.setattr(Path, "read_bytes", broken)
            reply = await house.stranger.get("/")
            assert (reply.status, reply.json()["error"]["code"]) == (503, "unavailable")
        assert (await house.stranger.get("/")).body == PAGE

    in_house(story, tmp_path)


def test_an_installation_without_the_client_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "STATIC", tmp_path / "nowhere")
    (reply,) = asked(tmp_path, ("/", {}))
    assert b"was not built" in reply.body


def test_the_build_compresses_words_when_that_pays_and_the_same_way_each_time(tmp_path: Path) -> None:
    found = importlib.util.spec_from_file_location("build_web", ROOT / "scripts" / "build_web.py")
    assert found is not None
    assert found.loader is not None
    build_web = importlib.util.module_from_spec(found)
    found.loader.exec_module(build_web)
    kinds = ["js", "css", "svg", "html", "json", "txt", "webmanifest"]
    for kind in kinds:
        (tmp_path / f"long.{kind}").write_bytes(SCRIPT)
    (tmp_path / "short.js").write_bytes(b"1")
    (tmp_path / "font.woff2").write_bytes(SCRIPT)
    build_web.compress(tmp_path)
    first = {path.name: path.read_bytes() for path in tmp_path.glob("*.gz")}
    assert sorted(first) == sorted(f"long.{kind}.gz" for kind in kinds)
    assert all(gzip.decompress(small) == SCRIPT for small in first.values())
    assert all(small[4:8] == bytes(4) for small in first.values())  # no time in it
    build_web.compress(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.gz")} == first


def test_a_type_that_nobody_knows_is_sent_as_bytes() -> None:
    assert static_files.media_type("loot.unheard-of") == "application/octet-stream"
