"""Rendering and storage of PDFs. Documents with equal content are rendered and stored once."""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from finance.pay.rules import address_of
from finance.sending import document, queries
from finance.sending.model import invoice_document, invoice_email
from finance.sending.queries import Sheet
from finance.sending.rules import missing_due_date
from kit import store
from kit.database import Database
from kit.documents import pdf
from kit.errors import NotFound, Unavailable, raise_if
from kit.policy import Actor, as_service
from kit.settings import settings

MEDIA_TYPE = "application/pdf"
_MAX_BYTES = 50 * 1024 * 1024
FILES_UNAVAILABLE = "The file store does not answer; the PDF cannot be kept. Please try again in a few seconds"


@dataclass(frozen=True)
class Paper:
    """The document of an invoice; `kind` is invoice or receipt."""

    sheet: Sheet
    kind: str = "invoice"

    @property
    def name(self) -> str:
        return f"{document.title(self.sheet, self.kind)}.pdf"

    @cached_property
    def html(self) -> str:
        """The page that it is drawn from. Equal pages are one file."""
        live = not (settings().demo or settings().development)
        return document.of(self.sheet, address_of(self.sheet.invoice["uuid"]), live=live, kind=self.kind).html()

    @property
    def key(self) -> dict[str, Any]:
        """The primary key of its row of `invoice_document`."""
        digest = hashlib.sha256(self.html.encode()).digest()
        return {"invoice_id": self.sheet.invoice["id"], "kind": self.kind, "digest": digest}

    def render(self) -> bytes:
        """Bytes of the PDF. Raises Unavailable."""
        return pdf.draw(self.html)


def generate(db: Database, actor: Actor, record: int) -> dict[str, object]:
    """The stored PDF of an invoice: `{fileId, name}`. Delete superseded ones that were never mailed.

    Raises NotFound, Invalid ('Missing due date'), and Unavailable naming the service that does not answer.
    """
    with db.read() as connection:
        sheet = queries.sheet(connection, actor, record)
    raise_if(missing_due_date(sheet.invoice))
    paper = Paper(sheet)
    file_id = _ensure_stored(db, actor, paper)
    _drop_superseded(db, paper, file_id)
    return {"fileId": file_id, "name": paper.name}


def _ensure_stored(db: Database, actor: Actor, paper: Paper) -> int:
    """Id of the paper's file; render and store it first where there is none. Raises Unavailable."""
    file_id = _stored_file(db, paper)
    try:
        if file_id is not None and file_id in store.known([file_id], actor):
            return file_id
    except Unavailable as error:
        raise Unavailable(FILES_UNAVAILABLE) from error
    if file_id is not None:  # somebody deleted it
        _forget(db, file_id)
    return _store(db, actor, paper, paper.render())


def stored_pdf(db: Database, actor: Actor, paper: Paper) -> tuple[int, bytes]:
    """File id and bytes of the paper; render and store it first where there is no file. Raises Unavailable."""
    file_id = _stored_file(db, paper)
    if file_id is not None:
        try:
            return file_id, store.get(file_id, actor, most=_MAX_BYTES).content
        except NotFound:
            _forget(db, file_id)
        except Unavailable:  # the same content renders to the same PDF
            return file_id, paper.render()
    content = paper.render()
    return _store(db, actor, paper, content), content


def _stored_file(db: Database, paper: Paper) -> int | None:
    with db.read() as connection:
        return connection.scalar(sa.select(invoice_document.c.file_id).filter_by(**paper.key))


def _drop_superseded(db: Database, paper: Paper, file_id: int) -> None:
    """Delete earlier PDFs of this document that no mail carried. While files is unavailable, a later call retries."""
    columns = invoice_document.c
    mailed = sa.exists().where(invoice_email.c.file_id == columns.file_id)
    earlier = sa.select(columns.file_id).where(
        columns.invoice_id == paper.sheet.invoice["id"], columns.kind == paper.kind, columns.file_id != file_id, ~mailed
    )
    with db.read() as connection:
        superseded = list(connection.scalars(earlier))
    if not superseded:
        return
    with contextlib.suppress(Unavailable):
        store.delete(superseded, as_service("finance"))
        with db.read() as connection:
            connection.execute(sa.delete(invoice_document).where(columns.file_id.in_(superseded)))


def _forget(db: Database, file_id: int) -> None:
    with db.read() as connection:
        connection.execute(sa.delete(invoice_document).where(invoice_document.c.file_id == file_id))


def _store(db: Database, actor: Actor, paper: Paper, content: bytes) -> int:
    """Store the file; its id, or that of a concurrent request that was first. Raises Unavailable."""
    row = paper.sheet.invoice
    # the payer may read the file, except that of a draft
    entity = ("", 0) if row["status"] == "draft" else (row["person_kind"], row["person_id"])
    try:
        file_id = store.put(content, paper.name, MEDIA_TYPE, actor, "invoice", entity)
    except Unavailable as error:
        raise Unavailable(FILES_UNAVAILABLE) from error
    statement = insert(invoice_document).values(**paper.key, version=row["version"], file_id=file_id)
    with db.read() as connection:
        added = connection.execute(statement.on_conflict_do_nothing())
    return file_id if added.rowcount else _stored_file(db, paper) or file_id
