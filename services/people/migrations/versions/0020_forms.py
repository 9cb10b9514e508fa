"""Forms, their versions, entries, requests and links for people outside."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "form",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), server_default="other", nullable=False),
        sa.Column("status", sa.Text(), server_default="draft", nullable=False),
        sa.Column("description", sa.Text(), server_default="", nullable=False),
        sa.Column("audience", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("about", sa.Text(), server_default="none", nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("generation", sa.Integer(), server_default="2", nullable=False),
        sa.Column("draft", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.Column(
            "draft_changed",
            sa.Boolean(),
            server_default=sa.text("true"),
            nullable=False,
            comment="the draft says something else than the published version",
        ),
        sa.Column(
            "version_id",
            sa.BigInteger(),
            nullable=True,
            comment="the published one; no key, since versions refer to the form",
        ),
        sa.Column("created_by_id", sa.BigInteger(), server_default="0", nullable=False, comment="user id"),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("search", sa.Text(), sa.Computed("title || ' ' || description", persisted=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_form")),
        sa.UniqueConstraint("slug", name="uq_form_slug"),
    )
    op.create_index("ix_form_kind", "form", ["kind", "id"], unique=False)
    op.create_index("ix_form_modified", "form", ["modified", "id"], unique=False)
    op.create_index(
        "ix_form_search_plain",
        "form",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_form_status", "form", ["status", "id"], unique=False)
    op.create_index("ix_form_title", "form", ["title", "id"], unique=False)
    op.create_table(
        "form_link",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("uses_most", sa.Integer(), server_default="1", nullable=False),
        sa.Column("uses", sa.Integer(), server_default="0", nullable=False),
        sa.Column("about_name", sa.Text(), server_default="", nullable=False),
        sa.Column("about_kind", sa.Text(), server_default="", nullable=False),
        sa.Column("about_id", sa.BigInteger(), nullable=True),
        sa.Column("form_id", sa.BigInteger(), nullable=False),
        sa.Column("secret_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_by_id", sa.BigInteger(), server_default="0", nullable=False, comment="user id"),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["form_id"], ["form.id"], name=op.f("fk_form_link_form_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_form_link")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_form_link_secret_hash")),
        info={"nouns": ("link to a form", "links to forms")},
    )
    op.create_index("ix_form_link_created", "form_link", ["created", "id"], unique=False)
    op.create_index("ix_form_link_expires", "form_link", ["expires", "id"], unique=False)
    op.create_index("ix_form_link_form", "form_link", ["form_id"], unique=False)
    op.create_index("ix_form_link_status", "form_link", ["status", "id"], unique=False)
    op.create_table(
        "form_version",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("form_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("definition", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.Column("published", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("published_by_id", sa.BigInteger(), server_default="0", nullable=False, comment="user id"),
        sa.Column("published_by_name", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["form_id"], ["form.id"], name=op.f("fk_form_version_form_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_form_version")),
        sa.UniqueConstraint("form_id", "number", name="uq_form_version"),
    )
    op.create_table(
        "form_entry",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("status", sa.Text(), server_default="draft", nullable=False),
        sa.Column("filled_name", sa.Text(), server_default="", nullable=False),
        sa.Column("about_name", sa.Text(), server_default="", nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("form_id", sa.BigInteger(), nullable=False),
        sa.Column("version_id", sa.BigInteger(), nullable=False),
        sa.Column("link_id", sa.BigInteger(), nullable=True),
        sa.Column("about_kind", sa.Text(), server_default="", nullable=False),
        sa.Column("about_id", sa.BigInteger(), nullable=True),
        sa.Column("filled_by", sa.BigInteger(), nullable=True, comment="user id; null for people outside"),
        sa.Column("answers", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.Column("signatures", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.Column("written_back", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.Column(
            "awaited",
            postgresql.ARRAY(sa.Text()),
            server_default="{}",
            nullable=False,
            comment="kinds of person to sign",
        ),
        sa.Column("open_to_subject", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("reader_roles", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("delete_after", sa.Date(), nullable=True),
        sa.Column("reviewed_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("reviewed_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("reviewed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("search", sa.Text(), sa.Computed("filled_name || ' ' || about_name", persisted=True), nullable=False),
        sa.ForeignKeyConstraint(["form_id"], ["form.id"], name=op.f("fk_form_entry_form_id")),
        sa.ForeignKeyConstraint(["link_id"], ["form_link.id"], name=op.f("fk_form_entry_link_id")),
        sa.ForeignKeyConstraint(["version_id"], ["form_version.id"], name=op.f("fk_form_entry_version_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_form_entry")),
        info={"nouns": ("form entry", "form entries")},
    )
    op.create_index("ix_form_entry_about", "form_entry", ["about_kind", "about_id"], unique=False)
    op.create_index("ix_form_entry_about_name", "form_entry", ["about_name", "id"], unique=False)
    op.create_index("ix_form_entry_created", "form_entry", ["created", "id"], unique=False)
    op.create_index("ix_form_entry_delete_after", "form_entry", ["delete_after"], unique=False)
    op.create_index("ix_form_entry_filled_by", "form_entry", ["filled_by"], unique=False)
    op.create_index("ix_form_entry_filled_name", "form_entry", ["filled_name", "id"], unique=False)
    op.create_index("ix_form_entry_form", "form_entry", ["form_id", "status", "id"], unique=False)
    op.create_index(
        "ix_form_entry_search_plain",
        "form_entry",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_form_entry_status", "form_entry", ["status", "id"], unique=False)
    op.create_index(
        "ix_form_entry_submitted",
        "form_entry",
        [sa.literal_column("coalesce(submitted, '9999-12-31 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index(
        "uq_form_entry_draft",
        "form_entry",
        ["form_id", "filled_by", "about_kind", sa.literal_column("coalesce(about_id, 0)")],
        unique=True,
        postgresql_where=sa.text("status = 'draft' AND filled_by IS NOT NULL"),
    )
    op.create_table(
        "form_look",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("way", sa.Text(), nullable=False),
        sa.Column("looked", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["form_entry.id"], name=op.f("fk_form_look_entry_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_form_look")),
    )
    op.create_index("ix_form_look_entry", "form_look", ["entry_id", "id"], unique=False)
    op.create_index("ix_form_look_looked", "form_look", ["looked", "id"], unique=False)
    op.create_table(
        "form_request",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("status", sa.Text(), server_default="open", nullable=False),
        sa.Column("person_name", sa.Text(), server_default="", nullable=False),
        sa.Column("about_name", sa.Text(), server_default="", nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("reminded", sa.DateTime(timezone=True), nullable=True),
        sa.Column("form_id", sa.BigInteger(), nullable=False),
        sa.Column("person_kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("about_kind", sa.Text(), server_default="", nullable=False),
        sa.Column("about_id", sa.BigInteger(), nullable=True),
        sa.Column("batch", sa.Uuid(), server_default=sa.text("gen_random_uuid()"), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=True),
        sa.Column("created_by_id", sa.BigInteger(), server_default="0", nullable=False, comment="user id"),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("search", sa.Text(), sa.Computed("person_name || ' ' || about_name", persisted=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["form_entry.id"], name=op.f("fk_form_request_entry_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["form_id"], ["form.id"], name=op.f("fk_form_request_form_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_form_request")),
        info={"nouns": ("request of a form", "requests of forms")},
    )
    op.create_index("ix_form_request_about", "form_request", ["about_kind", "about_id"], unique=False)
    op.create_index("ix_form_request_about_name", "form_request", ["about_name", "id"], unique=False)
    op.create_index("ix_form_request_deadline", "form_request", ["deadline", "id"], unique=False)
    op.create_index("ix_form_request_entry", "form_request", ["entry_id"], unique=False)
    op.create_index("ix_form_request_form", "form_request", ["form_id", "status", "id"], unique=False)
    op.create_index("ix_form_request_person", "form_request", ["person_kind", "person_id"], unique=False)
    op.create_index("ix_form_request_person_name", "form_request", ["person_name", "id"], unique=False)
    op.create_index(
        "ix_form_request_search_plain",
        "form_request",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_form_request_status", "form_request", ["status", "id"], unique=False)
