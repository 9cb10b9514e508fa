"""Drawing an invoice and keeping what was drawn. A paper that looks the same is drawn and stored once."""

from __future__ import annotations

import contextlib
import hashlib
import io
from collections.abc import Iterable
from dataclasses import dataclass

import pikepdf
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from finance.pay.rules import address_of
from finance.sending import document, queries
from finance.sending.model import invoice_document, invoice_email
from finance.sending.queries import Sheet
from finance.sending.rules import missing_due_date
from kit.database import Database
from kit.documents import pdf, store
from kit.errors import NotFound, Unavailable
from kit.policy import Actor, as_service
from kit.settings import settings

MEDIA_TYPE = "application/pdf"
_MOST = 50 * 1024 * 1024
FILES_AWAY = "The file store does not answer; the PDF cannot be kept. Please try again in a few seconds"


@dataclass(frozen=True)
class Paper:
    """A document ready to be drawn."""

    sheet: Sheet
    kind: str
    title: str
    body: str
    style: str
    watermark: str

    @property
    def name(self) -> str:
        return f"{self.title}.pdf"

    @property
    def digest(self) -> bytes:
        parts = (self.title, self.body, self.style, self.watermark)
        return hashlib.sha256("\0".join(parts).encode()).digest()

    def drawn(self) -> bytes:
        """The PDF. Raises Unavailable."""
        return pdf.render(self.body, title=self.title, style=self.style, watermark=self.watermark)


def paper(sheet: Sheet, kind: str = "invoice") -> Paper:
    """The document of an invoice, `kind` invoice or receipt."""
    live = not (settings().demo or settings().development)
    return Paper(
        sheet=sheet,
        kind=kind,
        title=document.title(sheet, kind),
        body=document.body(sheet, address_of(sheet.invoice["uuid"]), kind),
        style=document.style(sheet, live, kind),
        watermark=document.watermark(sheet, live),
    )


def generate(db: Database, actor: Actor, record: int) -> dict[str, object]:
    """The stored PDF of an invoice: `{fileId, name}`. It replaces earlier ones that were only looked at.

    Raises NotFound, Invalid ('Missing due date'), Unavailable with what does not answer.
    """
    with db.read() as connection:
        found = queries.sheets(connection, actor, [record])
    if not found:
        raise NotFound()
    refusal = missing_due_date(found[0].invoice)
    if refusal is not None:
        raise refusal
    made = paper(found[0])
    file_id = _kept_id(db, actor, made)
    _drop_superseded(db, made, file_id)
    return {"fileId": file_id, "name": made.name}


def _kept_id(db: Database, actor: Actor, made: Paper) -> int:
    """The file a paper has, else the one it gets now. Raises Unavailable."""
    file_id = _file_of(db, made)
    try:
        if file_id is not None and file_id in store.known([file_id], actor):
            return file_id
    except Unavailable as error:
        raise Unavailable(FILES_AWAY) from error
    if file_id is not None:  # somebody deleted it
        _forget(db, file_id)
    return _stored(db, actor, made, made.drawn())


def kept(db: Database, actor: Actor, made: Paper) -> tuple[int, bytes]:
    """File id and bytes of a paper: those of the file it has, else drawn now and stored. Raises Unavailable."""
    file_id = _file_of(db, made)
    if file_id is not None:
        try:
            return file_id, store.get(file_id, actor, most=_MOST).content
        except NotFound:
            _forget(db, file_id)
        except Unavailable:  # what looks the same is drawn the same
            return file_id, made.drawn()
    content = made.drawn()
    return _stored(db, actor, made, content), content


def _file_of(db: Database, made: Paper) -> int | None:
    columns = invoice_document.c
    mine = (columns.invoice_id == made.sheet.invoice["id"], columns.kind == made.kind, columns.digest == made.digest)
    with db.read() as connection:
        return connection.scalar(sa.select(columns.file_id).where(*mine))


def _drop_superseded(db: Database, made: Paper, file_id: int) -> None:
    """Delete the earlier PDFs of this document that went with no mail. The next look tries again when files is away."""
    columns = invoice_document.c
    mailed = sa.exists().where(invoice_email.c.file_id == columns.file_id)
    earlier = sa.select(columns.file_id).where(
        columns.invoice_id == made.sheet.invoice["id"], columns.kind == made.kind, columns.file_id != file_id, ~mailed
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


def _stored(db: Database, actor: Actor, made: Paper, content: bytes) -> int:
    """Keep the file; where another was quicker, theirs."""
    row = made.sheet.invoice
    # whoever is invoiced sees what was made for them, but for drafts
    entity = ("", 0) if row["status"] == "draft" else (row["person_kind"], row["person_id"])
    try:
        file_id = store.put(content, made.name, MEDIA_TYPE, actor, "invoice", entity)
    except Unavailable as error:
        raise Unavailable(FILES_AWAY) from error
    values = {
        "invoice_id": row["id"],
        "kind": made.kind,
        "digest": made.digest,
        "version": row["version"],
        "file_id": file_id,
    }
    with db.read() as connection:
        added = connection.execute(insert(invoice_document).values(**values).on_conflict_do_nothing())
    return file_id if added.rowcount else _file_of(db, made) or file_id


def merged(parts: Iterable[bytes]) -> bytes:
    """One PDF of many, in their order."""
    target = io.BytesIO()
    with pikepdf.new() as whole:
        for part in parts:
            with pikepdf.open(io.BytesIO(part)) as one:
                whole.pages.extend(one.pages)
        whole.save(target)
    return target.getvalue()
