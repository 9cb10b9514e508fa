"""Entries as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Row
from kit.policy.rules import reading
from kit.records import Acts, Change, Create, FieldSet
from people.exams.assessment.locking import refuse_declared
from people.exams.candidacies import joining
from people.exams.deadlines.model import fee_kind, percent_of_fee
from people.exams.entries import checking, queries
from people.exams.entries.answers import EntryParts
from people.exams.entries.attributes import ENTRY
from people.exams.entries.publishing import publish
from people.exams.entries.workflow import ENTRY_MOVES
from people.exams.model import exam, exam_series
from people.exams.policy import KEEPS, check_kind

WITHDRAWN = "This entry is withdrawn. Please plan it again first"
NO_EXAM = "Please choose an exam"


@reading("status")
def _withdrawn(row: Row) -> str | None:
    return WITHDRAWN if row["status"] == "withdrawn" else None


def _assessed(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Store the assessor; the second assessor has to agree again. Raises Conflict once the grades are declared."""
    refuse_declared(tx, change.row)
    return {"firstAssessorId": tx.actor.person("staff"), "secondAssessorId": None, "agreedOn": None}


def complete(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that follow from candidate and exam: the place in the series, its kind, and today's fee. Raises
    Forbidden, Invalid."""
    of_exam = tx.one(
        sa.select(exam.c.series_id, exam.c.board, exam_series.c.type.label("kind"))
        .join(exam_series, exam_series.c.id == exam.c.series_id)
        .where(exam.c.id == values["exam_id"])
    )
    if of_exam is None:
        raise Invalid(NO_EXAM, fields={"examId": NO_EXAM})
    check_kind(tx.actor, of_exam["kind"])
    option = values.get("option") or ""
    chosen = checking.option_for(tx.connection, values["exam_id"], option, values.get("tier"))
    option = chosen.get("option", option)
    checking.refuse(tx, values["candidate_id"], values["exam_id"], option)
    fee = fee_kind(tx, of_exam["series_id"], of_exam["board"])
    percent = percent_of_fee(tx, of_exam["series_id"], of_exam["board"], fee)
    return {
        **chosen,
        "candidacy_id": joining.joined(tx, values["candidate_id"], of_exam["series_id"]),
        "kind": of_exam["kind"],
        "fee_kind": fee,
        "board_fee": checking.board_fee(tx, values["exam_id"], option, percent),
    }


def _option_changed(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Change the tier with the option. Raises Invalid, Conflict."""
    row = change.row
    chosen = checking.option_for(tx.connection, row["exam_id"], change.new or "", None) if change.new else {}
    checking.refuse(tx, row["candidate_id"], row["exam_id"], change.new or "", row["id"])
    return {"tier": chosen["tier"]} if chosen.get("tier") else {}


def _publish(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    publish(tx, [record])


ENTRY_FIELDS = FieldSet(
    name="examEntry",
    path="/exams/entries/{id}",
    sections=ENTRY.sections(
        {"entry": "Entry", "grades": "Grades and marks"},
        {
            "option": Acts(dependents=_option_changed),
            "assessedGrade": Acts(dependents=_assessed),
            "rank": Acts(dependents=_assessed),
        },
    ),
    may=KEEPS,
    when=_withdrawn,
    workflow=ENTRY_MOVES,
    create=Create(
        fields=("candidateId", "examId", "tier", "option", "carriedForward", "forecastGrade", "courseworkMark"),
        complete=complete,
        after=_publish,
    ),
    extra=queries.extra,
    answers=EntryParts,
)
"""An entry is withdrawn, never deleted: its history has its cost."""
FIELDSETS = (ENTRY_FIELDS,)
