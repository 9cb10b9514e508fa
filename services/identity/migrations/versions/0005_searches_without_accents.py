"""Searches look through texts without accents"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0002"

_SEARCHED = (
    ("user_account", "search", "ix_user_account_search"),
    ("audit", "search", "ix_audit_search"),
)
"""Table, column, and the index of the column as it stands."""


def upgrade() -> None:
    for table, column, _ in _SEARCHED:
        plain = sa.text(f"plain({column}) gin_trgm_ops")
        op.create_index(f"ix_{table}_{column}_plain", table, [plain], postgresql_using="gin")
        # Without statistics of the new expression the planner guesses how many rows a word finds.
        op.execute(f"analyze {table}")
    for table, _, former in _SEARCHED:
        op.drop_index(former, table_name=table)


def downgrade() -> None:
    for table, column, former in _SEARCHED:
        op.create_index(former, table, [column], postgresql_using="gin", postgresql_ops={column: "gin_trgm_ops"})
        op.drop_index(f"ix_{table}_{column}_plain", table_name=table)
