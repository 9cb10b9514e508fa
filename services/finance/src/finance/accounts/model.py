"""Nominal codes and sub accounts. The UK organisations share the chart of organisation 1."""

import sqlalchemy as sa

from finance.accounts.attributes import ACCOUNT, SUB_ACCOUNT
from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

constraint_text("uq_account_organisation_id_code", "This code already exists in the chart")
constraint_text("uq_sub_account_account_id_code", "This code exists already for the account")

account = sa.Table(
    "account",
    metadata,
    *record_columns(),
    *ACCOUNT.table_columns(),
    sa.UniqueConstraint("organisation_id", "code"),
)
ACCOUNT.index_sorts(account)

sub_account = sa.Table(
    "sub_account",
    metadata,
    *record_columns(),
    *SUB_ACCOUNT.table_columns(),
    sa.UniqueConstraint("account_id", "code"),
    sa.CheckConstraint("vat_rate BETWEEN 0 AND 10000", name="vat_rate"),
    *SUB_ACCOUNT.choice_checks("VATTreatment"),
    sa.Index("ix_sub_account_code", "code", "id"),
    sa.Index("ix_sub_account_name", "name", "id"),
    sa.Index("ix_sub_account_vat_rate", "vat_rate", "id"),
)
