"""Table of recurring tasks."""

import sqlalchemy as sa

from kit.policy import EVERYBODY
from support.recurring.attributes import RECURRING
from support.schema import metadata

recurring_ticket = RECURRING.table(
    "recurring_ticket",
    metadata,
    EVERYBODY.of(sa.Column("created_by_id", sa.BigInteger, nullable=False, comment="the asker of its tickets")),
    EVERYBODY.of(sa.Column("last_ticket_id", sa.ForeignKey("ticket.id"), comment="the last one that it raised")),
    EVERYBODY.of(
        sa.Column("problem", sa.Text, nullable=False, server_default="", comment="why the last date made no ticket")
    ),
    *RECURRING.choice_checks("repeats"),
    sa.Index("ix_recurring_ticket_next", "next", postgresql_where=sa.text("next IS NOT NULL")),
    sa.Index("ix_recurring_ticket_template_id", "template_id"),
)
"""A task: `next` is when its next ticket is raised."""
RECURRING.index_sorts(recurring_ticket)
