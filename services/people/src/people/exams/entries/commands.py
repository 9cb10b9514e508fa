"""Entries for all students of a course."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, row_or_404
from kit.errors import Conflict, Invalid
from people.courses.model import course
from people.enrolment.model import course_student
from people.exams.anomalies.finding import refresh
from people.exams.entries.fields import complete
from people.exams.entries.model import exam_entry
from people.exams.entries.publishing import publish
from people.exams.marking.preparing import prepare
from people.exams.model import exam
from people.exams.policy import KEEPS
from people.persons.model import TABLES, student
from people.persons.queries import full_name

_candidate, _cws = TABLES["candidate"].c, course_student.c
NO_CANDIDATE = "{name} has no record as a candidate"
ENTERED = "{name} already has an entry"


def enter_course(tx: Tx, exam_id: int, course_id: int, *, dry: bool = False) -> dict[str, Any]:
    """Plan an entry for the exam for each student on a course; return how many were entered and for whom, and who was
    skipped and why. A dry run writes nothing. Raises Forbidden, NotFound."""
    KEEPS.require(tx.actor)
    for table, record in ((exam, exam_id), (course, course_id)):
        row_or_404(tx.connection, sa.select(table.c.id).where(table.c.id == record))
    with tx.savepoint(keeps=not dry):
        return _enter(tx, exam_id, course_id)


def _enter(tx: Tx, exam_id: int, course_id: int) -> dict[str, Any]:
    rows = tx.all(
        sa.select(full_name(student).label("name"), sa.func.min(_candidate.id).label("candidate_id"))
        .select_from(course_student.join(student, student.c.id == _cws.student_id))
        .outerjoin(TABLES["candidate"], _candidate.student_id == student.c.id)
        .where(_cws.course_id == course_id, _cws.status == "active")
        .group_by(student.c.id)
        .order_by(student.c.last_key, student.c.id)
    )
    entries, entered, skipped = list[int](), list[str](), list[str]()
    for row in rows:
        if row["candidate_id"] is None:
            skipped.append(NO_CANDIDATE.format(**row))
            continue
        values = {"candidate_id": row["candidate_id"], "exam_id": exam_id}
        standing = (exam_entry.c.candidate_id == row["candidate_id"], exam_entry.c.exam_id == exam_id)
        if tx.scalar(sa.select(sa.exists().where(*standing, exam_entry.c.status != "withdrawn"))):
            skipped.append(ENTERED.format(**row))
            continue
        try:
            with tx.savepoint():
                entries.append(tx.insert(exam_entry, values | complete(tx, values)))
            entered.append(row["name"])
        except (Conflict, Invalid) as refusal:
            skipped.append(f"{row['name']}: {refusal.in_words()}")
    planned(tx, entries)
    return {"entered": len(entries), "candidates": entered, "skipped": skipped}


def planned(tx: Tx, entries: Sequence[int]) -> None:
    """Complete new entries that come from no form: the marks of trial exams, anomalies and fees."""
    prepare(tx, entries)
    refresh(tx, entries)
    publish(tx, entries)
