"""Passwords: identity verifies them itself, with argon2 hashes, or a Keycloak realm does (`keycloak.py`)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from identity.accounts.accounts import Account
from identity.accounts.model import password
from identity.config import identity_settings
from kit.database import Database, Tx, tables, upsert
from kit.settings import settings


class PasswordStore(Protocol):
    """Stores and verifies passwords. Only `mirror` is called inside a transaction."""

    external: bool
    """Whether people sign in on the store's own page (`/auth/oidc/start`)."""

    def verify(self, db: Database, account: Account | None, text: str) -> bool:
        """Return whether `text` is the password. Takes the same time without an account."""
        ...

    def prepare(self, account: Account, text: str) -> Callable[[Tx], None]:
        """Prepare a new password and return the write for the transaction of the change."""
        ...

    def mirror(self, tx: Tx, user_id: int) -> None:
        """Update the store's own record of an account, after the commit."""
        ...

    def sign_out(self, tx: Tx, sessions: Sequence[str]) -> None:
        """End sessions of the store itself (`keycloak_sid`), after the commit."""
        ...


hasher = PasswordHasher()
"""argon2id with the library's parameters (RFC 9106, low memory)."""
of_demo = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""The weaker parameters of demo mode: its passwords are public, so a hash protects nothing, and hashing took a tenth of
a browser test's time."""


def _hasher() -> PasswordHasher:
    return of_demo if settings().demo else hasher


class OwnPasswords:
    """argon2id hashes in table `password`."""

    external = False

    def verify(self, db: Database, account: Account | None, text: str) -> bool:
        stored = db.scalar(sa.select(password.c.hash).where(password.c.user_id == (account.id if account else 0)))
        try:
            _hasher().verify(stored or _decoy(), text)
        except (VerificationError, InvalidHashError):
            return False
        if account is None or stored is None:
            return False
        # A password that was set in demo mode gets the usual hash once the mode is left.
        if _hasher().check_needs_rehash(stored):
            same = sa.update(password).where(password.c.user_id == account.id, password.c.hash == stored)
            db.execute(same.values(hash=_hasher().hash(text)))
        return True

    def prepare(self, account: Account, text: str) -> Callable[[Tx], None]:
        digest = _hasher().hash(text)

        def store(tx: Tx) -> None:
            tx.execute(upsert(password, {"user_id": account.id}, {"hash": digest, "changed": tables.now()}))

        return store

    def mirror(self, tx: Tx, user_id: int) -> None:
        """Do nothing: accounts and passwords are in one database."""

    def sign_out(self, tx: Tx, sessions: Sequence[str]) -> None:
        """Do nothing: our sessions are the only ones."""


@lru_cache(maxsize=1)
def _decoy() -> str:
    """Return a hash that no password matches, so that an unknown user also costs a verification."""
    return _hasher().hash(secrets.token_urlsafe(32))


@lru_cache(maxsize=1)
def password_store() -> PasswordStore:
    """Return the password store of this installation."""
    if identity_settings().keycloak_url:
        from identity.credentials.keycloak import KeycloakPasswords

        return KeycloakPasswords()
    return OwnPasswords()
