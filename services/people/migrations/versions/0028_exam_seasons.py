"""Seasons, phases and papers of exams"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "exam_key_time",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("session", sa.Text(), server_default="am", nullable=False),
        sa.Column("begins", sa.Text(), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("source", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_key_time")),
        sa.UniqueConstraint("session", "valid_from", name="uq_exam_key_time"),
        info={"nouns": ("key time", "key times")},
    )
    op.create_index("ix_exam_key_time_valid_from", "exam_key_time", ["valid_from", "id"], unique=False)
    op.create_table(
        "exam_season",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("starts", sa.Date(), nullable=True),
        sa.Column("ends", sa.Date(), nullable=True),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint("ends >= starts", name=op.f("ck_exam_season_order")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_season")),
        sa.UniqueConstraint("title", name="uq_exam_season_title"),
        info={"nouns": ("season", "seasons")},
    )
    op.create_index("ix_exam_season_title", "exam_season", ["title", "id"], unique=False)
    op.create_index("ix_exam_season_year", "exam_season", ["year", "id"], unique=False)
    op.create_table(
        "exam_component",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("exam_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("kind", sa.Text(), server_default="written", nullable=False),
        sa.Column("sitting_date", sa.Date(), nullable=True),
        sa.Column("session", sa.Text(), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["exam_id"], ["exam.id"], name=op.f("fk_exam_component_exam_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_component")),
        sa.UniqueConstraint("exam_id", "code", name="uq_exam_component"),
        info={"nouns": ("paper of an exam", "papers of exams")},
    )
    op.create_index("ix_exam_component_code", "exam_component", ["code", "id"], unique=False)
    op.create_index(
        "ix_exam_component_sitting_date",
        "exam_component",
        [sa.literal_column("coalesce(sitting_date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.add_column(
        "exam", sa.Column("option", sa.Text(), server_default="", nullable=False, comment="the board's entry option")
    )
    op.add_column("exam_series", sa.Column("season_id", sa.BigInteger(), nullable=True))
    op.add_column("exam_series", sa.Column("state", sa.Text(), server_default="planned", nullable=False))
    op.add_column("exam_series", sa.Column("results_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_exam_series_season_id"), "exam_series", ["season_id"], unique=False)
    op.create_foreign_key(op.f("fk_exam_series_season_id"), "exam_series", "exam_season", ["season_id"], ["id"])
    # The boards' key times, as JCQ's instructions for conducting examinations have them; the exams office keeps them.
    op.execute(
        "INSERT INTO exam_key_time (session, begins, valid_from, source) VALUES "
        "('am', '09:00', '2019-09-01', 'JCQ, Instructions for conducting examinations; verify every September'), "
        "('pm', '13:30', '2019-09-01', 'JCQ, Instructions for conducting examinations; verify every September')"
    )
