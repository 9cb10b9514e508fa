"""Check of tutors on events: one without the required checks may not teach a student under 18
(`requirements.guard`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from people.calendar.model import booking, event
from people.enrolment.attributes import ON_COURSE
from people.enrolment.model import course_student
from people.persons.model import student
from people.persons.queries import under_18
from people.requirements import guard

_TAUGHT = ("tutorial", "onlineTut", "pTutorial", "supStudy", "group", "trial")
"""Types of event that count as teaching, with or without a course."""
_its_tutor, _its_student = booking.alias("its_tutor"), booking.alias("its_student")
_e, _tutor, _cws = event.c, _its_tutor.c, course_student.c
_joined = course_student.join(student, student.c.id == _cws.student_id)
_young = under_18(student.c.birth_date)
_OF_CHILD = sa.or_(
    sa.exists(
        sa.select(1)
        .select_from(_joined)
        .where(_cws.course_id == _e.course_id, _cws.status.in_(ON_COURSE), _young)
        .correlate(event)
    ),
    sa.exists(
        sa.select(1)
        .select_from(_its_student.join(student, student.c.id == _its_student.c.person_id))
        .where(_its_student.c.event_id == _e.id, _its_student.c.kind == "student", _young)
        .correlate(event)
    ),
)
"""Events with a student under 18, on them or on their course."""


def check_tutors(tx: Tx, events: list[int]) -> None:
    """Refuse tutors without the required checks on coming events of a student under 18, unless the course has an
    exception for them. Raises Conflict. For `Tx.before_commit`."""
    tutors = _tutor.event_id == _e.id
    lacking = (
        sa.select(_e.course_id, _tutor.person_id)
        .distinct()
        .select_from(event.join(_its_tutor, tutors))
        .where(
            _e.id.in_(sorted(set(events))),
            _e.status == "active",
            _e.ends > sa.func.now(),
            _e.type.in_(_TAUGHT),
            _tutor.kind == "tutor",
            guard.lacks_required(_tutor.person_id),
            _OF_CHILD,
        )
        .order_by(_tutor.person_id)
    )
    for row in tx.all(lacking):
        guard.refuse_unchecked(tx, row["course_id"], [row["person_id"]])
