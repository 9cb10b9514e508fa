"""Table of the texts of versions."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from files.documents.model import stored_object
from files.schema import metadata
from kit.database import tables

CONVERTED = frozenset({"doc", "docx", "odt", "rtf", "ppt", "pptx", "odp"})
"""Office documents that are compared by the text of their PDF."""
NO_CONVERTER = "Office documents are not converted here"

version_text = sa.Table(
    "version_text",
    metadata,
    sa.Column("object_key", sa.Text, sa.ForeignKey(stored_object.c.key, ondelete="CASCADE"), primary_key=True),
    sa.Column("reason", sa.Text, nullable=False, server_default="", comment="why there is no text"),
    sa.Column("paragraphs", ARRAY(sa.Text), nullable=False, server_default="{}"),
    sa.Column("made", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
)
"""The paragraphs of an object that somebody compared, kept as long as the object."""
