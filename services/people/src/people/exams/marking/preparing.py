"""The mark of a new entry for a trial exam, and its marker: the tutor who teaches the candidate in the subject."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx
from people.courses.model import course
from people.enrolment.model import course_student, course_tutor
from people.exams.entries.model import exam_entry
from people.exams.marking import maxima
from people.exams.marking.model import trial_mark
from people.exams.model import exam
from people.persons.model import TABLES

_e, _candidate = exam_entry.c, TABLES["candidate"]
_TUTOR = (
    sa.select(course_tutor.c.tutor_id)
    .join(course, course.c.id == course_tutor.c.course_id)
    .join(course_student, course_student.c.course_id == course.c.id)
    .where(
        course_student.c.student_id == _candidate.c.student_id,
        course_student.c.status != "withdrawn",
        course.c.subject == exam.c.subject,
    )
    # A course of the exam's level takes precedence over another of the subject, and the newest over older ones.
    .order_by((course.c.level == exam.c.level).desc(), course.c.id.desc(), course_tutor.c.tutor_id)
    .limit(1)
    .correlate(_candidate, exam)
    .scalar_subquery()
)


def prepare(tx: Tx, entries: Sequence[int]) -> None:
    """Add the missing marks of the entries for trial exams."""
    if not entries:
        return
    new = (
        sa.select(_e.id, _TUTOR)
        .select_from(
            exam_entry.join(exam, exam.c.id == _e.exam_id).join(_candidate, _candidate.c.id == _e.candidate_id)
        )
        .where(_e.id.in_(entries), _e.kind == "trial")
    )
    added = insert(trial_mark).from_select(["entry_id", "marker_id"], new)
    tx.execute(added.on_conflict_do_nothing(constraint="uq_trial_mark"))
    maxima.fill(tx, _e.id.in_(entries))
