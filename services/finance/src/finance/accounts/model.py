"""Nominal codes and sub accounts. The UK organisations keep one chart, that of organisation 1."""

import sqlalchemy as sa

from finance.schema import metadata
from kit.db import constraint_text
from kit.tables import record_columns

constraint_text("uq_account_organisation_id_code", "This code exists already in the chart")
constraint_text("uq_sub_account_account_id_code", "This code exists already for the account")

account = sa.Table(
    "account",
    metadata,
    *record_columns(),
    sa.Column("organisation_id", sa.BigInteger, nullable=False),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.UniqueConstraint("organisation_id", "code"),
    sa.Index("ix_account_code", "code", "id"),
    sa.Index("ix_account_name", "name", "id"),
)

sub_account = sa.Table(
    "sub_account",
    metadata,
    *record_columns(),
    sa.Column("account_id", sa.BigInteger, sa.ForeignKey("account.id"), nullable=False),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("vat_rate", sa.Integer, nullable=False, comment="hundredths of a percent: 2000 is 20 %"),
    sa.UniqueConstraint("account_id", "code"),
    sa.Index("ix_sub_account_code", "code", "id"),
    sa.Index("ix_sub_account_name", "name", "id"),
    sa.Index("ix_sub_account_vat_rate", "vat_rate", "id"),
    sa.CheckConstraint("vat_rate BETWEEN 0 AND 10000", name="vat_rate"),
)
