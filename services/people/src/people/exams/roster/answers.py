"""Answers about rosters."""

from __future__ import annotations

from typing import TypedDict

from kit.http.shapes import Choice
from kit.values.schemas import Moment


class NamedInvigilator(TypedDict):
    """Parts beyond the fields."""

    invigilator: str


class SwapParts(TypedDict):
    """Parts beyond the fields; `toName` is the colleague who is asked, or who has taken the duty."""

    session: str
    starts: Moment
    fromName: str
    toName: str


class Colleague(Choice):
    """A choice for a form; `label` is the name of an invigilator."""


class Objection(TypedDict):
    """An objection to an invigilator of a session; if `allowed`, a reason overrides it."""

    kind: str
    text: str
    allowed: bool


class RosterChoice(TypedDict):
    """An invigilator for a session: minutes of duty in the series, and the objections."""

    id: int
    name: str
    minutes: int
    duties: int
    objections: list[Objection]
