"""`GET /invoices/exchangerates`."""

from __future__ import annotations

from finance.rates.attributes import EXCHANGE_RATE as ATTRIBUTES
from finance.rates.fields import EXCHANGE_RATE
from finance.rates.model import exchange_rate
from kit.lists import ListSpec

EXCHANGE_RATES = ListSpec(
    name="exchangeRates",
    title="Exchange rates",
    naming="month",
    one="exchange rate",
    source=exchange_rate,
    default_sort="-month",
    edit=EXCHANGE_RATE,
    columns=ATTRIBUTES.columns("month"),
    filters=ATTRIBUTES.filters(),
)
