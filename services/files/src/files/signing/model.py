"""Tables: who is asked to sign which document, what was signed, and the copy of users with their roles."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from files.documents.model import file
from files.schema import metadata
from kit.database import tables


def _file_id(**more: Any) -> sa.Column[int]:
    return sa.Column("file_id", sa.BigInteger, sa.ForeignKey(file.c.id, ondelete="CASCADE"), **more)


reading_request = sa.Table(
    "reading_request",
    metadata,
    *tables.record_columns(),
    _file_id(nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("user_name", sa.Text, nullable=False),
    sa.Column("asked_by_id", sa.BigInteger, nullable=False),
    sa.Column("asked_by_name", sa.Text, nullable=False, server_default=""),
    sa.Column("asked", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("due", sa.Date, nullable=False),
    sa.Column("note", sa.Text, nullable=False, server_default=""),
    sa.Column("number", sa.Integer, nullable=False, comment="the version that has to be signed, or a later one"),
    sa.Column("signed_number", sa.Integer, nullable=False, server_default="0", comment="0 until it is signed"),
    sa.Column("signed", sa.DateTime(timezone=True)),
    sa.UniqueConstraint("file_id", "user_id"),
    sa.Index("ix_reading_request_user", "user_id", "due"),
    sa.Index("ix_reading_request_due", "due", postgresql_where=sa.text("signed_number < number")),
)
"""A person who is asked to sign a document. It is signed while `signed_number` is at least `number`."""

reading_signature = sa.Table(
    "reading_signature",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    _file_id(nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("user_name", sa.Text, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False, comment="of the bytes that were signed"),
    sa.Column("words", sa.Text, nullable=False, comment="the sentence that was signed"),
    sa.Column("signed", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.UniqueConstraint("file_id", "user_id", "number"),
)
"""Every signature that was given; signatures on earlier versions stay."""

library_user = tables.copy_table(
    "library_user",
    metadata,
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("role_ids", ARRAY(sa.Text), nullable=False, server_default="{}"),
    sa.Index("ix_library_user_role_ids", "role_ids", postgresql_using="gin"),
)
"""A user as last published by identity (`identity.user.changed`)."""
