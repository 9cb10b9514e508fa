"""Answers of enrolments."""

from __future__ import annotations

from typing import TypedDict


class MissingPiece(TypedDict):
    """A piece that an enrolment lacks, and the screen where it is supplied."""

    stage: str
    title: str
    screen: str


class EnrolmentParts(TypedDict):
    """Beside the fields of an enrolment."""

    student: str
    stuck: bool
    missing: list[MissingPiece]
