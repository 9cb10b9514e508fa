"""Bills of suppliers. `total` is what the bill asks for."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from finance.payouts.columns import CURRENCIES, one_of, pence, signature, text
from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.sql import NO_DAY
from kit.database.tables import record_columns

STATUSES = ("entered", "approved", "paid", "cancelled")

bill = sa.Table(
    "bill",
    metadata,
    *record_columns(),
    sa.Column("supplier", sa.Text, nullable=False),
    sa.Column("reference", sa.Text, nullable=False, comment="the supplier's own number"),
    sa.Column("organisation_id", sa.BigInteger, nullable=False),
    sa.Column("account_id", sa.BigInteger, sa.ForeignKey("account.id")),
    sa.Column("currency", sa.Text, nullable=False, server_default="GBP"),
    sa.Column("date", sa.Date, nullable=False),
    sa.Column("due_date", sa.Date),
    pence("net"),
    pence("vat"),
    sa.Column("total", sa.BigInteger, sa.Computed("net + vat", persisted=True), nullable=False),
    text("note"),
    sa.Column("files", ARRAY(sa.BigInteger), nullable=False, server_default="{}", comment="file ids"),
    sa.Column("status", sa.Text, nullable=False, server_default="entered"),
    *signature("entered"),
    *signature("approved"),
    *signature("paid"),
    sa.Column("paid_date", sa.Date),
    one_of("status", STATUSES),
    one_of("currency", CURRENCIES),
    sa.CheckConstraint("net > 0 AND vat >= 0", name="amounts"),
    sa.Index("ix_bill_status", "status", "id"),
    sa.Index("ix_bill_supplier", "supplier", "id"),
    sa.Index("ix_bill_date", "date", "id"),
    sa.Index("ix_bill_total", "total", "id"),
)
sa.Index("uq_bill_supplier_reference", sa.func.lower(bill.c.supplier), sa.func.lower(bill.c.reference), unique=True)
sa.Index("ix_bill_due_date", sa.func.coalesce(bill.c.due_date, NO_DAY), bill.c.id)

constraint_text("uq_bill_supplier_reference", "This bill of this supplier has been entered already")

constraint_text("ck_bill_amounts", "Net: please enter an amount above zero, and a VAT that is not below zero")
