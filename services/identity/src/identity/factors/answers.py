"""Answers to calls about second factors."""

from __future__ import annotations

from typing import Any, TypedDict

from identity.sessions.answers import SignedInAnswer
from identity.users.answers import SecondFactor


class Enrolment(TypedDict):
    """A factor being added, named `challenge` for 15 minutes: the secret of an app, its `otpauth:` address and QR code
    (an address of an SVG), and the options of a passkey if browsers allow one."""

    challenge: str
    secret: str
    address: str
    qr: str
    passkey: dict[str, Any] | None


class SignedInWithCodes(SignedInAnswer):
    """The session that begins with a first factor, and the recovery codes, which are shown only once."""

    recoveryCodes: list[str]


class OwnFactors(TypedDict):
    """One's own factors. `asked`: the role requires one; `external`: the sign-in service stores them, none are here;
    `recoveryCodes` is the number of unused codes."""

    external: bool
    asked: bool
    factors: list[SecondFactor]
    recoveryCodes: int


class ProofAsked(TypedDict):
    """The challenge of a change, the kinds of proof (`passkey`, `totp`, `recoveryCode`, or only `password`), and the
    options of a passkey."""

    challenge: str | None
    kinds: list[str]
    passkey: dict[str, Any] | None


class FactorAdded(TypedDict):
    """The new factor; with the first one the recovery codes, which are shown only once."""

    id: int
    recoveryCodes: list[str] | None


class FactorNamed(TypedDict):
    """The factor with its new name."""

    id: int
    name: str


class FactorRemoved(TypedDict):
    """The removed factor."""

    id: int


class RecoveryCodes(TypedDict):
    """New codes, which are shown only once; previous ones are invalid."""

    recoveryCodes: list[str]


class FactorsRemoved(TypedDict):
    """The user, and how many factors they had."""

    id: int
    removed: int
