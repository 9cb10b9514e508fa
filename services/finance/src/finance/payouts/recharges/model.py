"""Amounts that one organisation recharges to another."""

import sqlalchemy as sa

from finance.payouts.columns import CURRENCIES, one_of, pence, signature
from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

TYPES = ("tuition", "exams", "staff", "premises", "other")
STATUSES = ("draft", "agreed", "settled")

recharge = sa.Table(
    "recharge",
    metadata,
    *record_columns(),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("from_organisation_id", sa.BigInteger, nullable=False, comment="who recharges, and is paid"),
    sa.Column("to_organisation_id", sa.BigInteger, nullable=False, comment="who owes it"),
    sa.Column("date", sa.Date, nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("currency", sa.Text, nullable=False, server_default="GBP"),
    pence("amount"),
    sa.Column("status", sa.Text, nullable=False, server_default="draft"),
    *signature("entered"),
    *signature("agreed"),
    sa.Column("settled_date", sa.Date),
    one_of("type", TYPES),
    one_of("status", STATUSES),
    one_of("currency", CURRENCIES),
    sa.CheckConstraint("amount > 0", name="amount"),
    sa.CheckConstraint("from_organisation_id <> to_organisation_id", name="two"),
    sa.Index("ix_recharge_type", "type", "status", "id"),
    sa.Index("ix_recharge_date", "date", "id"),
    sa.Index("ix_recharge_amount", "amount", "id"),
)

constraint_text("ck_recharge_two", "An organisation recharges to another one")
