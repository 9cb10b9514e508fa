"""Records others refer to can be archived"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = (
    "level",
    "subject",
    "board",
    "exam_level",
    "exam_subject",
    "grade",
    "exam_series",
    "organisation",
    "department",
)


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("archived", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "archived")
