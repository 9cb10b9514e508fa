"""Proof of a password: by identity itself, with argon2 hashes, or by a Keycloak realm (`keycloak.py`)."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import lru_cache
from typing import Protocol

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy.dialects.postgresql import insert

from identity.accounts.accounts import Account
from identity.accounts.model import password
from identity.config import identity_settings
from kit.database import Database, Tx, tables


class PasswordKeeper(Protocol):
    """Keeps passwords and proves them. Called outside of transactions but for `follow`."""

    elsewhere: bool
    """Whether people sign in on a page that is not ours (`/auth/oidc/start`)."""

    def proves(self, db: Database, account: Account | None, text: str) -> bool:
        """Whether `text` is the password; takes the same time where there is no account."""
        ...

    def kept(self, account: Account, text: str) -> Callable[[Tx], None]:
        """Keep a new password; what is left to write in the transaction that goes with it."""
        ...

    def follow(self, tx: Tx, user_id: int) -> None:
        """An account was made or changed: bring the keeper's own record of it up to date, after the commit."""
        ...


hasher = PasswordHasher()
"""argon2id with the library's parameters (RFC 9106, low memory)."""


class OwnPasswords:
    """argon2id hashes in table `password`."""

    elsewhere = False

    def proves(self, db: Database, account: Account | None, text: str) -> bool:
        with db.read() as connection:
            found = connection.execute(
                sa.select(password.c.hash).where(password.c.user_id == (account.id if account else 0))
            ).scalar()
        try:
            hasher.verify(found or _nobodys(), text)
        except (VerificationError, InvalidHashError):
            return False
        if account is None or found is None:
            return False
        if hasher.check_needs_rehash(found):
            with db.read() as connection:
                renewed = sa.update(password).where(password.c.user_id == account.id, password.c.hash == found)
                connection.execute(renewed.values(hash=hasher.hash(text)))
        return True

    def kept(self, account: Account, text: str) -> Callable[[Tx], None]:
        digest = hasher.hash(text)

        def store(tx: Tx) -> None:
            values = {"hash": digest, "changed": tables.now()}
            statement = insert(password).values(user_id=account.id, **values)
            tx.execute(statement.on_conflict_do_update(index_elements=["user_id"], set_=values))

        return store

    def follow(self, tx: Tx, user_id: int) -> None:
        """Nothing to do: accounts and passwords are in one database."""


@lru_cache(maxsize=1)
def _nobodys() -> str:
    """A hash no password belongs to: unknown users cost a verification too."""
    return hasher.hash(secrets.token_urlsafe(32))


@lru_cache(maxsize=1)
def keeper() -> PasswordKeeper:
    """The keeper of this installation."""
    if identity_settings().keycloak_url:
        from identity.credentials.keycloak import KeycloakPasswords

        return KeycloakPasswords()
    return OwnPasswords()
