"""The lists of accounts and sub accounts sort through indexes."""

from collections.abc import Sequence

from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

INDEXES = (
    ("account", "code"),
    ("account", "name"),
    ("sub_account", "code"),
    ("sub_account", "name"),
    ("sub_account", "vat_rate"),
)


def upgrade() -> None:
    for table, column in INDEXES:
        op.create_index(f"ix_{table}_{column}", table, [column, "id"])


def downgrade() -> None:
    for table, column in INDEXES:
        op.drop_index(f"ix_{table}_{column}", table_name=table)
