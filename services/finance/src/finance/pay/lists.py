"""`GET /invoices/bankaccounts`."""

from __future__ import annotations

from finance.copies.model import organisation
from finance.pay.attributes import BANK_ACCOUNT
from finance.pay.fields import BANK_ACCOUNT_FIELDS
from finance.pay.model import bank_account
from kit.lists import Column, Filter, ListSpec

_columns = bank_account.c

BANK_ACCOUNTS = ListSpec(
    name="bankAccounts",
    title="Bank accounts",
    naming="holder",
    source=bank_account.outerjoin(organisation, organisation.c.id == _columns.organisation_id),
    default_sort="holder",
    edit=BANK_ACCOUNT_FIELDS,
    columns=BANK_ACCOUNT.columns(
        Column(name="organisation", expression=organisation.c.title, width=110),
    ),
    filters=BANK_ACCOUNT.filters(
        Filter(name="orgId", expression=_columns.organisation_id, title="Organisation"),
    ),
)
