"""An index of the lines that write off a small balance, for figures as of a past day."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index("ix_invoice_item_write_off", "invoice_item", ["invoice_id"], postgresql_where=sa.text("write_off"))


def downgrade() -> None:
    op.drop_index("ix_invoice_item_write_off", "invoice_item")
