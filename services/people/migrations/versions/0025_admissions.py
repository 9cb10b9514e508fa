"""Conversions of leads, public enquiry forms, enrolments with their stages, and the copy of invoices."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "invoice",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "status", sa.Text(), nullable=False, comment="draft, proposed, final, booked, partPaid, paid or cancelled"
        ),
        sa.Column("currency", sa.Text(), server_default="", nullable=False),
        sa.Column("total", sa.BigInteger(), server_default="0", nullable=False, comment="in minor units"),
        sa.Column("outstanding", sa.BigInteger(), server_default="0", nullable=False, comment="in minor units"),
        sa.Column("is_credit_note", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("person_kind", sa.Text(), server_default="", nullable=False),
        sa.Column("person_id", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=True, comment="the student it is about, if any"),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice")),
    )
    op.create_index("ix_invoice_person", "invoice", ["person_kind", "person_id"], unique=False)
    op.create_index("ix_invoice_student_id", "invoice", ["student_id"], unique=False)
    op.create_table(
        "enrolment_stage",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("stage", sa.Text(), server_default="offerSent", nullable=False),
        sa.Column("days", sa.Integer(), server_default="7", nullable=False),
        sa.Column("used", sa.Boolean(), server_default="true", nullable=False),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_enrolment_stage_department_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enrolment_stage")),
        sa.UniqueConstraint("department_id", "stage", name="uq_enrolment_stage", postgresql_nulls_not_distinct=True),
        info={"nouns": ("stage", "stages")},
    )
    op.create_table(
        "lead_form",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("intro", sa.Text(), server_default="", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=True),
        sa.Column("reply_subject", sa.Text(), server_default="", nullable=False),
        sa.Column("reply", sa.Text(), server_default="", nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_lead_form_department_id")),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_lead_form_organisation_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_form")),
        sa.UniqueConstraint("slug", name="uq_lead_form_slug"),
        info={"nouns": ("enquiry form", "enquiry forms")},
    )
    op.create_index("ix_lead_form_slug", "lead_form", ["slug", "id"], unique=False)
    op.create_table(
        "enrolment",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("lead_id", sa.BigInteger(), nullable=True),
        sa.Column("stage", sa.Text(), server_default="offerSent", nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column(
            "stuck_from",
            sa.DateTime(timezone=True),
            server_default="9999-12-31T00:00:00Z",
            nullable=False,
            comment="when the days of the stage are over",
        ),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("forms_in", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deposit_paid", sa.DateTime(timezone=True), nullable=True),
        sa.Column("course_allocated", sa.DateTime(timezone=True), nullable=True),
        sa.Column("first_tutorial", sa.DateTime(timezone=True), nullable=True),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "reached", sa.Integer(), server_default="-1", nullable=False, comment="the furthest fact that moved it"
        ),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_enrolment_department_id")),
        sa.ForeignKeyConstraint(["lead_id"], ["enquiry.id"], name=op.f("fk_enrolment_lead_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["student_id"], ["student.id"], name=op.f("fk_enrolment_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enrolment")),
        info={"nouns": ("enrolment", "enrolments")},
    )
    op.create_index(op.f("ix_enrolment_lead_id"), "enrolment", ["lead_id"], unique=False)
    op.create_index("ix_enrolment_stage", "enrolment", ["stage", "stuck_from", "id"], unique=False)
    op.create_index("ix_enrolment_stuck_from", "enrolment", ["stuck_from", "id"], unique=False)
    op.create_index("ix_enrolment_student", "enrolment", ["student_id"], unique=False)
    op.create_index(
        "uq_enrolment_open",
        "enrolment",
        ["student_id"],
        unique=True,
        postgresql_where=sa.text("stage NOT IN ('started', 'withdrawn')"),
    )
    op.create_table(
        "lead_conversion",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("lead_id", sa.BigInteger(), nullable=False),
        sa.Column("client_id", sa.BigInteger(), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(["client_id"], ["client.id"], name=op.f("fk_lead_conversion_client_id")),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_lead_conversion_course_id")),
        sa.ForeignKeyConstraint(
            ["lead_id"], ["enquiry.id"], name=op.f("fk_lead_conversion_lead_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_conversion")),
        sa.UniqueConstraint("lead_id", name="uq_lead_conversion_lead"),
        info={"nouns": ("conversion", "conversions")},
    )
    op.create_index(op.f("ix_lead_conversion_client_id"), "lead_conversion", ["client_id"], unique=False)
    op.create_index(op.f("ix_lead_conversion_course_id"), "lead_conversion", ["course_id"], unique=False)
    # Leads that were completed before keep who they were converted to; nobody knows by whom.
    op.execute(
        "INSERT INTO lead_conversion (lead_id, client_id, course_id, user_id, at) "
        "SELECT id, client_id, course_id, 0, coalesce(converted_at, modified) FROM enquiry "
        "WHERE lead_status = 'completed' AND client_id IS NOT NULL"
    )
