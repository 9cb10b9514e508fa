"""Sort slips by student or, of an invigilation, by the title of its session."""

from __future__ import annotations

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_NAME = "coalesce(nullif(student_name, ''), tutorial_title)"


def upgrade() -> None:
    op.drop_index("ix_slip_sort_student", table_name="slip")
    op.execute(f"CREATE INDEX ix_slip_sort_student ON slip (({_NAME}), id)")


def downgrade() -> None:
    op.drop_index("ix_slip_sort_student", table_name="slip")
    op.create_index("ix_slip_sort_student", "slip", ["student_name", "id"])
