"""A billing year's invoices by date: their dates lie together at one end of the table."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = {
    "date": "date",
    "duedate": "coalesce(due_date, '9999-12-31'::date)",
    "emailsent": "coalesce(email_sent, '1970-01-01 00:00:00+00'::timestamp with time zone)",
}


def upgrade() -> None:
    for name, key in INDEXES.items():
        op.create_index(f"ix_invoice_year_sort_{name}", "invoice", ["billing_year", sa.literal_column(key), "id"])


def downgrade() -> None:
    for name in INDEXES:
        op.drop_index(f"ix_invoice_year_sort_{name}", table_name="invoice")
