"""Declarations of the billing of exam entries."""

from typing import Any

from finance.events import EXAM_BILLING_CHANGED
from finance.exams.billing.drafting import on_entry_changed, publish
from finance.exams.billing.lists import LISTS
from finance.exams.billing.routes import routes
from kit.events import Event, Subscription
from kit.jobs import Job, JobContext, Schedule
from kit.policy import as_service
from kit.service import Module
from staffroom.people.events.v1.events_pb2 import ExamEntryChanged


def _run(context: JobContext) -> dict[str, Any]:
    with context.db.transaction(as_service("finance")) as tx:
        return {"changed": publish(tx)}


FOLLOW = Job("finance.examBilling", _run)
FOLLOWING = Schedule("examBilling", "FREQ=MINUTELY;INTERVAL=10", FOLLOW, title="Follow the invoices of exam entries")
MODULE = Module(
    routes=(routes,),
    lists=LISTS,
    events=(EXAM_BILLING_CHANGED,),
    jobs=(FOLLOW,),
    schedules=(FOLLOWING,),
    subscriptions=(Subscription(Event.of(ExamEntryChanged), on_entry_changed),),
)
