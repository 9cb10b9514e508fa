"""The workflow of a collection report: draft, submitted, approved (`teaching.md 4`)."""

from __future__ import annotations

from kit.database import Tx
from kit.workflow import Confirm, Move, Step, Workflow
from teaching.collections import completeness, notices, queries, rules
from teaching.collections.model import collection
from teaching.collections.papers.mailing import MAILS
from teaching.collections.policy import SCOPE, office, refuse_own_work, writes
from teaching.writing import grades


def _check_grade(tx: Tx, step: Step) -> None:
    """Check that a predicted grade, if there is one, exists at the level of the course, which may have changed
    since."""
    if grade := step.row["predicted_grade"]:
        level = queries.level_of(tx.connection, tx.actor, step.row["course_id"])
        grades.refuse_form(grade, level, title=rules.FORM_ERRORS)


def _approved(tx: Tx, step: Step) -> None:
    notices.tell_approved(tx, step.row)


COLLECTION_MOVES = Workflow(
    name="collectionReport",
    table=collection,
    column=collection.c.status,
    states=rules.STATES,
    scope=SCOPE,
    complete=completeness.COLLECTION_WHOLE,
    moves=(
        Move(
            name="submit",
            title="Submit",
            source=("draft",),
            target="submitted",
            who=writes,
            path="/collectionreport/{id}/submit",
            done="Collection report of {student} submitted",
            signs="submitted",
            check=_check_grade,
            style="primary",
            confirm=Confirm(
                "Submit collection report?",
                "It goes to the academic office and can no longer be changed.",
                yes="Submit report",
            ),
        ),
        Move(
            name="approve",
            title="Approve",
            source=("submitted",),
            target="approved",
            who=office,
            path="/collectionreport/{id}/approve",
            done="Collection report of {student} approved",
            signs="approved",
            when=refuse_own_work,
            effect=_approved,
            style="primary",
            key="A",
            confirm=Confirm(
                "Approve collection report?",
                "The student and their family can read an approved report.",
                yes="Approve report",
            ),
        ),
        *MAILS.moves("/collectionreport/{id}", office),
    ),
)
