"""Marks of components as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.records import Create, Delete, FieldSet
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import SOURCE as ENTRY_SOURCE
from people.exams.joined import joined
from people.exams.marks.attributes import COMPONENT_MARK
from people.exams.marks.model import component_mark
from people.exams.marks.policy import MARKS
from people.exams.policy import KEEPS, check_kind
from people.persons.model import TABLES
from people.persons.queries import full_name

NO_ENTRY = "Please choose an entry that is not withdrawn"
OTHER_EXAM = "Please choose a paper of the exam that the candidate is entered for"
_m, _e, _c, _candidate = component_mark.c, exam_entry.c, exam_component.c, TABLES["candidate"]
SOURCE = component_mark.join(ENTRY_SOURCE, _e.id == _m.entry_id).join(exam_component, _c.id == _m.component_id)
"""A mark with its paper, entry, exam, series and candidate."""


class MarkParts(TypedDict):
    """Parts beyond the fields."""

    candidate: str
    exam: str
    paper: str


def out_of(tx: Tx, component_id: int) -> int | None:
    """Return the maximum of a component's marks, from its newest mark."""
    others = sa.select(_m.max_mark).where(_m.component_id == component_id, _m.max_mark.is_not(None))
    most: int | None = tx.scalar(others.order_by(_m.id.desc()).limit(1))
    return most


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values that follow from the entry. Raises Forbidden; Invalid for a paper of another exam."""
    entry = tx.one(
        sa.select(_e.candidate_id, _e.kind, _e.exam_id).where(_e.id == values["entry_id"], _e.status != "withdrawn")
    )
    if entry is None:
        raise Invalid(NO_ENTRY, fields={"entryId": NO_ENTRY})
    check_kind(tx.actor, entry["kind"])
    if tx.scalar(sa.select(_c.exam_id).where(_c.id == values["component_id"])) != entry["exam_id"]:
        raise Invalid(OTHER_EXAM, fields={"componentId": OTHER_EXAM})
    most = values.get("max_mark") or out_of(tx, values["component_id"])
    return {"candidate_id": entry["candidate_id"], "kind": entry["kind"], "max_mark": most}


MARK_FIELDS = FieldSet(
    name="componentMark",
    path="/exams/marks/{id}",
    table=component_mark,
    scope=MARKS,
    sections=COMPONENT_MARK.sections({"mark": "Mark of a paper"}),
    may=KEEPS,
    create=Create(fields=("entryId", "componentId", "mark", "maxMark"), complete=_complete),
    delete=Delete(named=lambda row: f"the mark {row['mark']}"),
    extra=joined(
        SOURCE, _m.id, full_name(_candidate).label("candidate"), EXAM_TITLE.label("exam"), _c.code.label("paper")
    ),
    answers=MarkParts,
)
FIELDSETS = (MARK_FIELDS,)
