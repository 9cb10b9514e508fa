"""PDFs of invoices and receipts, rendered and stored once per content (`kit.documents.stored`)."""

from __future__ import annotations

import sqlalchemy as sa

from finance.pay.rules import address_of
from finance.sending import document, queries
from finance.sending.model import invoice_document, invoice_email
from finance.sending.queries import Sheet
from finance.sending.rules import missing_due_date
from kit.database import Database
from kit.documents.stored import Papers, StoredPaper
from kit.errors import raise_if
from kit.policy import Actor
from kit.settings import settings

PAPERS = Papers(
    "finance",
    invoice_document,
    owner=invoice_document.c.invoice_id,
    kept=sa.exists().where(invoice_email.c.file_id == invoice_document.c.file_id),
)
"""A PDF that was mailed is kept when the invoice changes."""


def paper(sheet: Sheet, kind: str = "invoice") -> StoredPaper:
    """Return the document of an invoice; `kind` is invoice or receipt. The payer may read its file, except that of a
    draft."""
    row = sheet.invoice
    live = not (settings().demo or settings().development)
    return StoredPaper(
        owner=row["id"],
        kind=kind,
        version=row["version"],
        name=f"{document.title(sheet, kind)}.pdf",
        draw=lambda: document.of(sheet, address_of(row["uuid"]), live=live, kind=kind).html(),
        file_kind="invoice",
        about=("", 0) if row["status"] == "draft" else (row["person_kind"], row["person_id"]),
    )


def generate(db: Database, actor: Actor, record: int) -> dict[str, object]:
    """Return the stored PDF of an invoice: `{fileId, name}`. Deletes superseded ones that were never mailed.

    Raises NotFound, Invalid ('Missing due date'), and Unavailable naming the service that does not respond.
    """
    with db.read() as connection:
        sheet = queries.sheet(connection, actor, record)
    raise_if(missing_due_date(sheet.invoice))
    document = paper(sheet)
    return {"fileId": PAPERS.file_id(db, actor, document), "name": document.name}
