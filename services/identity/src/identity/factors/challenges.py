"""Challenges: the next answer expected from a browser, stored in Valkey for minutes.

A challenge belongs to one user and to one holder: the browser that gave the password, by its device cookie, or a
session. It is valid for one purpose, and for one right answer.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from dataclasses import asdict, dataclass
from typing import Literal

from identity.config import identity_settings
from identity.factors.rules import CHALLENGE_SECONDS, ENROL_SECONDS, EXPIRED
from kit import valkey
from kit.encryption import Cipher
from kit.errors import Conflict

Purpose = Literal["signIn", "enrolFirst", "enrol", "prove"]
"""The second step of a sign-in; a first factor during a sign-in; a further factor; a proof for a change."""


@dataclass(frozen=True)
class Challenge:
    """`password` is the time at which the password last changed: a challenge does not outlive it. `secret` is the
    secret of the authenticator app to add, encrypted."""

    purpose: Purpose
    user_id: int
    app: str
    holder: str
    password: str
    passkey: str
    secret: str = ""

    @property
    def random(self) -> bytes:
        """The bytes that a passkey signs."""
        return base64.urlsafe_b64decode(self.passkey)


def cipher() -> Cipher:
    """Encrypts secrets of authenticator apps."""
    return Cipher("second factors", *identity_settings().second_factor_key.split(","))


def issue(
    purpose: Purpose, user_id: int, app: str, holder: str, password: str, secret: str = ""
) -> tuple[str, Challenge]:
    """Return a new challenge, with the text by which its holder names it. Raises Unavailable."""
    text = secrets.token_urlsafe(32)
    random = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
    stored = cipher().encrypt(secret) if secret else ""
    challenge = Challenge(purpose, user_id, app, _digest(holder), password, random, stored)
    seconds = ENROL_SECONDS if secret else CHALLENGE_SECONDS
    with valkey.calls():
        valkey.client().set(_key(text), json.dumps(asdict(challenge)), ex=seconds)
    return text, challenge


def read(text: str, purpose: Purpose, holder: str) -> Challenge:
    """Return the challenge that `holder` names. Raises Conflict if there is none for them, Unavailable."""
    with valkey.calls():
        stored = valkey.client().get(_key(text))
    challenge = Challenge(**json.loads(str(stored))) if stored else None
    if challenge is None or challenge.purpose != purpose or challenge.holder != _digest(holder) or not holder:
        raise expired()
    return challenge


def claim(text: str) -> None:
    """Use a challenge up. Raises Conflict if another call has done so, Unavailable."""
    with valkey.calls():
        claimed = valkey.client().delete(_key(text))
    if not claimed:
        raise expired()


def expired() -> Conflict:
    """Return the refusal of a challenge that does not exist, or belongs to another browser."""
    return Conflict(EXPIRED, code="second_factor_expired")


def _key(text: str) -> str:
    return f"identity:second:{_digest(text)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
