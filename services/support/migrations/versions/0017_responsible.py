"""An index of the responsible person of tickets: the rota counts the tickets of each."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(
        "ix_ticket_responsible_id",
        "ticket",
        ["responsible_id"],
        unique=False,
        postgresql_where=sa.text("responsible_id IS NOT NULL"),
    )
