"""An index of slips by their tutor and student, for the statistics of pairs."""

from collections.abc import Sequence

from alembic import op

revision: str = "0024"
down_revision: str | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(
        "ix_slip_pairs",
        "slip",
        ["tutor_id", "student_id"],
        unique=False,
        postgresql_include=["status", "tutorial_start", "department_id"],
    )
