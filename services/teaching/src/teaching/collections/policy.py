"""Rights on collection reports. Staff read all, and the academic office requests them; interviewers and the academic
office write. Tutors of the course read them once submitted; a student, their clients and their agent once approved
(`teaching.md 6`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Actor, Row, Rule, Scope, has_role, me, reading, staff
from teaching.collections.model import collection, interviewer
from teaching.copies import family
from teaching.copies.model import course_tutor

_c = collection.c
office = has_role("academicOffice")
_APPROVED = _c.status == "approved"
_INTERVIEWED = _c.id.in_(sa.select(interviewer.c.collection_report_id).where(interviewer.c.user_id == me("user")))
_TAUGHT = _c.course_id.in_(sa.select(course_tutor.c.course_id).where(course_tutor.c.tutor_id == me("tutor")))
SCOPE = Scope(
    everything=staff,
    own={
        "user": _INTERVIEWED,
        "tutor": sa.and_(_TAUGHT, _c.status != "draft"),
        "student": sa.and_(_c.student_id == me("student"), _APPROVED),
        **{kind: sa.and_(mine, _APPROVED) for kind, mine in family.students_of(_c.student_id).items()},
    },
)
_READERS = ("staff", "tutor", "student", "client", "agent")


def _reads(actor: Actor, _: Row | None) -> bool:
    return staff(actor) or any(actor.person(kind) is not None for kind in _READERS)


reads = Rule("staff, interviewer, tutor of the course, or student and family once approved", _reads, frozenset())
"""The scope selects the rows."""


def _interviewed(actor: Actor, row: Row | None) -> bool:
    """Return whether the actor is an interviewer; without a record, whether they may be one."""
    if row is None:
        return staff(actor) or actor.person("tutor") is not None
    return actor.user_id in row["interviewer_ids"]


interviews = Rule("interviewer", _interviewed, frozenset({"interviewer_ids"}))
writes = office | interviews
WRITTEN = Scope(everything=office, own={"user": _INTERVIEWED})
"""Reports that the caller writes: all for the academic office, their own for an interviewer."""
OWN_WORK = "You cannot approve your own work"


@reading("writer_ids", "submitted_by_id", "interviewer_ids")
def refuse_own_work(row: Row, actor: Actor) -> str | None:
    """Refuse an approval by an author, by the person who submitted the report, or by its only interviewer."""
    me_ = {actor.user_id, actor.acting_user_id} - {None}
    wrote = me_ & {*row["writer_ids"], row["submitted_by_id"]}
    alone = len(row["interviewer_ids"]) == 1 and me_ & set(row["interviewer_ids"])
    return OWN_WORK if wrote or alone else None
