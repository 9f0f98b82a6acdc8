"""Passkeys open a ring on every device that knows them. The checks are the package `webauthn`'s; without it there are none."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import Struct

from loot_table.engine import codec
from loot_table.server.keyring.rings import Ring, Rings, now, read_as
from loot_table.server.papers import Paper
from loot_table.server.problems import NotAllowed, NotFound, NotNow, Problem

HAS_PASSKEYS: Final = find_spec("webauthn") is not None
CHALLENGE_SECONDS: Final = 300.0
MOST_CHALLENGES: Final = 2000
MOST_OF_RING: Final = 10
RP_NAME: Final = "Loot Table"


class Kept(Struct):
    """What is known of a passkey: nothing that could sign."""

    credential: str  # its id, as base64url
    public_key: str
    count: int
    name: str
    made: int
    used: int


@dataclass(frozen=True)
class Challenge:
    value: bytes
    ring: str | None  # to which a new passkey is added; None to sign in
    site: str
    origin: str
    until: float


def site_of(origin: str | None) -> tuple[str, str]:
    """The name under which browsers keep passkeys for this address, and the address itself. The origin was checked before:
    it is one of the server's own."""
    host = urlsplit(origin or "").hostname or ""
    if not host or not HAS_PASSKEYS:
        raise NotNow("passkeys are not offered here")
    try:
        ip_address(host)
    except ValueError:
        return host, str(origin)
    raise NotNow("passkeys belong to a name, not to a number: open this page as localhost, or by its name")


def paper_id(credential: bytes) -> str:
    return f"passkey-{hashlib.sha256(credential).hexdigest()}"


class Passkeys:
    def __init__(self, rings: Rings) -> None:
        self.rings = rings
        self.challenges: OrderedDict[str, Challenge] = OrderedDict()

    # ---- challenges

    def challenge(self, ring: Ring | None, origin: str | None) -> tuple[str, Challenge]:
        site, address = site_of(origin)
        ticket = secrets.token_urlsafe(18)
        until = time.monotonic() + CHALLENGE_SECONDS
        made = Challenge(secrets.token_bytes(32), None if ring is None else ring.id, site, address, until)
        self.challenges[ticket] = made
        while len(self.challenges) > MOST_CHALLENGES:
            self.challenges.popitem(last=False)
        return ticket, made

    def answered(self, ticket: str, ring: Ring | None, origin: str | None) -> Challenge:
        """A challenge is answered once, by whom it was put to."""
        found = self.challenges.pop(ticket, None)
        wanted = None if ring is None else ring.id
        if found is None or found.until < time.monotonic() or found.ring != wanted or found.origin != origin:
            raise NotNow("this took too long or was answered already; begin again")
        return found

    # ---- a new one

    async def new_options(self, ring: Ring, origin: str | None) -> dict[str, Any]:
        from webauthn import generate_registration_options, options_to_json  # noqa: PLC0415
        from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415
        from webauthn.helpers.structs import (  # noqa: PLC0415
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        known = await self.all_of(ring)
        if len(known) >= MOST_OF_RING:
            raise NotNow(f"you have {MOST_OF_RING} passkeys: remove one first")
        ticket, challenge = self.challenge(ring, origin)
        options = generate_registration_options(
            rp_id=challenge.site,
            rp_name=RP_NAME,
            user_name=ring.about.name or RP_NAME,
            user_id=ring.id.encode(),
            challenge=challenge.value,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(one.credential)) for one in known],
        )
        return {"ticket": ticket, "options": codec.loads(options_to_json(options).encode())}

    async def add(self, ring: Ring, origin: str | None, ticket: str, credential: dict[str, Any], name: str) -> None:
        from webauthn import verify_registration_response  # noqa: PLC0415
        from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415

        challenge = self.answered(ticket, ring, origin)
        try:
            found = verify_registration_response(
                credential=credential,
                expected_challenge=challenge.value,
                expected_rp_id=challenge.site,
                expected_origin=challenge.origin,
            )
        except Exception as error:  # whatever a stranger's bytes do to the checks
            raise refused(error) from None
        id = paper_id(found.credential_id)
        if await self.rings.tables.store.paper(id) is not None:
            raise NotNow("this passkey is here already")
        key = bytes_to_base64url(found.credential_public_key)
        kept = Kept(bytes_to_base64url(found.credential_id), key, found.sign_count, name, now(), now())
        await self.rings.put(id, "passkey", ring.id, ring.id, kept)

    # ---- signing in

    def sign_in_options(self, origin: str | None) -> dict[str, Any]:
        """For whichever passkey the device has: the answer tells nobody who has one."""
        from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415

        ticket, challenge = self.challenge(None, origin)
        options = generate_authentication_options(rp_id=challenge.site, challenge=challenge.value)
        return {"ticket": ticket, "options": codec.loads(options_to_json(options).encode())}

    async def sign_in(self, origin: str | None, ticket: str, credential: dict[str, Any]) -> Ring:
        from webauthn import verify_authentication_response  # noqa: PLC0415
        from webauthn.helpers import base64url_to_bytes  # noqa: PLC0415

        challenge = self.answered(ticket, None, origin)
        try:
            paper = await self.rings.tables.store.paper(paper_id(base64url_to_bytes(str(credential.get("rawId", "")))))
        except ValueError as error:
            raise refused(error) from None
        ring = None if paper is None else await self.rings.get(paper.owner)
        if paper is None or ring is None or paper.kind != "passkey":
            raise NotAllowed("this passkey opens nothing here: it was removed, or is of another server")
        kept = read_as(paper, Kept)
        try:
            found = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge.value,
                expected_rp_id=challenge.site,
                expected_origin=challenge.origin,
                credential_public_key=base64url_to_bytes(kept.public_key),
                credential_current_sign_count=kept.count,
            )
        except Exception as error:
            raise refused(error) from None
        kept.count, kept.used = found.new_sign_count, now()
        await self.rings.put(paper.id, "passkey", ring.id, ring.id, kept)
        return ring

    # ---- those there are

    async def papers_of(self, ring: Ring) -> list[Paper]:
        return await self.rings.tables.store.papers_of(ring.id, "passkey")

    async def all_of(self, ring: Ring) -> list[Kept]:
        return [read_as(paper, Kept) for paper in await self.papers_of(ring)]

    async def told(self, ring: Ring) -> list[dict[str, Any]]:
        found = [(paper.id, read_as(paper, Kept)) for paper in await self.papers_of(ring)]
        return [{"id": id, "name": kept.name, "made": kept.made, "used": kept.used} for id, kept in found]

    async def remove(self, ring: Ring, id: str) -> None:
        found = [paper for paper in await self.papers_of(ring) if paper.id == id]
        if not found:
            raise NotFound("you have no such passkey")
        await self.rings.throw_away(found[0])


def refused(error: Exception) -> Problem:
    """The kind of what was wrong; its words could hold what was sent."""
    return NotAllowed(f"this passkey could not be checked ({type(error).__name__})")
