"""Marks and papers of trial exams"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0048"
down_revision: str | None = "0047"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_MARKS_OF_STANDING_ENTRIES = """
INSERT INTO trial_mark (entry_id, marker_id)
SELECT entry.id, (
  SELECT teaches.tutor_id
  FROM course_tutor teaches
  JOIN course ON course.id = teaches.course_id
  JOIN course_student attends ON attends.course_id = course.id
  WHERE attends.student_id = candidate.student_id AND attends.status <> 'withdrawn' AND course.subject = exam.subject
  ORDER BY (course.level = exam.level) DESC, course.id DESC, teaches.tutor_id
  LIMIT 1
)
FROM exam_entry entry
JOIN exam ON exam.id = entry.exam_id
JOIN candidate ON candidate.id = entry.candidate_id
WHERE entry.kind = 'trial'
"""


def upgrade() -> None:
    op.create_table(
        "trial_paper",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("component_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), server_default="question", nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("max_mark", sa.Integer(), nullable=True),
        sa.Column("released_from", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind <> 'scheme' OR released_from IS NULL", name=op.f("ck_trial_paper_scheme")),
        sa.CheckConstraint("kind IN ('question', 'scheme')", name=op.f("ck_trial_paper_kind")),
        sa.ForeignKeyConstraint(["component_id"], ["exam_component.id"], name=op.f("fk_trial_paper_component_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trial_paper")),
        sa.UniqueConstraint("component_id", "kind", "title", name="uq_trial_paper"),
        info={"nouns": ("paper of a trial exam", "papers of trial exams")},
    )
    op.create_index(op.f("ix_trial_paper_component_id"), "trial_paper", ["component_id"], unique=False)
    op.create_index("ix_trial_paper_title", "trial_paper", ["title", "id"], unique=False)
    op.create_table(
        "trial_mark",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("marker_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("mark", sa.Integer(), nullable=True),
        sa.Column("max_mark", sa.Integer(), nullable=True),
        sa.Column("grade", sa.Text(), server_default="", nullable=False),
        sa.Column("comment", sa.Text(), server_default="", nullable=False),
        sa.Column("marked_on", sa.Date(), nullable=True),
        sa.Column("return_reason", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "told",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="the result as it was published; empty without one",
        ),
        sa.CheckConstraint(
            "status <> 'marked' OR (mark IS NOT NULL AND max_mark IS NOT NULL AND grade <> '')",
            name=op.f("ck_trial_mark_marked"),
        ),
        sa.CheckConstraint("status IN ('waiting', 'marked', 'returned')", name=op.f("ck_trial_mark_status")),
        sa.CheckConstraint("mark BETWEEN 0 AND max_mark", name=op.f("ck_trial_mark_mark")),
        sa.ForeignKeyConstraint(["entry_id"], ["exam_entry.id"], name=op.f("fk_trial_mark_entry_id")),
        sa.ForeignKeyConstraint(["marker_id"], ["tutor.id"], name=op.f("fk_trial_mark_marker_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_trial_mark")),
        sa.UniqueConstraint("entry_id", name="uq_trial_mark"),
        info={"nouns": ("mark of a trial exam", "marks of trial exams")},
    )
    op.create_index(
        "ix_trial_mark_marked_on",
        "trial_mark",
        [sa.literal_column("coalesce(marked_on, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(op.f("ix_trial_mark_marker_id"), "trial_mark", ["marker_id"], unique=False)
    op.create_index("ix_trial_mark_status", "trial_mark", ["status", "id"], unique=False)
    op.execute(_MARKS_OF_STANDING_ENTRIES)
