"""Publish a course. Its event names its tutors and students, which the course's own row does not have."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from people.courses.model import course
from people.enrolment.model import course_student, course_tutor
from people.events import COURSE_CHANGED


def publish_course(tx: Tx, record: int, *, without_tutor: int = 0, **changed: Any) -> None:
    """Publish the course as this transaction will leave it: with the columns `changed`, without the tutor
    `without_tutor`, both of which are written after this call."""
    row = tx.one(sa.select(course).where(course.c.id == record))
    assert row is not None
    row |= changed
    cws = course_student.c
    students = tx.all(sa.select(cws.id, cws.student_id, cws.status).where(cws.course_id == record).order_by(cws.id))
    tutors = tx.all(
        sa.select(course_tutor.c.tutor_id).where(course_tutor.c.course_id == record).order_by(course_tutor.c.id)
    )
    tx.publish(
        COURSE_CHANGED,
        record,
        {
            "id": record,
            "board": row["board"] or "",
            "level": row["level"],
            "subject": row["subject"],
            "type": row["type"],
            "status": row["status"],
            "departmentId": row["department_id"] or 0,
            "organisationId": row["organisation_id"] or 0,
            "academicYearId": row["academic_year_id"] or 0,
            "tutorIds": [entry["tutor_id"] for entry in tutors if entry["tutor_id"] != without_tutor],
            "students": [
                {"cwsId": entry["id"], "studentId": entry["student_id"], "status": entry["status"]}
                for entry in students
            ],
            "deleted": row["status"] == "deleted",
        },
    )
