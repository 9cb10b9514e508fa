"""Files, avatars and the objects that hold them"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


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
        "dead_letter",
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), server_default="", nullable=False),
        sa.Column("payload", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("actor", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("parked", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_dead_letter")),
    )
    op.create_table(
        "event_position",
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("subject", name=op.f("pk_event_position")),
    )
    op.create_table(
        "field_history",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("entity", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.BigInteger(), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("old_value", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("new_value", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("changed", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("acting_user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("request_id", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_field_history")),
    )
    op.create_index("ix_field_history_entity", "field_history", ["entity", "entity_id", "id"], unique=False)
    op.create_table(
        "idempotency",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("route", sa.Text(), nullable=False),
        sa.Column("body_hash", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "key", name=op.f("pk_idempotency")),
    )
    op.create_index(op.f("ix_idempotency_created"), "idempotency", ["created"], unique=False)
    op.create_table(
        "inbox",
        sa.Column("event_id", sa.Uuid(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("handled", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_inbox")),
    )
    op.create_index(op.f("ix_inbox_handled"), "inbox", ["handled"], unique=False)
    op.create_table(
        "job",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("params", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("actor", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("request_id", sa.Text(), server_default="", nullable=False),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("done", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=True),
        sa.Column("result", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("touched", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
        sa.UniqueConstraint("kind", "key", name=op.f("uq_job_kind_key")),
    )
    op.create_index(
        "ix_job_open", "job", ["touched"], unique=False, postgresql_where=sa.text("state in ('queued', 'running')")
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("event_id", sa.Uuid(), server_default=sa.text("gen_random_uuid()"), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("payload", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("actor", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("request_id", sa.Text(), server_default="", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
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
        sa.Column("extension", sa.Text(), nullable=False),
        sa.Column("content_type", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("object_key", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("review_date", sa.Date(), nullable=True),
        sa.Column("entity_type", sa.Text(), server_default="", nullable=False),
        sa.Column("entity_id", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("uploader_id", sa.BigInteger(), nullable=False),
        sa.Column("uploader_name", sa.Text(), server_default="", nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=False),
        sa.Column("locked", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("visible", sa.Boolean(), server_default=sa.text("true"), nullable=False),
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
        "ix_file_search",
        "file",
        ["search_text"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search_text": "gin_trgm_ops"},
    )
    op.create_index("ix_file_size", "file", ["size", "id"], unique=False)
    op.create_index("ix_file_uploader", "file", ["uploader_id", "created"], unique=False)
    op.create_index("ix_file_uploader_name", "file", ["uploader_name", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_file_uploader_name", table_name="file")
    op.drop_index("ix_file_uploader", table_name="file")
    op.drop_index("ix_file_size", table_name="file")
    op.drop_index(
        "ix_file_search", table_name="file", postgresql_using="gin", postgresql_ops={"search_text": "gin_trgm_ops"}
    )
    op.drop_index("ix_file_owner", table_name="file")
    op.drop_index("ix_file_name", table_name="file")
    op.drop_index("ix_file_extension", table_name="file")
    op.drop_index("ix_file_expires", table_name="file", postgresql_where=sa.text("expires is not null"))
    op.drop_index("ix_file_entity", table_name="file")
    op.drop_index("ix_file_created", table_name="file")
    op.drop_index("ix_file_content_type", table_name="file")
    op.drop_table("file")
    op.drop_table("user_name")
    op.drop_index(op.f("ix_stored_object_created"), table_name="stored_object")
    op.drop_table("stored_object")
    op.drop_table("outbox")
    op.drop_index("ix_job_open", table_name="job", postgresql_where=sa.text("state in ('queued', 'running')"))
    op.drop_table("job")
    op.drop_index(op.f("ix_inbox_handled"), table_name="inbox")
    op.drop_table("inbox")
    op.drop_index(op.f("ix_idempotency_created"), table_name="idempotency")
    op.drop_table("idempotency")
    op.drop_index("ix_field_history_entity", table_name="field_history")
    op.drop_table("field_history")
    op.drop_table("event_position")
    op.drop_table("dead_letter")
    op.drop_index("ix_course_person_person", table_name="course_person")
    op.drop_table("course_person")
    op.drop_table("avatar")
