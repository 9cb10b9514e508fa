"""Table of a briefing's readers."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import unique
from people.schema import metadata

exam_briefing_read = sa.Table(
    "exam_briefing_read",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("season_id", sa.ForeignKey("exam_season.id", ondelete="CASCADE"), nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.clock_timestamp()),
    unique("uq_exam_briefing_read", "You have already read this briefing", "season_id", "user_id"),
    info={"nouns": ("reader of a briefing", "readers of a briefing")},
)
