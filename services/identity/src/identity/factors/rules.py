"""Checks, limits and texts of second factors (`docs/security.md`, Second factors)."""

from __future__ import annotations

import hmac
import re
import secrets
import time

import pyotp

ISSUER = "Staffroom"
CHALLENGE_SECONDS = 300
ENROL_SECONDS = 900
"""Seconds to add a factor: an app may have to be installed first."""
MOST_FACTORS = 10
LONGEST_NAME = 60
RECOVERY_CODES = 10
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUP, _GROUPS = 4, 4
_CODE = re.compile(r"[0-9]{6}", re.ASCII)

ASKED = "Please confirm with your second factor that it is you"
MISSING = "Your role asks for a second factor. Please add one to sign in"
WRONG_CODE = "This code is wrong, or has already been used"
WRONG_PASSKEY = "This passkey was not accepted"
WRONG_RECOVERY_CODE = "This recovery code is wrong, or has already been used"
EXPIRED = "This took too long or began in another window; please start again"
LAST_ONE = "Your role asks for a second factor. Please add another one before you remove this one"
TOO_MANY = f"You have {MOST_FACTORS} second factors. Please remove one first"
ELSEWHERE = "The sign-in service of your organisation keeps your second factor"
NOT_OWN = "You remove your own second factors on the page Sign-in and security"
NONE_THERE = "This user has no second factor"


def step_of(secret: str, code: str) -> int | None:
    """Return the step of 30 seconds with this code: the current one, or an adjacent one since clocks differ."""
    digits = "".join(code.split())
    if _CODE.fullmatch(digits) is None:
        return None
    totp = pyotp.TOTP(secret)
    present = int(time.time()) // totp.interval
    steps = (present, present - 1, present + 1)
    return next((step for step in steps if hmac.compare_digest(totp.generate_otp(step), digits)), None)


def address_of(secret: str, username: str) -> str:
    """Return the `otpauth:` address for an authenticator app."""
    return pyotp.TOTP(secret).provisioning_uri(name=username, issuer_name=ISSUER)


def new_recovery_codes() -> list[str]:
    """Return codes of 79 random bits, so that their hashes reveal none."""
    return ["-".join(_group() for _ in range(_GROUPS)) for _ in range(RECOVERY_CODES)]


def _group() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(_GROUP))


def plain(recovery_code: str) -> str:
    """Return a recovery code in the form that is hashed: however it is typed, it is the same code."""
    return "".join(sign for sign in recovery_code.casefold() if sign.isalnum())
