"""`GET /invoices/bankaccounts`."""

from __future__ import annotations

from finance.copies.model import organisation
from finance.currencies import CURRENCY_OPTIONS
from finance.pay.fields import BANK_ACCOUNT
from finance.pay.model import bank_account
from finance.policy import for_staff
from kit.lists import Column, Filter, ListSpec
from kit.policy import staff

_columns = bank_account.c

BANK_ACCOUNTS = ListSpec(
    name="bankAccounts",
    path="/invoices/bankaccounts",
    title="Bank accounts",
    source=bank_account.outerjoin(organisation, organisation.c.id == _columns.organisation_id),
    key=_columns.id,
    scope=for_staff,
    may=staff,
    default_sort="holder",
    edit=BANK_ACCOUNT,
    columns=(
        Column(name="organisation", expression=organisation.c.title, width=110),
        Column(name="organisationId", expression=_columns.organisation_id, type="id", hidden=True),
        Column(name="currency", expression=_columns.currency, type="select", options=CURRENCY_OPTIONS, width=90),
        Column(name="holder", expression=_columns.holder, sortable=True, width=180),
        Column(name="bank", expression=_columns.bank, width=150),
        Column(name="sortCode", expression=_columns.sort_code, width=95),
        Column(name="accountNumber", expression=_columns.account_number, width=130),
        Column(name="iban", expression=_columns.iban, title="IBAN", width=230),
        Column(name="bic", expression=_columns.bic, title="BIC", width=110),
        Column(name="onlineUrl", expression=_columns.online_url, title="Online payment page", width=200),
    ),
    filters=(
        Filter(name="orgId", expression=_columns.organisation_id, title="Organisation"),
        Filter(name="currency", expression=_columns.currency, options=CURRENCY_OPTIONS),
    ),
)
