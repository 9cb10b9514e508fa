"""Creation of an instalment plan, and write-off of a balance (`money.md 2`, `4`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.invoices import actions
from finance.invoices.commands import as_server, change_invoice, lock_invoice
from finance.invoices.happened import INSTALMENT, ITEM, note_part
from finance.invoices.model import instalment, invoice_item
from finance.items.fields import ITEM_FIELDS
from finance.periods.closing import refuse_closed
from finance.plans import rules
from kit.database import Tx
from kit.records import ordering
from kit.values import Date, FieldType, Integer, Select
from kit.values.bodies import read
from kit.values.days import today

PLAN: Mapping[str, FieldType] = {
    "count": Integer(required=True, minimum=2, maximum=rules.MAX_INSTALMENTS),
    "first": Date(required=True),
    "every": Select(required=True, choices=rules.INTERVAL_OPTIONS),
}


def make_plan(tx: Tx, record: int, body: Mapping[str, Any]) -> dict[str, Any]:
    """Handle `POST /invoice/{id}/plan {count, first, every}`: split the total into equal instalments. Returns `{id,
    ids}`."""
    values = read(PLAN, body)
    row = lock_invoice(tx, record)
    actions.check("createPlan", tx.actor, row)
    amounts = rules.split(row["total"], values["count"])
    days = rules.due_dates(values["first"], values["every"], values["count"])
    ids = []
    for amount, day in zip(amounts, days, strict=True):
        if amount:
            part = {"invoice_id": record, "amount": amount, "due_date": day}
            ids.append(tx.insert(instalment, part))
            note_part(tx, INSTALMENT, {**part, "id": ids[-1]})
    change_invoice(tx, row, has_instalment_plan=True)  # a trigger moved the due date to the first instalment
    return {"id": record, "ids": ids}


def write_off(tx: Tx, record: int) -> dict[str, Any]:
    """Handle `POST /invoice/{id}/writeoff`: book the balance as a credit line and delete the unpaid instalments. The
    invoice is then paid, with nothing outstanding. Returns `{id, itemId, amount, status}`."""
    row = lock_invoice(tx, record, editable=False)
    actions.check("writeOff", tx.actor, row)
    refuse_closed(tx, row["organisation_id"], today())
    credit = {
        "invoice_id": record,
        "meta_type": "credit",
        "type": "other",
        "description": rules.WRITE_OFF,
        "amount": -row["outstanding"],
        "write_off": True,
    }
    credit |= ordering.place(tx, ITEM_FIELDS, credit)
    with as_server(tx):
        unpaid = sa.and_(instalment.c.invoice_id == record, ~instalment.c.is_paid)
        for part in tx.all(sa.delete(instalment).where(unpaid).returning(*instalment.c)):
            note_part(tx, INSTALMENT, part, gone=True)
        item_id = tx.insert(invoice_item, credit)
    note_part(tx, ITEM, {**credit, "id": item_id})
    planned = tx.scalar(sa.select(sa.exists().where(instalment.c.invoice_id == record)))
    now = change_invoice(tx, row, has_instalment_plan=planned)
    return {"id": record, "itemId": item_id, "amount": row["outstanding"], "status": now["status"]}
