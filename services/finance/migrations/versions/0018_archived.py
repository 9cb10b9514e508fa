"""Records others refer to can be archived"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = ("account", "sub_account", "invoice_sample", "organisation")
ORGANISATIONS = "identity.organisation.changed"
REPLAY = (
    sa.text("UPDATE event_position SET sequence = 0 WHERE subject = :subject"),
    sa.text("DELETE FROM inbox WHERE subject = :subject"),
)
"""A deleted organisation was forgotten, and the invoices that name it lost its name: it is read again."""


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("archived", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("organisation", sa.Column("deleted", sa.Boolean(), server_default=sa.false(), nullable=False))
    for statement in REPLAY:
        op.execute(statement.bindparams(subject=ORGANISATIONS))


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "archived")
    op.drop_column("organisation", "deleted")
