"""The keys by which a body names rows of a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.errors import Malformed

MOST_KEYS = 100_000


def keys(body: Mapping[str, Any], name: str) -> list[int] | None:
    """The keys under `name`, None where the body has none. Raises Malformed."""
    found = body.get(name)
    listed = found is None or (isinstance(found, list) and len(found) <= MOST_KEYS)
    if not listed or (found is not None and any(type(key) is not int for key in found)):
        raise Malformed(f"{name} is a list of at most {MOST_KEYS} whole numbers")
    return found
