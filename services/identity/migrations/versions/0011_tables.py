"""Shared tables, and the layouts that roles start from."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def _record() -> list[sa.Column[object]]:
    now = sa.text("clock_timestamp()")
    return [
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column("modified_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("modified_by_name", sa.Text(), server_default="", nullable=False),
    ]


def _many(name: str, kind: sa.types.TypeEngine[object]) -> sa.Column[object]:
    return sa.Column(name, postgresql.ARRAY(kind), server_default="{}", nullable=False)


def upgrade() -> None:
    json = postgresql.JSONB(astext_type=sa.Text())
    op.create_table(
        "shared_table",
        *_record(),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("list", sa.Text(), nullable=False, comment="path of the list's calls"),
        sa.Column("screen", sa.Text(), server_default="", nullable=False, comment="address of the list's own screen"),
        sa.Column("definition", json, server_default="{}", nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=False),
        _many("roles", sa.Text()),
        _many("change_roles", sa.Text()),
        _many("people", sa.BigInteger()),
        _many("change_people", sa.BigInteger()),
        _many("default_roles", sa.Text()),
        sa.Column("locked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["user_account.id"], name=op.f("fk_shared_table_owner_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shared_table")),
        sa.UniqueConstraint("slug", name="uq_shared_table_slug"),
    )
    op.create_index("ix_shared_table_owner_id", "shared_table", ["owner_id"])
    op.create_index("ix_shared_table_list", "shared_table", ["list"])
    for column in ("title", "modified", "position"):
        op.create_index(f"ix_shared_table_{column}", "shared_table", [column, "id"])
    op.create_index(
        "ix_shared_table_title_plain",
        "shared_table",
        [sa.literal_column("plain(title)").label("plain")],
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "table_template",
        *_record(),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("table_id", sa.BigInteger(), nullable=True),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("list", sa.Text(), nullable=False),
        sa.Column("definition", json, server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["shared_table.id"], name=op.f("fk_table_template_table_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_template")),
        sa.UniqueConstraint("role", "list", name="uq_table_template_role_list"),
    )
    op.create_index("ix_table_template_table_id", "table_template", ["table_id"])
    for column in ("role", "title"):
        op.create_index(f"ix_table_template_{column}", "table_template", [column, "id"])
