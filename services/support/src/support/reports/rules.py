"""The stored parts of a bug report, and the fingerprint of its fault. Pure."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from kit.values import characters

HIDDEN = "(removed)"
LONGEST = {
    "host": 255,
    "route": 500,
    "message": 4_000,
    "userAgent": 500,
    "platform": 100,
    "description": 5_000,
    "optionalMsg": 2_000,
    "API": 500,
    "version": 40,
    "app": 20,
    "school": 100,
}
"""Maximum number of stored characters of each text; the rest is cut, so that no report is refused for its length."""
LARGEST_DATA = 64 * 1024
"""Maximum number of stored bytes of the request, and of the response."""
_DEEPEST = 12
_MOST_ENTRIES = 500

_SECRET_NAME = re.compile(
    r"authori[sz]ation|cookie|passw|passcode|secret|token|api[-_]?key|credential|^ticket$|idempotency"
    r"|sort[-_]?code|account[-_]?number|^iban$|^bic$",
    re.IGNORECASE,
)
_SECRET_TEXT = (
    (re.compile(r"\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}", re.IGNORECASE), rf"\1 {HIDDEN}"),
    (re.compile(r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*"), HIDDEN),
    (
        re.compile(
            r"([?&;\"'\s](?:[a-z_-]*token|ticket|passcode|password|secret|api_?key)[\"']?\s*[=:]\s*[\"']?)[^&\s\"',;}]+",
            re.IGNORECASE,
        ),
        rf"\1{HIDDEN}",
    ),
)
_VARIABLE = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{16,}\b|\d+", re.IGNORECASE)


def text(raw: str, most: int) -> str:
    """Return `raw` without control characters, lone surrogates and secrets, cut at `most` characters."""
    clean = characters.stored(raw)
    return without_secrets(clean[: most * 2])[:most]


def without_secrets(text: str) -> str:
    """Return `text` with its tokens and passwords replaced by HIDDEN."""
    for pattern, replacement in _SECRET_TEXT:
        text = pattern.sub(replacement, text)
    return text


def data(raw: Any) -> Any:
    """Return the stored form of a report's request or response: without secrets, by name and by pattern, at most
    LARGEST_DATA bytes."""
    clean = _without_secrets(raw, 0)
    encoded = msgspec.json.encode(clean)
    if len(encoded) <= LARGEST_DATA:
        return clean
    return {"cut": encoded[: LARGEST_DATA // 2].decode("utf-8", "ignore"), "bytes": len(encoded)}


def _without_secrets(value: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        return "…"
    if isinstance(value, Mapping):
        entries = list(value.items())[:_MOST_ENTRIES]
        return {
            text(str(name), 200): HIDDEN if _SECRET_NAME.search(str(name)) else _without_secrets(inner, depth + 1)
            for name, inner in entries
        }
    if isinstance(value, list):
        return [_without_secrets(inner, depth + 1) for inner in value[:_MOST_ENTRIES]]
    if isinstance(value, str):
        return text(value, LARGEST_DATA)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def method_of(request: Any) -> str:
    """Return the method of the failed call in upper case, or empty."""
    method = request.get("method") if isinstance(request, Mapping) else None
    return method.upper()[:10] if isinstance(method, str) and method.isascii() and method.isalpha() else ""


def path_of(api: str) -> str:
    """Return the path of an API address, without host and query."""
    return re.sub(r"^https?://[^/]*", "", api).split("?", 1)[0]


def fingerprint(app: str, status: int, method: str, api: str, message: str, route: str) -> str:
    """Return the key of a fault: the same call (or without one, the same screen) that fails the same way, ignoring ids
    and numbers."""
    place = path_of(api) or route.split("?", 1)[0]
    key = "\n".join([app, str(status), method, _VARIABLE.sub("#", place), _VARIABLE.sub("#", message)[:300]])
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def reporter(user_id: int, address: str) -> str:
    """Return the key of a reporter: the user, or a hash of the address, which only shows that two reports share it."""
    if user_id:
        return f"user:{user_id}"
    return "address:" + hashlib.sha256(f"staffroom error {address}".encode()).hexdigest()[:16]
