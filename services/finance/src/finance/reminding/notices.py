"""Notices about invoices that reach a rung of the ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.events import NOTIFICATION_RAISED
from finance.invoices.model import invoice
from kit.database import Tx
from kit.reminders import Rung
from kit.values.first_few import first_names
from kit.values.shown import shown

SCREEN = "/accounts/reminders"
NEXT = "Please decide what comes next."


def raise_notice(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], refusals: Mapping[int, str]) -> None:
    """Raise one notice to the receivers of the rung: about one invoice, or the number of several."""
    ids = [row["record_id"] for row in rows]
    columns = (invoice.c.id, invoice.c.number, invoice.c.name)
    invoices = tx.all(sa.select(*columns).where(invoice.c.id.in_(ids)).order_by(invoice.c.id))
    content = _of_one(invoices[0], rows[0], refusals) if len(invoices) == 1 else _of_several(invoices, refusals)
    subject = f"Invoice {_name(invoices[0])}" if len(invoices) == 1 else f"{len(invoices)} invoices"
    notice = {
        "kind": "reminder",
        "title": f"{subject} reached the reminder '{rung.title}'",
        "roleIds": [receiver.role for receiver in rung.also],
    }
    tx.publish(NOTIFICATION_RAISED, ids[0], {**notice, **content})


def _of_one(row: Mapping[str, Any], reached: Mapping[str, Any], refusals: Mapping[int, str]) -> dict[str, str]:
    refusal = refusals.get(row["id"])
    mail = "The mail is on its way." if refusal is None else f"The mail was not sent: {refusal}."
    text = f"{row['name']} owes since {shown(reached['due'])}. {mail} {NEXT}"
    return {"text": text, "target": f"/accounts/invoices?invoice={row['id']}"}


def _of_several(rows: Sequence[Mapping[str, Any]], refusals: Mapping[int, str]) -> dict[str, str]:
    names = first_names([_name(row) for row in rows])
    refused = sum(row["id"] in refusals for row in rows)
    mails = f" Mails not sent: {refused}, with the reason under Reminders." if refused else ""
    return {"text": f"{names}.{mails} {NEXT}", "target": SCREEN}


def _name(row: Mapping[str, Any]) -> str:
    return str(row["number"] or row["id"])
