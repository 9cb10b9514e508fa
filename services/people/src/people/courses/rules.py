"""Options and checks of courses (`teaching.md 9`)."""

from __future__ import annotations

from kit.errors import Invalid
from kit.fields import Change, options

TYPES = options(
    ("indiv", "Individual"), ("group", "Group"), ("shared", "Shared"), ("paired", "Paired"),
    ("workshop", "Workshop"), ("seminar", "Seminar"),
)  # fmt: skip
STATUSES = options(
    ("proposed", "Proposed", "amber"), ("active", "Active", "green"), ("completed", "Completed", "grey"),
    ("withdrawn", "Withdrawn", "orange"), ("deleted", "Deleted", "red"),
)  # fmt: skip
STUDENT_STATUSES = STATUSES[:4]
"""A student on a course is never deleted from it: slips and homework name the pair. Who leaves is withdrawn."""
OPTION_MOST = 10
"""Characters of syllabus and option (`teaching.md 5`, Exam options)."""


def check_ends(change: Change) -> None:
    """The course ends on or after the day it starts."""
    _ordered(change, change.row["starts"], change.new)


def check_starts(change: Change) -> None:
    """The course starts on or before the day it ends."""
    _ordered(change, change.new, change.row["ends"])


def _ordered(change: Change, starts: object, ends: object) -> None:
    if starts is not None and ends is not None and ends < starts:  # type: ignore[operator]
        text = "Please check dates are in sequential order"
        raise Invalid(text, fields={change.field.name: text})
