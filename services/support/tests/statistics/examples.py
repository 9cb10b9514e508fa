"""Examples of the statistics of tickets, for the conformance suite."""

from __future__ import annotations

from typing import Any

LISTS: dict[str, Any] = {
    "ticketStatistics": {"filters": {"period": "month", "team": "techSupport,tutorSupport", "whole": "true"}}
}
