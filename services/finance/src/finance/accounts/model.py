"""Nominal codes and sub accounts. The UK organisations keep one chart, that of organisation 1."""

import sqlalchemy as sa

from finance.accounts import rules
from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import archived_column, record_columns

constraint_text("uq_account_organisation_id_code", "This code exists already in the chart")
constraint_text("uq_sub_account_account_id_code", "This code exists already for the account")


def vat_treatment_column() -> sa.Column[str]:
    """The column for the treatment of a VAT rate of 0, read where the rate is 0."""
    return sa.Column(
        "vat_treatment", sa.Text, nullable=False, server_default=rules.OUTSIDE, comment="what a rate of 0 is"
    )


def vat_treatment_check() -> sa.CheckConstraint:
    """One of those there are."""
    listed = ", ".join(f"'{option.value}'" for option in rules.VAT_TREATMENTS)
    return sa.CheckConstraint(f"vat_treatment IN ({listed})", name="vat_treatment")


account = sa.Table(
    "account",
    metadata,
    *record_columns(),
    sa.Column("organisation_id", sa.BigInteger, nullable=False),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    archived_column(),
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
    archived_column(),
    sa.Column("vat_rate", sa.Integer, nullable=False, comment="hundredths of a percent: 2000 is 20 %"),
    vat_treatment_column(),
    sa.UniqueConstraint("account_id", "code"),
    sa.Index("ix_sub_account_code", "code", "id"),
    sa.Index("ix_sub_account_name", "name", "id"),
    sa.Index("ix_sub_account_vat_rate", "vat_rate", "id"),
    sa.CheckConstraint("vat_rate BETWEEN 0 AND 10000", name="vat_rate"),
    vat_treatment_check(),
)
