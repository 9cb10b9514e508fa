"""Tables of what was read in files."""

from __future__ import annotations

import sqlalchemy as sa

from files.documents.model import file
from files.schema import metadata
from kit.database import tables
from kit.database.searching import search_index

WAITING, READ, UNREADABLE, NONE = "waiting", "read", "unreadable", "none"
STATES = (WAITING, READ, UNREADABLE, NONE)


def _file_id() -> sa.Column[int]:
    return sa.Column("file_id", sa.BigInteger, sa.ForeignKey(file.c.id, ondelete="CASCADE"), primary_key=True)


file_reading = sa.Table(
    "file_reading",
    metadata,
    _file_id(),
    sa.Column("object_key", sa.Text, nullable=False, comment="of the version that was read"),
    sa.Column("state", sa.Text, nullable=False, server_default=WAITING),
    sa.Column("reason", sa.Text, nullable=False, server_default="", comment="why there is nothing to show"),
    sa.Column("pages", sa.Integer),
    sa.Column("thumbnail", sa.LargeBinary, comment="a JPEG of at most 30 kB"),
    sa.Column("modified", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    tables.one_of("state", STATES),
    sa.Index("ix_file_reading_waiting", "file_id", postgresql_where=sa.text("state = 'waiting'")),
)
"""One row a file: what the job `files.read` found in its latest version."""

file_page = sa.Table(
    "file_page",
    metadata,
    _file_id(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("words", sa.Text, nullable=False),
)
"""The text of a page, from 1. A file without pages, as a text, has one."""
search_index(file_page.c.words)
