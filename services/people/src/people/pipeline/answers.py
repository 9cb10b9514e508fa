"""Answers of enrolments."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict


class MissingPiece(TypedDict):
    """A missing piece of an enrolment, and the screen that supplies it."""

    stage: str
    title: str
    screen: str


class FirstTutorial(TypedDict):
    """The first tutorial of an enrolment, and the screen that shows it."""

    starts: dt.datetime
    screen: str


class EnrolmentParts(TypedDict):
    """Parts of an enrolment beyond its fields."""

    student: str
    stuck: bool
    missing: list[MissingPiece]
    tutorial: FirstTutorial | None
