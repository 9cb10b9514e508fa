"""Tables of the library's folders."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from files.folders.attributes import FOLDER
from files.schema import metadata
from kit.database.constraints import unique

NOBODY = sa.text("'{}'")


def people(name: str, comment: str) -> sa.Column[list[int]]:
    """Ids of the users who have a right, maintained by `files.library.access`, so that a condition on it needs no
    join."""
    return sa.Column(name, postgresql.ARRAY(sa.BigInteger), nullable=False, server_default=NOBODY, comment=comment)


folder = FOLDER.table(
    "folder",
    metadata,
    sa.Column(
        "path",
        postgresql.ARRAY(sa.BigInteger),
        nullable=False,
        server_default=NOBODY,
        comment="the folders above it from the root, then itself",
    ),
    sa.Column("hold", sa.Text, nullable=False, server_default="", comment="why nothing in it may be deleted"),
    people("reader_ids", "users with any level here or above"),
    people("enhanced_ids", "users who see review dates, owners and versions"),
    people("editor_ids", "administrators"),
    people("passer_ids", "users who have a level further down only, and find their way there"),
    unique("uq_folder_parent_id_name", "A folder with this name already exists here", "parent_id", "name"),
    sa.Index("ix_folder_path", "path", postgresql_using="gin"),
    sa.Index("uq_folder_root", "org_id", unique=True, postgresql_where=sa.text("parent_id IS NULL")),
    info={"nouns": ("folder", "folders")},
)

folder_favourite = sa.Table(
    "folder_favourite",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("folder_id", sa.BigInteger, sa.ForeignKey("folder.id", ondelete="CASCADE"), primary_key=True),
    sa.Index("ix_folder_favourite_folder_id", "folder_id"),
)
"""Folders that a user marked as favourites."""

folder_grant = sa.Table(
    "folder_grant",
    metadata,
    sa.Column("folder_id", sa.BigInteger, sa.ForeignKey("folder.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("level", sa.Text, nullable=False),
    sa.Column("granted_by", sa.Text, nullable=False, server_default=""),
    sa.Column("granted", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.CheckConstraint("level IN ('read', 'enhanced', 'administrator')", name="level"),
    sa.Index("ix_folder_grant_user", "user_id"),
)
"""The level that a user was given in a folder; it applies to all folders below."""
