"""Moves of leads between the statuses of `platform.md 4`.

Every status leads to every other. A lead that came to nothing (declined, no response, failed) needs a reason of its
status. A lead that is completed by hand needs one too. A reopened lead needs a next step with its time.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Actor, Row
from kit.policy.rules import reading
from kit.values import DateTime, Reference, Text
from kit.values.days import today
from kit.workflow import UNDO, Confirm, Move, Need, Step, Workflow
from people.leads import rules
from people.leads.attributes import OPEN, STATUSES
from people.leads.model import NO_NEXT_STEP, enquiry, lead_reason
from people.policy import OF_STAFF, STAFF

_c = enquiry.c
OTHER_REASON = "Please choose a reason of this status"


def _is_closed(row: Row) -> bool:
    return row["lead_status"] not in OPEN


@reading("merged_into_id")
def _merged(row: Row, actor: Actor) -> str | None:
    return f"This lead is merged into lead {row['merged_into_id']}" if row["merged_into_id"] else None


def _open(tx: Tx, step: Step) -> dict[str, Any]:
    """Return the columns of an open lead, with the cleared ones if it was not open. Raises Invalid."""
    given = {"next_step": step.body["nextStep"], "next_due": step.body["nextDue"]}
    values: dict[str, Any] = {"status_since": dt.datetime.now(dt.UTC)}
    values |= {name: value for name, value in given.items() if value}
    if not _is_closed(step.row):
        return values
    if missing := [name for name in ("nextStep", "nextDue") if not step.body[name]]:
        raise Invalid(NO_NEXT_STEP, title="Form errors", fields=dict.fromkeys(missing, NO_NEXT_STEP))
    return values | {"reason_id": None, "reason_detail": "", "converted_at": None, "delete_after": None}


def _end(status: str) -> Callable[[Tx, Step], dict[str, Any]]:
    def end(tx: Tx, step: Step) -> dict[str, Any]:
        reason = lead_reason.c
        own = sa.select(sa.exists().where(reason.id == step.body["reasonId"], reason.status == status))
        if not tx.scalar(own):
            raise Invalid(OTHER_REASON, title="Form errors", fields={"reasonId": OTHER_REASON})
        return _closed(completed=status == "completed")

    return end


def _closed(*, completed: bool) -> dict[str, Any]:
    now = dt.datetime.now(dt.UTC)
    return {
        "status_since": now,
        "next_step": "",
        "next_due": None,
        "converted_at": now if completed else None,
        "delete_after": None if completed else today() + rules.KEPT,
    }


def _all_but(status: str) -> tuple[str, ...]:
    return tuple(str(one.value) for one in STATUSES if one.value != status)


def _to(status: str, title: str, style: str = "default") -> Move:
    return Move(
        name=status,
        title=title,
        source=_all_but(status),
        target=status,
        who=STAFF,
        when=_merged,
        effect=_open,
        path=f"/lead/{{id}}/{status}",
        undo=UNDO,
        style=style,
        done=f"{{firstName}} {{lastName}} is {title[0].lower()}{title[1:]}",
        needs=(
            Need("nextStep", Text(max_length=200), "Next step", when=_is_closed),
            Need("nextDue", DateTime(), "Next step due", when=_is_closed),
        ),
    )


def _ending(name: str, status: str, title: str, yes: str, done: str) -> Move:
    return Move(
        name=name,
        title=title,
        source=_all_but(status),
        target=status,
        who=STAFF,
        when=_merged,
        effect=_end(status),
        path=f"/lead/{{id}}/{name}",
        undo=UNDO,
        done=done,
        style="default" if status == "completed" else "danger",
        needs=(
            Need(
                "reasonId",
                Reference(source=f"/leads/reasons/names?status={status}", required=True),
                "Reason",
                _c.reason_id,
            ),
            Need("reasonDetail", Text(multiline=True, max_length=1000), "Detail", _c.reason_detail),
        ),
        confirm=Confirm(f"{title}?", yes=yes, no="Keep lead open"),
    )


LEAD_MOVES = Workflow(
    name="enquiry",
    column=_c.lead_status,
    states=STATUSES,
    scope=OF_STAFF,
    moves=(
        _to("called", "Called"),
        _to("incontact", "In contact"),
        _to("interested", "Interested"),
        _to("inprogress", "In progress"),
        _to("new", "New"),
        _ending("complete", "completed", "Complete by hand", "Complete lead", "{firstName} {lastName} is completed"),
        _ending("decline", "declined", "Declined", "Decline lead", "{firstName} {lastName} declined"),
        _ending("noResponse", "noResponse", "No response", "Close lead", "{firstName} {lastName} did not respond"),
        _ending("fail", "failed", "Failed", "Close lead", "The lead of {firstName} {lastName} failed"),
    ),
)
"""Moves of leads by hand. A conversion completes its lead without a reason (`conversion/commands.py`)."""
