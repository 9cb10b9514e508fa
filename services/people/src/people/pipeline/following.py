"""Events that move enrolments: changes of courses and invoices at once, and all enrolments every five minutes, for
booked tutorials and for time limits."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.events import Envelope, Subscription
from kit.jobs import Job, JobContext, Schedule
from kit.policy import Row, as_service
from kit.records import Watch
from people.billing.module import INVOICE_CHANGED
from people.enrolment.model import course_student
from people.pipeline import facts


def _student_written(tx: Tx, before: Row | None, now: Row | None) -> None:
    """Refresh the enrolment of a student who is added to a course or leaves it."""
    row = now or before
    assert row is not None
    facts.refresh(tx, {row["student_id"]})


def _tutor_written(tx: Tx, before: Row | None, now: Row | None) -> None:
    """Refresh the enrolments of a course's students when its tutors change."""
    row = now or before
    assert row is not None
    students = sa.select(course_student.c.student_id).where(course_student.c.course_id == row["course_id"])
    facts.refresh(tx, set(tx.execute(students).scalars()))


WATCHES = (Watch("cws", _student_written), Watch("courseTutor", _tutor_written))


def on_invoice_changed(tx: Tx, news: Envelope) -> None:
    """Refresh the enrolment of the student of an invoice."""
    invoice = news.payload
    facts.refresh(tx, {invoice["studentId"], invoice["personId"] if invoice["personKind"] == "student" else 0} - {0})


SUBSCRIPTIONS = (Subscription(INVOICE_CHANGED, on_invoice_changed),)


def _refresh(context: JobContext) -> dict[str, Any]:
    with context.db.transaction(as_service("people")) as tx:
        return {"changed": facts.refresh(tx)}


REFRESH = Job("refreshEnrolments", _refresh)
OFTEN = Schedule("refreshEnrolments", "FREQ=MINUTELY;INTERVAL=5", REFRESH, title="Move enrolments by what happened")
