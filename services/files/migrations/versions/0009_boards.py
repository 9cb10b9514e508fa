"""Whiteboards"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    op.create_table(
        "course",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course")),
    )
    op.create_table(
        "board",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=True),
        sa.Column("event_id", sa.BigInteger(), nullable=True),
        sa.Column("background", sa.Text(), server_default="plain", nullable=False),
        sa.Column("locked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=False, comment="user id"),
        sa.Column("owner_name", sa.Text(), server_default="", nullable=False),
        sa.Column("pages", sa.Integer(), server_default="1", nullable=False),
        sa.Column("last_number", sa.BigInteger(), server_default="0", nullable=False, comment="of its latest update"),
        sa.Column("bytes", sa.BigInteger(), server_default="0", nullable=False, comment="of its state and its updates"),
        sa.Column("drawn", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("deleted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("search", sa.Text(), sa.Computed("name || ' ' || owner_name", persisted=True), nullable=False),
        sa.CheckConstraint("background in ('plain', 'grid', 'ruled', 'dots')", name=op.f("ck_board_background")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_board")),
    )
    op.create_index(op.f("ix_board_course_id"), "board", ["course_id"])
    op.create_index(op.f("ix_board_event_id"), "board", ["event_id"])
    op.create_index(op.f("ix_board_owner_id"), "board", ["owner_id"])
    op.create_index("ix_board_drawn", "board", ["drawn", "id"])
    op.create_index("ix_board_name", "board", ["name", "id"])
    op.create_index("ix_board_owner_name", "board", ["owner_name", "id"])
    op.create_index(
        "ix_board_search_plain",
        "board",
        [sa.literal_column("plain(search)").label("plain")],
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "board_member",
        sa.Column("board_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("invited", sa.Boolean(), nullable=False, comment="false for people of its course who opened it"),
        sa.Column("locked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.CheckConstraint("level in ('view', 'draw')", name=op.f("ck_board_member_level")),
        sa.ForeignKeyConstraint(["board_id"], ["board.id"], name=op.f("fk_board_member_board_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("board_id", "user_id", name=op.f("pk_board_member")),
    )
    op.create_index("ix_board_member_user", "board_member", ["user_id", "board_id"])
    op.create_table(
        "board_update",
        sa.Column("board_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("author_id", sa.BigInteger(), nullable=False),
        sa.Column("author_name", sa.Text(), server_default="", nullable=False),
        sa.Column("update", sa.LargeBinary(), nullable=False, comment="an update of Yjs, version 1"),
        sa.Column("at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.ForeignKeyConstraint(["board_id"], ["board.id"], name=op.f("fk_board_update_board_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("board_id", "number", name=op.f("pk_board_update")),
    )
    op.create_table(
        "board_state",
        sa.Column("board_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False, comment="of the last update that it has in it"),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["board_id"], ["board.id"], name=op.f("fk_board_state_board_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("board_id", name=op.f("pk_board_state")),
    )
    op.create_table(
        "board_picture",
        sa.Column("board_id", sa.BigInteger(), nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=False, comment="a PNG of its first page"),
        sa.Column("at", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.ForeignKeyConstraint(["board_id"], ["board.id"], name=op.f("fk_board_picture_board_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("board_id", name=op.f("pk_board_picture")),
    )
    # the titles of courses come from events that were handled already: read them again (`kit replay`)
    op.execute("UPDATE event_position SET sequence = 0 WHERE subject = 'people.course.changed'")
    op.execute("DELETE FROM inbox WHERE subject = 'people.course.changed'")
