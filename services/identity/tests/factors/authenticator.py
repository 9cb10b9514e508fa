"""A passkey in software, and the code of an authenticator app: the answers of a browser and a phone."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

_PRESENT, _VERIFIED, _WITH_KEY = 0x01, 0x04, 0x40


def _text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Passkey:
    """An ES256 key that counts its signatures."""

    def __init__(self, origin: str, host: str) -> None:
        self.origin, self.host = origin, host
        self.id = secrets.token_bytes(16)
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def register(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the answer of `navigator.credentials.create`."""
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        credential = bytes(range(16)) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(key)
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(_PRESENT | _WITH_KEY) + credential}
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(
            {
                "clientDataJSON": _text(client),
                "attestationObject": _text(cbor2.dumps(attestation)),
                "transports": ["usb"],
            }
        )

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the answer of `navigator.credentials.get`."""
        self.count += 1
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(_PRESENT | _VERIFIED)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            {"clientDataJSON": _text(client), "authenticatorData": _text(data), "signature": _text(signature)}
        )

    def _answer(self, response: dict[str, Any]) -> dict[str, Any]:
        name = _text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "clientExtensionResults": {}, "response": response}

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + bytes([flags]) + struct.pack(">I", self.count)
