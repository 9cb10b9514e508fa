"""Claims and their lines. A trigger (migration 0010) adds the lines up, and counts those that lack their receipt."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from finance.payouts.columns import CURRENCIES, one_of, pence, signature, text
from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

STATUSES = ("draft", "submitted", "returned", "approved", "paid")
CATEGORIES = ("travel", "mileage", "accommodation", "meals", "materials", "exams", "other")

expense_claim = sa.Table(
    "expense_claim",
    metadata,
    *record_columns(),
    sa.Column("user_id", sa.BigInteger, nullable=False, comment="whose money it was"),
    text("user_name"),
    sa.Column("organisation_id", sa.BigInteger, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("currency", sa.Text, nullable=False, server_default="GBP"),
    sa.Column("status", sa.Text, nullable=False, server_default="draft"),
    pence("total", info={"derived": True}),
    sa.Column("lines", sa.Integer, nullable=False, server_default="0", info={"derived": True}),
    sa.Column("without_receipt", sa.Integer, nullable=False, server_default="0", info={"derived": True}),
    sa.Column("submitted", sa.DateTime(timezone=True)),
    *signature("approved"),
    *signature("paid"),
    sa.Column("paid_date", sa.Date),
    text("return_reason"),
    one_of("status", STATUSES),
    one_of("currency", CURRENCIES),
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
    sa.Column("date", sa.Date, nullable=False),
    sa.Column("category", sa.Text, nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    pence("amount", comment="what was paid, VAT included"),
    pence("vat", comment="the VAT in it"),
    sa.Column("receipts", ARRAY(sa.BigInteger), nullable=False, server_default="{}", comment="file ids"),
    one_of("category", CATEGORIES),
    sa.CheckConstraint("amount > 0", name="amount"),
    sa.CheckConstraint("vat BETWEEN 0 AND amount", name="vat"),
    sa.Index("ix_expense_line_claim_id", "claim_id", "date", "id"),
)

constraint_text("ck_expense_line_vat", "VAT: please enter a VAT that is not more than the amount")
