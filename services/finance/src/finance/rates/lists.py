"""`GET /invoices/exchangerates`."""

from __future__ import annotations

from finance.rates.attributes import EXCHANGE_RATE
from finance.rates.fields import EXCHANGE_RATE_FIELDS
from finance.rates.model import exchange_rate
from kit.lists import ListSpec

EXCHANGE_RATES = ListSpec(
    name="exchangeRates",
    title="Exchange rates",
    naming="month",
    one="exchange rate",
    source=exchange_rate,
    default_sort="-month",
    edit=EXCHANGE_RATE_FIELDS,
    columns=EXCHANGE_RATE.columns("month"),
    filters=EXCHANGE_RATE.filters(),
)
