"""Filters by the people, courses and departments of other services."""

from typing import Any

import sqlalchemy as sa

from kit.attributes import AsFilter
from kit.lists import Filter

BY_STUDENT = AsFilter(hidden=True, title="Student", options_from="/students/names")
BY_COURSE = AsFilter(hidden=True, title="Course", options_from="/courses/names")
BY_TUTOR = AsFilter(hidden=True, title="Tutor", options_from="/tutors/names")
"""Hidden filters of attributes. Links from records and figures use them, and staff see on the page which rows are
left."""


def by_department(expression: sa.ColumnElement[Any], /, **options: Any) -> Filter:
    """Return the filter `departmentId`."""
    return Filter(
        name="departmentId", expression=expression, title="Department", options_from="/departments", **options
    )


def by_student(expression: sa.ColumnElement[Any], /, **options: Any) -> Filter:
    """Return the filter `studentId`."""
    return Filter(name="studentId", expression=expression, title="Student", options_from="/students/names", **options)


def by_course(expression: sa.ColumnElement[Any], /, **options: Any) -> Filter:
    """Return the filter `courseId`."""
    return Filter(name="courseId", expression=expression, title="Course", options_from="/courses/names", **options)


def by_tutor(expression: sa.ColumnElement[Any], /, **options: Any) -> Filter:
    """Return the filter `tutorId`."""
    return Filter(name="tutorId", expression=expression, title="Tutor", options_from="/tutors/names", **options)
