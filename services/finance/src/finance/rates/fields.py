"""Exchange rates, maintained by accounting. Issued invoices keep the rate of their issue."""

from __future__ import annotations

from finance.policy import accounting
from finance.rates import attributes
from finance.rates.model import exchange_rate
from kit.policy import staff
from kit.records import Create, Delete, FieldSet

EXCHANGE_RATE_FIELDS = FieldSet(
    name="exchangeRate",
    table=exchange_rate,
    path="/invoices/exchangerates/{id}",
    read=staff,
    may=accounting,
    sections=attributes.EXCHANGE_RATE.sections({"rate": "Exchange rate"}),
    create=Create(),
    delete=Delete(),
)
