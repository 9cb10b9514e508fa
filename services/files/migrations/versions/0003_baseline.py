"""The tables of the first release. The number is that of the last migration before it: databases created by those
migrations have these tables already."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0003"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0009"


def upgrade() -> None:
    op.create_table(
        "avatar",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("large", sa.LargeBinary(), nullable=False),
        sa.Column("small", sa.LargeBinary(), nullable=False),
        sa.Column("offset_x", sa.Integer(), server_default="50", nullable=False),
        sa.Column("offset_y", sa.Integer(), server_default="50", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_avatar")),
        sa.UniqueConstraint("user_id", name=op.f("uq_avatar_user_id")),
    )
    op.create_table(
        "course_person",
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("course_id", "kind", "person_id", name=op.f("pk_course_person")),
    )
    op.create_index("ix_course_person_person", "course_person", ["kind", "person_id", "course_id"], unique=False)
    op.create_table(
        "stored_object",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_stored_object")),
    )
    op.create_index(op.f("ix_stored_object_created"), "stored_object", ["created"], unique=False)
    op.create_table(
        "user_name",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_user_name")),
    )
    op.create_table(
        "file",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("content_type", sa.Text(), nullable=False),
        sa.Column("review_date", sa.Date(), nullable=True),
        sa.Column("owner_id", sa.BigInteger(), nullable=False),
        sa.Column("locked", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("visible", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("extension", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("uploader_name", sa.Text(), server_default="", nullable=False),
        sa.Column("entity_type", sa.Text(), server_default="", nullable=False),
        sa.Column("entity_id", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("object_key", sa.Text(), nullable=False),
        sa.Column("uploader_id", sa.BigInteger(), nullable=False),
        sa.Column("params", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "search_text",
            sa.Text(),
            sa.Computed("lower(name || '.' || extension || ' ' || description)", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["object_key"], ["stored_object.key"], name=op.f("fk_file_object_key")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_file")),
        sa.UniqueConstraint("object_key", name=op.f("uq_file_object_key")),
    )
    op.create_index("ix_file_content_type", "file", ["content_type", "id"], unique=False)
    op.create_index("ix_file_created", "file", ["created", "id"], unique=False)
    op.create_index("ix_file_entity", "file", ["entity_type", "entity_id", "created", "id"], unique=False)
    op.create_index(
        "ix_file_expires", "file", ["expires"], unique=False, postgresql_where=sa.text("expires is not null")
    )
    op.create_index("ix_file_extension", "file", ["extension", "id"], unique=False)
    op.create_index("ix_file_name", "file", ["name", "id"], unique=False)
    op.create_index("ix_file_owner", "file", ["owner_id", "created"], unique=False)
    op.create_index(
        "ix_file_search_text_plain",
        "file",
        [sa.literal_column("plain(search_text)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_file_size", "file", ["size", "id"], unique=False)
    op.create_index("ix_file_uploader", "file", ["uploader_id", "created"], unique=False)
    op.create_index("ix_file_uploader_name", "file", ["uploader_name", "id"], unique=False)
    op.create_table(
        "file_use",
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("entity_type", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.BigInteger(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name=op.f("fk_file_use_file_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("file_id", "entity_type", "entity_id", "field", name=op.f("pk_file_use")),
    )
    op.create_index("ix_file_use_entity", "file_use", ["entity_type", "entity_id", "field"], unique=False)
