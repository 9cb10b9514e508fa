"""The workflow of a slip (`teaching.md 4`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.policy import Actor, Attach, Row, reading, staff, sys_admin
from kit.values import Text
from kit.workflow import UNDO, Confirm, Move, Need, Step, Workflow
from teaching.events import SLIP_CHANGED
from teaching.slips import attributes, rules
from teaching.slips.model import slip
from teaching.slips.policy import SCOPE, WRITTEN, reviews, writes

_SHORTEST, _LONGEST = rules.RETURN_REASON


def _check(_: Tx, step: Step) -> None:
    rules.check_complete(step.row)


def _set_reviewed(_: Tx, __: Step) -> Mapping[str, Any]:
    return {"reviewed": True}


@reading("slip_type")
def _refuse_class(row: Row, _: Actor) -> str | None:
    return "Workshop and seminar slips are not returned" if rules.without_review(row) else None


@reading("slip_type", "reviewed")
def _refuse_reviewed(row: Row, _: Actor) -> str | None:
    if rules.without_review(row):
        return "Workshop and seminar slips are not reviewed"
    return "This slip has been reviewed" if row["reviewed"] else None


def _payload(row: Row) -> Mapping[str, Any]:
    return {**attributes.SLIP.payload(row), "deleted": row["status"] == "deleted"}


SLIP = Workflow(
    name="slip",
    table=slip,
    column=slip.c.status,
    states=rules.STATES,
    scope=SCOPE,
    attach=Attach(WRITTEN),
    event=SLIP_CHANGED,
    payload=_payload,
    moves=(
        Move(
            name="submit", title="Submit", source=("active", "saved", "returned"), target="submitted",
            who=writes | staff, path="/slip/{id}/mark/submitted", effect=_check, signs="submitted",
            style="primary",
            confirm=Confirm(
                "Submit slip?", "The slip goes to the office and can no longer be edited.", yes="Submit slip",
            ),
        ),
        Move(
            name="check", title="Checked", source=("submitted",), target="checked", who=reviews,
            path="/slip/{id}/mark/checked", effect=_check, style="primary", key="C", undo=UNDO,
            confirm=Confirm(
                "Slip checked?", "The slip is marked as checked and waits for approval.", yes="Mark as checked",
            ),
        ),
        Move(
            name="approve", title="Approve", source=("checked",), target="approved", who=reviews,
            path="/slip/{id}/mark/approved", effect=_check, signs="approved", style="primary", key="A", undo=UNDO,
            confirm=Confirm(
                "Approve slip?", "The student can read an approved slip. It can no longer be changed.",
                yes="Approve slip",
            ),
        ),
        Move(
            name="checkAndApprove", title="Checked and approve", source=("submitted",), target="approved", who=reviews,
            path="/slip/{id}/mark/approved", effect=_check, signs="approved", key="A", undo=UNDO,
            confirm=Confirm(
                "Slip checked and approved?",
                "The slip is marked as checked and approved in one step. The student can read it, and it can no longer "
                "be changed.",
                yes="Approve slip",
            ),
        ),
        Move(
            name="return", title="Return to tutor", source=("submitted", "checked"), target="returned", who=reviews,
            path="/slip/{id}/mark/returned", when=_refuse_class, key="R", undo=UNDO,
            needs=(
                Need(
                    "returnReason", Text(required=True, min_length=_SHORTEST, max_length=_LONGEST, multiline=True),
                    "Reason", slip.c.return_reason,
                ),
            ),
        ),
        Move(
            name="review", title="Review", source=("submitted", "checked", "approved"), target=None, who=reviews,
            path="/slip/{id}/mark/reviewed", effect=_set_reviewed, when=_refuse_reviewed,
            confirm=Confirm("Slip reviewed?", yes="Mark as reviewed"), key="V", undo=UNDO,
        ),
        Move(
            name="delete", title="Delete", source=("saved", "returned", "submitted", "checked"), target="deleted",
            who=sys_admin, path="/v2/slip/{id}", method="DELETE", style="danger",
            confirm=Confirm("Delete slip?", "{title}", yes="Delete slip", no="Keep slip"),
        ),
    ),
)  # fmt: skip
