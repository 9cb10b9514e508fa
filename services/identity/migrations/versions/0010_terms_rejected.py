"""Tutors who rejected the terms and conditions."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    comment = "as a tutor (sessions/terms)"
    rejected = sa.Column("terms_rejected", sa.Boolean(), server_default=sa.false(), nullable=False, comment=comment)
    op.add_column("user_account", rejected)
