"""Options and checks of courses (`teaching.md 9`)."""

from __future__ import annotations

from kit.values import options

TYPES = options(
    ("indiv", "Individual"), ("group", "Group"), ("shared", "Shared"), ("paired", "Paired"),
    ("workshop", "Workshop"), ("seminar", "Seminar"),
)  # fmt: skip
STATUSES = options(
    ("proposed", "Proposed", "amber"), ("active", "Active", "green"), ("completed", "Completed", "grey"),
    ("withdrawn", "Withdrawn", "orange"), ("deleted", "Deleted", "red"),
)  # fmt: skip
STUDENT_STATUSES = STATUSES[:4]
"""A student is withdrawn from a course, never deleted: slips and homework refer to the pair."""
OPTION_MOST = 10
"""The most characters of syllabus and option (`teaching.md 5`, Exam options)."""
