"""Read copies: people, courses and where they belong. Written by events alone; `kit replay` rebuilds them."""

import sqlalchemy as sa

from kit.database.tables import copy_table
from teaching.schema import metadata

person = sa.Table(
    "person",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True, comment="tutor, student or invigilator"),
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, comment="counts within the kind"),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False, server_default="0", comment="0 without a user account"),
)

course = copy_table(
    "course",
    metadata,
    sa.Column("board", sa.Text, nullable=False),
    sa.Column("level", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("type", sa.Text, nullable=False, comment="group, indiv, shared, paired, workshop or seminar"),
    sa.Column("status", sa.Text, nullable=False),
)

organisation = copy_table("organisation", metadata, sa.Column("title", sa.Text, nullable=False))

department = copy_table(
    "department",
    metadata,
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("color", sa.Text, nullable=False, server_default=""),
)
