"""References of teachers as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Row
from kit.policy.rules import reading
from kit.records import Create, Delete, FieldSet
from people.exams.components.lists import EXAM_TITLE
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import SOURCE
from people.exams.joined import joined
from people.exams.references.attributes import TEACHER_REFERENCE
from people.exams.references.workflow import REFERENCE_MOVES
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import EXAMS

ANSWERED = "This reference was received and can no longer be changed"
NOT_ASSESSED = "References are requested only in centre assessed series"


class ReferenceParts(TypedDict):
    """Parts beyond the fields."""

    candidate: str
    exam: str


@reading("status")
def _answered(row: Row) -> str | None:
    return ANSWERED if row["status"] == "received" else None


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    kind = tx.scalar(sa.select(exam_entry.c.kind).where(exam_entry.c.id == values["entry_id"]))
    if kind != "centreAssessed":
        raise Invalid(NOT_ASSESSED, fields={"entryId": NOT_ASSESSED})
    return {}


REFERENCE_FIELDS = FieldSet(
    name="teacherReference",
    path="/exams/references/{id}",
    workflow=REFERENCE_MOVES,
    sections=TEACHER_REFERENCE.sections({"teacher": "Teacher", "reference": "Reference"}),
    may=EXAMS,
    when=_answered,
    history=EXAMS,
    create=Create(fields=("entryId", "teacher", "email", "school"), complete=_complete),
    delete=Delete(named=lambda row: row["teacher"]),
    extra=joined(
        SOURCE,
        exam_entry.c.id,
        full_name(TABLES["candidate"]).label("candidate"),
        EXAM_TITLE.label("exam"),
        by="entry_id",
    ),
    answers=ReferenceParts,
)
FIELDSETS = (REFERENCE_FIELDS,)
