"""Editable fields of a collection report and of its mocks: `POST /collectionreport`, `GET` and `PUT
/collectionreport/{id}` (`teaching.md 7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Attach, Row, Rule, Scope, reading, staff, sys_admin
from kit.records import Acts, Change, Create, Delete, FieldSet
from kit.values import RecordId
from teaching.collections import attributes, commands, completeness, people, queries, rules
from teaching.collections.answers import CollectionParts
from teaching.collections.model import collection, mock
from teaching.collections.policy import SCOPE, WRITTEN, office, reads, writes
from teaching.collections.workflow import COLLECTION_MOVES
from teaching.writing import grades, mocks

SUBMITTED = "A submitted report cannot be changed"
APPROVED = "An approved report cannot be changed"
UNDELETABLE = "Only a draft can be deleted"
_c = collection.c


@reading("status")
def _closed(row: Row) -> str | None:
    return {"submitted": SUBMITTED, "approved": APPROVED}.get(row["status"])


@reading("status")
def _undeletable(row: Row) -> str | None:
    return None if row["status"] == "draft" else UNDELETABLE


def _wrote(tx: Tx, change: Change) -> None:
    """Store the authors: they may not approve the report."""
    wrote = {tx.actor.user_id, tx.actor.acting_user_id or 0} - {0, *change.row["writer_ids"]}
    if wrote:
        writers = sorted({*change.row["writer_ids"], *wrote})
        tx.execute(sa.update(collection).where(_c.id == change.row["id"]).values(writer_ids=writers))


def _graded(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Refuse a grade that the level of the course does not have. Raises Invalid."""
    grades.refuse_other(change.new, queries.level_of(tx.connection, tx.actor, change.row["course_id"]))
    return {}


def _interviewed(tx: Tx, change: Change) -> None:
    """Store the interviewers with their names and accounts. Raises Invalid if one is not known."""
    them = people.known(tx, change.new)
    people.write(tx, change.row["id"], them)
    tx.execute(sa.update(collection).where(_c.id == change.row["id"]).values(people.kept(them)))


COLLECTION_FIELDS = FieldSet(
    name="collectionReport",
    path="/collectionreport/{id}",
    sections=attributes.COLLECTION.sections(
        {"report": "Report", "sections": "Sections", "assessment": "Assessment"},
        {
            "status": Acts(workflow=COLLECTION_MOVES),
            "term": Acts(may=office),
            "interviewers": Acts(after=_interviewed),
            "predictedGrade": Acts(dependents=_graded, after=_wrote),
            **dict.fromkeys((*rules.SECTIONS, "predictedReason"), Acts(after=_wrote)),
        },
    ),
    workflow=COLLECTION_MOVES,
    scope=SCOPE,
    complete=completeness.COLLECTION_WHOLE,
    read=reads,
    may=writes,
    when=_closed,
    attach=Attach(WRITTEN),
    extra=queries.extra,
    answers=CollectionParts,
    create=Create(
        fields=("academicYearId", "term", "date", "interviewers"),
        may=office,
        also={"cwsId": RecordId(required=True)},
        complete=commands.begin,
        after=commands.begun,
    ),
    delete=Delete(may=sys_admin, when=_undeletable, named=lambda row: str(row["student_name"])),
)

_mine = sa.select(_c.id).where(WRITTEN.own["user"]).scalar_subquery()
_writers = office | Rule("interviewer", lambda actor, _: staff(actor) or actor.person("tutor") is not None, frozenset())

MOCK_FIELDS = mocks.fieldset(
    "collectionMock",
    attributes.MOCK,
    COLLECTION_FIELDS,
    mock.c.collection_report_id,
    path="/collectionreport/mock/{id}",
    add="/collectionreport/{id}/mock",
    may=_writers,
    scope=Scope(everything=office, own={"user": mock.c.collection_report_id.in_(_mine)}),
)

FIELDSETS = (COLLECTION_FIELDS, MOCK_FIELDS)
