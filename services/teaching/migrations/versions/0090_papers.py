"""Letterheads of organisations, for the papers of reports. Finance tells of those there are (its migration 0090)."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0090"
down_revision: str | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SHOWN = ("name", "address", "email", "phone", "website", "colour", "logo")


def upgrade() -> None:
    op.create_table(
        "letterhead",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Text(), server_default="", nullable=False) for name in _SHOWN),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letterhead")),
    )
