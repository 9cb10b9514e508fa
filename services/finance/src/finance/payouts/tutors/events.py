"""Read copies of slips, courses and tutors, and what a slip that changes means for a run."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa

from finance.payouts.tutors.model import course, pay_line, pay_run, slip, tutor
from finance.payouts.tutors.queries import PAID_ATTENDANCE
from kit.database import Tx
from kit.events import Copy, Envelope, Event, Gone, Payload, Subscription, or_none, same
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from staffroom.teaching.events.v1.events_pb2 import SlipChanged


def _start(said: Payload) -> dt.datetime:
    return dt.datetime.fromisoformat(said["tutorialStart"])


def _minutes(said: Payload) -> int:
    length = dt.datetime.fromisoformat(said["tutorialEnd"]) - _start(said)
    return max(0, int(length.total_seconds()) // 60)


def slip_changed(tx: Tx, envelope: Envelope) -> None:
    """Take a slip that is not to be paid any more out of draft runs; what was approved stays as it is."""
    said = envelope.payload
    if not said["tutorId"]:
        return
    if said["deleted"] or said["status"] != "approved" or said["present"] not in PAID_ATTENDANCE:
        drafts = sa.select(pay_run.c.id).where(pay_run.c.status == "draft")
        tx.execute(sa.delete(pay_line).where(pay_line.c.slip_id == said["id"], pay_line.c.run_id.in_(drafts)))


def _title(said: Payload) -> str:
    return " ".join(part for part in (said["board"], said["level"], said["subject"]) if part)


def _name(said: Payload) -> str:
    return f"{said['firstName']} {said['lastName']}".strip()


SUBSCRIPTIONS = (
    Copy(
        event=Event.of(SlipChanged),
        table=slip,
        columns=same("tutorId", "organisationId", "slipType", "status", "present")
        | {"course_id": or_none("courseId"), "student_id": or_none("studentId")}
        | {"tutorial_start": _start, "minutes": _minutes},
        only=lambda said: bool(said["tutorId"]),
        gone=Gone.REMOVE,
    ),
    Subscription(Event.of(SlipChanged), slip_changed),
    # A course or tutor who goes leaves title and name for its lines.
    Copy(event=Event.of(CourseChanged), table=course, columns={"title": _title}, gone=Gone.LEAVE),
    Copy(
        event=Event.of(PersonChanged),
        table=tutor,
        columns=same("email") | {"name": _name},
        only=lambda said: said["kind"] == "tutor",
        gone=Gone.LEAVE,
    ),
)
