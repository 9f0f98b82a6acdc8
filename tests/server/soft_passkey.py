"""A passkey made of code: what a device would answer, so that the server's checks meet real signatures."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT_AND_VERIFIED, HAS_CREDENTIAL = 0x05, 0x40


class SoftPasskey:
    def __init__(self, origin: str, site: str) -> None:
        self.origin, self.site = origin, site
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id, self.count, self.user = secrets.token_bytes(16), 0, b""

    def told(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def data(self, flags: int, more: bytes = b"") -> bytes:
        self.count += 1
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big") + more

    def registered(self, options: dict[str, Any]) -> dict[str, Any]:
        self.user = base64url_to_bytes(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        whole = {"fmt": "none", "attStmt": {}, "authData": self.data(PRESENT_AND_VERIFIED | HAS_CREDENTIAL, credential)}
        return self.answer(
            {
                "clientDataJSON": bytes_to_base64url(self.told("webauthn.create", options["challenge"])),
                "attestationObject": bytes_to_base64url(cbor2.dumps(whole)),
            }
        )

    def signed(self, options: dict[str, Any]) -> dict[str, Any]:
        told, data = self.told("webauthn.get", options["challenge"]), self.data(PRESENT_AND_VERIFIED)
        signature = self.key.sign(data + hashlib.sha256(told).digest(), ec.ECDSA(hashes.SHA256()))
        return self.answer(
            {
                "clientDataJSON": bytes_to_base64url(told),
                "authenticatorData": bytes_to_base64url(data),
                "signature": bytes_to_base64url(signature),
                "userHandle": bytes_to_base64url(self.user),
            }
        )

    def answer(self, response: dict[str, str]) -> dict[str, Any]:
        id = bytes_to_base64url(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}}
