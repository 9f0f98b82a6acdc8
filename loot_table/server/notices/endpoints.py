"""Where a push may be sent. A subscription names an address that this server will call: nobody may make it call its own
network, or anybody who has not asked for it."""

from __future__ import annotations

import socket
from base64 import urlsafe_b64decode
from binascii import Error as NotBase64
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from loot_table.server.problems import Problem

# Those of the browsers; a point at the front stands for everything below.
KNOWN = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    ".push.services.mozilla.com",
    ".push.apple.com",
    ".notify.windows.com",
)
MOST_ENDPOINT = 1000  # letters
HTTPS = 443
Resolve = Callable[[str, int], list[str]]


class BadEndpoint(Problem):
    code = "bad_endpoint"


def check_endpoint(endpoint: str, more: Sequence[str] = ()) -> tuple[str, int]:
    """The host and port of an endpoint that may be called; nothing is looked up yet."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port or HTTPS
    except ValueError:
        raise BadEndpoint("that is not the address of a push service") from None
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and "\\" not in endpoint
    if not is_plain or len(endpoint) > MOST_ENDPOINT or parts.scheme != "https" or "@" in parts.netloc:
        raise BadEndpoint("a push service has an https address")
    if (port != HTTPS and f"{host}:{port}" not in more) or not is_known(host, port, more):
        raise BadEndpoint("this server does not know that push service")
    return host, port


def is_known(host: str, port: int, more: Sequence[str]) -> bool:
    return any(
        one in (host, f"{host}:{port}") or (one.startswith(".") and host.endswith(one)) for one in (*KNOWN, *more)
    )


def resolved(host: str, port: int) -> list[str]:
    """The addresses of a host, if none of them is private: a known name may still point anywhere."""
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found or not all(is_public(one) for one in found):
        raise BadEndpoint("that push service is not in the public network")
    return found


def is_public(address: str) -> bool:
    found = ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None) or found
    return mapped.is_global and not mapped.is_multicast and not mapped.is_reserved


def check_keys(p256dh: str, auth: str) -> None:
    """A point of the curve as a browser writes it, and sixteen bytes."""
    point, secret = unpacked(p256dh), unpacked(auth)
    if len(point) != 65 or point[0] != 4 or len(secret) != 16 or not is_on_curve(point):
        raise BadEndpoint("those are not the keys of a subscription")


def is_on_curve(point: bytes) -> bool:
    """Nothing can be encrypted for any other."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - only where pushes are sent

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return True


def unpacked(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (NotBase64, ValueError):
        return b""
