"""Full-text search of messages."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_WORDS = "plain(replace(replace(regexp_replace(message, '<[^>]*>', ' ', 'g'), '&nbsp;', ' '), '&amp;', '&'))"


def upgrade() -> None:
    op.drop_index("ix_ticket_title_plain", "ticket")
    op.add_column("ticket", sa.Column("search", sa.Text(), sa.Computed("plain(title)", persisted=True), nullable=False))
    op.create_index(
        "ix_ticket_search", "ticket", ["search"], postgresql_using="gin", postgresql_ops={"search": "gin_trgm_ops"}
    )
    op.add_column("ticket_message", sa.Column("words", sa.Text(), sa.Computed(_WORDS, persisted=True), nullable=False))
    op.create_index(
        "ix_ticket_message_words",
        "ticket_message",
        ["words"],
        postgresql_using="gin",
        postgresql_ops={"words": "gin_trgm_ops"},
    )
