"""Web push: a notice is encrypted for one browser (RFC 8291), signed by this server (RFC 8292), and handed to the push
service that the browser has named."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import secrets
import socket
import ssl
import stat
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from loot_table.engine import codec
from loot_table.engine.errors import BadInput
from loot_table.server.notices.boxes import Screen
from loot_table.server.notices.endpoints import Resolve, check_endpoint, resolved, unpacked

SECONDS = 10.0  # for one push
WORKERS = 4
MOST_ANSWER = 1024  # bytes that are read
DAY = 86400
GONE = (404, 410)


class PushFailed(Exception):
    """`is_gone`: that browser is not to be had any more; `is_hopeless`: it will not be taken later either."""

    def __init__(self, status: int, seconds: float = 0.0) -> None:
        super().__init__(f"a push service answered {status}")
        self.status, self.seconds = status, seconds
        self.is_gone = status in GONE
        self.is_hopeless = 400 <= status < 500 and status not in (408, 425, 429)


class Pusher:
    """Signs with a key of its own, which is made when it is first needed and kept in a file beside the database."""

    def __init__(
        self,
        contact: str,
        key: Path,
        services: Sequence[str] = (),
        resolve: Resolve = resolved,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        try:
            import http_ece  # noqa: PLC0415 - only where pushes are sent
            import py_vapid  # noqa: PLC0415
        except ImportError:
            raise BadInput('web push needs more: pip install "loot-table[notices]"') from None
        if not contact.startswith(("mailto:", "https://")):
            raise BadInput(f'a push service wants to know whom to write to: mailto:… or https://…, got "{contact}"')
        self.ece: Any = http_ece
        self.contact, self.services, self.resolve = contact, tuple(services), resolve
        self.trust = trust or ssl.create_default_context()
        self.vapid = opened_key(py_vapid, key)
        self.public_key = public_key(self.vapid)
        self.workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="push")

    def check(self, screen: Screen) -> None:
        check_endpoint(screen.endpoint, self.services)

    async def send(self, screen: Screen, notice: dict[str, Any], topic: str) -> None:
        """Once; a `PushFailed` or an `OSError` says why not."""
        work = partial(self.hand_over, screen, codec.dumps(notice), topic)
        await asyncio.get_running_loop().run_in_executor(self.workers, work)

    def hand_over(self, screen: Screen, notice: bytes, topic: str) -> None:
        self.post(screen.endpoint, self.sealed(screen, notice), topic)

    def close(self) -> None:
        self.workers.shutdown(wait=False, cancel_futures=True)

    def sealed(self, screen: Screen, notice: bytes) -> bytes:
        """Only that browser can read it."""
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415

        own = ec.generate_private_key(ec.SECP256R1())
        keys = {"private_key": own, "dh": unpacked(screen.p256dh), "auth_secret": unpacked(screen.auth)}
        sealed: bytes = self.ece.encrypt(notice, salt=secrets.token_bytes(16), version="aes128gcm", **keys)
        return sealed

    def post(self, endpoint: str, body: bytes, topic: str) -> None:
        host, port = check_endpoint(endpoint, self.services)
        parts = urlsplit(endpoint)
        origin = f"https://{host}" if port == 443 else f"https://{host}:{port}"
        signed = self.vapid.sign({"sub": self.contact, "aud": origin})
        headers = {
            "Authorization": signed["Authorization"],
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(DAY),
            "Urgency": "normal",
            "Topic": topic,  # a newer notice of the same takes the place of one that was not fetched yet
        }
        connection = Pinned(host, port, self.resolve(host, port), self.trust)
        with contextlib.closing(connection):
            try:
                connection.request(
                    "POST", f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", body, headers
                )
                answer = connection.getresponse()
            except http.client.HTTPException as error:
                raise OSError(type(error).__name__) from None
            answer.read(MOST_ANSWER)
            if not 200 <= answer.status < 300:  # a redirection is not followed
                wait = answer.headers.get("Retry-After", "")
                raise PushFailed(answer.status, min(float(wait), DAY) if wait.isdigit() and len(wait) < 9 else 0.0)


class Pinned(http.client.HTTPSConnection):
    """To an address that was looked at, whatever the name would stand for a moment later."""

    def __init__(self, host: str, port: int, addresses: Sequence[str], trust: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=SECONDS, context=trust)
        self.addresses, self.trust = addresses, trust

    def connect(self) -> None:
        raw = socket.create_connection((self.addresses[0], self.port), SECONDS)
        try:
            self.sock = self.trust.wrap_socket(raw, server_hostname=self.host)
        except BaseException:
            raw.close()
            raise


def opened_key(py_vapid: Any, path: Path) -> Any:
    try:
        if not path.exists():
            made = py_vapid.Vapid02()
            made.generate_keys()
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR)
            with os.fdopen(handle, "wb") as file:
                file.write(made.private_pem())
        return py_vapid.Vapid02.from_pem(path.read_bytes())
    except (OSError, ValueError, py_vapid.VapidException) as error:
        raise BadInput(f"{path} cannot be used as the key for web push: {type(error).__name__}") from None


def public_key(vapid: Any) -> str:
    """As a browser wants it."""
    from cryptography.hazmat.primitives import serialization as s  # noqa: PLC0415

    point: bytes = vapid.public_key.public_bytes(s.Encoding.X962, s.PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()
