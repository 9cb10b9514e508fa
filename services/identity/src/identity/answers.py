"""What the call about the whole installation answers."""

from __future__ import annotations

from typing import TypedDict


class Health(TypedDict):
    """Each service and whether it is ready."""

    healthy: bool
    services: dict[str, bool]


class HealthAnswer(TypedDict):
    """200 when all are ready, else 503."""

    data: Health
