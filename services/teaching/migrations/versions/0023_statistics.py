"""Departments of people, agreed hours of courses and an index of slips, for statistics. `kit replay teaching
people.person.changed` fills the first; a course has its hours with its next change."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0023"
down_revision: str | None = "0022"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    belongs = "where they belong; none where nobody said it"
    op.add_column("person", sa.Column("department_id", sa.BigInteger(), nullable=True, comment=belongs))
    agreed = "agreed; 0 where none are"
    op.add_column("course", sa.Column("hours", sa.Numeric(10, 2), server_default="0", nullable=False, comment=agreed))
    op.create_index(
        "ix_slip_statistics",
        "slip",
        ["department_id", "tutorial_start"],
        unique=False,
        postgresql_include=["status", "tutor_id", "student_id", "tutorial_end", "submitted", "approved", "due"],
    )
