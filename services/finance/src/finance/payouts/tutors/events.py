"""Read copies of slips, courses and tutors, and the effect of a changed slip on pay runs."""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa

from finance.payouts.tutors.model import course, pay_line, pay_line_slip, pay_run, slip, tutor
from finance.payouts.tutors.sessions import PAID_ATTENDANCE
from kit.database import Tx
from kit.events import Copy, Envelope, Event, Gone, Payload, Subscription, or_none, person_name, same
from staffroom.people.events.v1.events_pb2 import CourseChanged, PersonChanged
from staffroom.teaching.events.v1.events_pb2 import SlipChanged


def _start(payload: Payload) -> dt.datetime:
    return dt.datetime.fromisoformat(payload["tutorialStart"])


def _minutes(payload: Payload) -> int:
    length = dt.datetime.fromisoformat(payload["tutorialEnd"]) - _start(payload)
    return max(0, int(length.total_seconds()) // 60)


def slip_changed(tx: Tx, envelope: Envelope) -> None:
    """Remove a slip that is no longer payable from draft runs; approved runs stay.

    The slip takes its tutorial with it, which waits until the slip is approved again.
    """
    payload = envelope.payload
    if not payload["tutorId"]:
        return
    drafts = sa.select(pay_run.c.id).where(pay_run.c.status == "draft")
    its = pay_line_slip.c.slip_id == payload["id"]
    drafted = sa.select(pay_line.c.id).join(pay_line_slip).where(its, pay_line.c.run_id.in_(drafts))
    line = tx.scalar(drafted)
    if payload["deleted"] or payload["present"] not in PAID_ATTENDANCE:
        if line is not None:
            tx.execute(sa.delete(pay_line_slip).where(its))
            tx.execute(sa.delete(pay_line).where(pay_line.c.id == line, pay_line.c.students == 0))
    elif line is not None and payload["status"] != "approved":
        tx.execute(sa.delete(pay_line).where(pay_line.c.id == line))
    if not payload["deleted"]:
        _keep_together(tx, payload["id"])


def _keep_together(tx: Tx, record: int) -> None:
    """Set the event of all slips of a tutorial, including those published before slips named their event, and make the
    line that paid a slip follow its tutorial."""
    now = tx.one(sa.select(slip).where(slip.c.id == record))
    if now is None:
        return
    same = sa.and_(*(slip.c[name] == now[name] for name in ("tutor_id", "course_id", "tutorial_start", "minutes")))
    event_id = now["event_id"] or tx.scalar(sa.select(sa.func.max(slip.c.event_id)).where(same))
    if event_id is not None:
        tx.execute(sa.update(slip).where(same, slip.c.event_id.is_(None)).values(event_id=event_id))
    paid = sa.select(pay_line_slip.c.line_id, slip.c.tutor_id, slip.c.session, slip.c.event_id)
    paid = paid.join(slip, slip.c.id == pay_line_slip.c.slip_id).where(sa.or_(same, slip.c.id == record))
    its, line = paid.subquery().c, pay_line.c
    follows = sa.and_(line.id == its.line_id, line.tutor_id == its.tutor_id, line.session != its.session)
    tx.execute(sa.update(pay_line).where(follows).values(session=its.session, event_id=its.event_id))


def _title(payload: Payload) -> str:
    return " ".join(part for part in (payload["board"], payload["level"], payload["subject"]) if part)


SUBSCRIPTIONS = (
    Copy(
        event=Event.of(SlipChanged),
        table=slip,
        columns=same("tutorId", "organisationId", "slipType", "status", "present")
        | {"event_id": or_none("eventId"), "course_id": or_none("courseId"), "student_id": or_none("studentId")}
        | {"tutorial_start": _start, "minutes": _minutes},
        only=lambda payload: bool(payload["tutorId"]),
        gone=Gone.REMOVE,
    ),
    Subscription(Event.of(SlipChanged), slip_changed),
    # the title or name of a deleted course or tutor stays on its lines
    Copy(event=Event.of(CourseChanged), table=course, columns={"title": _title}, gone=Gone.LEAVE),
    Copy(
        event=Event.of(PersonChanged),
        table=tutor,
        columns=same("email") | {"name": person_name},
        only=lambda payload: payload["kind"] == "tutor",
        gone=Gone.LEAVE,
    ),
)
