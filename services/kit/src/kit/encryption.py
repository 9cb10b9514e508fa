"""Encryption of secrets that a service stores and reads again: tokens of other systems, keys of authenticators."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


class Undecipherable(ValueError):
    """No key decrypts the text, or the text has been changed."""


class Cipher:
    """Encrypts with the first of `secrets` and decrypts with any, so that a secret can be replaced while old texts
    remain.

    Texts of one `purpose` cannot be read as those of another with the same secret. Only the environment has the
    secrets: a copy of the database alone reveals nothing.
    """

    def __init__(self, purpose: str, *secrets: str) -> None:
        self._fernet = MultiFernet(_keys(purpose, secrets))

    def encrypt(self, text: str) -> str:
        """Encrypt a text for the database."""
        return self._fernet.encrypt(text.encode()).decode()

    def decrypt(self, stored: str) -> str:
        """Decrypt a stored text. Raises Undecipherable."""
        try:
            return self._fernet.decrypt(stored.encode()).decode()
        except InvalidToken:
            raise Undecipherable from None


def _keys(purpose: str, secrets: Sequence[str]) -> list[Fernet]:
    digests = (hashlib.sha256(f"staffroom {purpose} {secret}".encode()).digest() for secret in secrets)
    return [Fernet(base64.urlsafe_b64encode(digest)) for digest in digests]
