"""The moves of a trial exam's mark. A finished mark is the result of its entry."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.completeness import Completeness
from kit.database import Tx
from kit.errors import Conflict
from kit.policy import Row
from kit.values import Text
from kit.values.days import today
from kit.workflow import Move, Need, Step, Workflow
from people.exams.entries.fields import WITHDRAWN
from people.exams.entries.model import exam_entry
from people.exams.entries.workflow import ENTRY_MOVES
from people.exams.marking.attributes import STATES, TRIAL_MARK
from people.exams.marking.model import trial_mark
from people.exams.marking.policy import MARKS, WRITERS
from people.exams.marking.publishing import publish
from people.policy import EXAMS

_m = trial_mark.c
MARK_WHOLE = Completeness(TRIAL_MARK)


def _write_result(tx: Tx, row: Row, grade: str) -> None:
    """Write the grade to the entry, whose history has the previous one. Raises Conflict for a withdrawn entry."""
    entry = tx.one(sa.select(exam_entry).where(exam_entry.c.id == row["entry_id"]).with_for_update())
    assert entry is not None
    if entry["status"] == "withdrawn":
        raise Conflict(WITHDRAWN)
    if entry["result_grade"] != grade:
        writing.change(tx, ENTRY_MOVES, entry, {"result_grade": grade})


def _mark(tx: Tx, step: Step) -> dict[str, Any]:
    _write_result(tx, step.row, step.row["grade"])
    return {"marked_on": today(), "return_reason": ""}


def _return(tx: Tx, step: Step) -> None:
    """Remove the result until it is marked again: nobody reads a grade that the office questions."""
    _write_result(tx, step.row, "")


def _tell(tx: Tx, row: Row) -> None:
    publish(tx, _m.id == row["id"])


MARKING_MOVES = Workflow(
    name="trialMark",
    column=_m.status,
    states=STATES,
    scope=MARKS,
    after=_tell,
    complete=MARK_WHOLE,
    moves=(
        Move(
            name="mark",
            title="Marked",
            source=("waiting", "returned"),
            target="marked",
            who=WRITERS,
            effect=_mark,
            style="primary",
            path="/trialexams/marking/{id}/mark",
            done="{exam} of {candidate} is marked",
        ),
        Move(
            name="return",
            title="Return to marker",
            source=("marked",),
            target="returned",
            who=EXAMS,
            effect=_return,
            needs=(
                Need("returnReason", Text(required=True, max_length=500, multiline=True), "Reason", _m.return_reason),
            ),
            path="/trialexams/marking/{id}/return",
            done="{exam} of {candidate} is back with the marker",
        ),
    ),
)
