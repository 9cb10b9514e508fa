"""Tables of open uploads."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB, UUID

from files.documents.model import file, stored_object
from files.schema import metadata
from kit.database import tables

OPEN, DONE, FAILED = "open", "done", "failed"

upload = sa.Table(
    "upload",
    metadata,
    sa.Column("id", UUID(as_uuid=True), primary_key=True),
    sa.Column("creator_id", sa.BigInteger, nullable=False, comment="user id"),
    sa.Column("metadata", JSONB, nullable=False, comment="the texts of the form, and the file name"),
    sa.Column("length", sa.BigInteger, nullable=False, comment="bytes of the whole file"),
    sa.Column("received", sa.BigInteger, nullable=False, server_default="0", comment="bytes stored: the offset"),
    sa.Column("state", sa.Text, nullable=False, server_default=OPEN),
    sa.Column("refusal", JSONB, comment="status and body of the error, where its content was refused"),
    sa.Column("file_id", sa.BigInteger, sa.ForeignKey(file.c.id, ondelete="SET NULL"), index=True),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False, index=True),
    tables.one_of("state", (OPEN, DONE, FAILED)),
    sa.Index("ix_upload_creator", "creator_id", postgresql_where=sa.text("state = 'open'")),
)
"""One upload. Its last byte completes or fails it; a failed one keeps its refusal for a repeated last piece."""

upload_piece = sa.Table(
    "upload_piece",
    metadata,
    sa.Column("upload_id", UUID(as_uuid=True), sa.ForeignKey(upload.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("start", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("object_key", sa.Text, sa.ForeignKey(stored_object.c.key), nullable=False, index=True),
)
"""A piece of an open upload: `size` bytes from `start`, as an object of the store."""
