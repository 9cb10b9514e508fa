"""The data of the invoice that the form of a line needs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.invoices.policy import SCOPE
from finance.invoices.rules import UK_ORGANISATIONS
from finance.items import rules
from finance.items.fields import ITEM
from kit.errors import NotFound
from kit.policy import Actor

_ACCOUNTS = "/xero/org/{}/accounts"
_SUB_ACCOUNTS = "/xero/org/{}/sub-accounts"


def form(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """The form fields of a line of this invoice: its organisation's accounts, sub accounts where it has them, and what
    it calls the amount."""
    whose = sa.select(invoice.c.organisation_id).where(invoice.c.id == record, SCOPE.where(actor))
    organisation = connection.scalar(whose)
    if organisation is None:
        raise NotFound()
    differs = {
        "amount": {"title": rules.amount_label(organisation)},
        "accountId": {"optionsFrom": _ACCOUNTS.format(organisation)},
        "subAccountId": {"optionsFrom": _SUB_ACCOUNTS.format(organisation)},
    }
    left_out = set() if organisation in UK_ORGANISATIONS else {"subAccountId"}
    meta = ITEM.meta(actor)
    for section in meta["sections"]:
        mine = [entry for entry in section["fields"] if entry["name"] not in left_out]
        section["fields"] = [entry | differs.get(entry["name"], {}) for entry in mine]
    return meta
