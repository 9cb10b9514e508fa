"""The document library"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "folder",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("parent_id", sa.BigInteger(), nullable=True),
        sa.Column("org_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "path",
            postgresql.ARRAY(sa.BigInteger()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="the folders above it from the root, then itself",
        ),
        sa.Column(
            "reader_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="users with any level here or above",
        ),
        sa.Column(
            "enhanced_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="users who see review dates, owners and versions",
        ),
        sa.Column(
            "editor_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="administrators",
        ),
        sa.Column(
            "passer_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="users who have a level further down only, and find their way there",
        ),
        sa.ForeignKeyConstraint(["parent_id"], ["folder.id"], name=op.f("fk_folder_parent_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_folder")),
        sa.UniqueConstraint("parent_id", "name", name="uq_folder_parent_id_name"),
    )
    op.create_index(op.f("ix_folder_parent_id"), "folder", ["parent_id"], unique=False)
    op.create_index("ix_folder_path", "folder", ["path"], unique=False, postgresql_using="gin")
    op.create_index("uq_folder_root", "folder", ["org_id"], unique=True, postgresql_where=sa.text("parent_id IS NULL"))
    op.create_table(
        "folder_grant",
        sa.Column("folder_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("granted_by", sa.Text(), server_default="", nullable=False),
        sa.Column("granted", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint("level IN ('read', 'enhanced', 'administrator')", name=op.f("ck_folder_grant_level")),
        sa.ForeignKeyConstraint(
            ["folder_id"], ["folder.id"], name=op.f("fk_folder_grant_folder_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("folder_id", "user_id", name=op.f("pk_folder_grant")),
    )
    op.create_index("ix_folder_grant_user", "folder_grant", ["user_id"], unique=False)
    op.create_table(
        "file_version",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("extension", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("object_key", sa.Text(), nullable=False),
        sa.Column("uploader_id", sa.BigInteger(), nullable=False),
        sa.Column("uploader_name", sa.Text(), server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name=op.f("fk_file_version_file_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["object_key"], ["stored_object.key"], name=op.f("fk_file_version_object_key")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_file_version")),
        sa.UniqueConstraint("file_id", "number", name=op.f("uq_file_version_file_id_number")),
    )
    op.create_index(op.f("ix_file_version_object_key"), "file_version", ["object_key"], unique=False)
    op.add_column(
        "file", sa.Column("number", sa.Integer(), server_default="1", nullable=False, comment="of its latest version")
    )
    op.add_column(
        "file",
        sa.Column(
            "reader_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="of a file in a folder: as those of the folder",
        ),
    )
    op.add_column(
        "file",
        sa.Column(
            "enhanced_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="the same",
        ),
    )
    op.add_column(
        "file",
        sa.Column(
            "editor_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="the same",
        ),
    )
    op.add_column(
        "file",
        sa.Column(
            "deleted",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when a file of the library went into the trash",
        ),
    )
    op.create_index("ix_file_reader_ids", "file", ["reader_ids"], unique=False, postgresql_using="gin")
