"""Answers about packets."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict


class ScannedPacket(TypedDict):
    """A packet after its move."""

    id: int
    barcode: str
    status: str
    place: str
    paper: str
    sittingDate: dt.date | None
