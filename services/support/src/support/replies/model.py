"""Table of canned answers."""

import sqlalchemy as sa

from kit.database.constraints import constraint_text
from support.replies.attributes import CANNED
from support.schema import metadata

canned_answer = CANNED.table(
    "canned_answer",
    metadata,
    *CANNED.choice_checks("team"),
    sa.Index(
        constraint_text("ix_canned_answer_shortcut_one", "Another answer of this team has this shortcut"),
        "shortcut",
        "team",
        unique=True,
        postgresql_nulls_not_distinct=True,
        postgresql_where=sa.text("shortcut <> ''"),
    ),
)
"""A text inserted into answers; without a team it is for all. `used` counts its insertions."""
CANNED.index_sorts(canned_answer)
