"""Mails are sent in sendings, at a time and a pace; recipients unsubscribe from non-contractual ones."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def _record_columns() -> list[sa.Column[object]]:
    now = sa.text("clock_timestamp()")
    return [
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=now, nullable=False),
    ]


def upgrade() -> None:
    op.add_column(
        "email_template",
        sa.Column(
            "contractual",
            sa.Boolean(),
            server_default="true",
            nullable=False,
            comment="nobody unsubscribes from its mails",
        ),
    )
    op.create_table(
        "mail_sending",
        *_record_columns(),
        sa.Column("template_name", sa.Text(), nullable=False),
        sa.Column("entity_type", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("recipients", sa.Integer(), nullable=False, comment="all that were chosen, with those left out"),
        sa.Column("send_at", sa.DateTime(timezone=True), nullable=True, comment="not before; empty: at once"),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("batch", sa.Uuid(), nullable=False),
        sa.Column("template_id", sa.BigInteger(), nullable=True),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False, comment="user id"),
        sa.Column(
            "actor",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=False,
            comment="the sender, whose jobs send the mails",
        ),
        sa.CheckConstraint(
            "state IN ('queued', 'sending', 'paused', 'done', 'cancelled')", name=op.f("ck_mail_sending_state")
        ),
        sa.ForeignKeyConstraint(
            ["template_id"], ["email_template.id"], name=op.f("fk_mail_sending_template_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_sending")),
        sa.UniqueConstraint("batch", name=op.f("uq_mail_sending_batch")),
    )
    op.create_index("ix_mail_sending_template_id", "mail_sending", ["template_id"], unique=False)
    op.create_index("ix_mail_sending_created", "mail_sending", ["created", "id"], unique=False)
    op.create_index(
        "ix_mail_sending_open",
        "mail_sending",
        ["id"],
        unique=False,
        postgresql_where=sa.text("state IN ('queued', 'sending')"),
    )
    op.create_table(
        "unsubscribed_address",
        *_record_columns(),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("template", sa.Text(), server_default="", nullable=False, comment="the template whose mail it was"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unsubscribed_address")),
        sa.UniqueConstraint("address", name="uq_unsubscribed_address_address"),
    )
    op.create_index("ix_unsubscribed_address_address", "unsubscribed_address", ["address", "id"], unique=False)
    op.create_index("ix_unsubscribed_address_created", "unsubscribed_address", ["created", "id"], unique=False)
    _sent_mail()


def _sent_mail() -> None:
    op.add_column(
        "sent_mail",
        sa.Column("sending_id", sa.BigInteger(), nullable=True, comment="absent of mails before sendings"),
    )
    op.add_column(
        "sent_mail",
        sa.Column("contractual", sa.Boolean(), server_default="true", nullable=False, comment="as its template was"),
    )
    op.alter_column("sent_mail", "batch", comment="that of its sending", existing_comment="the sending it belongs to")
    op.create_foreign_key(op.f("fk_sent_mail_sending_id"), "sent_mail", "mail_sending", ["sending_id"], ["id"])
    op.create_index("ix_sent_mail_sending_id", "sent_mail", ["sending_id", "state"], unique=False)
    op.drop_constraint(op.f("ck_sent_mail_state"), "sent_mail", type_="check")
    op.create_check_constraint(
        op.f("ck_sent_mail_state"),
        "sent_mail",
        "state IN ('queued', 'sending', 'sent', 'failed', 'unknown', 'skipped')",
    )
