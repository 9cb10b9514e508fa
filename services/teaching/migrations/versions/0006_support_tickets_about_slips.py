"""Support tickets about slips"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "support_ticket",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("slip_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_support_ticket")),
    )
    op.create_index(op.f("ix_support_ticket_slip_id"), "support_ticket", ["slip_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_support_ticket_slip_id"), table_name="support_ticket")
    op.drop_table("support_ticket")
