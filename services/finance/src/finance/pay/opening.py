"""The cookie of an open payment page: it proves that the passcode was right, or that the payer is signed in. It is
signed, expires and belongs to the path of one link."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import Any, TypedDict
from uuid import UUID

from itsdangerous import BadSignature, URLSafeTimedSerializer

from finance.pay import rules
from kit.settings import settings

OPEN_COOKIE = "staffroom_pay"
_OPEN = "open"


class CookieOptions(TypedDict):
    """Options of a cookie that the page sets, as both frameworks take them."""

    max_age: int
    path: str
    secure: bool
    httponly: bool
    samesite: Any


def path_of(uuid: UUID) -> str:
    return f"/pay/{uuid}"


def cookie_options(uuid: UUID) -> CookieOptions:
    return {
        "max_age": int(rules.OPEN_FOR.total_seconds()),
        "path": path_of(uuid),
        "secure": settings().public_url.startswith("https:"),
        "httponly": True,
        "samesite": "strict",
    }


def open_mark(row: Mapping[str, Any]) -> str:
    """Return the value of the cookie that opens the page of an invoice."""
    return sign(_token(row), _OPEN)


def opens(mark: str, row: Mapping[str, Any]) -> bool:
    return hmac.compare_digest((unsign(mark, _OPEN) or "").encode(), _token(row).encode())


def _token(row: Mapping[str, Any]) -> str:
    """Return the purpose of the signature. It changes with the passcode, so renewing the link closes open pages."""
    return hashlib.sha256(f"{row['uuid']} {row['passcode']}".encode()).hexdigest()


def sign(value: str, purpose: str) -> str:
    return _signer(purpose).dumps([value, secrets.token_hex(8)])


def unsign(text: str, purpose: str) -> str | None:
    """Return the value that `sign` signed for the same purpose, or None if it is invalid or expired."""
    try:
        value, _ = _signer(purpose).loads(text, max_age=int(rules.OPEN_FOR.total_seconds()))
    except (BadSignature, ValueError, TypeError):
        return None
    return str(value)


def _signer(purpose: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(settings().service_key, salt=f"staffroom pay {purpose}")
