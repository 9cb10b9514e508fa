"""Offers of tuition as teaching publishes them. The state is stored on the tutor's link to the course. A tutor who
accepts is on the course. A proposed course begins once all its tutors have accepted (`docs/acceptance.md`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx, tables
from kit.events import Envelope, Event, Subscription
from people.courses.commands import publish_course
from people.courses.fields import COURSE_TUTOR_FIELDS
from people.courses.model import course
from people.enrolment.model import course_tutor
from people.persons.model import tutor
from people.requirements import guard
from staffroom.teaching.events.v1.events_pb2 import TuitionOfferChanged

_c, _link = course.c, course_tutor.c


def on_offer_changed(tx: Tx, envelope: Envelope) -> None:
    """Store the state of the offer, and move the course with it."""
    payload = envelope.payload
    course_id, tutor_id, state = payload["courseId"], payload["tutorId"], payload["status"]
    its = tx.one(sa.select(course).where(_c.id == course_id).with_for_update())
    if its is None or its["status"] == "deleted":
        return
    link = sa.and_(_link.course_id == course_id, _link.tutor_id == tutor_id)
    kept = {"offer": state} | tables.version_values(course_tutor)
    links = tx.execute(sa.update(course_tutor).where(link).values(kept)).rowcount
    if state != "accepted":
        return
    is_new = not links and tx.one(sa.select(tutor.c.id).where(tutor.c.id == tutor_id)) is not None
    if is_new and (missing := _missing(tx, course_id, tutor_id)):
        text = f"Missing: {missing}. Enter the checks, or add the tutor with a reason."
        guard.notify(tx, course_id, "A tutor accepted a course and has no valid checks", text)
        return
    if is_new:
        link_id = tx.insert(course_tutor, {"course_id": course_id, "tutor_id": tutor_id, "offer": state})
        COURSE_TUTOR_FIELDS.tell_written(tx, link_id, None)
    open_ones = sa.exists().where(_link.course_id == course_id, _link.offer.not_in(("accepted", "")))
    begins = its["status"] == "proposed" and not tx.scalar(sa.select(open_ones))
    if begins:
        values = {"status": "active"} | tables.version_values(course)
        tx.execute(sa.update(course).where(_c.id == course_id).values(values))
    if begins or is_new:
        publish_course(tx, course_id)


def _missing(tx: Tx, course_id: int, tutor_id: int) -> str:
    """Return the checks that the tutor lacks for a course of a child."""
    lacks = guard.missing_checks(tx.connection, tutor_id) if guard.has_child(tx.connection, course_id) else []
    return ", ".join(lacks)


SUBSCRIPTIONS = (Subscription(Event.of(TuitionOfferChanged), on_offer_changed),)
