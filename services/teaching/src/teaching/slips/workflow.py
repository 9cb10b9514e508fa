"""The workflow of a slip (`teaching.md 4`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.policy import Actor, Row, columns_of, reading, staff, sys_admin
from kit.values import Text
from kit.workflow import UNDO, Confirm, Move, Need, Step, Workflow
from teaching.events import SLIP_CHANGED
from teaching.slips import attributes, completeness, notices, rules
from teaching.slips.model import slip
from teaching.slips.policy import SCOPE, read_by, refuse_own_work, reviews, safeguards, writes
from teaching.writing import returning

_SHORTEST, _LONGEST = rules.RETURN_REASON


def _return(tx: Tx, step: Step) -> Mapping[str, Any]:
    notices.tell_returned(tx, step.row, step.body["returnReason"])
    return {"opened": False}


@reading("slip_type")
def _refuse_class(row: Row, _: Actor) -> str | None:
    return "Workshop and seminar slips are not returned" if rules.without_review(row) else None


@reading("slip_type", "reviewed", *columns_of(refuse_own_work))
def _refuse_reviewed(row: Row, actor: Actor) -> str | None:
    if rules.without_review(row):
        return "Workshop and seminar slips are not reviewed"
    return "This slip has been reviewed" if row["reviewed"] else refuse_own_work(row, actor)


@reading("type", "pt_concerns", "concerns_released")
def _refuse_release(row: Row, _: Actor) -> str | None:
    if not (row["type"] == "PT" and row["pt_concerns"]):
        return "This slip says of no concerns"
    return "The family can already read these concerns" if row["concerns_released"] else None


@reading("concerns_released")
def _refuse_withholding(row: Row, _: Actor) -> str | None:
    return None if row["concerns_released"] else "The family does not read these concerns"


def _payload(row: Row) -> Mapping[str, Any]:
    return {**attributes.SLIP.payload(row), "deleted": row["status"] == "deleted"}


SLIP_MOVES = Workflow(
    name="slip",
    table=slip,
    column=slip.c.status,
    states=rules.STATES,
    scope=SCOPE,
    event=SLIP_CHANGED,
    payload=_payload,
    complete=completeness.SLIP_WHOLE,
    moves=(
        Move(
            name="submit",
            title="Submit",
            source=("active", "saved", "returned"),
            target="submitted",
            done="Slip submitted",
            who=writes | staff,
            path="/slip/{id}/mark/submitted",
            signs="submitted",
            style="primary",
            confirm=Confirm(
                "Submit slip?",
                "The slip goes to the office and can no longer be edited.",
                yes="Submit slip",
            ),
        ),
        Move(
            name="check",
            title="Checked",
            source=("submitted",),
            target="checked",
            who=reviews,
            done="Slip checked",
            path="/slip/{id}/mark/checked",
            when=refuse_own_work,
            style="primary",
            key="C",
            undo=UNDO,
            confirm=Confirm(
                "Slip checked?",
                "The slip is marked as checked and waits for approval.",
                yes="Mark as checked",
            ),
        ),
        Move(
            name="approve",
            title="Approve",
            source=("checked",),
            target="approved",
            who=reviews,
            done="Slip approved",
            path="/slip/{id}/mark/approved",
            when=refuse_own_work,
            signs="approved",
            style="primary",
            key="A",
            undo=UNDO,
            confirm=Confirm(
                "Approve slip?",
                "The student can read an approved slip. It can no longer be changed.",
                yes="Approve slip",
            ),
        ),
        Move(
            name="checkAndApprove",
            title="Checked and approve",
            source=("submitted",),
            target="approved",
            who=reviews,
            done="Slip checked and approved",
            path="/slip/{id}/mark/approved",
            when=refuse_own_work,
            signs="approved",
            key="A",
            undo=UNDO,
            confirm=Confirm(
                "Slip checked and approved?",
                "The slip is marked as checked and approved in one step. The student can read it, and it can no longer "
                "be changed.",
                yes="Approve slip",
            ),
        ),
        Move(
            name="return",
            title="Return to tutor",
            source=("submitted", "checked"),
            target="returned",
            who=reviews,
            done="Slip returned to the tutor",
            path="/slip/{id}/mark/returned",
            when=_refuse_class,
            effect=_return,
            key="R",
            undo=UNDO,
            undone=notices.tell_taken_back,
            needs=(
                Need(
                    "returnReason",
                    Text(required=True, min_length=_SHORTEST, max_length=_LONGEST, multiline=True),
                    "Reason",
                    slip.c.return_reason,
                ),
            ),
        ),
        *returning.moves("slip", reviews=reviews, writes=writes, notify=notices.tell_taken_back),
        Move(
            name="read",
            title="Read",
            source=("approved",),
            target=None,
            who=read_by,
            path="/slip/{id}/mark/read",
            done="Slip read",
            effect=returning.store(student_read=True),
            hidden=True,
            alone=True,
        ),
        Move(
            name="review",
            title="Review",
            source=("submitted", "checked", "approved"),
            target=None,
            who=reviews,
            done="Slip reviewed",
            path="/slip/{id}/mark/reviewed",
            effect=returning.store(reviewed=True),
            when=_refuse_reviewed,
            confirm=Confirm("Slip reviewed?", yes="Mark as reviewed"),
            key="V",
            undo=UNDO,
        ),
        Move(
            name="releaseConcerns",
            title="Release concerns",
            source=("submitted", "checked", "approved"),
            target=None,
            done="Concerns released to the family",
            who=safeguards,
            path="/slip/{id}/concerns/released",
            when=_refuse_release,
            signs="concerns_released",
            alone=True,
            confirm=Confirm(
                "Release concerns to the family?",
                "The student, their clients and their agent can read the concerns once the slip is approved.",
                yes="Release concerns",
                no="Keep concerns private",
            ),
        ),
        Move(
            name="withholdConcerns",
            title="Withhold concerns",
            source=("submitted", "checked", "approved"),
            done="Concerns withheld from the family",
            target=None,
            who=safeguards,
            path="/slip/{id}/concerns/withheld",
            when=_refuse_withholding,
            alone=True,
            unsigns=("concerns_released",),
        ),
        Move(
            name="delete",
            title="Delete",
            source=("saved", "returned", "submitted", "checked"),
            target="deleted",
            done="Slip deleted",
            who=sys_admin,
            path="/v2/slip/{id}",
            method="DELETE",
            style="danger",
            confirm=Confirm("Delete slip?", "{title}", yes="Delete slip", no="Keep slip"),
        ),
    ),
)
