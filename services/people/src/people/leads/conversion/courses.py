"""The courses of a conversion, one for each wish, with their tutors and the first tutorials."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid, Refused
from kit.policy import Row
from kit.records import crud
from people.calendar.fields import EVENT
from people.calendar.model import event
from people.courses.fields import COURSE_FIELDS, COURSE_STUDENT_FIELDS, COURSE_TUTOR_FIELDS
from people.leads.conversion.persons import named_after

NO_TUTOR = "Please choose the tutor of the first tutorial"
NO_PUPIL = "Please name a student: a candidate is on no course"
PAST = "Please choose a time that is to come"
FAR = "Please choose a time within a year"
_YEAR = dt.timedelta(days=366)


def course(tx: Tx, lead: Row, students: Sequence[Row], asked: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Return a proposed course with the students and, if named, its tutor and first tutorials. Raises Invalid, with
    fields prefixed by the name of the part; and Conflict if a tutor lacks checks."""
    if not students:
        raise Invalid(NO_PUPIL, fields={f"{part}.subject": NO_PUPIL})
    body = {name: asked[name] for name in ("subject", "level", "board") if asked.get(name)}
    body |= {
        "type": asked.get("type") or ("indiv" if len(students) == 1 else "shared"),
        "status": "proposed",
        "departmentId": lead["department_id"],
    }
    with named_after(part):
        record = crud.create(tx, COURSE_FIELDS, body)
    reason = {"exceptionReason": asked["exceptionReason"]} if asked.get("exceptionReason") else {}
    for one in students:
        crud.create(tx, COURSE_STUDENT_FIELDS, {"courseId": record, "studentId": one["id"], "status": "proposed"})
    if asked.get("tutorId"):
        with named_after(part):
            crud.create(tx, COURSE_TUTOR_FIELDS, {"courseId": record, "tutorId": asked["tutorId"], **reason})
    added = {"id": record, "title": f"{body['level']} {body['subject']}", "firstTutorial": None, "tutorials": 0}
    return added | _tutorials(tx, lead, added, asked, part) if asked["tutorial"] else added


def _tutorials(tx: Tx, lead: Row, added: Row, asked: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Book the first tutorials of a course, one a week, with all its persons. The calendar refuses double bookings at
    the end of the transaction."""
    wanted = asked["tutorial"]
    start: dt.datetime = wanted["start"]
    now = dt.datetime.now(dt.UTC)
    fault = NO_TUTOR if not asked.get("tutorId") else PAST if start <= now else FAR if start > now + _YEAR else ""
    if fault:
        name = "tutorId" if fault is NO_TUTOR else "start"
        raise Invalid(fault, title="Form errors", fields={f"{part}.{name}": fault})
    body = {
        "title": added["title"],
        "type": "onlineTut" if lead["place"] == "online" else "tutorial",
        "start": start.isoformat(),
        "end": (start + dt.timedelta(minutes=wanted["minutes"])).isoformat(),
        "courseId": added["id"],
        "departmentId": lead["department_id"],
        "people": [],
    }
    if wanted["locationId"]:
        body["locationId"] = wanted["locationId"]
    if wanted["weeks"] > 1:
        body["rule"] = f"FREQ=WEEKLY;COUNT={wanted['weeks']}"
    with named_after(part):
        crud.create(tx, EVENT, body)
    return {"firstTutorial": start, "tutorials": wanted["weeks"]}


def refused_times(tx: Tx, courses: Sequence[Row], refusal: Conflict) -> Refused:
    """Return the refusal of the calendar at the field of the course with the double booking."""
    if refusal.code != "already_booked":
        return refusal
    events = [one["eventId"] for one in refusal.extra.get("conflicts", ())]
    c = event.c
    of = {row["id"]: row["course_id"] for row in tx.all(sa.select(c.id, c.course_id).where(c.id.in_(events)))}
    places = {one["id"]: place for place, one in enumerate(courses)}
    line = refusal.text.splitlines()[0]
    taken = sorted({places[of[one]] for one in events if of.get(one) in places})
    fields = {f"courses.{place}.start": line for place in taken}
    return Conflict(refusal.text, title=refusal.title, code=refusal.code, fields=fields, extra=refusal.extra)
