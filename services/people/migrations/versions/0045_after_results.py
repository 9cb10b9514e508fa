"""Reviews of results, certificates, declarations of heads of centre"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0045"
down_revision: str | None = "0043"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "centre_declaration",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("series_id", sa.BigInteger(), nullable=False),
        sa.Column("head_name", sa.Text(), nullable=False),
        sa.Column("declared", sa.DateTime(timezone=True), nullable=True),
        sa.Column("written_by", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["series_id"], ["exam_series.id"], name=op.f("fk_centre_declaration_series_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_centre_declaration")),
        sa.UniqueConstraint("series_id", name="uq_centre_declaration"),
        info={"nouns": ("declaration", "declarations")},
    )
    op.create_table(
        "certificate",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("candidacy_id", sa.BigInteger(), nullable=False),
        sa.Column("candidate_id", sa.BigInteger(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("number", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="expected", nullable=False),
        sa.Column("received_on", sa.Date(), nullable=True),
        sa.Column("place", sa.Text(), server_default="", nullable=False),
        sa.Column("keep_until", sa.Date(), nullable=True),
        sa.Column("given_on", sa.Date(), nullable=True),
        sa.Column("given_to", sa.Text(), server_default="", nullable=False),
        sa.Column("identity_seen", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("tracking", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint(
            "status <> 'collected' OR (given_to <> '' AND given_on IS NOT NULL)", name=op.f("ck_certificate_given")
        ),
        sa.CheckConstraint("status <> 'posted' OR tracking <> ''", name=op.f("ck_certificate_posted")),
        sa.CheckConstraint(
            "status IN ('expected', 'received', 'collected', 'posted', 'returned', 'destroyed')",
            name=op.f("ck_certificate_status"),
        ),
        sa.ForeignKeyConstraint(["board"], ["board.title"], name=op.f("fk_certificate_board"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["candidacy_id"], ["exam_candidacy.id"], name=op.f("fk_certificate_candidacy_id")),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name=op.f("fk_certificate_candidate_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_certificate")),
        sa.UniqueConstraint("candidacy_id", "board", name="uq_certificate"),
        info={"nouns": ("certificate", "certificates")},
    )
    op.create_index(op.f("ix_certificate_candidate_id"), "certificate", ["candidate_id"], unique=False)
    op.create_index(
        "ix_certificate_keep_until",
        "certificate",
        [sa.literal_column("coalesce(keep_until, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_certificate_received_on",
        "certificate",
        [sa.literal_column("coalesce(received_on, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_table(
        "result_review",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("candidate_id", sa.BigInteger(), nullable=False),
        sa.Column("service", sa.Text(), server_default="review", nullable=False),
        sa.Column("status", sa.Text(), server_default="asked", nullable=False),
        sa.Column("consented_on", sa.Date(), nullable=True),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("sent_on", sa.Date(), nullable=True),
        sa.Column("fee", sa.BigInteger(), nullable=True),
        sa.Column("grade_before", sa.Text(), server_default="", nullable=False),
        sa.Column("grade_after", sa.Text(), server_default="", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("outcome", sa.Text(), server_default="", nullable=False),
        sa.Column("file_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.CheckConstraint(
            "service IN ('clericalCheck', 'review', 'priorityReview', 'moderation', 'script', 'priorityScript', 'appeal')",
            name=op.f("ck_result_review_service"),
        ),
        sa.CheckConstraint(
            "status IN ('asked', 'refused', 'withdrawn') OR consented_on IS NOT NULL",
            name=op.f("ck_result_review_consent"),
        ),
        sa.CheckConstraint(
            "status IN ('asked', 'sent', 'changed', 'unchanged', 'refused', 'withdrawn')",
            name=op.f("ck_result_review_status"),
        ),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name=op.f("fk_result_review_candidate_id")),
        sa.ForeignKeyConstraint(["entry_id"], ["exam_entry.id"], name=op.f("fk_result_review_entry_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_result_review")),
        info={"nouns": ("review of a result", "reviews of results")},
    )
    op.create_index(op.f("ix_result_review_candidate_id"), "result_review", ["candidate_id"], unique=False)
    op.create_index(
        "ix_result_review_due_on",
        "result_review",
        [sa.literal_column("coalesce(due_on, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(op.f("ix_result_review_entry_id"), "result_review", ["entry_id"], unique=False)
    op.create_index(
        "uq_result_review_open",
        "result_review",
        ["entry_id", "service"],
        unique=True,
        postgresql_where=sa.text("status IN ('asked', 'sent')"),
    )
    op.add_column("exam_entry", sa.Column("first_assessor_id", sa.BigInteger(), nullable=True))
    op.add_column("exam_entry", sa.Column("second_assessor_id", sa.BigInteger(), nullable=True))
    op.add_column("exam_entry", sa.Column("agreed_on", sa.Date(), nullable=True))
    op.create_foreign_key(
        op.f("fk_exam_entry_second_assessor_id"), "exam_entry", "staff", ["second_assessor_id"], ["id"]
    )
    op.create_foreign_key(op.f("fk_exam_entry_first_assessor_id"), "exam_entry", "staff", ["first_assessor_id"], ["id"])
