"""Mock exams of a report, the same for term reports and collection reports (`teaching.md 3`)."""

from __future__ import annotations

import calendar
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.attributes import Attribute, Attributes
from kit.database import all_rows
from kit.documents import Head, Part, Table
from kit.errors import Invalid
from kit.policy import Actor, Rule, Scope
from kit.records import Acts, Change, Create, Delete, FieldSet, Parent
from kit.values import Integer, Select, Text, options

MONTHS = options(*calendar.month_name[1:])
ABOVE_MAXIMUM = "Please enter a mark that is not above the maximum"


def attributes() -> Attributes:
    """Return the attributes of a mock for one table; all five are required (`teaching.md 5`)."""
    return Attributes(
        Attribute(name="month", type=Select(choices=MONTHS, required=True), section="mock", default=None, at="month"),
        Attribute(
            name="mark",
            type=Integer(required=True, minimum=0, maximum=10_000),
            section="mock",
            default=None,
            at="mark",
            stored_as=sa.Integer,
        ),
        Attribute(
            name="maxMark",
            type=Integer(required=True, minimum=1, maximum=10_000),
            title="Out of",
            section="mock",
            default=None,
            at="maxMark",
            stored_as=sa.Integer,
        ),
        Attribute(name="grade", type=Text(required=True, max_length=20), section="mock", default=None, at="grade"),
        Attribute(
            name="comment",
            type=Text(required=True, max_length=2_000, multiline=True),
            section="mock",
            default=None,
            at="comment",
        ),
    )


def fieldset(
    name: str,
    shown: Attributes,
    reports: FieldSet,
    report_id: sa.Column[Any],
    *,
    path: str,
    add: str,
    may: Rule,
    scope: Scope,
    routes: Sequence[tuple[str, str]] = (),
) -> FieldSet:
    """Return the fields of the mocks of `reports`. `report_id` is the column of their table; `add` is the path that
    adds one."""
    return FieldSet(
        name=name,
        table=report_id.table,
        path=path,
        routes=routes,
        scope=scope,
        read=may,
        may=may,
        parent=Parent.of(reports, report_id, noun="mock", named=lambda row: f"{row['month']}, {row['grade']}"),
        sections=shown.sections({"mock": "Mock"}, dict.fromkeys(("mark", "maxMark"), Acts(check=_fits))),
        create=Create(path=add, defaults=_new_fits),
        delete=Delete(),
    )


def _fits(change: Change) -> None:
    row = {**change.row, change.field.column.name: change.new}
    if row["mark"] > row["max_mark"]:
        raise Invalid(ABOVE_MAXIMUM, field=change.field.name)


def _new_fits(_: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    if values["mark"] > values["max_mark"]:
        raise Invalid(ABOVE_MAXIMUM, field="mark")
    return {}


def by_report(
    connection: sa.Connection, shown: Attributes, report_id: sa.Column[Any], records: Sequence[int]
) -> Mapping[int, list[dict[str, Any]]]:
    """Return the mocks of reports in the order of entry, by report. `report_id` is the column of their table; a report
    without mocks has an empty list. `fromTrial` marks results of trial exams."""
    table = report_id.table
    mocks_of = defaultdict(list)
    for row in all_rows(connection, sa.select(table).where(report_id.in_(records)).order_by(table.c.id)):
        is_told = row["trial_entry_id"] is not None
        mocks_of[row[report_id.name]].append({"id": row["id"], "fromTrial": is_told, **shown.shown(row)})
    return mocks_of


def on_paper(mocks: Sequence[Mapping[str, Any]]) -> Part:
    """Return the mocks of a report as a table for its PDF."""
    heads = (Head("Month"), Head("Mark"), Head("Out of"), Head("Grade"), Head("Comment"))
    rows = [tuple(str(one[name]) for name in ("month", "mark", "maxMark", "grade", "comment")) for one in mocks]
    return Table(heads, rows, quiet=True)
