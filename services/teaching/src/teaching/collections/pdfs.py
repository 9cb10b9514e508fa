"""PDFs of collection reports: made once for what they show, kept in files (`kit.documents.stored`), and printed as a
selection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from kit.database import Database, all_rows
from kit.documents.stored import Papers, StoredPaper
from kit.errors import NotFound
from kit.lists import Bundle, Paper
from kit.policy import Actor, as_service
from teaching.collections import document, queries
from teaching.collections.answers import PrintedCollections
from teaching.collections.document import Sheet
from teaching.collections.lists import COLLECTIONS
from teaching.collections.model import collection, paper
from teaching.collections.policy import SCOPE
from teaching.copies.model import organisation

PAPERS = Papers("teaching", paper, owner=paper.c.collection_report_id)
FILE_KIND = "collection"
_c = collection.c


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
        draw=lambda: document.of(sheet).html(), file_kind=FILE_KIND, about=("collectionReport", row["id"]),
    )  # fmt: skip


def sheets(connection: sa.Connection, actor: Actor, records: Sequence[int]) -> list[Sheet]:
    """The reports with what their papers show, of those that the actor reads: three statements."""
    named = sa.select(collection, organisation.c.title.label("organisation_title")).select_from(
        collection.outerjoin(organisation, organisation.c.id == _c.organisation_id)
    )
    rows = all_rows(connection, named.where(_c.id.in_(records), SCOPE.where(actor)).order_by(_c.id))
    ids = [row["id"] for row in rows]
    people, mocks = queries.interviewers_of(connection, actor, ids), queries.mocks_of(connection, actor, ids)
    return [Sheet(row, row["organisation_title"] or "", people.get(row["id"], []), mocks[row["id"]]) for row in rows]


def _papers(connection: sa.Connection, actor: Actor, records: Sequence[int]) -> Mapping[int, Paper]:
    return {sheet.row["id"]: _paper(sheet) for sheet in sheets(connection, actor, records)}


PRINTED = Bundle(
    spec=COLLECTIONS, papers=_papers, noun="report", shown={"student": "", "course": ""}, answers=PrintedCollections,
)  # fmt: skip
