"""A ticket names its homework, and a message whether it came from another report."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "ticket",
        sa.Column("hws_id", sa.BigInteger(), nullable=True, comment="the homework of a student that it is about"),
    )
    op.add_column(
        "ticket_message",
        sa.Column(
            "status",
            sa.Text(),
            server_default="sent",
            nullable=False,
            comment="merged: it came from another ticket or report",
        ),
    )
    op.create_check_constraint(op.f("ck_ticket_message_status"), "ticket_message", "status IN ('sent', 'merged')")
