"""Tables of avatars."""

from __future__ import annotations

import sqlalchemy as sa

from files.schema import metadata
from kit.database import tables

avatar = sa.Table(
    "avatar",
    metadata,
    *tables.record_columns(),
    sa.Column("user_id", sa.BigInteger, nullable=False, unique=True),
    sa.Column("large", sa.LargeBinary, nullable=False),
    sa.Column("small", sa.LargeBinary, nullable=False),
    sa.Column("offset_x", sa.Integer, nullable=False, server_default="50"),
    sa.Column("offset_y", sa.Integer, nullable=False, server_default="50"),
)
"""The picture of a user in two sizes (JPEG of some kilobytes, kept in the row for consistency), and the centre chosen
in the uploaded picture, in percent from its left and top."""

user_name = sa.Table(
    "user_name",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
)
"""Names of users for their initials: a copy maintained by `people.person.changed`."""
