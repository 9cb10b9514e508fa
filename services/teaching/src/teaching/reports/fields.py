"""Editable fields of a term report and of its mocks: `GET` and `PUT /report/{id}`, `POST /report/{id}/edit`
(`teaching.md 7`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Attach, Row, Scope, is_a, me, reading, staff, sys_admin
from kit.records import Acts, Change, Delete, FieldSet
from teaching.reports import attributes, completeness, queries, rules
from teaching.reports.answers import ReportParts
from teaching.reports.model import report, report_mock
from teaching.reports.policy import SCOPE, WRITTEN, reads, writes
from teaching.reports.workflow import REPORT_MOVES
from teaching.writing import grades, mocks

CHECKED = "A checked report cannot be changed"
APPROVED = "An approved report cannot be changed"
UNDELETABLE = "Only a report that was called or submitted can be deleted"
_WRITTEN = ("predictedReason", "gradeAchievement", "gradeEffort", *rules.FIELDS)


@reading("status")
def _closed(row: Row) -> str | None:
    return {"approved": APPROVED, "checked": CHECKED}.get(row["status"])


@reading("status")
def _not_in_review(row: Row) -> str | None:
    return None if row["status"] in {"submitted", "returned"} else "Only a submitted report is returned"


@reading("status")
def _undeletable(row: Row) -> str | None:
    return None if row["status"] in {"called", "submitted"} else UNDELETABLE


def _saved(_: Tx, change: Change) -> Mapping[str, Any]:
    """Save a requested or returned report with its first change (`teaching.md 4`)."""
    return {"status": "saved"} if change.row["status"] in {"called", "returned"} else {}


def _regraded(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Clear the reason of the previous change with the first change of a grade that was handed in."""
    row = change.row
    was_said = row["said_grade"] != "" and row["said_grade"] == row["predicted_grade"] != change.new
    return {**_saved(tx, change), **({"predictedReason": ""} if was_said else {})}


def _graded(change: Change) -> None:
    grades.refuse_other(change.new, change.row["course_level"])


REPORT_FIELDS = FieldSet(
    name="report",
    path="/report/{id}",
    routes=(("POST", "/report/{id}/edit"),),
    sections=attributes.REPORT.sections(
        {"report": "Report", "assessment": "Assessment", "comments": "Comments", "review": "Review"},
        {
            "status": Acts(workflow=REPORT_MOVES),
            "deadline": Acts(may=staff),
            "returnReason": Acts(may=staff, when=_not_in_review),
            "predictedGrade": Acts(check=_graded, dependents=_regraded),
            **dict.fromkeys(_WRITTEN, Acts(dependents=_saved)),
        },
    ),
    workflow=REPORT_MOVES,
    scope=SCOPE,
    complete=completeness.REPORT_WHOLE,
    read=reads,
    may=writes | staff,
    when=_closed,
    attach=Attach(WRITTEN),
    extra=queries.extra,
    answers=ReportParts,
    actions={"open": writes},
    delete=Delete(may=sys_admin, when=_undeletable, named=lambda row: str(row["student_name"])),
)

_own = sa.select(report.c.id).where(report.c.tutor_id == me("tutor")).scalar_subquery()

MOCK_FIELDS = mocks.fieldset(
    "reportMock",
    attributes.MOCK,
    REPORT_FIELDS,
    report_mock.c.report_id,
    path="/reportmock/{id}",
    routes=(("POST", "/reportmock/{id}"),),
    add="/report/{id}/add/mock",
    may=staff | is_a("tutor", "tutor of the report"),
    scope=Scope(everything=staff, own={"tutor": report_mock.c.report_id.in_(_own)}),
)

FIELDSETS = (REPORT_FIELDS, MOCK_FIELDS)
