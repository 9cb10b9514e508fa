"""The news that move enrolments: courses, events and invoices that changed; and a look at all of them every ten
minutes, for the time that passes."""

from __future__ import annotations

from typing import Any

from kit.database import Tx
from kit.events import Envelope, Subscription
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from people.billing.module import INVOICE_CHANGED
from people.events import COURSE_CHANGED, EVENT_CHANGED
from people.pipeline import facts


def on_course_changed(tx: Tx, news: Envelope) -> None:
    """Refresh the enrolments of the students of a course."""
    facts.refresh(tx, {one["studentId"] for one in news.payload["students"]})


def on_event_changed(tx: Tx, news: Envelope) -> None:
    """Refresh the enrolments of the students on an event."""
    facts.refresh(tx, {one["personId"] for one in news.payload["people"] if one["kind"] == "student"})


def on_invoice_changed(tx: Tx, news: Envelope) -> None:
    """Refresh the enrolment of the student of an invoice."""
    invoice = news.payload
    facts.refresh(tx, {invoice["studentId"], invoice["personId"] if invoice["personKind"] == "student" else 0} - {0})


SUBSCRIPTIONS = (
    Subscription(COURSE_CHANGED, on_course_changed),
    Subscription(EVENT_CHANGED, on_event_changed),
    Subscription(INVOICE_CHANGED, on_invoice_changed),
)


def _refresh(context: JobContext) -> dict[str, Any]:
    with context.db.transaction(as_service("people")) as tx:
        return {"changed": facts.refresh(tx)}


REFRESH = Job("refreshEnrolments", _refresh)
OFTEN = Schedule("refreshEnrolments", "FREQ=MINUTELY;INTERVAL=10", REFRESH, title="Move enrolments by what happened")
