"""Which support ticket an invoice has."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "support_ticket",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_support_ticket")),
    )
    op.create_index("ix_support_ticket_invoice_id", "support_ticket", ["invoice_id", "id"], unique=False)


def downgrade() -> None:
    op.drop_table("support_ticket")
