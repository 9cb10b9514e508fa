"""Tables of notices."""

import sqlalchemy as sa

from kit.database.tables import now, one_of
from support.schema import metadata

OFF, DAILY, WEEKLY = EVERY = ("off", "daily", "weekly")

notification = sa.Table(
    "notification",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("read", sa.DateTime(timezone=True)),
    sa.Column("event_id", sa.Uuid),
    sa.Index("ix_notification_unread", "user_id", "number", postgresql_where=sa.text("read IS NULL")),
    sa.Index(
        "ix_notification_event", "event_id", "user_id", unique=True, postgresql_where=sa.text("event_id IS NOT NULL")
    ),
)
"""A notice to one user, under the user's own running number. `event_id` is the event that requested it, if any."""

notification_counter = sa.Table(
    "notification_counter",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("last_number", sa.BigInteger, nullable=False),
)
"""The last number given to each user. Its row stays locked until the commit, so a user's numbers become visible in
order: whoever has seen number 7 has missed none below it."""

notice_setting = sa.Table(
    "notice_setting",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("bell", sa.Boolean, nullable=False),
    sa.Column("mail", sa.Boolean, nullable=False),
)
"""The channels that a user chose for a kind of notice. The default is the bell, and e-mail if `NoticeKind.mail` of the
kind says so."""

notice_digest = sa.Table(
    "notice_digest",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("every", sa.Text, nullable=False),
    sa.Column("last_number", sa.BigInteger, nullable=False, server_default="0", comment="the last notice that it had"),
    sa.Column("sent", sa.DateTime(timezone=True)),
    one_of("every", EVERY),
    sa.Index("ix_notice_digest_wanted", "user_id", postgresql_where=sa.text("every <> 'off'")),
)
"""Interval at which a user gets the unread notices as one mail. The default is never."""
