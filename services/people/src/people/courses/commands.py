"""Publication of a course. Its event names its tutors and students, which the row of the course does not have."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from people.courses.attributes import COURSE
from people.courses.model import course
from people.enrolment.attributes import COURSE_STUDENT, GRADE_KINDS
from people.enrolment.model import course_student, course_tutor
from people.events import COURSE_CHANGED

_BLANKED = [
    sa.func.coalesce(COURSE_STUDENT[name].column, "").label(name)
    for name in (*(f"{kind}Grade" for kind in GRADE_KINDS), "syllabus", "option")
]
"""Grades and exam options, or empty values."""


def publish_course(tx: Tx, record: int, **changed: Any) -> None:
    """Publish the course as this transaction will leave it: with `changed` columns, which are written after this
    call."""
    row = tx.one(sa.select(course).where(course.c.id == record))
    assert row is not None
    row |= changed
    cws = course_student.c
    students = sa.select(cws.id.label("cwsId"), *COURSE_STUDENT.select("studentId", "status"), *_BLANKED)
    tutors = sa.select(course_tutor.c.tutor_id).where(course_tutor.c.course_id == record)
    parts = {
        "tutorIds": list(tx.execute(tutors.order_by(course_tutor.c.id)).scalars()),
        "students": tx.all(students.where(cws.course_id == record).order_by(cws.id)),
        "deleted": row["status"] == "deleted",
    }
    tx.publish(COURSE_CHANGED, record, COURSE.payload(row) | parts)
