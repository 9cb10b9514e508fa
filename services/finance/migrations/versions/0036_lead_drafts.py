"""The leads with a drafted fee."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0036"
down_revision: str | None = "0035"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "lead_draft",
        sa.Column("lead_id", sa.BigInteger(), autoincrement=False, nullable=False, comment="in people"),
        sa.Column("invoice_id", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_lead_draft_invoice_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("lead_id", name=op.f("pk_lead_draft")),
    )
    op.create_index(op.f("ix_lead_draft_invoice_id"), "lead_draft", ["invoice_id"], unique=False)
