"""The PDF of a report, which a family keeps. Term reports and collection reports have the same frame, and each PDF is
stored until the content changes (`kit.documents.stored`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.database import Database, all_rows
from kit.documents import Columns, Document, Facts, Letterhead, Lines, Part, SmallPrint
from kit.documents.stored import Papers, StoredPaper
from kit.errors import NotFound
from kit.policy import Actor, Row, as_service
from kit.values.days import LONDON, in_words
from teaching.copies.model import person

NOT_APPROVED = "DRAFT"
_SERVICE = as_service("teaching")


def framed(
    title: str,
    row: Row,
    head: Mapping[str, Any],
    facts: Sequence[tuple[str, str]],
    signed: Mapping[str, tuple[str, str]],
    parts: Iterable[Part],
    portrait: bytes = b"",
) -> Document:
    """Return the document of a report around its own `parts`. `head` is the letterhead of its organisation
    (`letterheads`). `signed` has, by the column of a time, the verb of the signature and its name. `portrait` is the
    picture of the student (`picture_of`). Every page of a report that is not approved says so."""
    about = Columns([[Lines([row["student_name"], row["course_title"]], "Student")], [Facts(facts)]])
    signatures = [f"{verb} by {name}, {day(row[at])}" for at, (verb, name) in signed.items() if row[at] is not None]
    return Document(
        title=title,
        reference=row["student_name"],
        letterhead=Letterhead.of({**head, "name": head["name"] or title}),
        foot=" · ".join(filter(None, [head["name"], title, row["student_name"], row["course_title"]])),
        portrait=portrait,
        watermark="" if row["status"] == "approved" else NOT_APPROVED,
        parts=[about, *parts, *([SmallPrint(signatures)] if signatures else [])],
    )


def consents(connection: sa.Connection, students: Collection[int]) -> Mapping[int, int]:
    """Return, by student, the user ids of the students whose family consents to the picture on documents."""
    c = person.c
    mine = sa.and_(c.kind == "student", c.id.in_(students), c.photo_on_documents, c.user_id > 0)
    return {row["id"]: row["user_id"] for row in all_rows(connection, sa.select(c.id, c.user_id).where(mine))}


def picture_of(user_id: int) -> bytes:
    """Return the picture of a student for a document, empty without consent (`user_id` 0) or without a picture. It is
    requested for each PDF, so that a new picture makes a new document. Raises Unavailable."""
    return store.avatar(user_id, _SERVICE) if user_id else b""


def day(moment: dt.datetime) -> str:
    """Return `12 December 2026`, in London."""
    return in_words(moment.astimezone(LONDON).date())


@dataclass(frozen=True, kw_only=True)
class ReportPapers:
    """The PDFs of one kind of report: `papers` is their table, `of` returns those of the reports that an actor reads,
    by report."""

    papers: Papers
    of: Callable[[sa.Connection, Actor, Sequence[int]], Mapping[int, StoredPaper]]

    def generate(self, db: Database, actor: Actor, record: int) -> dict[str, int]:
        """Return the stored PDF of a report that the caller reads: `{pdfId}`. Raises NotFound, Unavailable."""
        # The service owns the file, for every reader of the report.
        return {"pdfId": self.papers.file_id(db, _SERVICE, self._paper(db, actor, record))}

    def stored(self, db: Database, actor: Actor, record: int) -> tuple[str, int, bytes]:
        """Return the name, file id and bytes of the PDF of a report that the caller reads. Raises NotFound,
        Unavailable."""
        paper = self._paper(db, actor, record)
        return paper.name, *self.papers.stored(db, _SERVICE, paper)

    def _paper(self, db: Database, actor: Actor, record: int) -> StoredPaper:
        with db.read() as connection:
            papers_of = self.of(connection, actor, [record])
        if record not in papers_of:
            raise NotFound()
        return papers_of[record]
