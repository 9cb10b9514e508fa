"""Reminders of missing data to those who supply it, and of expiring checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from kit.database import TODAY, Tx
from kit.reminders import Receiver, Reminder, Rung
from kit.values.shown import shown
from people.applications.model import application
from people.applications.rules import OPEN
from people.checks.attributes import APPLICATION, CHECK_TYPES, VALID
from people.checks.model import check_override, person_check
from people.checks.validity import name_of
from people.compliance.model import requirement_gap
from people.compliance.places import PATHS, missing_path
from people.courses.model import course
from people.courses.queries import COURSE_TITLE
from people.enrolment.attributes import ON_COURSE
from people.enrolment.model import course_student, course_tutor
from people.events import NOTIFICATION_RAISED
from people.persons.model import TABLES, student
from people.persons.queries import full_name, under_18
from people.requirements import guard
from people.requirements.model import requirement

_g, _r, _c = requirement_gap.c, requirement.c, person_check.c
_o, _link = check_override.c, course_tutor.c
MISSING, EXPIRING = "dataMissing", "checkExpires"
ACADEMIC_OFFICE = Receiver("academicOffice", "Academic office")


def _count(count: int, kind: str) -> str:
    nouns = {"student": "students", "tutor": "tutors", "staff": "members of staff", "course": "courses"}
    one = {"staff": "member of staff"}.get(kind, kind)
    return f"1 {one}" if count == 1 else f"{count} {nouns[kind]}"


def _by_requirement(tx: Tx, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    ids = [row["record_id"] for row in rows]
    columns = (_r.id, _r.title, _r.kind, _r.mender, sa.func.count().label("count"))
    joined = requirement_gap.join(requirement, _r.id == _g.requirement_id)
    return tx.all(sa.select(*columns).select_from(joined).where(_g.id.in_(ids)).group_by(_r.id).order_by(_r.id))


def _tell(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Raise a notice for each requirement, to the role that supplies the missing data."""
    for row in _by_requirement(tx, rows):
        _raise(tx, row, [row["mender"]])
    return {}


def _notify(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], _: Mapping[int, str]) -> None:
    for row in _by_requirement(tx, rows):
        _raise(tx, row, [receiver.role for receiver in rung.also])


def _raise(tx: Tx, row: Mapping[str, Any], roles: Sequence[str]) -> None:
    notice = {
        "kind": MISSING,
        "title": f"{row['title']}: missing for {_count(row['count'], row['kind'])}",
        "text": "Open the list, then supply it in the record or waive it with a reason.",
        "target": missing_path(row["kind"]),
        "roleIds": list(roles),
    }
    tx.publish(NOTIFICATION_RAISED, row["id"], notice)


MISSING_DATA = Reminder(
    name="dataMissing",
    title="Missing data",
    source=requirement_gap.join(requirement, _r.id == _g.requirement_id),
    key=_g.id,
    due=_g.since,
    waits=_g.status == "open",
    ladder=(
        Rung("due", "On the day"),
        Rung("after7", "7 days after", days=7),
        Rung("after30", "30 days after", days=30, also=(ACADEMIC_OFFICE,)),
    ),
    tell=_tell,
    notify=_notify,
    locks=(requirement_gap,),
)

_later = person_check.alias("later").c
_RENEWED = (
    sa.exists()
    .where(
        _later.person_type == _c.person_type,
        _later.person_id == _c.person_id,
        _later.type == _c.type,
        _later.outcome.in_(VALID),
        sa.or_(_later.expires.is_(None), _later.expires > _c.expires),
    )
    .correlate(person_check)
)
_works = [
    sa.and_(
        _c.person_type == kind, sa.exists().where(TABLES[kind].c.id == _c.person_id, TABLES[kind].c.status != "retired")
    )
    for kind in ("tutor", "staff", "invigilator")
]
_works.append(
    sa.and_(
        _c.person_type == APPLICATION,
        sa.exists().where(application.c.id == _c.person_id, application.c.status.in_(OPEN)),
    )
)


def _tell_expiring(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Raise a notice for each kind of check to affiliate compliance, and to the academic office if a tutor of a child
    is among them."""
    ids = [row["record_id"] for row in rows]
    checks = tx.all(
        sa.select(_c.id, _c.type, _c.person_type, _c.person_id, _c.expires, _teaches_child().label("of_child"))
        .where(_c.id.in_(ids))
        .order_by(_c.type, _c.expires, _c.id)
    )
    for check, of_type in groupby(checks, key=lambda row: row["type"]):
        theirs = list(of_type)
        first = theirs[0]
        others = f" and {len(theirs) - 1} more" if len(theirs) > 1 else ""
        kind = first["person_type"]
        roles = ["affiliateCompliance", *(["academicOffice"] if any(row["of_child"] for row in theirs) else [])]
        notice = {
            "kind": EXPIRING,
            "title": f"{name_of(check)} expires on {shown(first['expires'])}{others}",
            "text": "Renew the check and enter its date.",
            "roleIds": roles,
            "target": f"{PATHS[kind]}/{first['person_id']}/checks",
        }
        tx.publish(NOTIFICATION_RAISED, first["id"], notice)
    return {}


EXPIRING_CHECKS = Reminder(
    name="checkExpires",
    title="Checks that expire",
    source=person_check,
    key=_c.id,
    due=_c.expires,
    waits=sa.and_(
        _c.expires.is_not(None), _c.expires > TODAY - sa.text("30"), _c.outcome == "clear", ~_RENEWED, sa.or_(*_works)
    ),
    ladder=(
        Rung("before60", "60 days before", days=-60),
        Rung("before30", "30 days before", days=-30),
        Rung("before7", "7 days before", days=-7),
        Rung("due", "On the day"),
    ),
    tell=_tell_expiring,
)
_REQUIRED = sa.exists().where(_r.active, _r.kind == "tutor", _r.what == "check", _r.item == _c.type)
_child = course_student.join(student, student.c.id == course_student.c.student_id)
_teaching = course_tutor.join(course, course.c.id == _link.course_id)


def _with_child(course_id: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition that a student under 18 is on a course."""
    on_it = (course_student.c.course_id == course_id, course_student.c.status.in_(ON_COURSE))
    young = sa.select(1).select_from(_child).where(*on_it, under_18(student.c.birth_date))
    return sa.exists(young.correlate_except(course_student, student))


def _teaches_child(*more: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Return the condition that a check is of a tutor who teaches a student under 18."""
    mine = (_c.person_type == "tutor", _link.tutor_id == _c.person_id, course.c.status.in_(ON_COURSE))
    taught = sa.select(1).select_from(_teaching).where(*mine, _with_child(_link.course_id), *more)
    return sa.exists(taught.correlate(person_check))


_CHECK_NAME = sa.case(*((_c.type == check.value, check.label) for check in CHECK_TYPES), else_=_c.type)
_ALLOWED = (
    sa.exists()
    .where(_o.course_id == _link.course_id, _o.tutor_id == _link.tutor_id, sa.func.strpos(_o.missing, _CHECK_NAME) > 0)
    .correlate(person_check, course_tutor)
)
"""Exceptions name the missing checks; another check that lapses later raises a notice."""


def _tell_lapsed(tx: Tx, _: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Ask for an exception or another tutor for each course of a child whose tutor's check has lapsed."""
    ids = [row["record_id"] for row in rows]
    tutor = TABLES["tutor"]
    joined = person_check.join(course_tutor, _link.tutor_id == _c.person_id).join(
        course, course.c.id == _link.course_id
    )
    statement = (
        sa.select(
            _c.id, _c.type, _c.expires, _link.course_id, COURSE_TITLE.label("course"), full_name(tutor).label("name")
        )
        .select_from(joined.join(tutor, tutor.c.id == _c.person_id))
        .where(_c.id.in_(ids), course.c.status.in_(ON_COURSE), _with_child(_link.course_id), ~_ALLOWED)
    )
    for row in tx.all(statement.order_by(_c.id, _link.course_id)):
        title = f"{row['name']} teaches a student under 18 without a valid check"
        text = (
            f"{name_of(row['type'])} expired on {shown(row['expires'])}: {row['course']}. Renew the check, choose "
            "another tutor, or allow an exception at the tutor on the course."
        )
        guard.notify(tx, row["course_id"], title, text)
    return {}


LAPSED_CHECKS = Reminder(
    name="checkLapsed",
    title="Lapsed checks of tutors of children",
    source=person_check,
    key=_c.id,
    due=_c.expires,
    waits=sa.and_(
        _c.expires.is_not(None),
        _c.expires > TODAY - sa.text("30"),
        _c.outcome == "clear",
        ~_RENEWED,
        _REQUIRED,
        _teaches_child(~_ALLOWED),
    ),
    ladder=(
        Rung("lapsed", "On the day of the lapse", days=1),
        Rung("after7", "7 days after", days=7),
        Rung("after14", "14 days after", days=14),
    ),
    tell=_tell_lapsed,
)
REMINDERS = (MISSING_DATA, EXPIRING_CHECKS, LAPSED_CHECKS)
