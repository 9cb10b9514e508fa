"""Predicted grades in the form that the office enters at UCAS: a row for each applicant and subject, by applicant. It
is exported as 'UCAS export' of the list of predicted grades, with the rows, filters and rights of that list."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from kit.database.searching import matches
from kit.lists import Column
from teaching.copies.model import course, course_student, person
from teaching.reports.predicted.lists import PREDICTED

MISSING = "Missing"


def _of(name: str) -> sa.ColumnElement[str]:
    """Return the expression of one of the list's columns."""
    column = PREDICTED.column(name)
    assert column is not None
    return column.expression


UCAS = replace(
    PREDICTED,
    name="ucasGrades",
    path="/report/predicted-grades/ucas",
    title="Predicted grades for UCAS",
    default_sort="applicant,studentId,subject",
    naming="applicant",
    # A search matches the same rows as in the list.
    search_also=lambda pattern: matches(PREDICTED.searched, pattern),
    columns=[
        Column(name="id", expression=course_student.c.id, type="id", title="cwsId", hidden=True),
        Column(name="applicant", expression=person.c.name, sortable=True, width=150),
        Column(
            name="studentId",
            expression=course_student.c.student_id,
            type="integer",
            title="Student id",
            sortable=True,
            width=90,
        ),
        Column(name="birthDate", expression=person.c.birth_date, type="date", title="Date of birth", width=105),
        Column(name="qualification", expression=course.c.level, width=110),
        Column(name="board", expression=course.c.board, title="Awarding body", width=120),
        Column(name="subject", expression=course.c.subject, sortable=True, width=130),
        Column(
            name="predicted",
            expression=sa.func.coalesce(sa.func.nullif(_of("predicted"), ""), MISSING),
            title="Predicted grade",
            width=110,
        ),
        Column(name="predictedBy", expression=_of("predictedBy"), title="Set by", width=150),
        Column(name="predictedAt", expression=_of("predictedAt"), title="As of", type="date", width=105),
    ],
    figures=None,
    tabs=(),
)
"""Teaching's copies of people have no UCAS id, so the column is empty."""
