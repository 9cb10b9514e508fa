"""Tickets are merged, split, linked and rated; staff write internal notes on them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    _merging()
    _rating()


def _rating() -> None:
    rating = sa.Column("rating", sa.Integer(), nullable=True)
    rating.comment = "of the answer, by the primary user: 1 very poor, 5 very good"
    op.add_column("ticket", rating)
    comment = sa.Column("rating_comment", sa.Text(), server_default="", nullable=False, comment="their words")
    op.add_column("ticket", comment)
    op.create_check_constraint(op.f("ck_ticket_rating"), "ticket", "rating BETWEEN 1 AND 5")


def _merging() -> None:
    into = sa.Column("merged_into_id", sa.BigInteger(), nullable=True, comment="the ticket that has its messages")
    op.add_column("ticket", into)
    op.create_foreign_key(op.f("fk_ticket_merged_into_id"), "ticket", "ticket", ["merged_into_id"], ["id"])
    op.create_index(
        "ix_ticket_merged_into_id", "ticket", ["merged_into_id"], postgresql_where=sa.text("merged_into_id IS NOT NULL")
    )
    internal = sa.Column("internal", sa.Boolean(), server_default="false", nullable=False)
    internal.comment = "a note that only staff see"
    op.add_column("ticket_message", internal)
    origin = sa.Column("origin_id", sa.BigInteger(), nullable=True, comment="the ticket from which it was merged")
    op.add_column("ticket_message", origin)
    op.create_foreign_key(op.f("fk_ticket_message_origin_id"), "ticket_message", "ticket", ["origin_id"], ["id"])
    op.create_table(
        "ticket_merge",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "snapshot",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=False,
            comment="the state before: {status, informed, messages}",
        ),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("undone", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["source_id"], ["ticket.id"], name=op.f("fk_ticket_merge_source_id")),
        sa.ForeignKeyConstraint(["target_id"], ["ticket.id"], name=op.f("fk_ticket_merge_target_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ticket_merge")),
    )
    op.create_index(
        "ix_ticket_merge_source_id",
        "ticket_merge",
        ["source_id"],
        unique=True,
        postgresql_where=sa.text("undone IS NULL"),
    )
    op.create_table(
        "ticket_link",
        sa.Column("low_id", sa.BigInteger(), nullable=False),
        sa.Column("high_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["low_id"], ["ticket.id"], name=op.f("fk_ticket_link_low_id")),
        sa.ForeignKeyConstraint(["high_id"], ["ticket.id"], name=op.f("fk_ticket_link_high_id")),
        sa.PrimaryKeyConstraint("low_id", "high_id", name=op.f("pk_ticket_link")),
    )
    op.create_index("ix_ticket_link_high_id", "ticket_link", ["high_id"], unique=False)
