"""PDFs of term reports: made once for what they show, kept in files (`kit.documents.stored`), and printed as a
selection."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Database, all_rows
from kit.documents.stored import Papers, StoredPaper
from kit.errors import NotFound
from kit.lists import Bundle, Paper
from kit.policy import Actor, as_service
from teaching.copies.model import organisation
from teaching.reports import document, queries
from teaching.reports.answers import PrintedReports
from teaching.reports.document import Sheet
from teaching.reports.lists import REPORTS
from teaching.reports.model import report, report_paper
from teaching.reports.policy import SCOPE

PAPERS = Papers("teaching", report_paper, owner=report_paper.c.report_id)
FILE_KIND = "report"
_c = report.c


def generate(db: Database, actor: Actor, record: int) -> dict[str, int]:
    """The stored PDF of a report that the caller reads: `{pdfId}`. Raises NotFound, Unavailable."""
    with db.read() as connection:
        found = sheets(connection, actor, [record])
    if not found:
        raise NotFound()
    # The service keeps the file: those who read the report read it, whoever asked first.
    return {"pdfId": PAPERS.file_id(db, as_service("teaching"), _paper(found[0]))}


def _paper(sheet: Sheet) -> StoredPaper:
    row = sheet.row
    return StoredPaper(
        owner=row["id"], kind="report", version=row["version"], name=f"{document.title(sheet)}.pdf",
        draw=lambda: document.of(sheet).html(), file_kind=FILE_KIND, about=("report", row["id"]),
    )  # fmt: skip


def sheets(connection: sa.Connection, actor: Actor, records: Sequence[int]) -> list[Sheet]:
    """The reports with what their papers show, of those that the actor reads: three statements."""
    named = sa.select(report, organisation.c.title.label("organisation_title")).select_from(
        report.outerjoin(organisation, organisation.c.id == _c.organisation_id)
    )
    rows = all_rows(connection, named.where(_c.id.in_(records), SCOPE.where(actor)).order_by(_c.id))
    mocks = queries.mocks_of(connection, actor, [row["id"] for row in rows])
    earlier = _earlier(connection, [row["cws_id"] for row in rows])
    return [
        Sheet(
            row, row["organisation_title"] or "", mocks[row["id"]],
            [one for one in earlier[row["cws_id"]] if one["date_to"] < row["date_to"]],
        )
        for row in rows
    ]  # fmt: skip


def _earlier(connection: sa.Connection, places: Sequence[int]) -> Mapping[int, list[dict[str, Any]]]:
    """The grades of the approved reports by student on a course, the oldest first."""
    columns = (_c.cws_id, _c.date_to, _c.grade_achievement, _c.grade_effort)
    rows = sa.select(*columns).where(_c.cws_id.in_(places), _c.status == "approved").order_by(_c.date_to, _c.id)
    by_place = defaultdict(list)
    for row in all_rows(connection, rows):
        by_place[row["cws_id"]].append(row)
    return by_place


def _papers(connection: sa.Connection, actor: Actor, records: Sequence[int]) -> Mapping[int, Paper]:
    return {sheet.row["id"]: _paper(sheet) for sheet in sheets(connection, actor, records)}


PRINTED = Bundle(
    spec=REPORTS, papers=_papers, noun="report", shown={"student": "", "course": ""}, answers=PrintedReports,
)  # fmt: skip
