"""Slips of calendar events"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "slip",
        sa.Column(
            "ewp_id",
            sa.BigInteger(),
            nullable=True,
            comment="the student or invigilator on the event; none on slips from before the calendar",
        ),
    )
    op.add_column(
        "slip", sa.Column("pt_concerns", sa.Boolean(), nullable=True, comment="null until the question is answered")
    )
    op.create_index(
        "uq_slip_ewp",
        "slip",
        ["ewp_id"],
        unique=True,
        postgresql_where=sa.text("ewp_id IS NOT NULL AND status != 'deleted'"),
    )


def downgrade() -> None:
    op.drop_index(
        "uq_slip_ewp", table_name="slip", postgresql_where=sa.text("ewp_id IS NOT NULL AND status != 'deleted'")
    )
    op.drop_column("slip", "pt_concerns")
    op.drop_column("slip", "ewp_id")
