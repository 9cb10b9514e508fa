"""Answers to calls about lock dates."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict

from kit.values.schemas import Moment


class LockDateChange(TypedDict):
    """A move of the lock date; moving it backwards needs the reason."""

    lockDate: dt.date | None
    reason: str
    by: str
    date: Moment


class LockDate(TypedDict):
    """The lock date of an organisation, and its changes, latest first."""

    orgId: int
    organisation: str
    lockDate: dt.date | None
    changes: list[LockDateChange]


class LockDateMoved(TypedDict):
    """The current lock date."""

    orgId: int
    lockDate: dt.date | None
