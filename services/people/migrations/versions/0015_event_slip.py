"""A read copy of the slips that are begun of events. Teaching tells of those there are by its migration 0019."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "event_slip",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.Column("ewp_id", sa.BigInteger(), nullable=False, comment="0 on slips from before the calendar"),
        sa.Column("status", sa.Text(), nullable=False, comment="saved, returned, submitted, checked or approved"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_slip")),
    )
    op.create_index(op.f("ix_event_slip_event_id"), "event_slip", ["event_id"])
    op.create_index(op.f("ix_event_slip_ewp_id"), "event_slip", ["ewp_id"])
