"""Answers about sessions, seats and duties."""

from __future__ import annotations

from typing import TypedDict

from kit.http.shapes import Choice
from kit.values.schemas import Moment


class PlaceName(Choice):
    """A choice for a form; `label` is the label of a room, or of a session with its start."""


class IncidentRow(TypedDict):
    """An incident of a session."""

    id: int
    at: Moment
    text: str
    witness: str
    createdByName: str


class SessionParts(TypedDict):
    """Parts beyond the fields."""

    room: str
    series: str
    seated: int
    needed: int
    staffed: int
    warnings: list[str]
    incidents: list[IncidentRow]


class SeatParts(TypedDict):
    """Parts beyond the fields."""

    candidate: str
    paper: str
    session: str
    room: str


class DutyParts(TypedDict):
    """Parts beyond the fields."""

    invigilator: str
    session: str
    room: str
