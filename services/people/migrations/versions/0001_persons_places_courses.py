"""Persons, places, courses and reference data"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0001"

ACCENTED = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïðñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨ"
    "ĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț"
)
PLAIN = (
    "AAAAAAACEEEEIIIIDNOOOOOOUUUUYaaaaaaaceeeeiiiidnoooooouuuuyyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhI"
    "iIiIiIiIiJjKkLlLlLlLlNnNnNnOoOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsTt"
)
NAMES = "first_name || ' ' || preferred_name || ' ' || last_name"
FOLDED = f"translate({NAMES}, '{ACCENTED}', '{PLAIN}')"


def upgrade() -> None:  # noqa: PLR0915
    op.create_table(
        "address",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("person_type", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("line1", sa.Text(), nullable=False),
        sa.Column("line2", sa.Text(), server_default="", nullable=False),
        sa.Column("line3", sa.Text(), server_default="", nullable=False),
        sa.Column("city", sa.Text(), server_default="", nullable=False),
        sa.Column("postcode", sa.Text(), nullable=False),
        sa.Column("country", sa.Text(), server_default="", nullable=False),
        sa.Column("primary", sa.Boolean(), server_default="false", nullable=False),
        postgresql.ExcludeConstraint(
            (sa.column("person_type"), "="),
            (sa.column("person_id"), "="),
            where=sa.text('"primary"'),
            deferrable="True",
            initially="DEFERRED",
            using="btree",
            name="uq_address_primary",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address")),
    )
    op.create_index("ix_address_person", "address", ["person_type", "person_id", "id"], unique=False)
    op.create_table(
        "board",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_board")),
        sa.UniqueConstraint("title", name="uq_board_title"),
    )
    op.create_index("ix_board_position", "board", ["position", "id"], unique=False)
    op.create_table(
        "department",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("color", sa.Text(), server_default="", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_department")),
    )
    op.create_table(
        "exam_level",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_level")),
        sa.UniqueConstraint("title", name="uq_exam_level_title"),
    )
    op.create_index("ix_exam_level_position", "exam_level", ["position", "id"], unique=False)
    op.create_table(
        "exam_subject",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_subject")),
        sa.UniqueConstraint("title", name="uq_exam_subject_title"),
    )
    op.create_index("ix_exam_subject_position", "exam_subject", ["position", "id"], unique=False)
    op.create_table(
        "grade",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("label", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grade")),
        sa.UniqueConstraint("title", name="uq_grade_title"),
    )
    op.create_index("ix_grade_position", "grade", ["position", "id"], unique=False)
    op.create_table(
        "level",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_level")),
        sa.UniqueConstraint("title", name="uq_level_title"),
    )
    op.create_index("ix_level_position", "level", ["position", "id"], unique=False)
    op.create_table(
        "organisation",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organisation")),
    )
    op.create_table(
        "subject",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subject")),
        sa.UniqueConstraint("title", name="uq_subject_title"),
    )
    op.create_index("ix_subject_position", "subject", ["position", "id"], unique=False)
    op.create_table(
        "agent",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("preferred_name", sa.Text(), server_default="", nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("nationality", sa.Text(), server_default="", nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("mobile", sa.Text(), server_default="", nullable=False),
        sa.Column("contact_by", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("company", sa.Text(), server_default="", nullable=False),
        sa.Column("country", sa.Text(), server_default="", nullable=False),
        sa.Column("website", sa.Text(), server_default="", nullable=False),
        sa.Column("contract_from", sa.Date(), nullable=True),
        sa.Column("contract_until", sa.Date(), nullable=True),
        sa.Column("commission_note", sa.Text(), server_default="", nullable=False),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column("document_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "last_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(last_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(f"{NAMES} || ' ' || {FOLDED} || ' ' || email", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_agent_department_id")),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_agent_organisation_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agent")),
        sa.UniqueConstraint("user_id", name=op.f("uq_agent_user_id")),
    )
    op.create_index(
        "ix_agent_birth", "agent", [sa.literal_column("coalesce(birth_date, '9999-12-31'::date)"), "id"], unique=False
    )
    op.create_index("ix_agent_company", "agent", ["company", "id"], unique=False)
    op.create_index("ix_agent_country", "agent", ["country", "id"], unique=False)
    op.create_index("ix_agent_created", "agent", ["created", "id"], unique=False)
    op.create_index("ix_agent_department", "agent", ["department_id", "id"], unique=False)
    op.create_index("ix_agent_first_names", "agent", ["first_key", "id"], unique=False)
    op.create_index("ix_agent_names", "agent", ["last_key", "first_key", "id"], unique=False)
    op.create_index(
        "ix_agent_search",
        "agent",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_agent_status", "agent", ["status", "id"], unique=False)
    op.create_table(
        "client",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("preferred_name", sa.Text(), server_default="", nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("nationality", sa.Text(), server_default="", nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("mobile", sa.Text(), server_default="", nullable=False),
        sa.Column("contact_by", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("company", sa.Text(), server_default="", nullable=False),
        sa.Column("invoice_email", sa.Text(), server_default="", nullable=False),
        sa.Column("heard_from", sa.Text(), server_default="", nullable=False),
        sa.Column("newsletter", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("newsletter_date", sa.Date(), nullable=True),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column("document_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "last_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(last_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(f"{NAMES} || ' ' || {FOLDED} || ' ' || email", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_client_department_id")),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_client_organisation_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client")),
        sa.UniqueConstraint("user_id", name=op.f("uq_client_user_id")),
    )
    op.create_index(
        "ix_client_birth", "client", [sa.literal_column("coalesce(birth_date, '9999-12-31'::date)"), "id"], unique=False
    )
    op.create_index("ix_client_company", "client", ["company", "id"], unique=False)
    op.create_index("ix_client_created", "client", ["created", "id"], unique=False)
    op.create_index("ix_client_department", "client", ["department_id", "id"], unique=False)
    op.create_index("ix_client_first_names", "client", ["first_key", "id"], unique=False)
    op.create_index("ix_client_names", "client", ["last_key", "first_key", "id"], unique=False)
    op.create_index(
        "ix_client_search",
        "client",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_client_status", "client", ["status", "id"], unique=False)
    op.create_table(
        "course",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("board", sa.Text(), nullable=True),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="proposed", nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("academic_year_id", sa.BigInteger(), nullable=True),
        sa.Column("full_time", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("starts", sa.Date(), nullable=True),
        sa.Column("ends", sa.Date(), nullable=True),
        sa.Column("default_duration_hr", sa.Integer(), server_default="1", nullable=False),
        sa.Column("default_duration_min", sa.Integer(), server_default="0", nullable=False),
        sa.Column("hours", sa.Numeric(precision=8, scale=2), nullable=True),
        sa.Column("syllabus", sa.Text(), server_default="", nullable=False),
        sa.Column("option", sa.Text(), server_default="", nullable=False),
        sa.Column("study_plan_not_required", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("subject || ' ' || level || ' ' || coalesce(board, '') || ' ' || syllabus", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["board"], ["board.title"], name=op.f("fk_course_board"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_course_department_id")),
        sa.ForeignKeyConstraint(["level"], ["level.title"], name=op.f("fk_course_level"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_course_organisation_id")),
        sa.ForeignKeyConstraint(["subject"], ["subject.title"], name=op.f("fk_course_subject"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course")),
    )
    op.create_index(op.f("ix_course_academic_year_id"), "course", ["academic_year_id"], unique=False)
    op.create_index("ix_course_created", "course", ["created", "id"], unique=False)
    op.create_index(op.f("ix_course_department_id"), "course", ["department_id"], unique=False)
    op.create_index("ix_course_level", "course", ["level", "id"], unique=False)
    op.create_index(
        "ix_course_search",
        "course",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_course_status", "course", ["status", "id"], unique=False)
    op.create_index("ix_course_subject", "course", ["subject", "level", "id"], unique=False)
    op.create_index("ix_course_type", "course", ["type", "id"], unique=False)
    op.create_table(
        "invigilator",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("preferred_name", sa.Text(), server_default="", nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("nationality", sa.Text(), server_default="", nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("mobile", sa.Text(), server_default="", nullable=False),
        sa.Column("contact_by", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("started", sa.Date(), nullable=True),
        sa.Column("duties", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("trained", sa.Date(), nullable=True),
        sa.Column("availability", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("dbs_number", sa.Text(), server_default="", nullable=False),
        sa.Column("dbs_date", sa.Date(), nullable=True),
        sa.Column("right_to_work", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("right_to_work_date", sa.Date(), nullable=True),
        sa.Column("safeguarding_trained", sa.Date(), nullable=True),
        sa.Column("emergency_contacts", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column("document_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "last_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(last_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(f"{NAMES} || ' ' || {FOLDED} || ' ' || email", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_invigilator_department_id")),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_invigilator_organisation_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invigilator")),
        sa.UniqueConstraint("user_id", name=op.f("uq_invigilator_user_id")),
    )
    op.create_index(
        "ix_invigilator_birth",
        "invigilator",
        [sa.literal_column("coalesce(birth_date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index("ix_invigilator_created", "invigilator", ["created", "id"], unique=False)
    op.create_index("ix_invigilator_department", "invigilator", ["department_id", "id"], unique=False)
    op.create_index("ix_invigilator_first_names", "invigilator", ["first_key", "id"], unique=False)
    op.create_index("ix_invigilator_names", "invigilator", ["last_key", "first_key", "id"], unique=False)
    op.create_index(
        "ix_invigilator_search",
        "invigilator",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_invigilator_status", "invigilator", ["status", "id"], unique=False)
    op.create_table(
        "location",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("parent_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("capacity", sa.Integer(), nullable=True),
        sa.Column("line1", sa.Text(), server_default="", nullable=False),
        sa.Column("line2", sa.Text(), server_default="", nullable=False),
        sa.Column("city", sa.Text(), server_default="", nullable=False),
        sa.Column("postcode", sa.Text(), server_default="", nullable=False),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_location_organisation_id")),
        sa.ForeignKeyConstraint(["parent_id"], ["location.id"], name=op.f("fk_location_parent_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_location")),
    )
    op.create_index("ix_location_city", "location", ["city", "id"], unique=False)
    op.create_index(op.f("ix_location_parent_id"), "location", ["parent_id"], unique=False)
    op.create_index(
        "ix_location_search",
        "location",
        ["title"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"title": "gin_trgm_ops"},
    )
    op.create_index("ix_location_title", "location", ["title", "id"], unique=False)
    op.create_index("ix_location_type", "location", ["type", "id"], unique=False)
    op.create_table(
        "staff",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("preferred_name", sa.Text(), server_default="", nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("nationality", sa.Text(), server_default="", nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("mobile", sa.Text(), server_default="", nullable=False),
        sa.Column("contact_by", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("job_title", sa.Text(), server_default="", nullable=False),
        sa.Column("extension", sa.Text(), server_default="", nullable=False),
        sa.Column("work_pattern", sa.Text(), server_default="", nullable=False),
        sa.Column("started", sa.Date(), nullable=True),
        sa.Column("left", sa.Date(), nullable=True),
        sa.Column("first_aider", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("dbs_number", sa.Text(), server_default="", nullable=False),
        sa.Column("dbs_date", sa.Date(), nullable=True),
        sa.Column("right_to_work", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("right_to_work_date", sa.Date(), nullable=True),
        sa.Column("safeguarding_trained", sa.Date(), nullable=True),
        sa.Column("emergency_contacts", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column("document_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "last_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(last_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(f"{NAMES} || ' ' || {FOLDED} || ' ' || email", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_staff_department_id")),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_staff_organisation_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff")),
        sa.UniqueConstraint("user_id", name=op.f("uq_staff_user_id")),
    )
    op.create_index(
        "ix_staff_birth", "staff", [sa.literal_column("coalesce(birth_date, '9999-12-31'::date)"), "id"], unique=False
    )
    op.create_index("ix_staff_created", "staff", ["created", "id"], unique=False)
    op.create_index("ix_staff_department", "staff", ["department_id", "id"], unique=False)
    op.create_index("ix_staff_first_names", "staff", ["first_key", "id"], unique=False)
    op.create_index("ix_staff_job_title", "staff", ["job_title", "id"], unique=False)
    op.create_index("ix_staff_names", "staff", ["last_key", "first_key", "id"], unique=False)
    op.create_index(
        "ix_staff_search",
        "staff",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_staff_status", "staff", ["status", "id"], unique=False)
    op.create_table(
        "tutor",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("preferred_name", sa.Text(), server_default="", nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("nationality", sa.Text(), server_default="", nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("mobile", sa.Text(), server_default="", nullable=False),
        sa.Column("contact_by", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("is_pt", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("started", sa.Date(), nullable=True),
        sa.Column("interviewed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("qualifications", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("teaches_online", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("hours_per_week", sa.Numeric(precision=8, scale=2), nullable=True),
        sa.Column("available_from", sa.Date(), nullable=True),
        sa.Column("biography", sa.Text(), server_default="", nullable=False),
        sa.Column("dbs_number", sa.Text(), server_default="", nullable=False),
        sa.Column("dbs_date", sa.Date(), nullable=True),
        sa.Column("right_to_work", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("right_to_work_date", sa.Date(), nullable=True),
        sa.Column("safeguarding_trained", sa.Date(), nullable=True),
        sa.Column("references_received", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("charter_accepted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("emergency_contacts", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column("document_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "last_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(last_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(f"{NAMES} || ' ' || {FOLDED} || ' ' || email", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_tutor_department_id")),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_tutor_organisation_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tutor")),
        sa.UniqueConstraint("user_id", name=op.f("uq_tutor_user_id")),
    )
    op.create_index(
        "ix_tutor_birth", "tutor", [sa.literal_column("coalesce(birth_date, '9999-12-31'::date)"), "id"], unique=False
    )
    op.create_index("ix_tutor_created", "tutor", ["created", "id"], unique=False)
    op.create_index("ix_tutor_department", "tutor", ["department_id", "id"], unique=False)
    op.create_index("ix_tutor_first_names", "tutor", ["first_key", "id"], unique=False)
    op.create_index("ix_tutor_names", "tutor", ["last_key", "first_key", "id"], unique=False)
    op.create_index(
        "ix_tutor_search",
        "tutor",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_tutor_status", "tutor", ["status", "id"], unique=False)
    op.create_table(
        "course_tutor",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_course_tutor_course_id")),
        sa.ForeignKeyConstraint(["tutor_id"], ["tutor.id"], name=op.f("fk_course_tutor_tutor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course_tutor")),
        sa.UniqueConstraint("course_id", "tutor_id", name="uq_course_tutor"),
    )
    op.create_index(op.f("ix_course_tutor_tutor_id"), "course_tutor", ["tutor_id"], unique=False)
    op.create_table(
        "student",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("preferred_name", sa.Text(), server_default="", nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("nationality", sa.Text(), server_default="", nullable=False),
        sa.Column("first_language", sa.Text(), server_default="", nullable=False),
        sa.Column("passport_expires", sa.Date(), nullable=True),
        sa.Column("visa_type", sa.Text(), nullable=True),
        sa.Column("visa_expires", sa.Date(), nullable=True),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("mobile", sa.Text(), server_default="", nullable=False),
        sa.Column("contact_by", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("student_type", sa.Text(), nullable=True),
        sa.Column("enrolled", sa.Date(), nullable=True),
        sa.Column("left", sa.Date(), nullable=True),
        sa.Column("agent_id", sa.BigInteger(), nullable=True),
        sa.Column("last_contact", sa.DateTime(timezone=True), nullable=True),
        sa.Column("school", sa.Text(), server_default="", nullable=False),
        sa.Column("year_group", sa.Text(), nullable=True),
        sa.Column("destination", sa.Text(), server_default="", nullable=False),
        sa.Column("emergency_contacts", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("medical", sa.Text(), server_default="", nullable=False),
        sa.Column("learning_needs", sa.Text(), server_default="", nullable=False),
        sa.Column("safeguarding", sa.Text(), server_default="", nullable=False),
        sa.Column("social_media_release", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("social_media_release_date", sa.Date(), nullable=True),
        sa.Column("social_media_handles", sa.Text(), server_default="", nullable=False),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column("document_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "last_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(last_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(f"{NAMES} || ' ' || {FOLDED} || ' ' || email", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["agent_id"], ["agent.id"], name=op.f("fk_student_agent_id")),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_student_department_id")),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_student_organisation_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_student")),
        sa.UniqueConstraint("user_id", name=op.f("uq_student_user_id")),
    )
    op.create_index(
        "ix_student_birth",
        "student",
        [sa.literal_column("coalesce(birth_date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index("ix_student_created", "student", ["created", "id"], unique=False)
    op.create_index("ix_student_department", "student", ["department_id", "id"], unique=False)
    op.create_index("ix_student_first_names", "student", ["first_key", "id"], unique=False)
    op.create_index("ix_student_names", "student", ["last_key", "first_key", "id"], unique=False)
    op.create_index("ix_student_school", "student", ["school", "id"], unique=False)
    op.create_index(
        "ix_student_search",
        "student",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_student_social_media_release_names",
        "student",
        ["last_key", "first_key", "id"],
        unique=False,
        postgresql_where="social_media_release",
    )
    op.create_index("ix_student_status", "student", ["status", "id"], unique=False)
    op.create_table(
        "tutor_subject",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=False),
        sa.Column("board", sa.Text(), nullable=True),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["board"], ["board.title"], name=op.f("fk_tutor_subject_board"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["level"], ["level.title"], name=op.f("fk_tutor_subject_level"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(
            ["subject"], ["subject.title"], name=op.f("fk_tutor_subject_subject"), onupdate="CASCADE"
        ),
        sa.ForeignKeyConstraint(["tutor_id"], ["tutor.id"], name=op.f("fk_tutor_subject_tutor_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tutor_subject")),
    )
    op.create_index("ix_tutor_subject_level", "tutor_subject", ["level", "id"], unique=False)
    op.create_index("ix_tutor_subject_subject", "tutor_subject", ["subject", "id"], unique=False)
    op.create_index(op.f("ix_tutor_subject_tutor_id"), "tutor_subject", ["tutor_id"], unique=False)
    op.create_index(
        "uq_tutor_subject",
        "tutor_subject",
        ["tutor_id", "subject", "level", sa.literal_column("coalesce(board, '')")],
        unique=True,
    )
    op.create_table(
        "candidate",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("preferred_name", sa.Text(), server_default="", nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("nationality", sa.Text(), server_default="", nullable=False),
        sa.Column("exam_first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("exam_last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("uci", sa.Text(), server_default="", nullable=False),
        sa.Column("uln", sa.Text(), server_default="", nullable=False),
        sa.Column("centre_number", sa.Text(), server_default="", nullable=False),
        sa.Column("candidate_number", sa.Text(), server_default="", nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.Column("id_seen", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("id_seen_on", sa.Date(), nullable=True),
        sa.Column("access", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("access_approved", sa.Date(), nullable=True),
        sa.Column("access_until", sa.Date(), nullable=True),
        sa.Column("access_evidence_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("mobile", sa.Text(), server_default="", nullable=False),
        sa.Column("contact_by", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column("document_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "last_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(last_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                f"{NAMES} || ' ' || {FOLDED} || ' ' || email"
                " || ' ' || exam_first_name || ' ' || exam_last_name || ' ' || uci",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_candidate_department_id")),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_candidate_organisation_id")),
        sa.ForeignKeyConstraint(["student_id"], ["student.id"], name=op.f("fk_candidate_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_candidate")),
        sa.UniqueConstraint("user_id", name=op.f("uq_candidate_user_id")),
    )
    op.create_index(
        "ix_candidate_birth",
        "candidate",
        [sa.literal_column("coalesce(birth_date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index("ix_candidate_candidate_number", "candidate", ["candidate_number", "id"], unique=False)
    op.create_index("ix_candidate_created", "candidate", ["created", "id"], unique=False)
    op.create_index("ix_candidate_department", "candidate", ["department_id", "id"], unique=False)
    op.create_index("ix_candidate_exam_last_name", "candidate", ["exam_last_name", "id"], unique=False)
    op.create_index("ix_candidate_first_names", "candidate", ["first_key", "id"], unique=False)
    op.create_index("ix_candidate_names", "candidate", ["last_key", "first_key", "id"], unique=False)
    op.create_index(
        "ix_candidate_search",
        "candidate",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_candidate_status", "candidate", ["status", "id"], unique=False)
    op.create_table(
        "client_student",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("client_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("relation", sa.Text(), server_default="", nullable=False),
        sa.Column("pays", sa.Boolean(), server_default="false", nullable=False),
        sa.ForeignKeyConstraint(["client_id"], ["client.id"], name=op.f("fk_client_student_client_id")),
        sa.ForeignKeyConstraint(["student_id"], ["student.id"], name=op.f("fk_client_student_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client_student")),
        sa.UniqueConstraint("client_id", "student_id", name="uq_client_student"),
    )
    op.create_index(op.f("ix_client_student_student_id"), "client_student", ["student_id"], unique=False)
    op.create_table(
        "course_student",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("reach_grade", sa.Text(), nullable=True),
        sa.Column("match_grade", sa.Text(), nullable=True),
        sa.Column("safety_grade", sa.Text(), nullable=True),
        sa.Column("previous_grade", sa.Text(), nullable=True),
        sa.Column("syllabus", sa.Text(), server_default="", nullable=False),
        sa.Column("option", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_course_student_course_id")),
        sa.ForeignKeyConstraint(
            ["match_grade"], ["grade.title"], name=op.f("fk_course_student_match_grade"), onupdate="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["previous_grade"], ["grade.title"], name=op.f("fk_course_student_previous_grade"), onupdate="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["reach_grade"], ["grade.title"], name=op.f("fk_course_student_reach_grade"), onupdate="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["safety_grade"], ["grade.title"], name=op.f("fk_course_student_safety_grade"), onupdate="CASCADE"
        ),
        sa.ForeignKeyConstraint(["student_id"], ["student.id"], name=op.f("fk_course_student_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course_student")),
        sa.UniqueConstraint("course_id", "student_id", name="uq_course_student"),
    )
    op.create_index(op.f("ix_course_student_student_id"), "course_student", ["student_id"], unique=False)


def downgrade() -> None:
    for table in (
        "course_student",
        "client_student",
        "candidate",
        "tutor_subject",
        "student",
        "course_tutor",
        "tutor",
        "staff",
        "location",
        "invigilator",
        "course",
        "client",
        "agent",
        "subject",
        "organisation",
        "level",
        "grade",
        "exam_subject",
        "exam_level",
        "department",
        "board",
        "address",
    ):
        op.drop_table(table)
