"""Records others refer to can be archived"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = ("organisation", "department", "academic_year")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("archived", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "archived")
