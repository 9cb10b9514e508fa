"""The answer to a bug report."""

from __future__ import annotations

from typing import TypedDict


class ReportTaken(TypedDict):
    """The report, and the notice for the person."""

    id: int
    message: str
