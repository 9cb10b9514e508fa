"""Settings, views of lists and stars of each person"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    op.create_table(
        "personal_setting",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("values", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_personal_setting_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_personal_setting")),
    )
    op.create_table(
        "saved_view",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.Text(), nullable=False, comment="path of the list's calls"),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("query", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.Column("columns", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("view", sa.Text(), server_default="table", nullable=False),
        sa.Column("is_default", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_saved_view_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_view")),
        sa.UniqueConstraint("user_id", "list", "name", name="uq_saved_view_name", postgresql_nulls_not_distinct=True),
    )
    op.create_index(
        "uq_saved_view_default", "saved_view", ["user_id", "list"], unique=True,
        postgresql_where=sa.text("is_default"),
    )  # fmt: skip
    op.create_table(
        "star",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False, comment="address in the app"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_star_user_id_user_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_star")),
        sa.UniqueConstraint("user_id", "target", name="uq_star_target"),
    )


def downgrade() -> None:
    op.drop_table("star")
    op.drop_table("saved_view")
    op.drop_table("personal_setting")
