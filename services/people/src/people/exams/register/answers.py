"""Answers of the register."""

from __future__ import annotations

from typing import TypedDict


class Marked(TypedDict):
    """A mark that was taken: the seat as it stands, and whether the mark counts. `error` says why it was not taken."""

    key: str
    seatId: int
    status: str
    identityChecked: bool
    counted: bool
    error: str
