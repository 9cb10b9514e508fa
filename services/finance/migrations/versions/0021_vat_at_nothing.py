"""Treatment of a VAT rate of 0: zero-rated, exempt or out of scope; suppliers' numbers differ by more than case."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"

# Until now every line without VAT went to the accounting system as outside the scope; so it stays for what is there.
# The default is a constant: no table is rewritten, and a release that does not know the column goes on as before.
_TABLES = ("sub_account", "invoice_item")
_BILL = "uq_bill_supplier_reference"

# Numbers that were entered twice, in other letters: the later one says so.
_TWICE = """
UPDATE bill SET reference = left(bill.reference, 40) || ' (again, ' || bill.id || ')'
WHERE EXISTS (SELECT FROM bill earlier WHERE earlier.id < bill.id AND lower(earlier.supplier) = lower(bill.supplier)
  AND lower(earlier.reference) = lower(bill.reference))
"""


def upgrade() -> None:
    for table in _TABLES:
        column = sa.Column("vat_treatment", sa.Text(), server_default="outside", nullable=False)
        column.comment = "what a rate of 0 is"
        op.add_column(table, column)
        op.create_check_constraint(
            op.f(f"ck_{table}_vat_treatment"), table, "vat_treatment IN ('zeroRated', 'exempt', 'outside')"
        )
    op.execute(_TWICE)
    op.drop_constraint(op.f(_BILL), "bill")
    op.create_index(_BILL, "bill", [sa.text("lower(supplier)"), sa.text("lower(reference)")], unique=True)


def downgrade() -> None:
    op.drop_index(_BILL, table_name="bill")
    op.create_unique_constraint(op.f(_BILL), "bill", ["supplier", "reference"])
    for table in _TABLES:
        op.drop_column(table, "vat_treatment")
