"""Tables of support tickets (`money.md 3`, Support ticket)."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.database.constraints import constraint_text
from kit.database.searching import plain_column
from kit.database.tables import now, one_of, sort_indexes
from kit.policy import EVERYBODY
from support.schema import metadata
from support.tickets import rules
from support.tickets.attributes import TICKET

SENT, MERGED = "sent", "merged"

ticket = TICKET.table(
    "ticket",
    metadata,
    EVERYBODY.of(sa.Column("created_by_id", sa.BigInteger, nullable=False, comment="who wrote it down")),
    EVERYBODY.of(sa.Column("merged_into_id", sa.ForeignKey("ticket.id"), comment="the ticket that has its messages")),
    EVERYBODY.of(plain_column("title", "search")),
    *TICKET.choice_checks("type", "metaType", "status"),
    EVERYBODY.of(sa.Column("rating_comment", sa.Text, nullable=False, server_default="", comment="their words")),
    EVERYBODY.of(sa.Column("rota_user_id", sa.BigInteger, comment="the person whom the rota made responsible")),
    EVERYBODY.of(
        sa.Column("from_address", sa.Text, nullable=False, server_default="", comment="of an asker who wrote by mail")
    ),
    sa.CheckConstraint("priority BETWEEN 1 AND 4", name="priority"),
    sa.CheckConstraint("rating BETWEEN 1 AND 5", name="rating"),
    sa.Index("ix_ticket_type", "type", "status", "id"),
    sa.Index("ix_ticket_responsible_id", "responsible_id", postgresql_where=sa.text("responsible_id IS NOT NULL")),
    sa.Index("ix_ticket_invoice_id", "invoice_id", postgresql_where=sa.text("invoice_id IS NOT NULL")),
    sa.Index(
        constraint_text("ix_ticket_slip_id", rules.ONE_PER_SLIP),
        "slip_id",
        unique=True,
        postgresql_where=sa.text("slip_id IS NOT NULL"),
    ),
    sa.Index("ix_ticket_merged_into_id", "merged_into_id", postgresql_where=sa.text("merged_into_id IS NOT NULL")),
    sa.Index("ix_ticket_due_next", "due", postgresql_where=sa.text("due IS NOT NULL")),
    sa.Index("ix_ticket_error_id", "error_id", postgresql_where=sa.text("error_id IS NOT NULL")),
)
"""A question and its state. `messages` and `last_message` follow its messages. `user_id` is 0 for an asker by mail
without an account."""
TICKET.index_sorts(ticket)
sort_indexes(ticket, "created", "user_id")

_WORDS = "replace(replace(regexp_replace(message, '<[^>]*>', ' ', 'g'), '&nbsp;', ' '), '&amp;', '&')"
"""Return SQL for the words of a message, without its markup."""

ticket_message = sa.Table(
    "ticket_message",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("ticket_id", sa.BigInteger, sa.ForeignKey("ticket.id"), nullable=False),
    sa.Column("author_id", sa.BigInteger, nullable=False),
    sa.Column("acting_user_id", sa.BigInteger, nullable=False),
    sa.Column("by_support", sa.Boolean, nullable=False, comment="written by the team, not by who asks"),
    sa.Column(
        "status", sa.Text, nullable=False, server_default=SENT, comment="merged: it came from another ticket or report"
    ),
    sa.Column("message", sa.Text, nullable=False, comment="sanitised html"),
    sa.Column("files", JSONB, nullable=False, server_default="[]", comment="[{id, name}], the names as they were then"),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("internal", sa.Boolean, nullable=False, server_default="false", comment="a note that only staff see"),
    sa.Column("origin_id", sa.ForeignKey("ticket.id"), comment="the ticket from which it was merged"),
    sa.Column(
        "sender", sa.Text, nullable=False, server_default="", comment="name and address of an author without an account"
    ),
    plain_column(_WORDS, "words"),
    one_of("status", (SENT, MERGED)),
    sa.Index("ix_ticket_message_ticket", "ticket_id", "id"),
)
"""The messages of a ticket; the first is the question itself. Messages never change, except that merging moves them.

Only staff read an internal note: it counts neither in `ticket.messages` nor in `last_message`.
"""

ticket_read = sa.Table(
    "ticket_read",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("message_id", sa.BigInteger, sa.ForeignKey("ticket_message.id"), nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("read", sa.DateTime(timezone=True)),
    sa.UniqueConstraint("message_id", "user_id"),
)
"""A message and one of its recipients; `read` is null until they have seen it."""

ticket_merge = sa.Table(
    "ticket_merge",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("source_id", sa.ForeignKey("ticket.id"), nullable=False),
    sa.Column("target_id", sa.ForeignKey("ticket.id"), nullable=False),
    sa.Column("snapshot", JSONB, nullable=False, comment="the state before: {status, informed, messages}"),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("undone", sa.DateTime(timezone=True)),
    sa.Index("ix_ticket_merge_source_id", "source_id", unique=True, postgresql_where=sa.text("undone IS NULL")),
)
"""A ticket that was merged into another. `undone` is when the snapshot was restored."""

ticket_pause = sa.Table(
    "ticket_pause",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("ticket_id", sa.ForeignKey("ticket.id"), nullable=False),
    sa.Column("reason", sa.Text, nullable=False, comment="waiting: on an answer; resolved: until it was reopened"),
    sa.Column("began", sa.DateTime(timezone=True), nullable=False),
    sa.Column("ended", sa.DateTime(timezone=True)),
    sa.Column("minutes", sa.Integer, comment="working minutes, once it has ended"),
    sa.Column("user_id", sa.BigInteger, nullable=False, comment="the user with whose act it began, or was reopened"),
    one_of("reason", ("waiting", "resolved")),
    sa.Index("ix_ticket_pause_ticket_id", "ticket_id", "id"),
)
"""A pause of a ticket's clock."""

ticket_link = sa.Table(
    "ticket_link",
    metadata,
    sa.Column("low_id", sa.ForeignKey("ticket.id"), primary_key=True),
    sa.Column("high_id", sa.ForeignKey("ticket.id"), primary_key=True),
    sa.Index("ix_ticket_link_high_id", "high_id"),
)
"""Two linked tickets; `low_id` is the smaller id."""
