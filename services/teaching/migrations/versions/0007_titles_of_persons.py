"""Titles of persons"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "person", sa.Column("title", sa.Text(), server_default="", nullable=False, comment="Mr, Miss and others")
    )


def downgrade() -> None:
    op.drop_column("person", "title")
