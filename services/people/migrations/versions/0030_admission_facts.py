"""The day of an invoice, by which a deposit is told from an old payment."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0030"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column(
        "invoice", sa.Column("date", sa.Date(), nullable=True, comment="null where it was told before it carried one")
    )
