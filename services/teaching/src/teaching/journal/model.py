"""Tables of the journal."""

import sqlalchemy as sa

from kit.database.constraints import unique
from kit.database.searching import search_column
from teaching.journal.attributes import ENTRY
from teaching.schema import metadata

journal_entry = ENTRY.table(
    "journal_entry",
    metadata,
    sa.Column("author_user_id", sa.BigInteger, nullable=False),
    sa.Column("thread_id", sa.BigInteger, comment="the first entry of its thread; null of that one"),
    sa.Column("of_course_id", sa.BigInteger, comment="the course of what it is about"),
    sa.Column("of_student_id", sa.BigInteger, comment="the student of the slip that it is about"),
    sa.Column("words", sa.Text, nullable=False, server_default="", comment="the content without markup"),
    sa.Column("read_count", sa.Integer, nullable=False, server_default="0", comment="readers who have read it"),
    sa.Column("reply_count", sa.Integer, nullable=False, server_default="0"),
    search_column(
        "author_name || ' ' || words || ' ' || course_title || ' ' || slip_title || ' ' || event_title || ' ' || "
        "homework_title"
    ),
    info={"nouns": ("journal entry", "journal entries")},
)

journal_reader = sa.Table(
    "journal_reader",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True, comment="the journalWithUserId"),
    sa.Column("entry_id", sa.BigInteger, sa.ForeignKey("journal_entry.id", ondelete="CASCADE"), nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("named", sa.Boolean, nullable=False, server_default=sa.true(), comment="false once taken off again"),
    sa.Column("is_read", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("read", sa.DateTime(timezone=True)),
    unique("uq_journal_reader", "This person is already named on the entry", "entry_id", "user_id"),
    sa.Index("ix_journal_reader_user", "user_id", "is_read", "entry_id"),
)
"""Somebody who is named on an entry (journalWithUser)."""

_c = journal_entry.c
ENTRY.index_sorts(journal_entry)
for _name in ("author_user_id", "of_course_id", "of_student_id", "thread_id", "slip_id", "event_id", "homework_id"):
    sa.Index(f"ix_journal_entry_{_name}", _c[_name], _c.date, _c.id)
