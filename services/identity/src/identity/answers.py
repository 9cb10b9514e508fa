"""Answers of the call about the whole installation."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Health(TypedDict):
    """Whether every service is ready; each of them by name for sysAdmin alone."""

    healthy: bool
    services: NotRequired[dict[str, bool]]


class HealthAnswer(TypedDict):
    """200 when all are ready, else 503."""

    data: Health
