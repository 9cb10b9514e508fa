"""States of an event: booked, or cancelled with a reason. A cancelled event stays in the calendar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.values import Select, Text
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.calendar import slips
from people.calendar.attributes import SCOPES, STATES
from people.calendar.checked import check_tutors
from people.calendar.commands import other_dates, taken
from people.calendar.messages.notices import Noted, note
from people.calendar.model import event
from people.calendar.policy import BOOKS, EVENTS
from people.calendar.publishing import publish

_SCOPE = Need("scope", Select(choices=SCOPES), "Cancel", when=lambda row: row["series_id"] is not None)


def _cancel_others(tx: Tx, step: Step) -> Mapping[str, Any]:
    """Cancel the other dates of the series that `scope` selects, for the same reason."""
    tx.before_commit(slips.ask, slips.About("cancel", step.row["id"]))
    tx.before_commit(publish, step.row["id"])
    note(tx, Noted(step.row["id"], before={"status": step.row["status"]}))
    scope = step.body["scope"] or "this"
    if scope != "this":
        for other in other_dates(tx, step.row, scope):
            EVENT_STATES.run(tx, other, "cancel", {"reason": step.body["reason"]})
    return {}


def _take_again(tx: Tx, step: Step) -> Mapping[str, Any]:
    taken(tx, step.row["id"])
    tx.before_commit(check_tutors, step.row["id"])
    note(tx, Noted(step.row["id"], before={"status": step.row["status"]}))
    return {"cancel_reason": ""}


EVENT_STATES = Workflow(
    name="event",
    column=event.c.status,
    states=STATES,
    scope=EVENTS,
    moves=(
        Move(
            name="cancel",
            title="Cancel event",
            source=("active",),
            target="cancelled",
            who=BOOKS,
            done="{title} cancelled",
            path="/events/{id}/cancel",
            style="danger",
            effect=_cancel_others,
            asks_again=True,
            needs=(
                Need("reason", Text(required=True, min_length=3, max_length=500), "Reason", event.c.cancel_reason),
                _SCOPE,
            ),
            confirm=Confirm(
                "Cancel {title}?",
                "Everybody on it is free again at that time. It stays in the calendar, crossed out.",
                yes="Cancel event",
                no="Keep event",
            ),
        ),
        Move(
            name="restore",
            title="Take place after all",
            source=("cancelled",),
            target="active",
            who=BOOKS,
            done="{title} takes place after all",
            path="/events/{id}/restore",
            effect=_take_again,
        ),
    ),
)
