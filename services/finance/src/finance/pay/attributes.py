"""Attributes of a bank account that receives payments of invoices (`docs/finance.md`, Where to pay)."""

from __future__ import annotations

from finance.currencies import CURRENCY_OPTIONS
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Reference, Select, Text

BANK_ACCOUNT = Attributes(
    Attribute(
        name="organisationId",
        type=Reference(source="/orgs", required=True),
        title="Organisation",
        section="account",
        listed=InList(type="id", title="Organisation ID", hidden=True),
    ),
    Attribute(
        name="currency",
        type=Select(choices=CURRENCY_OPTIONS, required=True),
        section="account",
        listed=InList(width=90),
        filtered=AsFilter(),
    ),
    Attribute(
        name="holder",
        type=Text(required=True, max_length=100),
        section="account",
        default=None,
        listed=InList(sortable=True, width=180),
    ),
    Attribute(name="bank", type=Text(max_length=100), section="account", listed=InList(width=150)),
    Attribute(name="sortCode", type=Text(max_length=12), section="account", listed=InList(width=95)),
    Attribute(name="accountNumber", type=Text(max_length=30), section="account", listed=InList(width=130)),
    Attribute(name="iban", type=Text(max_length=42), title="IBAN", section="account", listed=InList(width=230)),
    Attribute(name="bic", type=Text(max_length=11), title="BIC", section="account", listed=InList(width=110)),
    Attribute(
        name="onlineUrl",
        type=Text(max_length=300),
        title="Online payment page",
        section="account",
        comment="where it is paid online",
        listed=InList(width=200),
    ),
)
