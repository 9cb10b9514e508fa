"""Acceptance of an application: the check of what is missing, and the new tutor."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx, all_rows
from kit.errors import Conflict
from kit.policy import Row
from kit.records import crud
from kit.values.days import today
from kit.workflow import Step
from people.applications import rules
from people.applications.attributes import APPLICATION
from people.applications.model import application_reference, application_subject
from people.checks.attributes import APPLICATION as APPLICANT
from people.checks.attributes import NOT_REQUIRED
from people.checks.model import person_check
from people.checks.validity import is_valid, name_of
from people.courses.fields import TUTOR_SUBJECT_FIELDS
from people.events import TUTOR_ACCEPTED
from people.persons.fields import FIELDSETS as PERSONS
from people.persons.model import tutor
from people.reference.model import department

_r, _s, _c = application_reference.c, application_subject.c, person_check.c
TUTOR = next(one for one in PERSONS if one.name == "tutor")
_TAKEN = (
    "firstName",
    "lastName",
    "email",
    "phone",
    "birthDate",
    "departmentId",
    "qualifications",
    "teachesOnline",
    "hoursPerWeek",
    "availableFrom",
    "availability",
)
"""Values that a tutor takes over from the application under the same name."""


def required(row: Row) -> tuple[str, ...]:
    """Return the checks that an applicant needs."""
    return (*rules.REQUIRED_CHECKS, *((rules.OVERSEAS,) if row["lived_overseas"] else ()))


def references_received(connection: sa.Connection, application_id: int) -> int:
    """Return how many references of an application have come."""
    mine = (_r.application_id == application_id, _r.status == "received")
    count = sa.select(sa.func.count()).select_from(application_reference).where(*mine)
    return int(connection.execute(count).scalar() or 0)


def missing_checks(connection: sa.Connection, row: Row) -> tuple[list[str], list[str]]:
    """Return the names of the required checks that are missing or have expired, and those that somebody marked as not
    required, each with the reason."""
    mine = sa.and_(_c.person_type == APPLICANT, _c.person_id == row["id"], is_valid())
    latest = sa.select(_c.type, _c.outcome, _c.reason).where(mine).order_by(_c.date, _c.id)
    valid = {one["type"]: one for one in all_rows(connection, latest)}
    clear = {one["type"] for one in all_rows(connection, latest.where(_c.outcome != NOT_REQUIRED))}
    lacking = [one for one in required(row) if one not in clear]
    waived = [f"{name_of(one)} ({valid[one]['reason'] or rules.NO_REASON})" for one in lacking if one in valid]
    return [name_of(one) for one in lacking if one not in valid], waived


def missing(connection: sa.Connection, row: Row, *, hiring: bool = True) -> list[str]:
    """Return a sentence for each item that an application lacks before its offer can be accepted. Only those who hire
    see the names of referees."""
    checks, waived = missing_checks(connection, row)
    sentences = [rules.CHECKS_MISSING.format(names=", ".join(checks))] if checks else []
    if waived:
        sentences.append(rules.CHECKS_WAIVED.format(names=", ".join(waived)))
    if hiring and (count := references_received(connection, row["id"])) < rules.LEAST_REFERENCES:
        sentences.insert(0, rules.REFERENCES_MISSING.format(count=count))
    return sentences


def check(tx: Tx, step: Step) -> None:
    """Refuse an acceptance that lacks references or checks, unless an exception was allowed. Raises Conflict."""
    lacks = missing(tx.connection, step.row)
    if lacks and not step.row["override_reason"]:
        raise Conflict(". ".join(lacks), title="Not ready", code="not_ready", extra={"missing": lacks})
    if not step.row["email"]:
        raise Conflict(rules.NO_EMAIL, code="no_email")
    same = (sa.func.lower(tutor.c.email) == step.row["email"].lower(), tutor.c.status != "retired")
    if tx.scalar(sa.select(sa.exists().where(*same))):
        raise Conflict(rules.TUTOR_EXISTS, code="tutor_exists")


def accept(tx: Tx, step: Step) -> dict[str, Any]:
    """Make the tutor with subjects, working hours and checks; identity makes the account (`people.tutor.accepted`)."""
    row = step.row
    organisation = tx.scalar(sa.select(department.c.organisation_id).where(department.c.id == row["department_id"]))
    values = {APPLICATION[name].column.name: row[APPLICATION[name].column.name] for name in _TAKEN}
    complete = references_received(tx.connection, row["id"]) >= rules.LEAST_REFERENCES
    tutor_id = tx.insert(
        tutor,
        values
        | {"status": "active", "organisation_id": organisation, "started": today(), "references_received": complete},
    )
    subjects = sa.select(_s.subject, _s.level, _s.board).distinct().where(_s.application_id == row["id"])
    for subject in tx.all(subjects.order_by(_s.subject, _s.level, _s.board)):
        crud.create(tx, TUTOR_SUBJECT_FIELDS, {"tutorId": tutor_id, **subject})
    mine = sa.and_(_c.person_type == APPLICANT, _c.person_id == row["id"])
    theirs = {"person_type": "tutor", "person_id": tutor_id, "version": _c.version + 1}
    tx.execute(sa.update(person_check).where(mine).values(theirs))
    writing.announce(tx, TUTOR, tutor_id)
    TUTOR.tell_written(tx, tutor_id, None)
    tx.publish(
        TUTOR_ACCEPTED,
        tutor_id,
        {
            "id": tutor_id,
            "applicationId": row["id"],
            "firstName": row["first_name"],
            "lastName": row["last_name"],
            "email": row["email"],
            "departmentId": row["department_id"] or 0,
            "termsId": row["terms_id"] or 0,
            "termsAccepted": row["offer_accepted"] if row["terms_id"] else None,
            "termsAddress": row["offer_address"],
            "termsDigest": row["terms_digest"],
        },
    )
    return {"since": sa.func.now(), "tutor_id": tutor_id, "delete_after": None}
