"""Deadlines for calendars of other programs: an all-day entry for each."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor
from kit.values.days import LONDON
from people.courses.model import course
from people.enrolment.model import course_student, course_tutor
from people.exams.deadlines.attributes import KINDS
from people.exams.deadlines.lists import LACKS, MISSING
from people.exams.deadlines.model import exam_deadline
from people.exams.entries.model import exam_entry
from people.exams.model import exam, exam_series
from people.persons.model import TABLES
from people.policy import OF_STAFF

OF_TUTORS = ("forecasts", "coursework")
"""Kinds of deadline that tutors of candidates must meet."""
_d, _s, _x, _e, _candidate = exam_deadline.c, exam_series.c, exam.c, exam_entry.c, TABLES["candidate"]
_TITLES = {option.value: option.label for option in KINDS}
_OPEN = _s.state.not_in(("released", "closed"))


def of_open_series(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the deadlines of open series for staff, as `ics.calendar` takes them."""
    return _entries(connection, MISSING, OF_STAFF.where(actor))


def of_office(connection: sa.Connection) -> list[dict[str, Any]]:
    """Return the deadlines of open series for a feed of the exams office, for whose owner the caller asks."""
    return _entries(connection, MISSING, sa.true())


def of_tutor(connection: sa.Connection, tutor_id: int) -> list[dict[str, Any]]:
    """Return the deadlines of open series for estimated grades and coursework of the candidates whom a tutor teaches in
    the subject; `missing` counts the tutor's entries."""
    taught = (
        sa.select(sa.literal(1))
        .select_from(
            course_student.join(course, course.c.id == course_student.c.course_id).join(
                course_tutor, course_tutor.c.course_id == course.c.id
            )
        )
        .where(
            course_student.c.student_id == _candidate.c.student_id,
            course.c.subject == _x.subject,
            course_student.c.status != "withdrawn",
            course_tutor.c.tutor_id == tutor_id,
        )
    )
    entries = (
        sa.select(sa.func.count().filter(LACKS).label("missing"), sa.func.count().label("number"))
        .select_from(exam_entry.join(exam, _x.id == _e.exam_id).join(_candidate, _candidate.c.id == _e.candidate_id))
        .where(_x.series_id == _d.series_id, _x.board == _d.board, _e.status != "withdrawn", taught.exists())
        .correlate(exam_deadline)
        .lateral("of_tutor")
    )
    return _entries(connection, entries.c.missing, sa.and_(_d.kind.in_(OF_TUTORS), entries.c.number > 0), entries)


def _entries(
    connection: sa.Connection, missing: sa.ColumnElement[int], where: sa.ColumnElement[bool], *more: sa.FromClause
) -> list[dict[str, Any]]:
    source: sa.FromClause = exam_deadline.join(exam_series, _s.id == _d.series_id)
    for one in more:
        source = source.join(one, sa.true())
    columns = (_d.id, _d.version, _d.modified, _d.kind, _d.board, _d.due_on, _s.name, missing.label("missing"))
    statement = sa.select(*columns).select_from(source).where(_OPEN, where).order_by(_d.due_on, _d.id)
    return [_entry(row) for row in all_rows(connection, statement)]


def _entry(row: dict[str, Any]) -> dict[str, Any]:
    starts = dt.datetime.combine(row["due_on"], dt.time(), LONDON)
    return {
        # Ids of deadlines do not overlap with those of events.
        "id": f"examdeadline-{row['id']}",
        "version": row["version"],
        "modified": row["modified"],
        "title": f"{_TITLES[row['kind']]}: {row['board']}, {row['name']}",
        "starts": starts,
        "ends": starts + dt.timedelta(days=1),
        "all_day": True,
        "status": "active",
        "cancel_reason": "",
        "location": "",
        "course": f"{row['missing']} missing" if row["missing"] else "",
    }
