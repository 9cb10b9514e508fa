"""Readings of files, and annotations"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    op.create_table(
        "file_reading",
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("object_key", sa.Text(), nullable=False, comment="of the version that was read"),
        sa.Column("state", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False, comment="why there is nothing to show"),
        sa.Column("pages", sa.Integer(), nullable=True),
        sa.Column("thumbnail", sa.LargeBinary(), nullable=True, comment="a JPEG of at most 30 kB"),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.CheckConstraint("state in ('waiting', 'read', 'unreadable', 'none')", name=op.f("ck_file_reading_state")),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name=op.f("fk_file_reading_file_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("file_id", name=op.f("pk_file_reading")),
    )
    op.create_index(
        "ix_file_reading_waiting", "file_reading", ["file_id"], postgresql_where=sa.text("state = 'waiting'")
    )
    op.create_table(
        "file_page",
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name=op.f("fk_file_page_file_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("file_id", "number", name=op.f("pk_file_page")),
    )
    op.create_index(
        "ix_file_page_words_plain",
        "file_page",
        [sa.literal_column("plain(words)").label("plain")],
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "annotation_layer",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("author_id", sa.BigInteger(), nullable=False),
        sa.Column("author_name", sa.Text(), server_default="", nullable=False),
        sa.Column("teaches", sa.Boolean(), nullable=False, comment="whether its author is staff or a tutor"),
        sa.Column("released", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name=op.f("fk_annotation_layer_file_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation_layer")),
        sa.UniqueConstraint("file_id", "author_id", name=op.f("uq_annotation_layer_file_id_author_id")),
    )
    op.create_table(
        "annotation",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("layer_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False, comment="its name in XFDF, unique in a layer"),
        sa.Column("number", sa.Integer(), nullable=False, comment="the version of the file on which it was drawn"),
        sa.Column("page", sa.Integer(), nullable=False, comment="from 0, as in XFDF"),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("data", postgresql.JSONB(), nullable=False, comment="its points, colour, width and contents"),
        sa.Column("raw", sa.Text(), nullable=True, comment="its XFDF element as it came, while nothing changed it"),
        sa.Column("replies_to", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("deleted", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "kind in ('ink', 'highlight', 'square', 'line', 'arrow', 'freetext', 'note', 'other')",
            name=op.f("ck_annotation_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["layer_id"], ["annotation_layer.id"], name=op.f("fk_annotation_layer_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["replies_to"], ["annotation.id"], name=op.f("fk_annotation_replies_to"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_annotation")),
        sa.UniqueConstraint("layer_id", "name", name=op.f("uq_annotation_layer_id_name")),
    )
    op.create_index(op.f("ix_annotation_layer_id"), "annotation", ["layer_id"])
    op.create_index(op.f("ix_annotation_replies_to"), "annotation", ["replies_to"])
    op.execute(
        "INSERT INTO file_reading (file_id, object_key) SELECT id, object_key FROM file WHERE content_type IN"
        " ('examPaper', 'homework', 'markedHomework', 'expenseClaim', 'tutorCharter', 'supportTicket', 'bill',"
        " 'document', 'profilePhoto')"
    )
