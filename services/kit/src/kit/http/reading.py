"""The JSON reader of request bodies, for both adapters."""

from __future__ import annotations

from typing import Any

import msgspec

from kit.errors import Malformed, TooLarge

NO_JSON = "The request body is not JSON"
NO_NUL = "A text cannot contain a null character"
TOO_DEEP = "The request body is nested too deeply"
DEEPEST = 64
"""Maximum nesting of a body. No real data is deeper, and storing or printing deeper values overflows the stack."""


MOST_VALUES = 50_000
"""Maximum number of values in a body, unless its route takes more. An invalid value costs 5 µs and a kilobyte to check,
so 8 MB of numbers would occupy a worker for half a minute and 4 GB."""


def read_json(body: bytes, most: int = MOST_VALUES) -> Any:
    """Return the value in `body`. Raises Malformed for invalid JSON (NaN and lone surrogates are invalid), for a null
    character, which PostgreSQL cannot store, and for more than DEEPEST levels; TooLarge for more than `most` values."""
    if _marks(body) > most and _has_more(body, most):
        raise TooLarge(f"The request body has more than {most:,} values", code="too_many_values")
    try:
        value = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Malformed(NO_JSON) from None
    if b"\\u0000" in body and _holds_nul(value):
        raise Malformed(NO_NUL)
    if body.count(b"[") + body.count(b"{") > DEEPEST and _depth(value) > DEEPEST:
        raise Malformed(TOO_DEEP)
    return value


def _marks(text: bytes) -> int:
    """Return the number of commas and brackets; the number of values is at most one more."""
    return text.count(b",") + text.count(b"[") + text.count(b"{")


def _has_more(body: bytes, most: int) -> bool:
    """Return whether there are too many marks outside of texts; within texts they do not count."""
    bare = body.replace(rb"\\", b"").replace(rb"\"", b"")
    if bare.count(b'"') > 4 * most:  # a name and a text for each value
        return True
    return _marks(b"".join(bare.split(b'"')[::2])) > most


def _holds_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\x00" in value
    if isinstance(value, dict):
        return any(_holds_nul(part) for entry in value.items() for part in entry)
    return isinstance(value, list) and any(_holds_nul(part) for part in value)


def _depth(value: Any) -> int:
    """Return the depth of `value`, counted up to one beyond DEEPEST."""
    level, depth = [value], 0
    while depth <= DEEPEST:
        nested = [part for part in level if isinstance(part, dict | list)]
        if not nested:
            return depth
        depth += 1
        level = [child for part in nested for child in (part.values() if isinstance(part, dict) else part)]
    return depth
