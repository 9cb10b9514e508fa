"""PDFs of term reports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.documents.stored import Papers, StoredPaper
from kit.policy import Actor
from teaching.copies.letterheads import letterheads
from teaching.reports import queries
from teaching.reports.model import report, report_mail, report_paper
from teaching.reports.papers import document
from teaching.reports.papers.document import Sheet
from teaching.reports.policy import SCOPE
from teaching.writing.papers import ReportPapers, consents, picture_of

FILE_KIND = "report"
_c = report.c


def papers(connection: sa.Connection, actor: Actor, records: Sequence[int]) -> Mapping[int, StoredPaper]:
    """Return the documents of the reports that the actor reads, by report."""
    return {sheet.row["id"]: _paper(sheet) for sheet in sheets(connection, actor, records)}


def _paper(sheet: Sheet) -> StoredPaper:
    row = sheet.row
    return StoredPaper(
        owner=row["id"],
        kind="report",
        version=row["version"],
        name=f"{document.title(sheet)}.pdf",
        draw=lambda: document.of(sheet, picture_of(sheet.photo_of)).html(),
        file_kind=FILE_KIND,
        about=("report", row["id"]),
    )


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
    papers=Papers(
        "teaching",
        report_paper,
        owner=report_paper.c.report_id,
        kept=sa.exists().where(report_mail.c.file_id == report_paper.c.file_id),
    ),
    of=papers,
)
"""The PDFs of reports; one that a mail carried stays when the report changes."""
