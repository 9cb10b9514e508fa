"""The workflow of a term report (`teaching.md 4`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import staff
from kit.values import Text
from kit.workflow import UNDO, Confirm, Move, Need, Step, Workflow
from teaching.reports import completeness, rules
from teaching.reports.messages import notices
from teaching.reports.model import report
from teaching.reports.papers.mailing import MAILS
from teaching.reports.policy import SCOPE, refuse_own_work, reviews, writes
from teaching.writing import grades, returning

MISSING_MESSAGE = "Please include further instructions to the user for resubmission."
_SHORTEST, _LONGEST = rules.RETURN_REASON
REASON_LENGTH = f"Please enter {_SHORTEST} to {_LONGEST} characters"


def _check_grade(_: Tx, step: Step) -> None:
    """Check that the level of the course has a predicted grade; the level may have changed since the entry."""
    grades.refuse_form(step.row["predicted_grade"], step.row["course_level"], title=rules.FORM_ERRORS)


def _say(_: Tx, step: Step) -> Mapping[str, Any]:
    """Store the submitted predicted grade: a later change needs a reason."""
    return {"said_grade": step.row["predicted_grade"]}


def _return(tx: Tx, step: Step) -> Mapping[str, Any]:
    """Store the reason, from this call or entered before, and notify the tutor."""
    reason = (step.body["returnReason"] or step.row["return_reason"]).strip()
    if not reason:
        raise Invalid(MISSING_MESSAGE, title="Message missing", fields={"returnReason": MISSING_MESSAGE})
    if not _SHORTEST <= len(reason) <= _LONGEST:
        raise Invalid(REASON_LENGTH, title=rules.FORM_ERRORS, fields={"returnReason": REASON_LENGTH})
    notices.tell_returned(tx, step.row, reason)
    return {"return_reason": reason, "opened": False}


REPORT_MOVES = Workflow(
    name="report",
    table=report,
    column=report.c.status,
    states=rules.STATES,
    scope=SCOPE,
    complete=completeness.REPORT_WHOLE,
    moves=(
        Move(
            name="save",
            title="Save",
            source=("called", "returned", "saved"),
            target="saved",
            done="Report saved",
            who=writes | staff,
            path="/report/{id}/mark/saved",
            hidden=True,
            alone=True,
        ),
        Move(
            name="submit",
            title="Submit",
            source=rules.WRITTEN,
            target="submitted",
            done="Report submitted",
            who=writes | staff,
            path="/report/{id}/mark/submitted",
            signs="submitted",
            check=_check_grade,
            effect=_say,
            style="primary",
            confirm=Confirm("Submit report?", "The report goes to the office.", yes="Submit report"),
        ),
        Move(
            name="check",
            title="Checked",
            source=("submitted",),
            target="checked",
            done="Report checked",
            who=reviews,
            path="/report/{id}/mark/checked",
            when=refuse_own_work,
            signs="checked",
            check=_check_grade,
            style="primary",
            key="C",
            undo=UNDO,
            confirm=Confirm(
                "Report checked?",
                "The report can no longer be changed and waits for approval.",
                yes="Mark as checked",
            ),
        ),
        Move(
            name="approve",
            title="Approve",
            source=("checked",),
            target="approved",
            done="Report approved",
            who=reviews,
            path="/report/{id}/mark/approved",
            when=refuse_own_work,
            signs="approved",
            check=_check_grade,
            style="primary",
            key="A",
            undo=UNDO,
            confirm=Confirm(
                "Approve report?",
                "The student and their family can read an approved report.",
                yes="Approve report",
            ),
        ),
        Move(
            name="checkAndApprove",
            title="Checked and approve",
            source=("submitted",),
            target="approved",
            done="Report checked and approved",
            who=reviews,
            path="/report/{id}/mark/approved",
            when=refuse_own_work,
            signs="approved",
            check=_check_grade,
            key="A",
            undo=UNDO,
            confirm=Confirm(
                "Report checked and approved?",
                "The report is marked as checked and approved in one step. The student and their family can read it.",
                yes="Approve report",
            ),
        ),
        Move(
            name="return",
            title="Return to tutor",
            source=("submitted",),
            target="returned",
            done="Report returned to the tutor",
            who=reviews,
            path="/report/{id}/mark/returned",
            effect=_return,
            key="R",
            undo=UNDO,
            undone=notices.tell_taken_back,
            needs=(Need("returnReason", Text(max_length=_LONGEST, multiline=True), "Reason"),),
        ),
        *returning.moves("report", reviews=reviews, writes=writes, notify=notices.tell_taken_back),
        *MAILS.moves("/report/{id}", reviews),
    ),
)
