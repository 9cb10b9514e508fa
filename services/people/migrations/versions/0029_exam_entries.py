"""Deadlines, candidates in series and entries of exams"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "exam_uci_letter",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("remainder", sa.Integer(), nullable=False),
        sa.Column("letter", sa.Text(), server_default="", nullable=False),
        sa.Column("source", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_uci_letter")),
        sa.UniqueConstraint("remainder", name="uq_exam_uci_letter"),
        info={"nouns": ("check letter", "check letters")},
    )
    op.create_index("ix_exam_uci_letter_remainder", "exam_uci_letter", ["remainder", "id"], unique=False)
    op.create_table(
        "exam_deadline",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("series_id", sa.BigInteger(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), server_default="entries", nullable=False),
        sa.Column("due_on", sa.Date(), nullable=False),
        sa.Column("source", sa.Text(), server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["board"], ["board.title"], name=op.f("fk_exam_deadline_board"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["series_id"], ["exam_series.id"], name=op.f("fk_exam_deadline_series_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_deadline")),
        sa.UniqueConstraint("series_id", "board", "kind", name="uq_exam_deadline"),
        info={"nouns": ("deadline", "deadlines")},
    )
    op.create_index("ix_exam_deadline_due_on", "exam_deadline", ["due_on", "id"], unique=False)
    op.create_table(
        "exam_candidacy",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("candidate_id", sa.BigInteger(), nullable=False),
        sa.Column("series_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), server_default="public", nullable=False),
        sa.Column("number", sa.Text(), server_default="", nullable=False),
        sa.Column("legal_name", sa.Text(), nullable=False),
        sa.Column("uci", sa.Text(), server_default="", nullable=False),
        sa.Column("centre_number", sa.Text(), server_default="", nullable=False),
        sa.Column("id_seen_on", sa.Date(), nullable=True),
        sa.Column("id_seen_by", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("kind IN ('public', 'trial', 'centreAssessed')", name=op.f("ck_exam_candidacy_kind")),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name=op.f("fk_exam_candidacy_candidate_id")),
        sa.ForeignKeyConstraint(["series_id"], ["exam_series.id"], name=op.f("fk_exam_candidacy_series_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_candidacy")),
        sa.UniqueConstraint("candidate_id", "series_id", name="uq_exam_candidacy"),
        sa.UniqueConstraint("series_id", "number", name="uq_exam_candidacy_number"),
        info={"nouns": ("candidate in a series", "candidates in series")},
    )
    op.create_index(op.f("ix_exam_candidacy_candidate_id"), "exam_candidacy", ["candidate_id"], unique=False)
    op.create_index("ix_exam_candidacy_kind", "exam_candidacy", ["kind", "number", "id"], unique=False)
    op.create_index("ix_exam_candidacy_number", "exam_candidacy", ["number", "id"], unique=False)
    op.create_table(
        "exam_entry",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("candidate_id", sa.BigInteger(), nullable=False),
        sa.Column("exam_id", sa.BigInteger(), nullable=False),
        sa.Column("candidacy_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), server_default="public", nullable=False),
        sa.Column("status", sa.Text(), server_default="planned", nullable=False),
        sa.Column("tier", sa.Text(), nullable=True),
        sa.Column("option", sa.Text(), server_default="", nullable=False),
        sa.Column("fee_kind", sa.Text(), server_default="standard", nullable=False),
        sa.Column("entered_on", sa.Date(), nullable=True),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("forecast_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("coursework_mark", sa.Integer(), nullable=True),
        sa.Column("assessed_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("result_grade", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("fee_kind IN ('standard', 'late', 'veryLate')", name=op.f("ck_exam_entry_fee_kind")),
        sa.CheckConstraint("kind IN ('public', 'trial', 'centreAssessed')", name=op.f("ck_exam_entry_kind")),
        sa.CheckConstraint(
            "status IN ('planned', 'entered', 'amended', 'withdrawn')", name=op.f("ck_exam_entry_status")
        ),
        sa.CheckConstraint(
            "status NOT IN ('entered', 'amended') OR entered_on IS NOT NULL", name=op.f("ck_exam_entry_entered")
        ),
        sa.ForeignKeyConstraint(["candidacy_id"], ["exam_candidacy.id"], name=op.f("fk_exam_entry_candidacy_id")),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name=op.f("fk_exam_entry_candidate_id")),
        sa.ForeignKeyConstraint(["exam_id"], ["exam.id"], name=op.f("fk_exam_entry_exam_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_entry")),
        info={"nouns": ("entry", "entries")},
    )
    op.create_index(op.f("ix_exam_entry_candidate_id"), "exam_entry", ["candidate_id"], unique=False)
    op.create_index(
        "ix_exam_entry_entered_on",
        "exam_entry",
        [sa.literal_column("coalesce(entered_on, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(op.f("ix_exam_entry_exam_id"), "exam_entry", ["exam_id"], unique=False)
    op.create_index("ix_exam_entry_kind", "exam_entry", ["kind", "status", "id"], unique=False)
    op.create_index(
        "uq_exam_entry",
        "exam_entry",
        ["candidacy_id", "exam_id"],
        unique=True,
        postgresql_where=sa.text("status <> 'withdrawn'"),
    )
    # The two letters that the boards' examples tell; the exams office adds the others from JCQ's calculator.
    op.execute(
        "INSERT INTO exam_uci_letter (remainder, letter, source) SELECT n, CASE n WHEN 1 THEN 'X' WHEN 6 THEN 'G' "
        "ELSE '' END, CASE WHEN n IN (1, 6) THEN 'JCQ, published example' ELSE '' END FROM generate_series(0, 16) n"
    )
