"""Creation and end of offers. The office creates an offer, or adding a tutor to a proposed course does. An offer ends
with the course, or when the tutor is taken off it (`docs/acceptance.md`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.events import Envelope, Event, Payload, Subscription
from staffroom.people.events.v1.events_pb2 import CourseChanged
from teaching.acceptance import notices, rules
from teaching.acceptance.model import terms_acceptance, tuition_offer
from teaching.acceptance.workflow import OFFER_MOVES, payload
from teaching.copies.events import course_title
from teaching.copies.model import course
from teaching.copies.shown import keep_course, keep_names, names
from teaching.events import TUITION_CHANGED

_o = tuition_offer.c
ENDED = ("completed", "withdrawn", "deleted")
NO_COURSE, NO_TUTOR = "Please choose a course that is proposed or active", "Please choose a tutor"


def begin(tx: Tx, values: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of an offer that the office makes. Raises Invalid."""
    its = tx.one(sa.select(course).where(course.c.id == values["course_id"]))
    if its is None or its["status"] not in rules.OPEN_COURSE:
        raise Invalid(NO_COURSE, fields={"courseId": NO_COURSE})
    called = names(tx, "tutor", [values["tutor_id"]]).get(values["tutor_id"])
    if called is None:
        raise Invalid(NO_TUTOR, fields={"tutorId": NO_TUTOR})
    return {
        "tutor_name": called,
        "course_title": course_title(its),
        "department_id": its["department_id"] or None,
        "academic_year_id": its["academic_year_id"] or None,
        "offered_by_id": tx.actor.acting_user_id,
        "offered_by_name": tx.actor.name,
    }


def begun(tx: Tx, record: int, _: Mapping[str, Any]) -> None:
    """Notify the tutor."""
    _tell(tx, record)


def _tell(tx: Tx, record: int) -> None:
    row = tx.one(sa.select(tuition_offer).where(_o.id == record))
    assert row is not None
    notices.tell_offered(tx, row)


def follow_course(tx: Tx, envelope: Envelope) -> None:
    """End the offers of an ended course and of tutors who were taken off it; offer a proposed course to its new tutors.
    Answered and withdrawn offers are not created again."""
    changed = envelope.payload
    ended = changed["deleted"] or changed["status"] in ENDED
    tutors = [] if ended else list(dict.fromkeys(changed["tutorIds"]))
    of_course = sa.select(_o.id, _o.tutor_id, _o.status, _o.from_course, _o.by_office)
    known = tx.all(of_course.where(_o.course_id == changed["id"]))
    for one in known:
        if one["status"] == "offered" and (ended or (one["from_course"] and one["tutor_id"] not in tutors)):
            reason = (
                f"The course is {'deleted' if changed['deleted'] else changed['status']}" if ended else "Another tutor"
            )
            OFFER_MOVES.run(tx, one["id"], "withdraw", {"reason": reason})
    place = {_o.department_id.name: _department(changed), _o.academic_year_id.name: _year(changed)}
    tx.execute(sa.update(tuition_offer).where(_o.course_id == changed["id"], _o.status == "offered").values(place))
    if changed["status"] != "proposed":
        return
    settled = {one["tutor_id"] for one in known if one["status"] != "withdrawn" or one["by_office"]}
    called = names(tx, "tutor", tutors)
    for tutor in tutors:
        if tutor not in settled and tutor in called:
            _offer(tx, envelope, tutor, called[tutor])


def _offer(tx: Tx, envelope: Envelope, tutor: int, name: str) -> None:
    changed = envelope.payload
    values = {
        "course_id": changed["id"],
        "tutor_id": tutor,
        "tutor_name": name,
        "from_course": True,
        "offered_by_id": envelope.actor.acting_user_id,
        "offered_by_name": envelope.actor.name,
    } | {column.name: value(changed) for column, value in _OF_COURSE.items()}
    record = tx.insert(tuition_offer, values)
    _tell(tx, record)
    tx.publish(TUITION_CHANGED, record, payload(values | {"id": record, "status": "offered"}))


def _department(changed: Payload) -> int | None:
    return changed["departmentId"] or None


def _year(changed: Payload) -> int | None:
    return changed["academicYearId"] or None


_OF_COURSE = {_o.course_title: course_title, _o.department_id: _department, _o.academic_year_id: _year}
SUBSCRIPTIONS = (
    Subscription(Event.of(CourseChanged), follow_course),
    keep_course(tuition_offer, _o.course_id, {_o.course_title: course_title}),
    keep_names(tuition_offer, {"tutor": (_o.tutor_id, _o.tutor_name)}),
    keep_names(terms_acceptance, {"tutor": (terms_acceptance.c.tutor_id, terms_acceptance.c.tutor_name)}),
)
