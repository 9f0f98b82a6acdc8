"""How a server sends notices. Nothing is sent before it is told where and in whose name."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email.utils import parseaddr
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import unquote, urlsplit

from loot_table.engine.errors import BadInput

PORTS = {"smtps": 465, "smtp": 587, "smtp+plain": 25}


@dataclass(frozen=True)
class Smtp:
    """A mail server. `smtps` speaks TLS from the first byte, `smtp` asks for it and goes no further without;
    `smtp+plain` is for one on this machine."""

    host: str
    port: int
    security: str  # "smtps", "smtp" or "smtp+plain"
    sender: str  # as it stands in From
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True)
class NoticeSettings:
    address: str  # where links lead: https://play.example.org
    smtp: Smtp | None = None
    push_contact: str = ""  # whom a push service may write to about us: mailto:… or https://…; none: no push
    push_key: Path | None = None  # a file, made when it is first needed
    push_services: tuple[str, ...] = ()  # besides the known ones


def read_smtp(url: str, sender: str, password: str = "") -> Smtp:
    """`smtp://user@mail.example.org:587` and whom mails are from."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        parts, host, port = urlsplit(""), None, None
    if parts.scheme not in PORTS or not host or parts.path not in ("", "/") or parts.query:
        raise BadInput(f'a mail server is written as smtps://host, smtp://host or smtp+plain://127.0.0.1, got "{url}"')
    if parts.password is not None:
        raise BadInput("a password on the command line can be read by everybody here; put it into LOOT_SMTP_PASSWORD")
    if parts.scheme == "smtp+plain" and not is_here(host):
        raise BadInput("smtp+plain sends in the clear: only to this machine; use smtp:// or smtps://")
    if not is_address(parseaddr(sender)[1]):
        raise BadInput(f'mails need a sender, such as "Loot Table <loot@example.org>"; got "{sender}"')
    user = unquote(parts.username or "")
    return Smtp(host, port or PORTS[parts.scheme], parts.scheme, sender, user, password)


def is_here(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
ADDRESS = re.compile(rf"{LOCAL}@({LABEL}\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]")


def is_address(text: str) -> bool:
    """One plain address of one person: no lists, no comments, no quotes, no numbers for a host, nothing that ends a line."""
    return len(text) <= 254 and len(text.partition("@")[0]) <= 64 and ADDRESS.fullmatch(text) is not None
