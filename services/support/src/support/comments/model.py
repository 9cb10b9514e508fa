"""Tables of comments."""

import sqlalchemy as sa

from kit.database.tables import now
from support.comments.attributes import COMMENT
from support.schema import metadata

comment = COMMENT.table(
    "comment",
    metadata,
    sa.Column("deleted", sa.DateTime(timezone=True)),
    sa.Column("deleted_by", sa.BigInteger),
    sa.Index(
        "ix_comment_entity",
        "entity_type",
        "entity_type_id",
        "pinned",
        "id",
        postgresql_where=sa.text("deleted IS NULL"),
    ),
)
"""A comment on a record of any service. A deleted comment stays, hidden."""

comment_revision = sa.Table(
    "comment_revision",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("comment_id", sa.BigInteger, sa.ForeignKey("comment.id"), nullable=False),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    sa.Column("replaced", sa.DateTime(timezone=True), nullable=False, server_default=now()),
    sa.Column("replaced_by", sa.BigInteger, nullable=False),
    sa.Column("acting_user_id", sa.BigInteger, nullable=False),
    sa.Index("ix_comment_revision_comment", "comment_id", "id"),
)
"""The text of a comment before an edit, with the time of the edit and its author."""
