"""The guard of courses with children: a tutor without the required checks is refused, unless somebody allows an
exception by name and with a reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import sqlalchemy as sa

from kit.database import Tx, all_rows
from kit.database.sql import TODAY
from kit.errors import Conflict
from people.checks.model import check_override
from people.checks.validity import has_check, name_of
from people.enrolment.attributes import ON_COURSE
from people.enrolment.model import course_student, course_tutor
from people.events import NOTIFICATION_RAISED
from people.persons.model import student, tutor
from people.persons.queries import full_name, under_18
from people.policy import COMPLIANCE
from people.requirements.model import requirement

KIND = "checksMissing"
TITLE = "Checks are missing"
NOTHING_MISSING = "No check of this tutor is missing for the course"
ALLOWED = "This tutor already has an exception on the course"
_r, _o, _cws, _link = requirement.c, check_override.c, course_student.c, course_tutor.c
_OFFICE = ("academicOffice", "affiliateCompliance")


def _lacked(tutor_id: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition that a requirement is a check, is in force, and is not met by the tutor."""
    required = (_r.active, _r.kind == "tutor", _r.what == "check", sa.func.coalesce(_r.active_from, TODAY) <= TODAY)
    return sa.and_(*required, ~has_check("tutor", tutor_id, _r.item))


def lacks_required(tutor_id: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Return the condition that the tutor lacks a required check, or that it has expired."""
    return sa.exists().where(_lacked(tutor_id)).correlate_except(requirement)


def missing_checks(connection: sa.Connection, tutor_id: int) -> list[str]:
    """Return the names of the required checks that this tutor lacks, or that have expired."""
    items = sa.select(_r.item).distinct().where(_lacked(sa.literal(tutor_id)))
    return sorted(name_of(item) for item in connection.execute(items).scalars())


def has_child(connection: sa.Connection, course_id: int) -> bool:
    """Return the condition that a student under 18 is on the course."""
    joined = course_student.join(student, student.c.id == _cws.student_id)
    child = (
        sa.select(1)
        .select_from(joined)
        .where(_cws.course_id == course_id, _cws.status.in_(ON_COURSE), under_18(student.c.birth_date))
    )
    return bool(connection.execute(sa.select(sa.exists(child))).scalar())


def is_child(connection: sa.Connection, student_id: int) -> bool:
    """True of a student under 18."""
    young = sa.select(under_18(student.c.birth_date)).where(student.c.id == student_id)
    return connection.execute(young).scalar() is True


def tutors_of(connection: sa.Connection, course_id: int) -> list[int]:
    """Return the ids of a course's tutors."""
    return list(connection.execute(sa.select(_link.tutor_id).where(_link.course_id == course_id)).scalars())


def refuse_unchecked(tx: Tx, course_id: int | None, tutors: Iterable[int], reason: str = "") -> None:
    """Refuse tutors without the required checks on the course of a child, or on an event of a child without a course.

    With a `reason`, a caller of the academic office or affiliate compliance allows them on the course: the exception is
    stored, and the academic office gets a notice. Raises Conflict, whose `missing` names the checks and whose
    `mayAllow` is true if the caller may allow it; Forbidden if another caller gives a reason.
    """
    for tutor_id in tutors:
        missing = missing_checks(tx.connection, tutor_id)
        if not missing or _is_allowed(tx, course_id, tutor_id, missing):
            continue
        name = tx.scalar(sa.select(full_name(tutor)).where(tutor.c.id == tutor_id)) or "This tutor"
        if not reason or course_id is None:
            raise Conflict(
                f"{name} cannot teach a student under 18: {', '.join(missing)} missing or expired.",
                title=TITLE,
                code="checks_missing",
                extra={"missing": missing, "mayAllow": COMPLIANCE(tx.actor)},
            )
        COMPLIANCE.require(tx.actor)
        _allow(tx, course_id, tutor_id, str(name), missing, reason)


def _is_allowed(tx: Tx, course_id: int | None, tutor_id: int, missing: Collection[str]) -> bool:
    """Return whether exceptions for the tutor on the course name all these checks; a check that lapsed later needs
    another one."""
    if course_id is None:
        return False
    names, _ = exceptions(tx.connection, course_id).get(tutor_id, (frozenset[str](), ""))
    return names.issuperset(missing)


def exceptions(connection: sa.Connection, course_id: int) -> dict[int, tuple[frozenset[str], str]]:
    """Return, for each tutor of a course, the checks that exceptions name, and who allowed the last one and why."""
    of_course = sa.select(_o.tutor_id, _o.missing, _o.allowed_by, _o.reason).where(_o.course_id == course_id)
    result: dict[int, tuple[frozenset[str], str]] = {}
    for row in all_rows(connection, of_course.order_by(_o.id)):
        before, _ = result.get(row["tutor_id"], (frozenset[str](), ""))
        names = before.union(row["missing"].split(", "))
        result[row["tutor_id"]] = (names, f"{row['allowed_by']}: {row['reason']}")
    return result


def except_tutor(tx: Tx, course_id: int, tutor_id: int, reason: str) -> None:
    """Allow a tutor of a running course to continue teaching a student under 18 without the required checks, in the
    name of the caller. Raises Conflict if there is nothing to allow, Forbidden."""
    missing = missing_checks(tx.connection, tutor_id)
    if tutor_id not in tutors_of(tx.connection, course_id) or not has_child(tx.connection, course_id) or not missing:
        raise Conflict(NOTHING_MISSING, code="nothing_missing")
    if _is_allowed(tx, course_id, tutor_id, missing):
        raise Conflict(ALLOWED, code="allowed_already")
    refuse_unchecked(tx, course_id, [tutor_id], reason)


def _allow(tx: Tx, course_id: int, tutor_id: int, name: str, missing: list[str], reason: str) -> None:
    values = {
        "course_id": course_id,
        "tutor_id": tutor_id,
        "missing": ", ".join(missing),
        "reason": reason,
        "allowed_by": tx.actor.name,
        "allowed_by_id": tx.actor.user_id,
    }
    tx.insert(check_override, values)
    text = f"{tx.actor.name} allowed it: {reason}. Missing: {', '.join(missing)}."
    notify(tx, course_id, f"{name} teaches a student under 18 without valid checks", text, ("academicOffice",))


def notify(tx: Tx, course_id: int, title: str, text: str, roles: tuple[str, ...] = _OFFICE) -> None:
    """Raise a notice about the checks of one of the course's tutors."""
    notice = {
        "kind": KIND,
        "title": title,
        "text": text,
        "target": f"/courses/{course_id}/tutors",
        "roleIds": list(roles),
    }
    tx.publish(NOTIFICATION_RAISED, course_id, notice)
