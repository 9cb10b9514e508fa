"""PDFs of term reports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor
from teaching.copies.letterheads import letterheads
from teaching.reports import queries
from teaching.reports.model import report, report_mail, report_paper
from teaching.reports.papers import document
from teaching.reports.papers.document import Sheet
from teaching.reports.policy import SCOPE
from teaching.writing.papers import ReportPapers, consents

_c = report.c


def sheets(connection: sa.Connection, actor: Actor, records: Sequence[int]) -> list[Sheet]:
    """Return the reports that the actor reads, with the data of their PDFs, in five statements."""
    rows = all_rows(connection, sa.select(report).where(_c.id.in_(records), SCOPE.where(actor)).order_by(_c.id))
    heads = letterheads(connection, [row["organisation_id"] for row in rows])
    mocks = queries.mocks_of(connection, actor, [row["id"] for row in rows])
    shown = consents(connection, [row["student_id"] for row in rows])
    earlier = _earlier(connection, [row["cws_id"] for row in rows])
    return [
        Sheet(
            row,
            heads[row["organisation_id"]],
            mocks[row["id"]],
            [one for one in earlier[row["cws_id"]] if one["date_to"] < row["date_to"]],
            shown.get(row["student_id"], 0),
        )
        for row in rows
    ]


def _earlier(connection: sa.Connection, places: Sequence[int]) -> Mapping[int, list[dict[str, Any]]]:
    """Return the grades of the approved reports by student on a course, the oldest first."""
    columns = (_c.cws_id, _c.date_to, _c.grade_achievement, _c.grade_effort)
    rows = sa.select(*columns).where(_c.cws_id.in_(places), _c.status == "approved").order_by(_c.date_to, _c.id)
    by_place = defaultdict(list)
    for row in all_rows(connection, rows):
        by_place[row["cws_id"]].append(row)
    return by_place


PAPERS = ReportPapers(
    table=report_paper,
    owner=report_paper.c.report_id,
    mails=report_mail,
    sheets=sheets,
    title=document.title,
    draw=document.of,
    file_kind="report",
    record="report",
)
