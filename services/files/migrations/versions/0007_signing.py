"""Read and sign, retention and compared texts"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SETTINGS = """
INSERT INTO reminder_setting (reminder, rung, enabled)
SELECT 'unsigned', 'after' || 7 * week, true FROM generate_series(1, 26) week UNION ALL
VALUES ('unsigned', 'before7', true), ('unsigned', 'before1', true),
('documentReview', 'before30', true), ('documentReview', 'before7', true), ('documentReview', 'due', true)
"""
"""Every rung is on: there were no reminders before."""


def upgrade() -> None:
    op.create_table(
        "library_user",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("role_ids", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_library_user")),
    )
    op.create_index("ix_library_user_role_ids", "library_user", ["role_ids"], unique=False, postgresql_using="gin")
    op.create_table(
        "folder_favourite",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("folder_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["folder_id"], ["folder.id"], name=op.f("fk_folder_favourite_folder_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "folder_id", name=op.f("pk_folder_favourite")),
    )
    op.create_index("ix_folder_favourite_folder_id", "folder_favourite", ["folder_id"], unique=False)
    op.create_table(
        "retention_rule",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("folder_id", sa.BigInteger(), nullable=True),
        sa.Column("content_type", sa.Text(), nullable=True),
        sa.Column("years", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.Text(), server_default="version", nullable=False),
        sa.ForeignKeyConstraint(
            ["folder_id"], ["folder.id"], name=op.f("fk_retention_rule_folder_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_retention_rule")),
    )
    op.create_index(op.f("ix_retention_rule_folder_id"), "retention_rule", ["folder_id"], unique=False)
    op.create_index("ix_retention_rule_years_id", "retention_rule", ["years", "id"], unique=False)
    op.create_table(
        "version_text",
        sa.Column("object_key", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False, comment="why there is no text"),
        sa.Column("paragraphs", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["object_key"], ["stored_object.key"], name=op.f("fk_version_text_object_key"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("object_key", name=op.f("pk_version_text")),
    )
    op.create_table(
        "file_favourite",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name=op.f("fk_file_favourite_file_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "file_id", name=op.f("pk_file_favourite")),
    )
    op.create_index("ix_file_favourite_file_id", "file_favourite", ["file_id"], unique=False)
    op.create_table(
        "file_opening",
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name=op.f("fk_file_opening_file_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("file_id", "user_id", "number", name=op.f("pk_file_opening")),
    )
    op.create_table(
        "reading_request",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), nullable=False),
        sa.Column("asked_by_id", sa.BigInteger(), nullable=False),
        sa.Column("asked_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("due", sa.Date(), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, comment="the version that has to be signed, or a later one"),
        sa.Column("signed_number", sa.Integer(), server_default="0", nullable=False, comment="0 until it is signed"),
        sa.Column("signed", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["file_id"], ["file.id"], name=op.f("fk_reading_request_file_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reading_request")),
        sa.UniqueConstraint("file_id", "user_id", name=op.f("uq_reading_request_file_id_user_id")),
    )
    op.create_index(
        "ix_reading_request_due",
        "reading_request",
        ["due"],
        unique=False,
        postgresql_where=sa.text("signed_number < number"),
    )
    op.create_index("ix_reading_request_user", "reading_request", ["user_id", "due"], unique=False)
    op.create_table(
        "reading_signature",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False, comment="of the bytes that were signed"),
        sa.Column("words", sa.Text(), nullable=False, comment="the sentence that was signed"),
        sa.Column("signed", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["file_id"], ["file.id"], name=op.f("fk_reading_signature_file_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reading_signature")),
        sa.UniqueConstraint("file_id", "user_id", "number", name=op.f("uq_reading_signature_file_id_user_id_number")),
    )
    op.add_column(
        "file",
        sa.Column(
            "is_signed",
            sa.Boolean(),
            server_default=sa.text("false"),
            nullable=False,
            comment="whether somebody is asked to read and sign it",
        ),
    )
    op.add_column("file", sa.Column("reviewed", sa.Date(), nullable=True, comment="the day of the last review"))
    op.add_column("file", sa.Column("reviewed_by", sa.Text(), server_default="", nullable=False))
    op.add_column(
        "file",
        sa.Column(
            "hold", sa.Text(), server_default="", nullable=False, comment="why it may not be deleted; empty if it may"
        ),
    )
    op.add_column(
        "file",
        sa.Column(
            "leaves",
            sa.Date(),
            nullable=True,
            comment="the day on which retention moves it to the trash, told to its owner",
        ),
    )
    op.create_index(
        "ix_file_review",
        "file",
        ["review_date"],
        unique=False,
        postgresql_where=sa.text("entity_type = 'folder' AND deleted IS NULL AND review_date IS NOT NULL"),
    )
    op.add_column(
        "folder",
        sa.Column("hold", sa.Text(), server_default="", nullable=False, comment="why nothing in it may be deleted"),
    )
    op.execute(_SETTINGS)
