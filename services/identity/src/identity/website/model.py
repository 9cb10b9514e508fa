"""Table: notices of the website."""

from __future__ import annotations

import sqlalchemy as sa

from identity.schema import metadata
from identity.website.attributes import NOTICE
from kit.changes.hands import hands_column
from kit.database.constraints import constraint_text
from kit.database.searching import search_index

website_notice = NOTICE.table(
    "website_notice",
    metadata,
    hands_column(),
    sa.Column("submitted_by_name", sa.Text, nullable=False, server_default=""),
    sa.Column("submitted", sa.DateTime(timezone=True)),
    sa.Column("approved_by_name", sa.Text, nullable=False, server_default=""),
    sa.Column("approved", sa.DateTime(timezone=True)),
    *NOTICE.choice_checks("language", "priority", "status"),
    sa.CheckConstraint("shown_until IS NULL OR shown_until >= shown_from", name="dates"),
    sa.Index("ix_website_notice_public", "language", "shown_from", postgresql_where=sa.text("status = 'approved'")),
)
NOTICE.index_sorts(website_notice)
search_index(website_notice.c.title)
constraint_text("ck_website_notice_dates", "Until: please enter a day on or after From")
