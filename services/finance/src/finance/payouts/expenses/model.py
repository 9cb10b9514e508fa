"""Claims and their lines."""

import sqlalchemy as sa

from finance.payouts.expenses.attributes import CLAIM, LINE
from finance.schema import metadata
from kit.changes.hands import hands_column
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

expense_claim = sa.Table(
    "expense_claim",
    metadata,
    *record_columns(),
    *CLAIM.table_columns(),
    hands_column(),
    *CLAIM.choice_checks("status", "currency"),
    sa.Index("ix_expense_claim_user_id", "user_id", "id"),
    sa.Index("ix_expense_claim_status", "status", "id"),
    sa.Index("ix_expense_claim_user_name", "user_name", "id"),
    sa.Index("ix_expense_claim_total", "total", "id"),
)

expense_line = sa.Table(
    "expense_line",
    metadata,
    *record_columns(),
    sa.Column("claim_id", sa.BigInteger, sa.ForeignKey("expense_claim.id", ondelete="CASCADE"), nullable=False),
    *LINE.table_columns(),
    *LINE.choice_checks("category"),
    sa.CheckConstraint("amount > 0", name="amount"),
    sa.CheckConstraint("vat BETWEEN 0 AND amount", name="vat"),
    sa.Index("ix_expense_line_claim_id", "claim_id", "date", "id"),
)

constraint_text("ck_expense_line_vat", "VAT: please enter a VAT that is not more than the amount")
