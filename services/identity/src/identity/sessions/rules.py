"""Limits and texts of sign-in (`docs/api.md`, Signing in; `platform.md 4, 6, 9`)."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Collection

from identity.roles.rules import CLIENT_APP
from kit.errors import Forbidden, Invalid
from kit.policy import STAFF

SESSION_MINUTES = 240
ACCESS_SECONDS = 600
LINK_MINUTES = 60
LINKS_AN_HOUR = 5
WELCOME_DAYS = 3
"""Days for which a new account's link to choose a password works."""
TRIES_WINDOW = 300
"""The window in which failed attempts are counted, in seconds."""
SECOND_TRIES_A_DAY = 50
"""Maximum failed attempts of second factors in a day, from all unknown devices together and from each known device."""
REUSE_GRACE = 20
"""Seconds in which a used refresh secret still gets its successor: tabs that refresh at the same time share one cookie,
and an answer can be lost."""
DEVICE_COOKIE = "staffroom_device"
DEVICE_SECONDS = 180 * 86_400
DEVICES = 20
"""Maximum known devices of a user; the least recently used is forgotten first."""
COOKIES = {"staff": "staffroom_refresh", "client": "staffroom_client"}
"""The cookie with the refresh secret, by app: a browser can be signed in to both."""
COOKIE_PATH = "/api/v1/auth"

NO_ACCESS = "You do not have access to this application"
TOO_MANY_TRIES = "Too many wrong tries, please wait a few minutes and try again"
NOT_LINKED = "Your sign-in account is not linked to a Staffroom user; please ask support to link it"
NOT_ACTIVE = "Your Staffroom account is not active; please ask support"
LINK_DEAD = "This link has been used or has expired; please ask for a new one"

SHORTEST, LONGEST = 10, 128
_COMMON = frozenset(
    "1234567890 12345678910 0123456789 qwertyuiop qwerty1234 qwerty12345 1q2w3e4r5t 1qaz2wsx3edc password12 "
    "password123 password1234 password!1 passw0rd12 iloveyou12 iloveyou123 letmein123 welcome123 welcome1234 "
    "administrator "
    "admin12345 abc1234567 abcdefghij abcd123456 football12 football123 liverpool1 liverpool12 chelsea123 arsenal123 "
    "manchester manunited1 basketball superman12 sunshine12 princess12 charlotte1 alexander1 staffroom1 staffroom12 "
    "staffroom123 changeme12 changeme123 trustno1234 1111111111 0000000000 9876543210 0987654321 mypassword "
    "thisismypassword correcthorsebatterystaple qazwsxedcrfv zaq12wsxcde asdfghjkl1 asdfghjkl123 zxcvbnm123 "
    "summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 oxford2024 oxford2025 oxford2026".split()
)


def successor(secret: str, salt: bytes) -> str:
    """Return the refresh secret that follows `secret`; it cannot be derived without both `secret` and `salt`."""
    digest = hmac.new(secret.encode("utf-8", "surrogatepass"), b"refresh" + salt, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def check_access(app: str, role_ids: Collection[str]) -> None:
    """Check that a user with these roles may sign in to `app`: `staff` needs the role staff. Raises Forbidden."""
    allowed = STAFF in role_ids if app == "staff" else not CLIENT_APP.isdisjoint(role_ids)
    if not allowed:
        raise Forbidden(NO_ACCESS, code="no_access")


def check_password(text: str, username: str) -> None:
    """Check that `text` is acceptable as the password of `username`. Raises Invalid."""
    refusal = None
    if len(text) < SHORTEST:
        refusal = f"Field must have at least {SHORTEST} characters"
    elif len(text) > LONGEST:
        refusal = f"Field must have at most {LONGEST} characters"
    elif text.casefold() == username.casefold():
        refusal = "The password cannot be the username"
    elif text.casefold() in _COMMON or len(set(text)) < 4:
        refusal = "This password is too common, please choose another"
    if refusal is not None:
        raise Invalid(refusal, field="newPassword")
