"""The moves of an entry. Its history keeps each, with the fee that it was made at and the reason of a change."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Row
from kit.values import Text
from kit.values.days import today
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.checklists.starting import start_for
from people.exams.anomalies.finding import refresh
from people.exams.deadlines.model import fee_kind
from people.exams.entries.attributes import MADE, STATES
from people.exams.entries.model import exam_entry
from people.exams.entries.policy import ENTRIES
from people.exams.model import exam
from people.exams.policy import KEEPS

_e = exam_entry.c
_REASON = Need("reason", Text(required=True, max_length=300), "Reason", _e.reason)


def _fee(tx: Tx, row: Row) -> str:
    of_exam = tx.one(sa.select(exam.c.series_id, exam.c.board).where(exam.c.id == row["exam_id"]))
    assert of_exam is not None
    return fee_kind(tx, of_exam["series_id"], of_exam["board"])


def _enter(tx: Tx, step: Step) -> dict[str, Any]:
    """Keep the day and the fee of an entry, and start the checklists of its candidate."""
    start_for(tx, "examEntered", "candidate", step.row["candidate_id"])
    return {"entered_on": today(), "fee_kind": _fee(tx, step.row)}


def _amend(tx: Tx, step: Step) -> dict[str, Any]:
    return {"fee_kind": _fee(tx, step.row)}


def _look(tx: Tx, row: Row) -> None:
    refresh(tx, [row["id"]])


ENTRY_MOVES = Workflow(
    name="examEntry",
    column=_e.status,
    states=STATES,
    scope=ENTRIES,
    after=_look,
    moves=(
        Move(
            name="enter", title="Enter", source=("planned",), target="entered", who=KEEPS, effect=_enter,
            path="/exams/entries/{id}/enter", done="{candidate} is entered for {exam}",
        ),
        Move(
            name="amend", title="Amend", source=("entered",), target="amended", who=KEEPS, effect=_amend,
            needs=(_REASON,), path="/exams/entries/{id}/amend", done="The entry of {candidate} is amended",
        ),
        Move(
            name="amendAgain", title="Amend", source=("amended",), target=None, who=KEEPS, effect=_amend,
            needs=(_REASON,), path="/exams/entries/{id}/amend", done="The entry of {candidate} is amended again",
        ),
        Move(
            name="withdraw", title="Withdraw entry", source=("planned", *MADE), target="withdrawn", who=KEEPS,
            needs=(_REASON,), style="danger", path="/exams/entries/{id}/withdraw",
            done="The entry of {candidate} is withdrawn",
            confirm=Confirm("Withdraw {candidate} from {exam}?", "The fee may still be owed to the board.",
                            yes="Withdraw entry", no="Keep entry"),
        ),
        Move(
            name="plan", title="Plan again", source=("withdrawn",), target="planned", who=KEEPS,
            path="/exams/entries/{id}/plan", done="The entry of {candidate} is planned again",
        ),
    ),
)  # fmt: skip
