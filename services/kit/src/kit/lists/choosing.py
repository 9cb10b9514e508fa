"""The keys by which a body names rows of a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.errors import Malformed

MOST_KEYS = 100_000


def chosen(body: Mapping[str, Any]) -> tuple[list[int] | None, list[int] | None]:
    """The `ids` of a body, for these rows alone, and its `except`, for all that match but these; None for what it has
    not. Raises Malformed, also where it has both."""
    ids, left_out = _keys(body, "ids"), _keys(body, "except")
    if ids and left_out:
        raise Malformed("ids and except exclude each other")
    return ids, left_out


def _keys(body: Mapping[str, Any], name: str) -> list[int] | None:
    """The keys under `name`, None where the body has none. Raises Malformed."""
    found = body.get(name)
    listed = found is None or (isinstance(found, list) and len(found) <= MOST_KEYS)
    if not listed or (found is not None and any(type(key) is not int for key in found)):
        raise Malformed(f"{name} is a list of at most {MOST_KEYS} whole numbers")
    return found
