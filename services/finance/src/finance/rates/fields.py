"""Exchange rates, kept by accounting. Invoices that were issued keep the rate they were issued with."""

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
