"""Website notices and dashboards"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0090_dash"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "website_notice",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="sanitised html"),
        sa.Column(
            "picture",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="at most one file id of a picture",
        ),
        sa.Column(
            "audience", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False, comment="none: everybody"
        ),
        sa.Column("language", sa.Text(), server_default="en", nullable=False),
        sa.Column("priority", sa.Text(), server_default="normal", nullable=False),
        sa.Column("shown_from", sa.Date(), nullable=False),
        sa.Column("shown_until", sa.Date(), nullable=True),
        sa.Column("status", sa.Text(), server_default="draft", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False, comment="of the last return or withdrawal"),
        sa.Column(
            "hands",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="who decided what it pays, and who took its steps: {step: {user id: [what, day]}}",
        ),
        sa.Column("submitted_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("approved", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("language IN ('en', 'pt')", name=op.f("ck_website_notice_language")),
        sa.CheckConstraint("priority IN ('normal', 'important', 'urgent')", name=op.f("ck_website_notice_priority")),
        sa.CheckConstraint(
            "status IN ('draft', 'submitted', 'approved', 'withdrawn')", name=op.f("ck_website_notice_status")
        ),
        sa.CheckConstraint("shown_until IS NULL OR shown_until >= shown_from", name=op.f("ck_website_notice_dates")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_website_notice")),
    )
    op.create_index(
        "ix_website_notice_public",
        "website_notice",
        ["language", "shown_from"],
        unique=False,
        postgresql_where=sa.text("status = 'approved'"),
    )
    op.create_index("ix_website_notice_shown_from", "website_notice", ["shown_from", "id"], unique=False)
    op.create_index("ix_website_notice_title", "website_notice", ["title", "id"], unique=False)
    op.create_index(
        "ix_website_notice_title_plain",
        "website_notice",
        [sa.literal_column("plain(title)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
