"""Courses of a conversion, candidates and agents of leads, the enquiry of an invoice, and telephone numbers by their
last digits."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0039"
down_revision: str | None = "0038"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KINDS = ("student", "tutor", "staff", "client", "candidate", "invigilator", "agent")


def upgrade() -> None:
    op.create_table(
        "lead_conversion_course",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("lead_id", sa.BigInteger(), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["lead_id"], ["enquiry.id"], name=op.f("fk_lead_conversion_course_lead_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_lead_conversion_course_course_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_conversion_course")),
    )
    op.create_index(op.f("ix_lead_conversion_course_lead_id"), "lead_conversion_course", ["lead_id"])
    op.create_index(op.f("ix_lead_conversion_course_course_id"), "lead_conversion_course", ["course_id"])
    op.execute(
        "INSERT INTO lead_conversion_course (lead_id, course_id) "
        "SELECT lead_id, course_id FROM lead_conversion WHERE course_id IS NOT NULL ORDER BY id"
    )
    op.alter_column("lead_conversion", "course_id", comment="the first course")
    op.add_column("enquiry", sa.Column("agent_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f("fk_enquiry_agent_id"), "enquiry", "agent", ["agent_id"], ["id"])
    op.create_index(op.f("ix_enquiry_agent_id"), "enquiry", ["agent_id"])
    op.add_column("lead_student", sa.Column("candidate_id", sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f("fk_lead_student_candidate_id"), "lead_student", "candidate", ["candidate_id"], ["id"])
    op.create_index(op.f("ix_lead_student_candidate_id"), "lead_student", ["candidate_id"])
    op.add_column(
        "invoice",
        sa.Column(
            "enquiry_with_type_id",
            sa.BigInteger(),
            nullable=True,
            comment="null where it was told before it carried one",
        ),
    )
    op.create_index("ix_invoice_enquiry_with_type_id", "invoice", ["enquiry_with_type_id"])
    for kind in _KINDS:
        for number in ("phone", "mobile"):
            op.create_index(
                f"ix_{kind}_{number}_key",
                kind,
                [sa.text(f"\"right\"(regexp_replace({number}, '[^0-9]', '', 'g'), 9)")],
                postgresql_where=sa.text(f"{number} <> ''"),
            )
