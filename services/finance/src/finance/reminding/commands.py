"""Stop and resume the reminders of a client or of an invoice."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.copies.model import person
from finance.invoices import actions
from finance.invoices.commands import lock_invoice
from finance.reminding.reminder import OVERDUE
from kit import reminders
from kit.database import Tx
from kit.errors import Invalid, NotFound

ONE = "Please choose either a client or an invoice"


def stop(tx: Tx, client: int | None, invoice: int | None, reason: str) -> dict[str, Any]:
    """Stop the reminders of the client or of the invoice; an earlier stop keeps its reason.

    Raises Invalid, NotFound, and Conflict if nothing is owed on the invoice.
    """
    reminders.lock(tx, OVERDUE.name)
    _check(tx, client, invoice, "stopReminders")
    reminders.stop(tx, OVERDUE.name, reason, record_id=invoice, party_id=client)
    return {"clientId": client, "invoiceId": invoice, "stopped": True}


def resume(tx: Tx, client: int | None, invoice: int | None) -> dict[str, Any]:
    """End the stop of the client or of the invoice, if there is one. Raises Invalid, NotFound."""
    _check(tx, client, invoice, "resumeReminders")
    reminders.resume(tx, OVERDUE.name, record_id=invoice, party_id=client)
    return {"clientId": client, "invoiceId": invoice, "stopped": False}


def _check(tx: Tx, client: int | None, invoice: int | None, action: str) -> None:
    """Raise Invalid unless one of the two is given, NotFound if it does not exist, and the refusals of the invoice's
    `action`."""
    if (client is None) == (invoice is None):
        raise Invalid(ONE, fields={"clientId": ONE, "invoiceId": ONE})
    if invoice is not None:
        actions.check(action, tx.actor, lock_invoice(tx, invoice, editable=False))
    known = sa.select(person.c.id).where(person.c.kind == "client", person.c.id == client)
    if client is not None and tx.scalar(known) is None:
        raise NotFound()
