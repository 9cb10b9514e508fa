"""Retry of files whose reading failed; search of the words of pages"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_NOW = sa.text("clock_timestamp()")
_KEY = "of the version that was read, or waits for it"
_NEXT = "while it waits: when the schedule reads it, if no job has by then"

_SEARCH = "plain(name || '.' || extension || ' ' || description)"


def upgrade() -> None:
    op.alter_column("file_reading", "object_key", comment=_KEY, existing_comment="of the version that was read")
    op.add_column(
        "file_reading",
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False, comment="of the schedule, while it waits"),
    )
    op.add_column(
        "file_reading",
        sa.Column("next_try", sa.DateTime(timezone=True), server_default=_NOW, nullable=False, comment=_NEXT),
    )
    op.drop_index("ix_file_reading_waiting", "file_reading")
    op.create_index(
        "ix_file_reading_waiting", "file_reading", ["next_try"], postgresql_where=sa.text("state = 'waiting'")
    )
    op.drop_column("file", "search_text")
    op.add_column("file", sa.Column("search_text", sa.Text(), sa.Computed(_SEARCH, persisted=True), nullable=False))
    op.create_index(
        "ix_file_search_text",
        "file",
        ["search_text"],
        postgresql_using="gin",
        postgresql_ops={"search_text": "gin_trgm_ops"},
    )
    op.drop_index("ix_file_page_words_plain", "file_page")
    op.add_column(
        "file_page", sa.Column("search", sa.Text(), sa.Computed("plain(words)", persisted=True), nullable=False)
    )
    op.create_index(
        "ix_file_page_search",
        "file_page",
        ["search"],
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    # files without a reading of their latest version: its job failed, or has not run yet
    op.execute(
        "INSERT INTO file_reading (file_id, object_key) SELECT id, object_key FROM file WHERE content_type IN"
        " ('examPaper', 'homework', 'markedHomework', 'expenseClaim', 'tutorCharter', 'supportTicket', 'bill',"
        " 'document', 'profilePhoto', 'avatar') AND (converted_from IS NULL OR marks_digest IS NOT NULL)"
        " ON CONFLICT (file_id) DO UPDATE SET object_key = excluded.object_key, state = 'waiting', reason = '',"
        " pages = NULL, thumbnail = NULL WHERE file_reading.object_key <> excluded.object_key"
    )
