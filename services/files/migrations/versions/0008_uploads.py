"""Uploads that resume, and converted files"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_NOW = sa.text("clock_timestamp()")


def upgrade() -> None:
    op.create_table(
        "upload",
        sa.Column("id", sa.UUID(), nullable=False),
        sa.Column("creator_id", sa.BigInteger(), nullable=False, comment="user id"),
        sa.Column("metadata", postgresql.JSONB(), nullable=False, comment="the texts of the form, and the file name"),
        sa.Column("length", sa.BigInteger(), nullable=False, comment="bytes of the whole file"),
        sa.Column("received", sa.BigInteger(), server_default="0", nullable=False, comment="bytes stored: the offset"),
        sa.Column("state", sa.Text(), server_default="open", nullable=False),
        sa.Column(
            "refusal",
            postgresql.JSONB(),
            nullable=True,
            comment="status and body of the error, where its content was refused",
        ),
        sa.Column("file_id", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), server_default=_NOW, nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("state IN ('open', 'done', 'failed')", name=op.f("ck_upload_state")),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name=op.f("fk_upload_file_id"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_upload")),
    )
    op.create_index("ix_upload_creator", "upload", ["creator_id"], postgresql_where=sa.text("state = 'open'"))
    op.create_index(op.f("ix_upload_expires"), "upload", ["expires"])
    op.create_index(op.f("ix_upload_file_id"), "upload", ["file_id"])
    op.create_table(
        "upload_piece",
        sa.Column("upload_id", sa.UUID(), nullable=False),
        sa.Column("start", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("object_key", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["object_key"], ["stored_object.key"], name=op.f("fk_upload_piece_object_key")),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["upload.id"], name=op.f("fk_upload_piece_upload_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("upload_id", "start", name=op.f("pk_upload_piece")),
    )
    op.create_index(op.f("ix_upload_piece_object_key"), "upload_piece", ["object_key"])
    op.add_column(
        "file",
        sa.Column(
            "converted_from",
            sa.BigInteger(),
            nullable=True,
            comment="of a PDF made of an office document: that document, whose `number` it has",
        ),
    )
    op.create_foreign_key(
        op.f("fk_file_converted_from"), "file", "file", ["converted_from"], ["id"], ondelete="CASCADE"
    )
    op.create_index(
        "ix_file_converted_from", "file", ["converted_from"], postgresql_where=sa.text("converted_from is not null")
    )
