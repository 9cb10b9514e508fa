"""Answers of the register."""

from __future__ import annotations

from typing import TypedDict


class Marked(TypedDict):
    """A received mark: the current state of the seat, and whether the mark counts. `error` says why it was refused."""

    key: str
    seatId: int
    status: str
    identityChecked: bool
    counted: bool
    error: str
