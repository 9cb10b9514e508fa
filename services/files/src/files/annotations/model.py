"""Tables of annotations."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from files.documents.model import file
from files.schema import metadata
from kit.database import tables

INK, HIGHLIGHT, SQUARE, LINE, ARROW = "ink", "highlight", "square", "line", "arrow"
TEXT, NOTE, OTHER = "freetext", "note", "other"
KINDS = (INK, HIGHLIGHT, SQUARE, LINE, ARROW, TEXT, NOTE, OTHER)

annotation_layer = sa.Table(
    "annotation_layer",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("file_id", sa.BigInteger, sa.ForeignKey(file.c.id, ondelete="CASCADE"), nullable=False),
    sa.Column("author_id", sa.BigInteger, nullable=False),
    sa.Column("author_name", sa.Text, nullable=False, server_default=""),
    sa.Column("teaches", sa.Boolean, nullable=False, comment="whether its author is staff or a tutor"),
    sa.Column("released", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("modified", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.UniqueConstraint("file_id", "author_id"),
)
"""The marks of one person on a file."""

annotation = sa.Table(
    "annotation",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column(
        "layer_id", sa.BigInteger, sa.ForeignKey(annotation_layer.c.id, ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("name", sa.Text, nullable=False, comment="its name in XFDF, unique in a layer"),
    sa.Column("number", sa.Integer, nullable=False, comment="the version of the file on which it was drawn"),
    sa.Column("page", sa.Integer, nullable=False, comment="from 0, as in XFDF"),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("data", JSONB, nullable=False, comment="its points, colour, width and contents"),
    sa.Column("raw", sa.Text, comment="its XFDF element as it came, while nothing changed it"),
    sa.Column("replies_to", sa.BigInteger, sa.ForeignKey("annotation.id", ondelete="SET NULL"), index=True),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("modified", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("deleted", sa.DateTime(timezone=True)),
    sa.UniqueConstraint("layer_id", "name"),
    tables.one_of("kind", KINDS),
)
"""One mark. Its points are PDF points from the bottom left of the page."""
