"""Seat tokens and table codes. A token is shown once and kept only as a hash."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from pathlib import Path

# Six-letter words that are easy to say aloud; further codes are made of letters that cannot be confused.
WORDS = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").split()
CLEAR_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_token() -> str:
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """A token is random and long, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(token: str, kept: str | None) -> bool:
    return kept is not None and hmac.compare_digest(hashed(token), kept)


def new_table_id() -> str:
    return secrets.token_urlsafe(12)


def new_key() -> str:
    """For a table's nature (engine/sealed.py)."""
    return secrets.token_hex(32)


def opaque(table: str) -> str:
    """A table's name in our logs: its id and its code are invitations."""
    return hashlib.sha256(table.encode()).hexdigest()[:10]


def is_table_id(text: str) -> bool:
    return re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text) is not None


def new_code(is_taken: set[str]) -> str:
    """A word nobody uses now, or six clear letters."""
    free = [word for word in WORDS if word not in is_taken]
    if free:
        return secrets.choice(free)
    while (code := "".join(secrets.choice(CLEAR_LETTERS) for _ in range(6))) in is_taken:
        pass
    return code
