"""Beginning of a slip: its persons and course come from the calendar event (`teaching.md 3`, New slip payload)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, row_or_404
from kit.errors import Conflict, Invalid
from kit.policy import Actor, staff
from teaching.copies.events import course_title
from teaching.copies.model import GRADE_KINDS, course, course_student, department, event, event_person
from teaching.copies.shown import names
from teaching.slips import rules
from teaching.slips.model import slip_deadline
from teaching.slips.workflow import SLIP_MOVES

NO_TUTORIAL = "Please say which tutorial it is of (ewpId), or which session (iiId)"
NO_DEPARTMENT = "Please choose the department"
CANCELLED = "This tutorial was cancelled, so it has no slip"
TOO_EARLY = "This tutorial has not begun yet. Only a planned absence can be entered before"
_KINDS = {"ewpId": "student", "iiId": "invigilator"}


def begin(tx: Tx, values: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a new slip beyond its report. Raises NotFound for a tutorial of another caller; Conflict
    for one that has no slip; Invalid."""
    name = "ewpId" if values["ewpId"] else "iiId"
    if not values[name]:
        raise Invalid(NO_TUTORIAL, title="Form errors", fields={"ewpId": NO_TUTORIAL})
    place = _place(tx, values[name], _KINDS[name])
    if place["status"] == "cancelled":
        raise Conflict(CANCELLED, code="cancelled")
    if place["starts"] > dt.datetime.now(dt.UTC) and values.get("present") != "plannedAbsence":
        raise Conflict(TOO_EARLY, code="too_early")
    kind = "invigilation" if name == "iiId" else "PT" if place["type"] == rules.PT_EVENT else "default"
    _check_kind(values, kind)
    about = _invigilation(tx, place, values["departmentId"]) if name == "iiId" else _tutorial(tx, place)
    belongs = values["departmentId"] or place["department_id"] or about["department_id"]
    return (
        about
        | {
            "type": kind,
            "form_version": rules.CURRENT_VERSION,
            "department_id": belongs,
            "written_by_id": tx.actor.acting_user_id,
            "ewp_id": place["ewp_id"],
            "tutorial_id": place["id"],
            "tutorial_type": place["type"],
            "due": due(tx, belongs, place["ends"]),
        }
        | tutorial(place)
    )


def begun(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Submit a new slip unless it is only to be saved."""
    if values["saveOnly"] is False:
        SLIP_MOVES.run(tx, record, "submit")


def tutorial(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns for time and place, from a row of `event`."""
    return {
        "tutorial_title": row["title"],
        "tutorial_start": row["starts"],
        "tutorial_end": row["ends"],
        "location": row["location"],
    }


def due(tx: Tx, department_id: int | None, ends: dt.datetime) -> dt.datetime:
    """Return the time from which the slip of a tutorial that ends at `ends` is late."""
    hours = tx.scalar(sa.select(slip_deadline.c.hours).where(slip_deadline.c.department_id == department_id))
    return ends + (dt.timedelta(hours=hours) if hours else rules.DUE_AFTER)


def _place(tx: Tx, ewp: int, kind: str) -> dict[str, Any]:
    """Return the event of a person on it, if the caller may write about it. Raises NotFound."""
    on = event_person.c
    columns = (on.id.label("ewp_id"), on.person_id, on.cws_id, event)
    joined = event_person.join(event, event.c.id == on.event_id)
    whose = taught_by(tx.actor) if kind == "student" else _own_session(tx.actor)
    mine = sa.select(*columns).select_from(joined).where(on.id == ewp, on.kind == kind, whose)
    return row_or_404(tx.connection, mine)


def taught_by(actor: Actor) -> sa.ColumnElement[bool]:
    """Return the condition of events that the actor teaches; staff write about all."""
    if staff(actor):
        return sa.true()
    on = event_person.alias("writer").c
    mine = sa.select(on.event_id).where(on.kind == "tutor", on.person_id == actor.person("tutor"))
    return event.c.id.in_(mine)


def _own_session(actor: Actor) -> sa.ColumnElement[bool]:
    """Return the actor's own place in a session, not that of a colleague in the same room; staff write for all."""
    return sa.true() if staff(actor) else event_person.c.person_id == actor.person("invigilator")


def _check_kind(values: Mapping[str, Any], kind: str) -> None:
    """Check that the type and version in a call agree with the tutorial. Raises Invalid."""
    for name, given, known in (("type", values["type"], kind), ("version", values["version"], rules.CURRENT_VERSION)):
        if given is not None and given != known:
            text = f"A new slip of this tutorial has the {name} {known}"
            raise Invalid(text, title="Form errors", fields={name: text})


def _tutorial(tx: Tx, place: Mapping[str, Any]) -> dict[str, Any]:
    """Return the course, the student and the tutor of a tutorial."""
    cws = tx.one(sa.select(course_student).where(course_student.c.id == place["cws_id"])) or {}
    number = cws.get("course_id") or place["course_id"]
    its = tx.one(sa.select(course).where(course.c.id == number))
    if its is None:
        raise Conflict("This tutorial is of no course, so it has no slip", code="no_course")
    tutor = _tutor(tx, place["id"])
    return {
        "organisation_id": its["organisation_id"],
        "department_id": its["department_id"],
        "course_id": number,
        "cws_id": place["cws_id"],
        "student_id": place["person_id"],
        "tutor_id": tutor,
        "course_title": course_title(its),
        "course_type": its["type"],
        "student_name": names(tx, "student", [place["person_id"]]).get(place["person_id"], ""),
        "tutor_name": names(tx, "tutor", [tutor]).get(tutor, ""),
        **{f"{kind}_grade": cws.get(f"{kind}_grade", "") for kind in GRADE_KINDS},
    }


def _tutor(tx: Tx, event_id: int) -> int | None:
    """Return the tutor of the event: the caller, if they are one of several."""
    on = event_person.c
    statement = sa.select(on.person_id).where(on.event_id == event_id, on.kind == "tutor", on.status != "declined")
    tutors = list(tx.execute(statement.order_by(on.id)).scalars())
    mine = tx.actor.person("tutor")
    return mine if mine in tutors else next(iter(tutors), None)


def _invigilation(tx: Tx, place: Mapping[str, Any], department_id: int | None) -> dict[str, Any]:
    """Return the invigilator of a session, and the department of the exams."""
    its = tx.one(sa.select(department).where(department.c.id == (department_id or place["department_id"])))
    if its is None:
        raise Invalid(NO_DEPARTMENT, title="Form errors", fields={"departmentId": NO_DEPARTMENT})
    return {
        "organisation_id": its["organisation_id"],
        "department_id": its["id"],
        "invigilator_id": place["person_id"],
        "tutor_name": names(tx, "invigilator", [place["person_id"]]).get(place["person_id"], ""),
    }
