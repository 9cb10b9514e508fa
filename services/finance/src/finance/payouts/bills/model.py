"""Bills of suppliers."""

import sqlalchemy as sa

from finance.payouts.bills.attributes import BILL
from finance.schema import metadata
from kit.changes.hands import hands_column
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

bill = sa.Table(
    "bill",
    metadata,
    *record_columns(),
    *BILL.table_columns(),
    hands_column(),
    *BILL.choice_checks("status", "currency"),
    sa.CheckConstraint("net > 0 AND vat >= 0", name="amounts"),
    sa.Index("ix_bill_status", "status", "id"),
)
BILL.index_sorts(bill)
sa.Index("uq_bill_supplier_reference", sa.func.lower(bill.c.supplier), sa.func.lower(bill.c.reference), unique=True)

constraint_text("uq_bill_supplier_reference", "This bill of this supplier has already been entered")

constraint_text("ck_bill_amounts", "Net: please enter an amount above zero, and a VAT that is not below zero")
