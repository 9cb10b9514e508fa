"""Homework says where its mark comes from: typed, or the points that markers gave on the pages."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "homework",
        sa.Column(
            "mark_from",
            sa.Text(),
            server_default="typed",
            nullable=False,
            comment="typed, or the points that count for the mark",
        ),
    )
    op.create_check_constraint(
        op.f("ck_homework_mark_from"), "homework", "mark_from IN ('typed', 'all', 'mean', 'own')"
    )
