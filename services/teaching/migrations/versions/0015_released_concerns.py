"""The family reads the concerns of a student only after the safeguarding lead has released them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "slip",
        sa.Column(
            "concerns_released",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when the safeguarding lead let the family read the concerns",
        ),
    )
    op.add_column("slip", sa.Column("concerns_released_by_name", sa.Text(), server_default="", nullable=False))
    op.add_column("slip", sa.Column("concerns_released_by_id", sa.BigInteger(), nullable=True, comment="user id"))
