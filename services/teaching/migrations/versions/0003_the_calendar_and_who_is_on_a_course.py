"""The calendar, and who is on a course"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "course_student",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False, comment="proposed, active, completed or withdrawn"),
        sa.Column("reach_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("match_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("safety_grade", sa.Text(), server_default="", nullable=False),
        sa.Column("previous_grade", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course_student")),
    )
    op.create_index(op.f("ix_course_student_course_id"), "course_student", ["course_id"], unique=False)
    op.create_index(op.f("ix_course_student_student_id"), "course_student", ["student_id"], unique=False)
    op.create_table(
        "course_tutor",
        sa.Column("course_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("course_id", "tutor_id", name=op.f("pk_course_tutor")),
    )
    op.create_index(op.f("ix_course_tutor_tutor_id"), "course_tutor", ["tutor_id"], unique=False)
    op.create_table(
        "event",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("type", sa.Text(), nullable=False, comment="an event type of teaching.md 3"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("starts", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.Column("all_day", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("location", sa.Text(), server_default="", nullable=False),
        sa.Column("zoom_tutor_id", sa.BigInteger(), nullable=True),
        sa.Column("course_id", sa.BigInteger(), nullable=True),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False, comment="active or cancelled"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_index(op.f("ix_event_course_id"), "event", ["course_id"], unique=False)
    op.create_table(
        "event_person",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="tutor, student or invigilator"),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("cws_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False, comment="invited, accepted or declined"),
        sa.Column("starts", sa.DateTime(timezone=True), nullable=False, comment="when the event does"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_person")),
    )
    op.create_index(op.f("ix_event_person_cws_id"), "event_person", ["cws_id"], unique=False)
    op.create_index(op.f("ix_event_person_event_id"), "event_person", ["event_id"], unique=False)
    op.create_index("ix_event_person_week", "event_person", ["kind", "person_id", "starts"], unique=False)
    op.add_column("course", sa.Column("organisation_id", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("course", sa.Column("department_id", sa.BigInteger(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("course", "department_id")
    op.drop_column("course", "organisation_id")
    op.drop_index("ix_event_person_week", table_name="event_person")
    op.drop_index(op.f("ix_event_person_event_id"), table_name="event_person")
    op.drop_index(op.f("ix_event_person_cws_id"), table_name="event_person")
    op.drop_table("event_person")
    op.drop_index(op.f("ix_event_course_id"), table_name="event")
    op.drop_table("event")
    op.drop_index(op.f("ix_course_tutor_tutor_id"), table_name="course_tutor")
    op.drop_table("course_tutor")
    op.drop_index(op.f("ix_course_student_student_id"), table_name="course_student")
    op.drop_index(op.f("ix_course_student_course_id"), table_name="course_student")
    op.drop_table("course_student")
