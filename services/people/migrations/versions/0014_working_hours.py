"""Working hours of tutors, of staff, and of organisations for those who have none"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def _hours(name: str) -> sa.Column:
    return sa.Column(name, postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False)


def upgrade() -> None:
    for kind in ("tutor", "staff"):
        op.add_column(kind, _hours("availability"))
    stamp = sa.text("clock_timestamp()")
    op.create_table(
        "working_hours",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=stamp, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=stamp, nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        _hours("hours"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_working_hours")),
        sa.UniqueConstraint("organisation_id", name="uq_working_hours_organisation"),
    )


def downgrade() -> None:
    op.drop_table("working_hours")
    for kind in ("tutor", "staff"):
        op.drop_column(kind, "availability")
