"""Results of trial exams in reports"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0029"
down_revision: str | None = "0028"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "trial_result",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("exam", sa.Text(), nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("month", sa.Text(), nullable=False),
        sa.Column("grade", sa.Text(), nullable=False),
        sa.Column("mark", sa.Integer(), nullable=False),
        sa.Column("max_mark", sa.Integer(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("released_on", sa.Date(), nullable=False, comment="the day in London"),
        sa.Column(
            "withdrawn", sa.Boolean(), server_default=sa.text("false"), nullable=False, comment="it no longer stands"
        ),
        sa.Column("told", sa.DateTime(timezone=True), nullable=False, comment="when people published it"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trial_result")),
    )
    op.create_index(op.f("ix_trial_result_student_id"), "trial_result", ["student_id"], unique=False)
    op.add_column(
        "collection_mock",
        sa.Column(
            "trial_entry_id", sa.BigInteger(), nullable=True, comment="of people; null where it was entered by hand"
        ),
    )
    op.create_unique_constraint(
        "uq_collection_mock_trial", "collection_mock", ["collection_report_id", "trial_entry_id"]
    )
    op.add_column(
        "collection_report",
        sa.Column(
            "trial_entry_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="entries for trial exams whose results it has had",
        ),
    )
    op.add_column(
        "report",
        sa.Column(
            "trial_entry_ids",
            postgresql.ARRAY(sa.BigInteger()),
            server_default="{}",
            nullable=False,
            comment="entries for trial exams whose results it has had",
        ),
    )
    op.add_column(
        "report_mock",
        sa.Column(
            "trial_entry_id", sa.BigInteger(), nullable=True, comment="of people; null where it was entered by hand"
        ),
    )
    op.create_unique_constraint("uq_report_mock_trial", "report_mock", ["report_id", "trial_entry_id"])
