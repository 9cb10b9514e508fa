"""The due date of an invoice, for `{{dueDate}}` in its mails. Finance tells of its invoices again (its 0011)."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("directory_invoice", sa.Column("due_date", sa.Date(), nullable=True))


def downgrade() -> None:
    op.drop_column("directory_invoice", "due_date")
