"""Find events by the names of the persons on them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(
        "ix_booking_name_plain",
        "booking",
        [sa.literal_column("plain(name)").label("plain")],
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
