"""PDFs of collection reports."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor
from teaching.collections import queries
from teaching.collections.model import collection, collection_mail, paper
from teaching.collections.papers import document
from teaching.collections.papers.document import Sheet
from teaching.collections.policy import SCOPE
from teaching.copies.letterheads import letterheads
from teaching.writing.papers import ReportPapers, consents

_c = collection.c


def sheets(connection: sa.Connection, actor: Actor, records: Sequence[int]) -> list[Sheet]:
    """Return the reports that the actor reads, with the data of their PDFs, in five statements."""
    rows = all_rows(connection, sa.select(collection).where(_c.id.in_(records), SCOPE.where(actor)).order_by(_c.id))
    ids = [row["id"] for row in rows]
    heads = letterheads(connection, [row["organisation_id"] for row in rows])
    people, mocks = queries.interviewers_of(connection, actor, ids), queries.mocks_of(connection, actor, ids)
    shown = consents(connection, [row["student_id"] for row in rows])
    return [
        Sheet(
            row,
            heads[row["organisation_id"]],
            people.get(row["id"], []),
            mocks[row["id"]],
            shown.get(row["student_id"], 0),
        )
        for row in rows
    ]


PAPERS = ReportPapers(
    table=paper,
    owner=paper.c.collection_report_id,
    mails=collection_mail,
    sheets=sheets,
    title=document.title,
    draw=document.of,
    file_kind="collection",
    record="collectionReport",
)
