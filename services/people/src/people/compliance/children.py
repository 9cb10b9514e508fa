"""The list of students under 18: guardian, consent, emergency contact, alerts, and the checks of their tutors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import aggregate_order_by

from kit.database.sql import NO_DAY
from kit.lists import Column, Filter, ListSpec
from kit.policy import Actor, Scope, me
from people.courses.model import course
from people.courses.queries import COURSE_TITLE
from people.enrolment.attributes import ON_COURSE
from people.enrolment.model import course_student, course_tutor
from people.looking.model import safeguarding_reader
from people.persons.catalogue import STUDENT
from people.persons.model import client, client_student, student, tutor
from people.persons.queries import full_name, numbers, under_18
from people.policy import COMPLIANCE, STAFF
from people.requirements.guard import lacks_required

_s, _cws, _link, _named = student.c, course_student.c, course_tutor.c, safeguarding_reader.c
_READER = "reader"


@dataclass(frozen=True)
class _Scope(Scope):
    """Students that staff reach. It binds `me("reader")`, the member of staff, so that a column can use it."""

    def params(self, actor: Actor) -> dict[str, Any]:
        return {f"me_{_READER}": actor.person("staff") or -1}


_SCOPE = _Scope(everything=STAFF)
_comma: sa.ColumnElement[str] = sa.literal_column("', '")
_guardians = client_student.join(client, client.c.id == client_student.c.client_id)
GUARDIANS = (
    sa.select(sa.func.string_agg(full_name(client), aggregate_order_by(_comma, client_student.c.id)))
    .select_from(_guardians)
    .where(client_student.c.student_id == _s.id)
    .correlate(student)
    .scalar_subquery()
)
_on = course_student.join(course, course.c.id == _cws.course_id).join(course_tutor, _link.course_id == _cws.course_id)
UNCHECKED = (
    sa.select(sa.func.count(sa.distinct(_link.tutor_id)))
    .select_from(_on)
    .where(
        _cws.student_id == _s.id,
        _cws.status.in_(ON_COURSE),
        course.c.status.in_(ON_COURSE),
        lacks_required(_link.tutor_id),
    )
    .correlate(student)
    .scalar_subquery()
)
"""Tutors of the student who lack a required check."""
_tutor_name = full_name(tutor)
UNCHECKED_WHERE = (
    sa.select(sa.func.string_agg(sa.distinct(sa.func.concat(_tutor_name, " (", COURSE_TITLE, ")")), _comma))
    .select_from(_on.join(tutor, tutor.c.id == _link.tutor_id))
    .where(
        _cws.student_id == _s.id,
        _cws.status.in_(ON_COURSE),
        course.c.status.in_(ON_COURSE),
        lacks_required(_link.tutor_id),
    )
    .correlate(student)
    .scalar_subquery()
)
"""The same tutors, each with the course."""


def _flag(condition: sa.ColumnElement[bool], label: str) -> sa.ColumnElement[str | None]:
    return sa.case((condition, label))


_is_named = sa.exists(sa.select(_named.id).where(_named.staff_id == me(_READER)))
_READS_NOTES = sa.or_(~sa.exists(sa.select(_named.id)), _is_named)
"""Condition that the caller reads safeguarding notes: those named as readers, or everybody with the role while nobody
is named."""
ALERTS = sa.func.concat_ws(
    _comma,
    _flag(_s.medical != "", "Medical"),
    _flag(_s.learning_needs != "", "Learning needs"),
    _flag(sa.and_(sa.func.coalesce(_s.safeguarding, "") != "", _READS_NOTES), "Safeguarding"),
)
"""Alerts without their content: the record shows it, and each look is logged. Only named readers learn that there is a
safeguarding note, in an export too."""
_HAS_CONTACT = sa.func.jsonb_array_length(_s.emergency_contacts) > 0

CHILDREN = ListSpec(
    name="children",
    path="/compliance/students/child",
    title="Students under 18",
    one="student",
    naming="name",
    source=student,
    key=_s.id,
    scope=_SCOPE,
    may=COMPLIANCE,
    where=sa.and_(under_18(_s.birth_date), _s.status == "active"),
    columns=[
        Column(name="id", expression=_s.id, type="id", hidden=True, width=64),
        Column(name="name", expression=full_name(student), sort=_s.last_key, sortable=True, width=170),
        Column(
            name="birthDate",
            expression=_s.birth_date,
            title="Date of birth",
            type="date",
            width=110,
            sortable=True,
            sort=sa.func.coalesce(_s.birth_date, NO_DAY),
        ),
        Column(name="guardians", expression=GUARDIANS, title="Parents and guardians", width=190, answers=str | None),
        Column(name="parentalConsent", expression=_s.parental_consent, title="Consent", type="date", width=100),
        Column(name="emergencyContact", expression=_HAS_CONTACT, title="Emergency contact", type="boolean", width=120),
        Column(name="alerts", expression=ALERTS, width=170, answers=str),
        Column(name="unchecked", expression=UNCHECKED, title="Tutors without valid checks", type="integer", width=130),
        Column(
            name="uncheckedTutors",
            expression=UNCHECKED_WHERE,
            title="Which tutor and course",
            width=240,
            answers=str | None,
        ),
        STUDENT.attributes["studentType"].in_list(),
    ],
    filters=[
        STUDENT.attributes["studentType"].as_filter(),
        Filter(
            name="noConsent",
            title="Without consent",
            kind="boolean",
            condition=lambda yes: _s.parental_consent.is_(None) == yes,
        ),
        Filter(
            name="noGuardian",
            title="Without a guardian",
            kind="boolean",
            condition=lambda yes: ~sa.exists().where(client_student.c.student_id == _s.id) == yes,
        ),
        Filter(
            name="noContact",
            title="Without an emergency contact",
            kind="boolean",
            condition=lambda yes: (sa.func.jsonb_array_length(_s.emergency_contacts) == 0) == yes,
        ),
        Filter(
            name="unchecked",
            title="With a tutor without valid checks",
            kind="boolean",
            condition=lambda yes: (UNCHECKED > 0) == yes,
        ),
        Filter(name="department", expression=_s.department_id, options_from="/departments"),
        Filter(name="birthDate", expression=_s.birth_date, title="Date of birth", kind="range"),
    ],
    default_sort="name",
    search=_s.search,
    phones=numbers(student),
    target="/students/{id}",
)
