"""Attempts to enter the passcode, and the accounts that receive payments."""

import sqlalchemy as sa

from finance.pay.attributes import BANK_ACCOUNT
from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import now, record_columns

pay_try = sa.Table(
    "pay_try",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("uuid", sa.Uuid, nullable=False, comment="of the link that was tried, whether there is one or not"),
    sa.Column(
        "invoice_id",
        sa.BigInteger,
        sa.ForeignKey("invoice.id", ondelete="CASCADE"),
        comment="absent where no invoice has this link",
    ),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.CheckConstraint("outcome IN ('right', 'wrong', 'limited', 'expired')", name="outcome"),
    sa.Index("ix_pay_try_uuid", "uuid", "at"),
    sa.Index("ix_pay_try_address", "address", "at"),
    sa.Index("ix_pay_try_invoice_id", "invoice_id", "id"),
    sa.Index("ix_pay_try_unknown", "at", postgresql_where=sa.text("invoice_id IS NULL")),
)

bank_account = sa.Table(
    "bank_account",
    metadata,
    *record_columns(),
    *BANK_ACCOUNT.table_columns(),
    sa.UniqueConstraint("organisation_id", "currency"),
    *BANK_ACCOUNT.choice_checks("currency"),
    sa.CheckConstraint("account_number <> '' OR iban <> ''", name="number"),
)
BANK_ACCOUNT.index_sorts(bank_account)

constraint_text("uq_bank_account_organisation_id_currency", "This organisation already has an account in this currency")
constraint_text("ck_bank_account_number", "Please enter an account number or an IBAN")
