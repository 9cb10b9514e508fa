"""The PDF of a report, which a family keeps. Term reports and collection reports have the same frame, and each PDF is
stored until the content changes (`kit.documents.stored`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar

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


def last_paper(owner: sa.Column[Any], report_id: sa.Column[Any]) -> sa.ScalarSelect[Any]:
    """Return the file id of the last PDF of a report, for a query. `owner` is the column of the report in the table of
    PDFs."""
    paper = owner.table.c
    newest = sa.select(paper.file_id).where(owner == report_id).order_by(paper.created.desc())
    return newest.limit(1).scalar_subquery()


class Sheet(Protocol):
    """A report with the data of its PDF."""

    @property
    def row(self) -> Row: ...

    @property
    def photo_of(self) -> int:
        """The user id of a student whose picture is on the PDF; 0 for none."""


AnySheet = TypeVar("AnySheet", bound=Sheet)


@dataclass(frozen=True, kw_only=True)
class ReportPapers(Generic[AnySheet]):
    """The PDFs of one kind of report. `table` stores them, `owner` is its column of the report, and `mails` the log of
    mails: a PDF that a mail carried stays when the report changes. `sheets` reads the reports that an actor may read.
    `title` and `draw` make the document of one. `file_kind` is the kind of its file, `record` that of its record."""

    table: sa.Table
    owner: sa.Column[Any]
    mails: sa.Table
    sheets: Callable[[sa.Connection, Actor, Sequence[int]], list[AnySheet]]
    title: Callable[[AnySheet], str]
    draw: Callable[[AnySheet, bytes], Document]
    file_kind: str
    record: str

    @cached_property
    def papers(self) -> Papers:
        kept = sa.exists().where(self.mails.c.file_id == self.table.c.file_id)
        return Papers("teaching", self.table, owner=self.owner, kept=kept)

    def of(self, connection: sa.Connection, actor: Actor, records: Sequence[int]) -> Mapping[int, StoredPaper]:
        """Return the documents of the reports that the actor reads, by report."""
        return {sheet.row["id"]: self._paper(sheet) for sheet in self.sheets(connection, actor, records)}

    def generate(self, db: Database, actor: Actor, record: int) -> dict[str, int]:
        """Return the stored PDF of a report that the caller reads: `{pdfId}`. Raises NotFound, Unavailable."""
        # The service owns the file, for every reader of the report.
        return {"pdfId": self.papers.file_id(db, _SERVICE, self._find(db, actor, record))}

    def stored(self, db: Database, actor: Actor, record: int) -> tuple[str, int, bytes]:
        """Return name, file id and bytes of a report's PDF, if the caller reads the report. Raises NotFound,
        Unavailable."""
        paper = self._find(db, actor, record)
        return paper.name, *self.papers.stored(db, _SERVICE, paper)

    def _find(self, db: Database, actor: Actor, record: int) -> StoredPaper:
        with db.read() as connection:
            papers_of = self.of(connection, actor, [record])
        if record not in papers_of:
            raise NotFound()
        return papers_of[record]

    def _paper(self, sheet: AnySheet) -> StoredPaper:
        return StoredPaper(
            owner=sheet.row["id"],
            kind="report",
            version=sheet.row["version"],
            name=f"{self.title(sheet)}.pdf",
            draw=lambda: self.draw(sheet, picture_of(sheet.photo_of)).html(),
            file_kind=self.file_kind,
            about=(self.record, sheet.row["id"]),
        )
