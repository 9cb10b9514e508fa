"""Signed ids in links of mails: the link allows one operation on one record, without signing in."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass

from kit.settings import settings

_SECRET = re.compile(r"\A([0-9]{1,15})-([a-z2-7]{32})\Z")


@dataclass(frozen=True)
class SignedIds:
    """Ids that are signed for one `purpose`: a signature for another purpose is invalid. Signatures never expire."""

    purpose: str

    def secret(self, record: int) -> str:
        """Return the id with its signature, for use in an address."""
        return f"{record}-{self._signature(record)}"

    def read(self, secret: str) -> int | None:
        """Return the id of a secret; None if the signature is invalid."""
        parts = _SECRET.match(secret)
        if parts is None or not hmac.compare_digest(parts[2], self._signature(int(parts[1]))):
            return None
        return int(parts[1])

    def _signature(self, record: int) -> str:
        message = f"{self.purpose} {record}".encode()
        digest = hmac.new(settings().service_key.encode(), message, hashlib.sha256).digest()
        return base64.b32encode(digest).decode().lower()[:32]
