"""The data of the invoice that the form of a line needs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.invoices.policy import SCOPE
from finance.items import rules
from finance.items.fields import ITEM
from kit.errors import NotFound
from kit.policy import Actor

_ACCOUNTS = "/xero/org/{}/accounts"
_SUB_ACCOUNTS = "/xero/org/{}/sub-accounts"


def form(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """The form fields of a line of this invoice: its organisation's accounts, and what it calls the amount."""
    mine = sa.select(invoice.c.organisation_id).where(invoice.c.id == record, SCOPE.where(actor))
    organisation = connection.scalar(mine)
    if organisation is None:
        raise NotFound()
    differs = {
        "amount": {"title": rules.amount_label(organisation)},
        "accountId": {"optionsFrom": _ACCOUNTS.format(organisation)},
        "subAccountId": {"optionsFrom": _SUB_ACCOUNTS.format(organisation)},
    }
    meta = ITEM.meta(actor)
    for section in meta["sections"]:
        section["fields"] = [entry | differs.get(entry["name"], {}) for entry in section["fields"]]
    return meta
