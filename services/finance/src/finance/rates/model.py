"""Exchange rates to sterling, one per currency and month. A late rate also goes to invoices of its month that were
issued without one (trigger `exchange_rate_fills`)."""

import sqlalchemy as sa

from finance.rates.attributes import EXCHANGE_RATE
from finance.schema import metadata
from kit.database.constraints import constraint_text

exchange_rate = EXCHANGE_RATE.table(
    "exchange_rate",
    metadata,
    sa.UniqueConstraint("currency", "month"),
    *EXCHANGE_RATE.choice_checks("currency", "source"),
    sa.CheckConstraint("rate > 0", name="rate"),
    sa.CheckConstraint("EXTRACT(day FROM month) = 1", name="month"),
)
EXCHANGE_RATE.index_sorts(exchange_rate)

constraint_text("uq_exchange_rate_currency_month", "This currency already has a rate for this month")
constraint_text("ck_exchange_rate_month", "Month: please enter the first day of a month", about="month")
