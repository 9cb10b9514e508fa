"""Checks of tutors and staff with the single central record, requirements and what is missing, looks at welfare fields,
checklists; and the parental consent of a student.

The DBS certificates and rights to work that stand on persons become checks."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0021"
down_revision: str | None = "0020"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


_BACKFILL = (
    """
    INSERT INTO person_check (person_type, person_id, type, date, number)
    SELECT '{kind}', id, 'enhancedDbs', dbs_date, right(dbs_number, 4) FROM {kind} WHERE dbs_date IS NOT NULL
    """,
    """
    INSERT INTO person_check (person_type, person_id, type, date)
    SELECT '{kind}', id, 'rightToWork', right_to_work_date FROM {kind}
    WHERE right_to_work AND right_to_work_date IS NOT NULL
    """,
)
_CENTRAL = """
INSERT INTO central_record
  (person_type, person_id, name, last_key, status, role, started, enhanced_dbs_date, right_to_work_date)
SELECT person_type, person_id, name, last_key, status, role, started, dbs, work
FROM (
  SELECT 'tutor' AS person_type, id AS person_id, first_name || ' ' || last_name AS name, last_key, status,
    'Tutor' AS role, started, dbs_date AS dbs, CASE WHEN right_to_work THEN right_to_work_date END AS work FROM tutor
  UNION ALL
  SELECT 'staff', id, first_name || ' ' || last_name, last_key, status, job_title, started, dbs_date,
    CASE WHEN right_to_work THEN right_to_work_date END FROM staff
  UNION ALL
  SELECT 'invigilator', id, first_name || ' ' || last_name, last_key, status, 'Invigilator', started, dbs_date,
    CASE WHEN right_to_work THEN right_to_work_date END FROM invigilator
) AS person
WHERE status <> 'retired'
"""


def upgrade() -> None:
    op.create_table(
        "central_record",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("person_type", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("last_key", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), server_default="", nullable=False),
        sa.Column("started", sa.Date(), nullable=True),
        sa.Column("identity_date", sa.Date(), nullable=True),
        sa.Column("identity_expires", sa.Date(), nullable=True),
        sa.Column("barred_list_date", sa.Date(), nullable=True),
        sa.Column("barred_list_expires", sa.Date(), nullable=True),
        sa.Column("enhanced_dbs_date", sa.Date(), nullable=True),
        sa.Column("enhanced_dbs_expires", sa.Date(), nullable=True),
        sa.Column("prohibition_date", sa.Date(), nullable=True),
        sa.Column("prohibition_expires", sa.Date(), nullable=True),
        sa.Column("overseas_date", sa.Date(), nullable=True),
        sa.Column("overseas_expires", sa.Date(), nullable=True),
        sa.Column("qualifications_date", sa.Date(), nullable=True),
        sa.Column("qualifications_expires", sa.Date(), nullable=True),
        sa.Column("right_to_work_date", sa.Date(), nullable=True),
        sa.Column("right_to_work_expires", sa.Date(), nullable=True),
        sa.Column("section128_date", sa.Date(), nullable=True),
        sa.Column("section128_expires", sa.Date(), nullable=True),
        sa.Column("online_search_date", sa.Date(), nullable=True),
        sa.Column("online_search_expires", sa.Date(), nullable=True),
        sa.Column("next_expiry", sa.Date(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_central_record")),
        sa.UniqueConstraint("person_type", "person_id", name="uq_central_record"),
    )
    op.create_index("ix_central_record_last_key", "central_record", ["last_key", "id"], unique=False)
    op.create_index(
        "ix_central_record_next_expiry",
        "central_record",
        [sa.literal_column("coalesce(next_expiry, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_table(
        "checklist_template",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("starts", sa.Text(), server_default="byHand", nullable=False),
        sa.Column("active", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checklist_template")),
    )
    op.create_index("ix_checklist_template_title", "checklist_template", ["title", "id"], unique=False)
    op.create_table(
        "form_received",
        sa.Column("form_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("record_id", sa.BigInteger(), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("received", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("form_id", "kind", "record_id", name=op.f("pk_form_received")),
    )
    op.create_table(
        "person_check",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("person_type", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), server_default="clear", nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("expires", sa.Date(), nullable=True),
        sa.Column("number", sa.Text(), server_default="", nullable=False),
        sa.Column("seen_by", sa.Text(), server_default="", nullable=False),
        sa.Column("evidence_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.CheckConstraint(
            "outcome IN ('pending', 'clear', 'concern', 'notRequired')", name=op.f("ck_person_check_outcome")
        ),
        sa.CheckConstraint(
            "person_type IN ('tutor', 'staff', 'invigilator')", name=op.f("ck_person_check_person_type")
        ),
        sa.CheckConstraint(
            "type IN ('identity', 'barredList', 'enhancedDbs', 'prohibition', 'overseas', 'qualifications', 'rightToWork', 'section128', 'onlineSearch')",
            name=op.f("ck_person_check_type"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person_check")),
    )
    op.create_index("ix_person_check_date", "person_check", ["date", "id"], unique=False)
    op.create_index(
        "ix_person_check_expires",
        "person_check",
        [sa.literal_column("coalesce(expires, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index("ix_person_check_person", "person_check", ["person_type", "person_id", "type"], unique=False)
    op.create_table(
        "requirement",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("measure", sa.Text(), nullable=False),
        sa.Column("form_id", sa.BigInteger(), nullable=True, comment="a form of people/forms"),
        sa.Column("kind", sa.Text(), sa.Computed("split_part(measure, '.', 1)", persisted=True), nullable=False),
        sa.Column("what", sa.Text(), sa.Computed("split_part(measure, '.', 2)", persisted=True), nullable=False),
        sa.Column("item", sa.Text(), sa.Computed("split_part(measure, '.', 3)", persisted=True), nullable=False),
        sa.Column("statuses", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("age_below", sa.Integer(), nullable=True),
        sa.Column("student_type", sa.Text(), nullable=True),
        sa.Column("course_type", sa.Text(), nullable=True),
        sa.Column("active_from", sa.Date(), nullable=True),
        sa.Column("severity", sa.Text(), server_default="required", nullable=False),
        sa.Column("mender", sa.Text(), server_default="academicOffice", nullable=False),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.Column("source", sa.Text(), server_default="", nullable=False),
        sa.Column("active", sa.Boolean(), server_default="true", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requirement")),
    )
    op.create_index("ix_requirement_title", "requirement", ["title", "id"], unique=False)
    op.create_table(
        "checklist",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("template_id", sa.BigInteger(), nullable=False),
        sa.Column("entity_type", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False, comment="of the record, at the start"),
        sa.Column("status", sa.Text(), server_default="open", nullable=False),
        sa.Column("done_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("total", sa.Integer(), server_default="0", nullable=False),
        sa.Column("next_due", sa.Date(), nullable=True),
        sa.CheckConstraint("status IN ('open', 'done', 'cancelled')", name=op.f("ck_checklist_status")),
        sa.ForeignKeyConstraint(["template_id"], ["checklist_template.id"], name=op.f("fk_checklist_template_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checklist")),
    )
    op.create_index("ix_checklist_created", "checklist", ["created", "id"], unique=False)
    op.create_index("ix_checklist_entity", "checklist", ["entity_type", "entity_id"], unique=False)
    op.create_index(
        "ix_checklist_next_due",
        "checklist",
        [sa.literal_column("coalesce(next_due, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(op.f("ix_checklist_template_id"), "checklist", ["template_id"], unique=False)
    op.create_table(
        "checklist_step",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("help", sa.Text(), server_default="", nullable=False),
        sa.Column("owner", sa.Text(), server_default="staff", nullable=False),
        sa.Column("needs", sa.Text(), server_default="none", nullable=False),
        sa.Column("field", sa.Text(), server_default="", nullable=False),
        sa.Column("form_id", sa.BigInteger(), nullable=True),
        sa.Column("waits", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("due_days", sa.Integer(), nullable=True),
        sa.Column("due_from", sa.Text(), server_default="start", nullable=False),
        sa.Column("template_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["template_id"], ["checklist_template.id"], name=op.f("fk_checklist_step_template_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checklist_step")),
    )
    op.create_index(op.f("ix_checklist_step_template_id"), "checklist_step", ["template_id"], unique=False)
    op.create_table(
        "requirement_gap",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("requirement_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("record_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), server_default="open", nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("mended", sa.DateTime(timezone=True), nullable=True),
        sa.Column("waived_until", sa.Date(), nullable=True),
        sa.Column("waived_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("waived_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("waived_by_id", sa.BigInteger(), nullable=True),
        sa.Column("waived", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("status IN ('open', 'waived', 'mended')", name=op.f("ck_requirement_gap_status")),
        sa.ForeignKeyConstraint(["requirement_id"], ["requirement.id"], name=op.f("fk_requirement_gap_requirement_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requirement_gap")),
    )
    op.create_index("ix_requirement_gap_record", "requirement_gap", ["kind", "record_id"], unique=False)
    op.create_index("ix_requirement_gap_since", "requirement_gap", ["kind", "since", "id"], unique=False)
    op.create_index(
        "uq_requirement_gap_open",
        "requirement_gap",
        ["requirement_id", "record_id"],
        unique=True,
        postgresql_where=sa.text("status <> 'mended'"),
    )
    op.create_table(
        "check_override",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=False),
        sa.Column("missing", sa.Text(), server_default="", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("allowed_by", sa.Text(), server_default="", nullable=False),
        sa.Column("allowed_by_id", sa.BigInteger(), nullable=False, comment="the user"),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_check_override_course_id")),
        sa.ForeignKeyConstraint(["tutor_id"], ["tutor.id"], name=op.f("fk_check_override_tutor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_check_override")),
    )
    op.create_index(op.f("ix_check_override_course_id"), "check_override", ["course_id"], unique=False)
    op.create_index("ix_check_override_created", "check_override", ["created", "id"], unique=False)
    op.create_index(op.f("ix_check_override_tutor_id"), "check_override", ["tutor_id"], unique=False)
    op.create_table(
        "checklist_item",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("checklist_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), server_default="0", nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("help", sa.Text(), server_default="", nullable=False),
        sa.Column("owner", sa.Text(), server_default="staff", nullable=False),
        sa.Column("needs", sa.Text(), server_default="none", nullable=False),
        sa.Column("field", sa.Text(), server_default="", nullable=False),
        sa.Column("form_id", sa.BigInteger(), nullable=True),
        sa.Column("waits", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("status", sa.Text(), server_default="open", nullable=False),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("blocked", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("done_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("done", sa.DateTime(timezone=True), nullable=True),
        sa.Column("skipped_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("signature", sa.Text(), server_default="", nullable=False),
        sa.Column("evidence_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("done_by_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("status IN ('open', 'done', 'skipped')", name=op.f("ck_checklist_item_status")),
        sa.ForeignKeyConstraint(["checklist_id"], ["checklist.id"], name=op.f("fk_checklist_item_checklist_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checklist_item")),
        sa.UniqueConstraint("checklist_id", "place", name="uq_checklist_item_place"),
    )
    op.create_index(
        "ix_checklist_item_due",
        "checklist_item",
        [sa.literal_column("coalesce(due, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_table(
        "safeguarding_reader",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("staff_id", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_safeguarding_reader_staff_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_safeguarding_reader")),
        sa.UniqueConstraint("staff_id", name="uq_safeguarding_reader"),
    )
    op.create_table(
        "look",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("fields", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "acting_user_id", sa.BigInteger(), nullable=True, comment="the system administrator who acted as the user"
        ),
        sa.ForeignKeyConstraint(["student_id"], ["student.id"], name=op.f("fk_look_student_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_look")),
    )
    op.create_index("ix_look_created", "look", ["created", "id"], unique=False)
    op.create_index(op.f("ix_look_student_id"), "look", ["student_id"], unique=False)
    op.create_index("ix_look_user_student", "look", ["user_id", "student_id", "created"], unique=False)
    op.add_column("student", sa.Column("parental_consent", sa.Date(), nullable=True))
    for kind in ("tutor", "staff", "invigilator"):
        for statement in _BACKFILL:
            op.execute(sa.text(statement.replace("{kind}", kind)))
    op.execute(sa.text(_CENTRAL))
