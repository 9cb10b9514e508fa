"""Answers of enrolments."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict


class MissingPiece(TypedDict):
    """A piece that an enrolment lacks, and the screen where it is supplied."""

    stage: str
    title: str
    screen: str


class FirstTutorial(TypedDict):
    """The first tutorial of an enrolment, and the screen that shows it."""

    starts: dt.datetime
    screen: str


class EnrolmentParts(TypedDict):
    """Beside the fields of an enrolment."""

    student: str
    stuck: bool
    missing: list[MissingPiece]
    tutorial: FirstTutorial | None
