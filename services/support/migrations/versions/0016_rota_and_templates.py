"""Rota, ticket templates, recurring tasks, documents, mail domains and digests."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "article",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False, comment="of the file, as it was last counted"),
        sa.Column("helped", sa.Integer(), server_default="0", nullable=False),
        sa.Column("inserted", sa.Integer(), server_default="0", nullable=False),
        sa.Column("last", sa.DateTime(timezone=True), nullable=True),
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_article")),
        sa.UniqueConstraint("file_id", name=op.f("uq_article_file_id")),
    )
    op.create_index("ix_article_helped", "article", ["helped", "id"], unique=False)
    op.create_index("ix_article_inserted", "article", ["inserted", "id"], unique=False)
    op.create_index("ix_article_name", "article", ["name", "id"], unique=False)
    op.create_table(
        "duty",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("days", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("ends", sa.Text(), nullable=False),
        sa.CheckConstraint("team IN ('academicOffice', 'techSupport', 'tutorSupport')", name=op.f("ck_duty_team")),
        sa.CheckConstraint("ends > start", name=op.f("ck_duty_end")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duty")),
    )
    op.create_index("ix_duty_start", "duty", ["start", "id"], unique=False)
    op.create_index("ix_duty_team", "duty", ["team"], unique=False)
    op.create_table(
        "duty_absence",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("last >= first", name=op.f("ck_duty_absence_last")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_duty_absence")),
    )
    op.create_index("ix_duty_absence_first", "duty_absence", ["first", "id"], unique=False)
    op.create_table(
        "mail_domain",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("domain", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("selector", sa.Text(), server_default="", nullable=False),
        sa.Column("reports", sa.Text(), server_default="", nullable=False),
        sa.Column("state", sa.Text(), server_default="new", nullable=False),
        sa.Column("checked", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "findings",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default="[]",
            nullable=False,
            comment="[{record, state, text, name, value}]",
        ),
        sa.CheckConstraint("state IN ('new', 'good', 'weak', 'wrong', 'unknown')", name=op.f("ck_mail_domain_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_domain")),
        sa.UniqueConstraint("domain", name="uq_mail_domain_domain"),
    )
    op.create_index("ix_mail_domain_domain", "mail_domain", ["domain", "id"], unique=False)
    op.create_table(
        "notice_digest",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("every", sa.Text(), nullable=False),
        sa.Column(
            "last_number", sa.BigInteger(), server_default="0", nullable=False, comment="the last notice that it had"
        ),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("every IN ('off', 'daily', 'weekly')", name=op.f("ck_notice_digest_every")),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_notice_digest")),
    )
    op.create_index(
        "ix_notice_digest_wanted",
        "notice_digest",
        ["user_id"],
        unique=False,
        postgresql_where=sa.text("every <> 'off'"),
    )
    op.create_table(
        "ticket_template",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("team", sa.Text(), nullable=False),
        sa.Column("meta_type", sa.Text(), server_default="general", nullable=False),
        sa.Column("priority", sa.Integer(), server_default="3", nullable=False),
        sa.Column("text", sa.Text(), nullable=False, comment="sanitised html"),
        sa.Column("questions", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("everybody", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("used", sa.Integer(), server_default="0", nullable=False, comment="tickets raised from it"),
        sa.Column("last_used", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "meta_type IN ('general', 'allocation', 'bug', 'featureRequest', 'recommendation')",
            name=op.f("ck_ticket_template_meta_type"),
        ),
        sa.CheckConstraint(
            "team IN ('academicOffice', 'techSupport', 'tutorSupport')", name=op.f("ck_ticket_template_team")
        ),
        sa.CheckConstraint("priority BETWEEN 1 AND 4", name=op.f("ck_ticket_template_priority")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket_template")),
        sa.UniqueConstraint("name", name="uq_ticket_template_name"),
    )
    op.create_index("ix_ticket_template_name", "ticket_template", ["name", "id"], unique=False)
    op.create_index("ix_ticket_template_used", "ticket_template", ["used", "id"], unique=False)
    op.create_table(
        "recurring_ticket",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("template_id", sa.BigInteger(), nullable=False),
        sa.Column("responsible_id", sa.BigInteger(), nullable=True),
        sa.Column("repeats", sa.Text(), nullable=False),
        sa.Column("days", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("month_day", sa.Integer(), nullable=True),
        sa.Column("month", sa.Integer(), nullable=True),
        sa.Column("at", sa.Text(), server_default="09:00", nullable=False),
        sa.Column("paused", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("next", sa.DateTime(timezone=True), nullable=True, comment="null while it is paused"),
        sa.Column("last_raised", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raised", sa.Integer(), server_default="0", nullable=False, comment="tickets that it raised"),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False, comment="the asker of its tickets"),
        sa.Column("last_ticket_id", sa.BigInteger(), nullable=True, comment="the last one that it raised"),
        sa.Column("problem", sa.Text(), server_default="", nullable=False, comment="why the last date made no ticket"),
        sa.CheckConstraint(
            "repeats IN ('daily', 'weekdays', 'weekly', 'fortnightly', 'monthly', 'quarterly', 'yearly')",
            name=op.f("ck_recurring_ticket_repeats"),
        ),
        sa.ForeignKeyConstraint(["last_ticket_id"], ["ticket.id"], name=op.f("fk_recurring_ticket_last_ticket_id")),
        sa.ForeignKeyConstraint(["template_id"], ["ticket_template.id"], name=op.f("fk_recurring_ticket_template_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recurring_ticket")),
    )
    op.create_index(
        "ix_recurring_ticket_next",
        "recurring_ticket",
        ["next"],
        unique=False,
        postgresql_where=sa.text("next IS NOT NULL"),
    )
    op.create_index("ix_recurring_ticket_template_id", "recurring_ticket", ["template_id"], unique=False)
    op.create_index("ix_recurring_ticket_title", "recurring_ticket", ["title", "id"], unique=False)
    op.add_column(
        "ticket",
        sa.Column("rota_user_id", sa.BigInteger(), nullable=True, comment="the person whom the rota made responsible"),
    )
