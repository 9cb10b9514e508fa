"""The department that a dashboard is filtered by"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("dashboard", sa.Column("department_id", sa.BigInteger(), nullable=True))
    op.create_index("ix_dashboard_department_id", "dashboard", ["department_id"], unique=False)
    op.create_foreign_key(op.f("fk_dashboard_department_id"), "dashboard", "department", ["department_id"], ["id"])
