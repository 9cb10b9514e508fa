"""Table of the text of files."""

from __future__ import annotations

import sqlalchemy as sa

from files.documents.model import file
from files.schema import metadata
from kit.database.searching import plain_column

file_page = sa.Table(
    "file_page",
    metadata,
    sa.Column("file_id", sa.BigInteger, sa.ForeignKey(file.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("words", sa.Text, nullable=False),
    plain_column("words", "search"),
)
"""The text of a page, counted from 1. A file without pages, such as a text, has one."""
