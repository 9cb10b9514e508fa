"""Own copies of shared tables, and the versions that were saved for all"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def _many(name: str, kind: sa.types.TypeEngine[object]) -> sa.Column[object]:
    return sa.Column(name, postgresql.ARRAY(kind), server_default="{}", nullable=False)


def upgrade() -> None:
    op.add_column(
        "shared_table",
        sa.Column("edition", sa.Integer(), server_default="1", nullable=False, comment="grows with each definition"),
    )
    op.create_table(
        "shared_table_edition",
        sa.Column("table_id", sa.BigInteger(), nullable=False),
        sa.Column("edition", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("definition", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        _many("roles", sa.Text()),
        _many("change_roles", sa.Text()),
        _many("people", sa.BigInteger()),
        _many("change_people", sa.BigInteger()),
        sa.Column("saved", sa.DateTime(timezone=True), nullable=False),
        sa.Column("saved_by", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["shared_table.id"], name=op.f("fk_shared_table_edition_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "edition", name=op.f("pk_shared_table_edition")),
    )
    op.create_table(
        "own_table",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False, comment="of the shared table when it was first changed"),
        sa.Column("definition", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["shared_table.id"], name=op.f("fk_own_table_table_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_own_table_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "table_id", name=op.f("pk_own_table")),
    )
    op.create_index("ix_own_table_table_id", "own_table", ["table_id"], unique=False)
