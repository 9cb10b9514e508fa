"""The rate limit of the public calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from identity.config import identity_settings
from kit.http import counted
from kit.http.fastapi import RequestCall

_WINDOW = 60


def count_public(call: RequestCall, _: Mapping[str, Any]) -> None:
    """Count a public call against the limit of its address. Raises TooMany."""
    counted.count(call, "public", identity_settings().rate_public_average, _WINDOW)
