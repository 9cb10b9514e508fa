"""Subscriptions to events of slips, courses and tutors."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.payouts.tutors.model import course, pay_line, pay_run, slip, tutor
from finance.payouts.tutors.queries import PAID_FOR
from kit.copies import keep
from kit.db import Tx
from kit.events import Envelope, Event
from kit.subscriptions import Subscription
from staffroom.people.events.v1.events_pb2 import CourseChanged
from staffroom.teaching.events.v1.events_pb2 import SlipChanged

SLIP_CHANGED = Event("teaching.slip.changed", SlipChanged)
COURSE_CHANGED = Event("people.course.changed", CourseChanged)


def slip_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the copy. A slip that is not to be paid any more leaves a draft run; what was approved stays as it is."""
    said = envelope.payload
    if not said["tutorId"]:
        return
    if said["deleted"]:
        tx.execute(sa.delete(slip).where(slip.c.id == said["id"]))
    else:
        start, end = (dt.datetime.fromisoformat(said[name]) for name in ("tutorialStart", "tutorialEnd"))
        values = {
            "tutor_id": said["tutorId"],
            "course_id": said["courseId"] or None,
            "student_id": said["studentId"] or None,
            "organisation_id": said["organisationId"],
            "slip_type": said["slipType"],
            "status": said["status"],
            "present": said["present"],
            "tutorial_start": start,
            "minutes": max(0, int((end - start).total_seconds()) // 60),
        }
        keep(tx, slip, {"id": said["id"]}, values)
    if said["deleted"] or said["status"] != "approved" or said["present"] not in PAID_FOR:
        drafts = sa.select(pay_run.c.id).where(pay_run.c.status == "draft")
        tx.execute(sa.delete(pay_line).where(pay_line.c.slip_id == said["id"], pay_line.c.run_id.in_(drafts)))


def course_changed(tx: Tx, envelope: Envelope) -> None:
    """Keep the title; a course that goes leaves it for its lines."""
    said = envelope.payload
    if not said["deleted"]:
        title = " ".join(part for part in (said["board"], said["level"], said["subject"]) if part)
        keep(tx, course, {"id": said["id"]}, {"title": title})


def tutor_changed(tx: Tx, said: Mapping[str, Any]) -> None:
    """Keep name and address of a tutor."""
    name = f"{said['firstName']} {said['lastName']}".strip()
    keep(tx, tutor, {"id": said["id"]}, {"name": name, "email": said["email"]})


SUBSCRIPTIONS = (Subscription(SLIP_CHANGED, slip_changed), Subscription(COURSE_CHANGED, course_changed))
