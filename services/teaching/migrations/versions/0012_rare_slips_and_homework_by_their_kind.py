"""rare slips and homework by their kind"""

from collections.abc import Sequence

from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index("ix_homework_with_student_types", "homework_with_student", ["type", "due", "id"], unique=False)
    op.create_index("ix_slip_present", "slip", ["present", "tutorial_start", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_slip_present", table_name="slip")
    op.drop_index("ix_homework_with_student_types", table_name="homework_with_student")
