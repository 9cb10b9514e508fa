"""Services after results as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Attach, Row, Scope
from kit.policy.rules import reading
from kit.records import Create, FieldSet
from people.exams.components.lists import EXAM_TITLE
from people.exams.deadlines.model import exam_deadline
from people.exams.entries.model import exam_entry
from people.exams.entries.policy import ENTRIES
from people.exams.entries.queries import SOURCE
from people.exams.joined import joined
from people.exams.model import RESULTS_OUT, exam, exam_series
from people.exams.policy import EXAMS_OFFICE
from people.exams.reviews.attributes import OPEN, RESULT_REVIEW
from people.exams.reviews.workflow import ASKS, REVIEW_MOVES, REVIEWS
from people.persons.model import TABLES
from people.persons.queries import full_name

NOT_RELEASED = "The results of this series are not released yet"
NO_ENTRY = "Please choose an entry"
OVER = "This review is over and can no longer be changed"
KEEPERS = Scope(everything=EXAMS_OFFICE)


class ReviewParts(TypedDict):
    """Parts beyond the fields."""

    candidate: str
    exam: str
    series: str


@reading("status")
def _over(row: Row) -> str | None:
    return OVER if row["status"] not in OPEN else None


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fill in the candidate of the entry and the day that the board sets. Raises Invalid for an entry that the actor
    does not reach; and Conflict before the release, because a candidate must not learn that there is a result."""
    due = sa.and_(
        exam_deadline.c.series_id == exam_series.c.id,
        exam_deadline.c.board == exam.c.board,
        exam_deadline.c.kind == "reviews",
    )
    released = RESULTS_OUT.label("released")
    entry = tx.one(
        sa.select(exam_entry.c.candidate_id, exam_deadline.c.due_on, released)
        .select_from(SOURCE.outerjoin(exam_deadline, due))
        .where(exam_entry.c.id == values["entry_id"], exam_entry.c.status != "withdrawn", ENTRIES.where(tx.actor))
    )
    if entry is None:
        raise Invalid(NO_ENTRY, fields={"entryId": NO_ENTRY})
    if not entry["released"]:
        raise Conflict(NOT_RELEASED)
    return {"candidate_id": entry["candidate_id"], "due_on": values.get("due_on") or entry["due_on"]}


REVIEW_FIELDS = FieldSet(
    name="resultReview",
    path="/exams/reviews/{id}",
    workflow=REVIEW_MOVES,
    scope=REVIEWS,
    sections=RESULT_REVIEW.sections({"review": "Review", "outcome": "Outcome"}),
    may=EXAMS_OFFICE,
    when=_over,
    history=EXAMS_OFFICE,
    attach=Attach(KEEPERS, readers=KEEPERS),
    create=Create(fields=("entryId", "service", "consentedOn", "reason"), may=ASKS, complete=_complete),
    extra=joined(
        SOURCE,
        exam_entry.c.id,
        full_name(TABLES["candidate"]).label("candidate"),
        EXAM_TITLE.label("exam"),
        exam_series.c.name.label("series"),
        by="entry_id",
    ),
    answers=ReviewParts,
)
"""A review is withdrawn or refused, never deleted: the request and its outcome stay."""
FIELDSETS = (REVIEW_FIELDS,)
