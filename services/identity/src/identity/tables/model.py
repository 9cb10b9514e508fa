"""Tables: shared tables and the layouts of roles."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from identity.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import author_columns, now, record_columns, sort_indexes


def _many(name: str, kind: type[sa.types.TypeEngine[Any]]) -> sa.Column[Any]:
    return sa.Column(name, ARRAY(kind), nullable=False, server_default="{}")


shared_table = sa.Table(
    "shared_table",
    metadata,
    *record_columns(),
    *author_columns(),
    sa.Column("slug", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("description", sa.Text, nullable=False, server_default=""),
    sa.Column("list", sa.Text, nullable=False, comment="path of the list's calls"),
    sa.Column("screen", sa.Text, nullable=False, server_default="", comment="address of the list's own screen"),
    sa.Column("definition", JSONB, nullable=False, server_default="{}"),
    sa.Column("edition", sa.Integer, nullable=False, server_default="1", comment="grows with each definition"),
    sa.Column("owner_id", sa.BigInteger, sa.ForeignKey("user_account.id"), nullable=False),
    _many("roles", sa.Text),
    _many("change_roles", sa.Text),
    _many("people", sa.BigInteger),
    _many("change_people", sa.BigInteger),
    _many("default_roles", sa.Text),
    sa.Column("locked", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("position", sa.Integer, nullable=False, server_default="0"),
    sa.UniqueConstraint("slug", name=constraint_text("uq_shared_table_slug", "Another table has this address")),
    sa.Index("ix_shared_table_owner_id", "owner_id"),
    sa.Index("ix_shared_table_list", "list"),
)
"""A view of a list with its own address. `roles` and `people` may see it, `change_roles` and `change_people` may see
and change it; for `default_roles` their list opens with it."""
sort_indexes(shared_table, "title", "modified", "position")
search_index(shared_table.c.title)


def _table_id(**more: Any) -> sa.Column[Any]:
    table = sa.ForeignKey("shared_table.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.BigInteger, table, nullable=False, **more)


shared_table_edition = sa.Table(
    "shared_table_edition",
    metadata,
    _table_id(primary_key=True),
    sa.Column("edition", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    sa.Column("definition", JSONB, nullable=False),
    _many("roles", sa.Text),
    _many("change_roles", sa.Text),
    _many("people", sa.BigInteger),
    _many("change_people", sa.BigInteger),
    sa.Column("saved", sa.DateTime(timezone=True), nullable=False),
    sa.Column("saved_by", sa.Text, nullable=False, server_default=""),
)
"""A shared table as saved for all, with its title and readers at that time."""

own_table = sa.Table(
    "own_table",
    metadata,
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("user_account.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    _table_id(primary_key=True, autoincrement=False, index=True),
    sa.Column("edition", sa.Integer, nullable=False, comment="of the shared table when it was first changed"),
    sa.Column("definition", JSONB, nullable=False),
    sa.Column("modified", sa.DateTime(timezone=True), nullable=False, server_default=now()),
)
"""A person's own copy of a shared table with their changes, until it is saved for all or dropped."""

table_template = sa.Table(
    "table_template",
    metadata,
    *record_columns(),
    *author_columns(),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("table_id", sa.BigInteger, sa.ForeignKey("shared_table.id", ondelete="SET NULL")),
    sa.Column("title", sa.Text, nullable=False, server_default=""),
    sa.Column("list", sa.Text, nullable=False),
    sa.Column("definition", JSONB, nullable=False, server_default="{}"),
    sa.UniqueConstraint(
        "role",
        "list",
        name=constraint_text("uq_table_template_role_list", "This role already has a layout of this list"),
    ),
    sa.Index("ix_table_template_table_id", "table_id"),
)
"""The initial layout of a list for a role: list and definition come from the table from which it was taken."""
sort_indexes(table_template, "role", "title")
