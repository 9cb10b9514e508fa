"""Choices, checks and texts of homework (`teaching.md 5`, `8`, `9`)."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kit.errors import Invalid
from kit.policy import Row
from kit.values import DateTime, options, richtext
from kit.values.days import LONDON

TYPE_OPTIONS = options(
    ("written", "Written Assignment"), ("indprep", "Independent Preparation"), ("other", "Other Task"),
    ("ptTarget", "Personal tutoring target"), ("ipTarget", "Independent preparation target"),
)  # fmt: skip
TARGETS = frozenset({"ptTarget", "ipTarget"})
"""Personal-tutoring targets: they are done or not, and have no marks."""
STATES = options(
    ("saved", "Saved", "grey"),
    ("set", "Set", "blue"),
    ("submitted", "Submitted", "amber"),
    ("marked", "Marked", "green"),
    ("postponed", "Postponed", "purple"),
    ("writeOff", "Written off", "grey"),
)
OPEN = ("saved", "set", "postponed")
"""Not handed in yet."""
OWED = ("set", "postponed")
"""The student owes it: postponed work is set for a later day."""
DUE_OPTIONS = options(("tutorial", "Next tutorials"), ("other", "Other"))
DUE_TIME = dt.time(23, 59)
TITLE_MAXIMUM, MARK_MAXIMUM = 100, 20
TUTORIALS_OFFERED = 6
PLACEHOLDER = "Please enter instructions"
"""What the page shows for instructions until they are typed."""
NO_STUDENTS = "Please assign students to this homework"
_REQUIRED = {
    "title": "Please set homework title",
    "type": "Please set homework type",
    "due": "Please set homework due date",
    "instructions": "Please set homework instructions",
}
"""By column, in the order of the checks."""
_TITLES = {"due": "Missing due date"}
_WIRE = {"due": "dueDate"}
_MARKS = {
    "mark": "mark",
    "on_time": "on time",
    "quality": "quality",
    "effort": "effort",
    "comment": "comment",
    "time_spent": "time spent",
}
"""What the release of marks asks for, by column."""


@dataclass(frozen=True, kw_only=True)
class DueDate(DateTime):
    """An instant; a day alone is due at 23:59 in London."""

    def read(self, raw: Any) -> dt.datetime:
        if isinstance(raw, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", raw.strip()):
            raw = f"{super().read(raw):%Y-%m-%d}"
            at = dt.datetime.combine(dt.date.fromisoformat(raw), DUE_TIME, LONDON)
            return at.astimezone(dt.UTC)
        return super().read(raw)


def missing(column: str, value: Any) -> Invalid | None:
    """The popup that refuses an empty title, type, due date or instructions, or None."""
    if column == "instructions":
        value = richtext.plain(value or "").replace(PLACEHOLDER, "")
    if value or column not in _REQUIRED:
        return None
    text = _REQUIRED[column]
    return Invalid(text, title=_TITLES.get(column, f"Missing {column}"), fields={_WIRE.get(column, column): text})


def check_homework(values: Mapping[str, Any], students: object) -> None:
    """The five checks before homework is set, in their order. Raises Invalid with the popup of the first that fails."""
    for column in _REQUIRED:
        if refusal := missing(column, values.get(column)):
            raise refusal
    if not students:
        raise Invalid(NO_STUDENTS, title="Missing students", fields={"studentIds": NO_STUDENTS})
    if values["type"] == "indprep" and values.get("time_estimation") is None:
        text = "Please set a time estimation in minutes"
        raise Invalid(text, title="Form errors", fields={"timeEstimation": text})


def check_handed_in(comment: str, files: object) -> None:
    """What a student hands in has a comment or a file. Raises Invalid."""
    if not richtext.plain(comment) and not files:
        raise Invalid("Please add a comment or a file", title="Missing details")


def _wire_of_mark(column: str) -> str:
    return {"on_time": "onTime", "time_spent": "timeSpent"}.get(column, column)


def check_release(row: Row) -> None:
    """Marks are released whole. Raises Invalid that names the first one missing."""
    for column, name in _MARKS.items():
        if row[column] is None or row[column] == "":
            text = f"Please include {name} for {row['student_name']} before releasing marks to students"
            raise Invalid(text, title="Release marks missing information", field=_wire_of_mark(column))
