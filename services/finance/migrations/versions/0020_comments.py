"""The latest comment of an invoice: a copy of what support tells."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.create_table(
        "invoice_comment",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False, comment="its words, without markup, 500 characters at most"),
        sa.Column("modified", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_comment")),
    )
    op.create_index("ix_invoice_comment_invoice_id", "invoice_comment", ["invoice_id", "modified", "id"])


def downgrade() -> None:
    op.drop_table("invoice_comment")
