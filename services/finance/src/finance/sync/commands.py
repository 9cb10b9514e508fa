"""Commands of the office: retry a document, resolve a conflict."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.books.model import sync_document, sync_payment
from finance.invoices.commands import lock_invoice
from finance.sync import money, outcomes
from kit.database import Tx
from kit.database.reading import row_or_404
from kit.errors import Conflict, Invalid

VOIDED_THERE = (
    "It was voided in the accounting system and cannot come back there. Please cancel it here, and make a new one"
)


def _row(tx: Tx, record: int) -> dict[str, Any]:
    statement = sa.select(sync_document).where(sync_document.c.invoice_id == record).with_for_update()
    return row_or_404(tx.connection, statement, "This invoice is not kept in the accounting system: it is a draft")


def retry(tx: Tx, record: int) -> dict[str, Any]:
    """Queue the document to be sent now. Raises NotFound, and Conflict while a conflict is open."""
    lock_invoice(tx, record, editable=False)
    if _row(tx, record)["state"] == "conflict":
        raise Conflict("Decide which side is right first")
    outcomes.touch(tx, record)
    return {"state": "waiting"}


def resolve(tx: Tx, record: int, keep: str) -> dict[str, Any]:
    """Resolve a conflict: `ours` overwrites theirs; `theirs` accepts that they deleted our payment, and reverses it.

    Raises NotFound, Conflict if there is no conflict, Invalid if the choice is impossible.
    """
    invoice_row = lock_invoice(tx, record, editable=False)
    row = _row(tx, record)
    if row["state"] != "conflict":
        raise Conflict("There is no conflict to decide")
    ours, theirs = row["ours"] or {}, row["theirs"] or {}
    values: dict[str, Any] = {"state": "waiting", "error": "", "ours": None, "theirs": None}
    if keep == "theirs":
        if "payment" not in ours:
            raise Invalid("Only payments are taken over; put an amount right on the side that is wrong")
        if not ours["key"].startswith("payment-"):
            raise Invalid("The write-off stays here; please keep ours, or set another status here")
        money.reverse_payment(tx, ours["key"])
    if keep == "ours" and theirs.get("state") == "void" and invoice_row["status"] != "cancelled":
        raise Invalid(VOIDED_THERE)
    if "payment" in ours:  # deleted in Xero: send ours again
        tx.execute(sa.delete(sync_payment).where(sync_payment.c.external_id == ours["payment"]))
    elif "state" in theirs:
        values |= {"external_id": theirs.pop("id", None) or row["external_id"], "known": theirs, "sent_digest": ""}
    outcomes.update(tx, record, **values)
    outcomes.touch(tx, record)
    return {"state": "waiting"}
