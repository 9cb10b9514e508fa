"""Slips are written and due"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "slip_deadline",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=False),
        sa.Column("hours", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_slip_deadline")),
        sa.UniqueConstraint("department_id", name="uq_slip_deadline_department"),
        info={"nouns": ("time for slips", "times for slips")},
    )
    op.add_column("department", sa.Column("organisation_id", sa.BigInteger(), server_default="0", nullable=False))
    due = sa.Column("due", sa.DateTime(timezone=True), nullable=True, comment="late when submitted after it")
    op.add_column("slip", due)
    op.execute("UPDATE slip SET due = tutorial_end + interval '24 hours'")
    op.alter_column("slip", "due", nullable=False)
    op.add_column(
        "slip",
        sa.Column(
            "opened",
            sa.Boolean(),
            server_default="false",
            nullable=False,
            comment="by its writer since it was returned: the return can be taken back until then",
        ),
    )
    op.add_column("slip", sa.Column("written_by_id", sa.BigInteger(), nullable=True, comment="user id of who began it"))
    op.create_index("ix_slip_sort_due", "slip", ["due", "id"], unique=False)
    op.create_index("ix_slip_tutorial_id", "slip", ["tutorial_id"], unique=False)
    op.create_index("ix_event_person_starts", "event_person", ["kind", "starts"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_event_person_starts", table_name="event_person")
    op.drop_index("ix_slip_tutorial_id", table_name="slip")
    op.drop_index("ix_slip_sort_due", table_name="slip")
    op.drop_column("slip", "written_by_id")
    op.drop_column("slip", "opened")
    op.drop_column("slip", "due")
    op.drop_column("department", "organisation_id")
    op.drop_table("slip_deadline")
