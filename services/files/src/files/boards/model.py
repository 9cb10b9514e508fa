"""Tables of whiteboards."""

from __future__ import annotations

import sqlalchemy as sa

from files.boards.attributes import BOARD
from files.boards.rules import LEVELS
from files.schema import metadata
from kit.database import tables
from kit.database.searching import search_column

board = BOARD.table(
    "board",
    metadata,
    sa.Column("owner_id", sa.BigInteger, nullable=False, index=True, comment="user id"),
    sa.Column("owner_name", sa.Text, nullable=False, server_default=""),
    sa.Column("pages", sa.Integer, nullable=False, server_default="1"),
    sa.Column("last_number", sa.BigInteger, nullable=False, server_default="0", comment="of its latest update"),
    sa.Column("bytes", sa.BigInteger, nullable=False, server_default="0", comment="of its state and its updates"),
    sa.Column("drawn", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("deleted", sa.DateTime(timezone=True)),
    search_column("name || ' ' || owner_name"),
    sa.Index("ix_board_drawn", "drawn", "id"),
    sa.Index("ix_board_owner_name", "owner_name", "id"),
    sa.Index("ix_board_name", "name", "id"),
    info={"nouns": ("whiteboard", "whiteboards")},
)
"""A whiteboard. Its updates and its state hold the drawing."""

board_member = sa.Table(
    "board_member",
    metadata,
    sa.Column("board_id", sa.BigInteger, sa.ForeignKey(board.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("level", sa.Text, nullable=False),
    sa.Column("invited", sa.Boolean, nullable=False, comment="false for people of its course who opened it"),
    sa.Column("locked", sa.Boolean, nullable=False, server_default=sa.false()),
    tables.one_of("level", LEVELS),
    sa.Index("ix_board_member_user", "user_id", "board_id"),
)
"""The people of a board besides its owner: invited ones, and those of its course who have opened it."""

board_update = sa.Table(
    "board_update",
    metadata,
    sa.Column("board_id", sa.BigInteger, sa.ForeignKey(board.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True),
    sa.Column("author_id", sa.BigInteger, nullable=False),
    sa.Column("author_name", sa.Text, nullable=False, server_default=""),
    sa.Column("update", sa.LargeBinary, nullable=False, comment="an update of Yjs, version 1"),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
)
"""Strokes in storage order. The committed numbers of a board have no gap."""

board_state = sa.Table(
    "board_state",
    metadata,
    sa.Column("board_id", sa.BigInteger, sa.ForeignKey(board.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False, comment="of the last update that it has in it"),
    sa.Column("state", sa.LargeBinary, nullable=False),
)
"""The updates of a board up to a number, merged into one."""

board_picture = sa.Table(
    "board_picture",
    metadata,
    sa.Column("board_id", sa.BigInteger, sa.ForeignKey(board.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("picture", sa.LargeBinary, nullable=False, comment="a PNG of its first page"),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
)

course = sa.Table(
    "course",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("title", sa.Text, nullable=False, server_default=""),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""The titles of courses: a copy maintained by `people.course.changed`."""
