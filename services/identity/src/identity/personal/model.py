"""Tables: settings, views, stars and last visits of each person. They are deleted with the account."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from identity.schema import metadata
from kit.database import tables
from kit.database.constraints import constraint_text


def _owner(**more: Any) -> sa.Column[Any]:
    account = sa.ForeignKey("user_account.id", ondelete="CASCADE")
    return sa.Column("user_id", sa.BigInteger, account, nullable=False, **more)


personal_setting = sa.Table(
    "personal_setting",
    metadata,
    _owner(primary_key=True, autoincrement=False),
    sa.Column("values", JSONB, nullable=False),
    sa.Column("version", sa.Integer, nullable=False, server_default="1"),
    sa.Column("modified", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
)
"""The settings that a person has chosen, by name (`rules.SETTINGS`); the others have their default."""

saved_view = sa.Table(
    "saved_view",
    metadata,
    *tables.record_columns(),
    _owner(),
    sa.Column("list", sa.Text, nullable=False, comment="path of the list's calls"),
    sa.Column("name", sa.Text),
    sa.Column("query", JSONB, nullable=False, server_default="{}"),
    sa.Column("columns", JSONB, nullable=False, server_default="[]"),
    sa.Column("view", sa.Text, nullable=False, server_default="table"),
    sa.Column("is_default", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("position", sa.Integer, nullable=False, server_default="0"),
    sa.UniqueConstraint(
        "user_id",
        "list",
        "name",
        postgresql_nulls_not_distinct=True,
        name=constraint_text("uq_saved_view_name", "You already have a view with this name", about="name"),
    ),
    sa.Index(
        constraint_text("uq_saved_view_default", "This list already has a default view", about="is_default"),
        "user_id",
        "list",
        unique=True,
        postgresql_where=sa.text("is_default"),
    ),
)
"""A person's view of a list. The one without a name is their layout of its columns when no view is chosen."""

star = sa.Table(
    "star",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    _owner(),
    sa.Column("target", sa.Text, nullable=False, comment="address in the app"),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.UniqueConstraint(
        "user_id", "target", name=constraint_text("uq_star_target", "This is already starred", about="target")
    ),
)
"""Records, views and screens that a person has starred, with the title at that time."""

visit = sa.Table(
    "visit",
    metadata,
    _owner(primary_key=True),
    sa.Column("target", sa.Text, primary_key=True, comment="address in the app, without its query"),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("visited", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
)
"""The screens that a person visited last (`rules.MOST_VISITS`), each once, with the title at that time."""
