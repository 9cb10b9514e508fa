"""PDFs of records, made once and stored as files: equal content is rendered and stored once.

A room has a table of them (`papers_columns`), and describes the document of a record::

    report_paper = sa.Table("report_paper", metadata, sa.Column("report_id", ..., primary_key=True), *papers_columns())
    PAPERS = Papers("teaching", report_paper, owner=report_paper.c.report_id)
    PAPERS.file_id(db, actor, StoredPaper(owner=7, version=3, name="Report.pdf", draw=..., file_kind="report",
                                          about=("student", 12)))

When a record changes, its content differs, so a new PDF is made. The former one is deleted unless it is `kept`, for
example because an email carried it.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit import store
from kit.database import Database, tables
from kit.documents import pdf
from kit.errors import NotFound, Unavailable
from kit.policy import Actor, as_service

MEDIA_TYPE = "application/pdf"
_MAX_BYTES = 50 * 1024 * 1024
FILES_UNAVAILABLE = "The file store does not answer; the PDF cannot be stored. Please try again in a few seconds"


def papers_columns(noun: str = "record") -> list[sa.Column[Any]]:
    """Return the columns of a table of stored PDFs, to add to the column of the record, which is part of the primary
    key as well. A PDF is identified by its content: a record with a new version that looks the same keeps it. `noun`
    names the record in a comment."""
    return [
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("digest", sa.LargeBinary, primary_key=True, comment="SHA-256 of the html it was drawn from"),
        sa.Column("version", sa.Integer, nullable=False, comment=f"of the {noun} when it was drawn"),
        sa.Column("file_id", sa.BigInteger, nullable=False, comment="in files"),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    ]


@dataclass(frozen=True, kw_only=True)
class StoredPaper:
    """The document of the record `owner` at a version; `kind` tells apart those of one record. `draw` returns its page
    when it is needed. `file_kind` is the kind of the file, `about` the entity type and id whose readers may read it:
    `("", 0)` for the office alone."""

    owner: int
    kind: str
    version: int
    name: str
    draw: Callable[[], str]
    file_kind: str
    about: tuple[str, int] = ("", 0)

    @cached_property
    def html(self) -> str:
        """The page of the document. Equal pages share one file."""
        return self.draw()

    @property
    def digest(self) -> bytes:
        """The digest of its content."""
        return hashlib.sha256(self.html.encode()).digest()

    def render(self) -> bytes:
        """Return the bytes of the PDF. Raises Unavailable."""
        return pdf.draw(self.html)


class Papers:
    """The stored PDFs of one kind of record of a service: `table` has `papers_columns` and the record's id as `owner`.
    `kept` is a condition on its rows that selects the former PDFs to keep."""

    def __init__(
        self, service: str, table: sa.Table, *, owner: sa.Column[Any], kept: sa.ColumnElement[bool] | None = None
    ) -> None:
        self.service, self.table, self.owner = service, table, owner
        self.kept = sa.false() if kept is None else kept

    def file_id(self, db: Database, actor: Actor, paper: StoredPaper) -> int:
        """Return the id of the file. Render and store it first if there is none, and delete superseded ones. Raises
        Unavailable."""
        file_id = self._ensure(db, actor, paper)
        self._drop_superseded(db, paper, file_id)
        return file_id

    def stored(self, db: Database, actor: Actor, paper: StoredPaper) -> tuple[int, bytes]:
        """Return file id and bytes. Render and store the file first if there is none. Raises Unavailable."""
        file_id = self._known(db, paper)
        if file_id is not None:
            try:
                return file_id, store.get(file_id, actor, most=_MAX_BYTES).content
            except NotFound:
                self._forget(db, file_id)
            except Unavailable:  # equal content renders to the same PDF
                return file_id, paper.render()
        content = paper.render()
        return self._store(db, actor, paper, content), content

    def _ensure(self, db: Database, actor: Actor, paper: StoredPaper) -> int:
        file_id = self._known(db, paper)
        try:
            if file_id is not None and file_id in store.known([file_id], actor):
                return file_id
        except Unavailable as error:
            raise Unavailable(FILES_UNAVAILABLE) from error
        if file_id is not None:  # somebody deleted it
            self._forget(db, file_id)
        return self._store(db, actor, paper, paper.render())

    def _key(self, paper: StoredPaper) -> dict[str, Any]:
        return {self.owner.name: paper.owner, "kind": paper.kind, "digest": paper.digest}

    def _known(self, db: Database, paper: StoredPaper) -> int | None:
        with db.read() as connection:
            return connection.scalar(sa.select(self.table.c.file_id).filter_by(**self._key(paper)))

    def _drop_superseded(self, db: Database, paper: StoredPaper, file_id: int) -> None:
        """Delete earlier PDFs of this document that are not kept. While files is unavailable, a later call retries."""
        columns = self.table.c
        earlier = sa.select(columns.file_id).where(
            self.owner == paper.owner, columns.kind == paper.kind, columns.file_id != file_id, ~self.kept
        )
        with db.read() as connection:
            superseded = list(connection.scalars(earlier))
        if not superseded:
            return
        with contextlib.suppress(Unavailable):
            store.delete(superseded, as_service(self.service))
            with db.read() as connection:
                connection.execute(sa.delete(self.table).where(columns.file_id.in_(superseded)))

    def _forget(self, db: Database, file_id: int) -> None:
        with db.read() as connection:
            connection.execute(sa.delete(self.table).where(self.table.c.file_id == file_id))

    def _store(self, db: Database, actor: Actor, paper: StoredPaper, content: bytes) -> int:
        """Store the file and return its id, or the id from a concurrent request that was first. Raises Unavailable."""
        try:
            file_id = store.put(content, paper.name, MEDIA_TYPE, actor, paper.file_kind, paper.about)
        except Unavailable as error:
            raise Unavailable(FILES_UNAVAILABLE) from error
        statement = insert(self.table).values(**self._key(paper), version=paper.version, file_id=file_id)
        with db.read() as connection:
            added = connection.execute(statement.on_conflict_do_nothing())
        return file_id if added.rowcount else self._known(db, paper) or file_id
