"""Answers about plans of rooms, of sittings and of days."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict

from kit.values.schemas import Moment


class PlannedSeat(TypedDict):
    """A seat on the plan of a room; `extra` is the extra time in minutes."""

    id: int
    seat: int | None
    number: str
    candidate: str
    componentId: int
    paper: str
    starts: Moment
    ends: Moment
    extra: int
    status: str
    identityChecked: bool
    lateBy: int | None


class RoomPlan(TypedDict):
    """A session with the plan of its room; `rows` and `columns` are null where the room has none."""

    id: int
    title: str
    status: str
    room: str
    capacity: int
    rows: int | None
    columns: int | None
    seats: list[PlannedSeat]


class SeatPlaced(TypedDict):
    """A moved seat; `swapped` is the seat record that changed places with it."""

    id: int
    seat: int
    swapped: int | None


class SittingSeated(TypedDict):
    """A seated sitting: the number seated, the sessions, and the candidates who got no seat or sit something else
    then."""

    seated: int
    sessions: list[int]
    left: int
    clashes: int


class BusyDay(TypedDict):
    """A candidate's day with papers at one time (`clash`), or with more than the allowed minutes (`long`)."""

    candidateId: int
    candidate: str
    number: str
    day: dt.date
    kind: str
    papers: str
    minutes: int
    allowed: int
    planned: bool
