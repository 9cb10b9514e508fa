"""Adding a factor: the secret of an app or the options of a passkey, then a first answer that proves it works."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyotp
import segno
import sqlalchemy as sa

from identity.accounts import accounts as users
from identity.accounts.accounts import Account
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.factors import challenges, jobs, passkeys, queries, rules, verifying
from identity.factors.challenges import Challenge
from identity.factors.model import second_factor
from kit.database import Tx, tables
from kit.errors import Conflict, Invalid

_DEFAULT_NAMES = {"totp": "Authenticator app", "passkey": "Passkey"}


@dataclass(frozen=True)
class NewFactor:
    """The first answer of a new factor: the code of an app, or the registration of a passkey."""

    challenge: str
    name: str = ""
    code: str | None = None
    passkey: Mapping[str, Any] | None = None

    @property
    def kind(self) -> str:
        return "totp" if self.passkey is None else "passkey"


def new_secret() -> str:
    """Return a secret for an authenticator app: 160 random bits."""
    return pyotp.random_base32()


def shown(text: str, challenge: Challenge, account: Account, factors: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the secret and the options for adding a factor, for the challenge named `text`."""
    secret = challenges.cipher().decrypt(challenge.secret)
    address = rules.address_of(secret, account.username)
    options = passkeys.creation_options(account, known(factors), challenge.random) if passkeys.offered() else None
    return {
        "challenge": text,
        "secret": secret,
        "address": address,
        "qr": segno.make_qr(address).svg_data_uri(scale=5, border=4, light="white"),
        "passkey": options,
    }


def known(factors: list[dict[str, Any]]) -> passkeys.Known:
    """Return the passkeys among the second factors of a user."""
    return [(row["credential_id"], row["transports"]) for row in factors if row["kind"] == "passkey"]


def add(tx: Tx, account: Account, challenge: Challenge, new: NewFactor, *, first: bool) -> dict[str, Any]:
    """Add a factor whose first answer is right, and return `{id, recoveryCodes}`; codes are created only with a user's
    first factor.

    `first` refuses a second one: the password alone may not add more. Raises Invalid, Conflict.
    """
    users.account(tx.connection, account.id, lock=True)  # orders concurrent additions
    factors = queries.of_user(tx.connection, account.id)
    if first and factors:
        raise challenges.expired()
    if len(factors) >= rules.MOST_FACTORS:
        raise Conflict(rules.TOO_MANY, code="too_many_factors")
    values = _app(challenge, new.code or "") if new.passkey is None else _passkey(tx, challenge, new.passkey)
    name = new.name.strip() or _DEFAULT_NAMES[new.kind]
    factor_id = tx.insert(second_factor, {"user_id": account.id, "kind": new.kind, "name": name, **values})
    challenges.claim(new.challenge)
    audit.record(tx, Kind.FACTOR_ADDED, user_id=account.id, detail=name)
    jobs.tell(tx, account.id, "added", name)
    return {"id": factor_id, "recoveryCodes": None if factors else verifying.make_recovery_codes(tx, account.id)}


def _app(challenge: Challenge, code: str) -> dict[str, Any]:
    step = rules.step_of(challenges.cipher().decrypt(challenge.secret), code)
    if step is None:
        raise Invalid("This code is wrong. Please type the code that the app shows now", field="code")
    return {"secret": challenge.secret, "last_step": step, "last_used": tables.now()}


def _passkey(tx: Tx, challenge: Challenge, answer: Mapping[str, Any]) -> dict[str, Any]:
    passkey = passkeys.registered(answer, challenge.random)
    taken = sa.select(second_factor.c.id).where(
        second_factor.c.credential_id == (passkey.credential_id if passkey else b"")
    )
    if passkey is None or tx.scalar(taken) is not None:
        raise Invalid(rules.WRONG_PASSKEY, field="passkey")
    return {
        "credential_id": passkey.credential_id,
        "public_key": passkey.public_key,
        "sign_count": passkey.sign_count,
        "transports": passkeys.transports_of(answer),
        "last_used": tables.now(),
    }
