"""Access to exams. The exams office edits all, the academic office trial exams; candidates, their parents and their
tutors reach the candidate's own records."""

from __future__ import annotations

import sqlalchemy as sa

from kit.errors import Forbidden
from kit.policy import Actor, Row, Rule, Scope, has_role, me
from people.enrolment.model import course_student, course_tutor
from people.persons.model import TABLES
from people.persons.policy import CHILD_IDS
from people.policy import STAFF

TRIAL = "trial"
EXAMS_OFFICE = has_role("examsOffice")
_candidate, _attends, _teaches = TABLES["candidate"], course_student.alias("attends"), course_tutor.alias("teaches")


def _of_trial(actor: Actor, row: Row | None) -> bool:
    return actor.has("academicOffice") and (row is None or row["kind"] == TRIAL)


KEEPS = EXAMS_OFFICE | Rule("academicOffice of trial exams", _of_trial, frozenset({"kind"}))
"""Those who change a record of a `kind` of season. A new record has none yet: `check_kind` checks again."""


def check_kind(actor: Actor, kind: str) -> None:
    """Refuse a new record of a kind of season that the actor may not edit. Raises Forbidden."""
    if not KEEPS(actor, {"kind": kind}):
        raise Forbidden()


_taught = (
    sa.select(_attends.c.student_id)
    .join(_teaches, _teaches.c.course_id == _attends.c.course_id)
    .where(_attends.c.status != "withdrawn", _teaches.c.tutor_id == me("tutor"))
)


def _candidates_of(condition: sa.ColumnElement[bool]) -> sa.Select[tuple[int]]:
    return sa.select(_candidate.c.id).where(condition)


def of_candidate(column: sa.Column[int], **more: sa.ColumnElement[bool]) -> Scope:
    """Return the scope of records by the column of their candidate: staff reach all, others their own, their child's or
    their student's. `more` are conditions for further kinds of person."""
    student = _candidate.c.student_id
    return Scope(
        everything=STAFF,
        own={
            "candidate": column == me("candidate"),
            "student": column.in_(_candidates_of(student == me("student"))),
            "client": column.in_(_candidates_of(student.in_(CHILD_IDS))),
            "tutor": column.in_(_candidates_of(student.in_(_taught))),
            **more,
        },
    )
