"""Tables of looks and of those who read safeguarding notes."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import unique
from kit.database.tables import sort_indexes
from people.looking.attributes import LOOK, SAFEGUARDING_READER
from people.schema import metadata

look = LOOK.table(
    "look",
    metadata,
    sa.Column("acting_user_id", sa.BigInteger, comment="the system administrator who acted as the user"),
    sa.Index("ix_look_user_student", "user_id", "student_id", "created"),
    info={"nouns": ("look", "looks")},
)
"""A look of a person at welfare fields of a child, with a `reason` if one was required. Looks within an hour are
one."""
sort_indexes(look, "created")

safeguarding_reader = SAFEGUARDING_READER.table(
    "safeguarding_reader",
    metadata,
    unique("uq_safeguarding_reader", "This member of staff already reads safeguarding notes", "staff_id"),
    info={"nouns": ("reader of safeguarding notes", "readers of safeguarding notes")},
)
"""While the table is empty, everybody with the role reads safeguarding notes; otherwise only the named readers."""
