"""The moves of a service after results."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx
from kit.errors import Conflict
from kit.policy import is_a
from kit.values import Text
from kit.values.days import today
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.exams.entries.model import exam_entry
from people.exams.entries.workflow import ENTRY_MOVES
from people.exams.policy import EXAMS_OFFICE, of_candidate
from people.exams.reviews.attributes import STATES
from people.exams.reviews.model import NO_CONSENT, result_review

REVIEWS = of_candidate(result_review.c.candidate_id)
_r = result_review.c
_WORDS = Need("outcome", Text(multiline=True, max_length=2000), "Words of the board", _r.outcome)
_GRADE = Need("gradeAfter", Text(required=True, max_length=5), "New grade", _r.grade_after)


ASKS = EXAMS_OFFICE | is_a("candidate") | is_a("student") | is_a("client")
"""The office, the candidate and the candidate's parents."""


def _send(tx: Tx, step: Step) -> dict[str, Any]:
    """Store the day and the grade that the board reviews. Raises Conflict without the consent."""
    if step.row["consented_on"] is None:
        raise Conflict(NO_CONSENT)
    grade = tx.scalar(sa.select(exam_entry.c.result_grade).where(exam_entry.c.id == step.row["entry_id"]))
    return {"sent_on": today(), "grade_before": grade or ""}


def _change(tx: Tx, step: Step) -> None:
    """Write the new grade to the entry, whose history has the old one."""
    entry = tx.one(sa.select(exam_entry).where(exam_entry.c.id == step.row["entry_id"]).with_for_update())
    assert entry is not None
    writing.change(tx, ENTRY_MOVES, entry, {"result_grade": step.body["gradeAfter"]})


REVIEW_MOVES = Workflow(
    name="resultReview",
    column=_r.status,
    states=STATES,
    scope=REVIEWS,
    moves=(
        Move(
            name="send",
            title="Sent to the board",
            source=("asked",),
            target="sent",
            who=EXAMS_OFFICE,
            effect=_send,
            path="/exams/reviews/{id}/send",
            done="The review of {candidate} is with the board",
        ),
        Move(
            name="change",
            title="Grade changed",
            source=("sent",),
            target="changed",
            who=EXAMS_OFFICE,
            effect=_change,
            needs=(_GRADE, _WORDS),
            path="/exams/reviews/{id}/change",
            done="{candidate} has a new grade",
            alone=True,
        ),
        Move(
            name="keep",
            title="No change",
            source=("sent",),
            target="unchanged",
            who=EXAMS_OFFICE,
            needs=(_WORDS,),
            path="/exams/reviews/{id}/keep",
            done="The grade of {candidate} stays",
        ),
        Move(
            name="refuse",
            title="Refuse",
            source=("asked",),
            target="refused",
            who=EXAMS_OFFICE,
            style="danger",
            needs=(Need("outcome", Text(required=True, multiline=True, max_length=2000), "Reason", _r.outcome),),
            path="/exams/reviews/{id}/refuse",
            done="The review of {candidate} is refused",
            confirm=Confirm(
                "Refuse the review of {exam}?", "{candidate} reads the reason.", yes="Refuse review", no="Keep review"
            ),
        ),
        Move(
            name="withdraw",
            title="Withdraw",
            source=("asked",),
            target="withdrawn",
            who=ASKS,
            style="danger",
            path="/exams/reviews/{id}/withdraw",
            done="The review of {candidate} is withdrawn",
            confirm=Confirm(
                "Withdraw the review of {exam}?",
                "Nothing is sent to the board.",
                yes="Withdraw review",
                no="Keep review",
            ),
        ),
    ),
)
