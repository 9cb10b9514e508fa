"""Tables of the kinds declared by other services."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from support.schema import metadata


def _columns() -> list[sa.Column[object]]:
    """Return the columns of a kind. Two services may declare the same name temporarily, while it moves between them."""
    return [
        sa.Column("service", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False, comment="within its service's declaration"),
    ]


notice_kind = sa.Table(
    "notice_kind",
    metadata,
    *_columns(),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("must", sa.Boolean, nullable=False),
    sa.Column("mail", sa.Boolean, nullable=False),
    sa.Column("roles", sa.ARRAY(sa.Text), nullable=False),
)

comment_kind = sa.Table(
    "comment_kind",
    metadata,
    *_columns(),
    sa.Column("screen", sa.Text, nullable=False),
    sa.Column("types", JSONB, nullable=False),
    sa.Column("asked", sa.Boolean, nullable=False),
)
