"""The form of a line, adapted to the organisation of its invoice."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.invoices.policy import SCOPE
from finance.invoices.rules import UK_ORGANISATIONS
from finance.items import rules
from finance.items.fields import ITEM_FIELDS
from kit.database.reading import row_or_404
from kit.policy import Actor


def form(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """Return the form fields of a line of this invoice: its organisation's accounts, their sub accounts if any, and its
    label of the amount. Raises NotFound."""
    statement = sa.select(invoice.c.organisation_id).where(invoice.c.id == record, SCOPE.where(actor))
    organisation = row_or_404(connection, statement)["organisation_id"]
    overrides = {
        "amount": {"title": rules.amount_label(organisation)},
        "accountId": {"optionsFrom": f"/xero/org/{organisation}/accounts"},
        "subAccountId": {"optionsFrom": f"/xero/org/{organisation}/sub-accounts"},
    }
    omitted = set() if organisation in UK_ORGANISATIONS else {"subAccountId"}
    meta = ITEM_FIELDS.meta(actor)
    for section in meta["sections"]:
        fields = [entry for entry in section["fields"] if entry["name"] not in omitted]
        section["fields"] = [entry | overrides.get(entry["name"], {}) for entry in fields]
    return meta
