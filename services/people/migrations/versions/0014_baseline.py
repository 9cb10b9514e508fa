"""The tables of the first release. The number is that of the last of the migrations before it: a database made by them
has these tables already."""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0014"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0009"

_LETTERS = (
    "'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïðñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț', "
    "'AAAAAAACEEEEIIIIDNOOOOOOUUUUYaaaaaaaceeeeiiiidnoooooouuuuyyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjKkLlLlLlLlNnNnNnOoOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsTt'"
)
"""Letters with accents, and those that a search takes them for."""


def upgrade() -> None:
    op.create_table(
        "address",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("person_type", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("primary", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("line1", sa.Text(), nullable=False),
        sa.Column("line2", sa.Text(), server_default="", nullable=False),
        sa.Column("line3", sa.Text(), server_default="", nullable=False),
        sa.Column("city", sa.Text(), server_default="", nullable=False),
        sa.Column("postcode", sa.Text(), nullable=False),
        sa.Column("country", sa.Text(), server_default="", nullable=False),
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
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_board")),
        sa.UniqueConstraint("title", name="uq_board_title"),
    )
    op.create_index("ix_board_position", "board", ["position", "id"], unique=False)
    op.create_table(
        "calendar_feed",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False, comment="SHA-256 of the secret address"),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("last_read", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_calendar_feed")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_calendar_feed_token_hash")),
    )
    op.create_table(
        "calendar_import",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, comment="user id"),
        sa.Column("name", sa.Text(), nullable=False, comment="of the file"),
        sa.Column("imported", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calendar_import")),
        sa.UniqueConstraint("user_id", "name", name="uq_calendar_import_name"),
    )
    op.create_table(
        "department",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("color", sa.Text(), server_default="", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_department")),
    )
    op.create_table(
        "enquiry",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("first_name", sa.Text(), nullable=False),
        sa.Column("last_name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("lead_status", sa.Text(), server_default="new", nullable=False),
        sa.Column(
            "last_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(last_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                f"first_name || ' ' || last_name || ' ' || translate(first_name || ' ' || last_name, {_LETTERS}) || ' ' || email",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enquiry")),
    )
    op.create_index("ix_enquiry_last_key", "enquiry", ["last_key", "id"], unique=False)
    op.create_index("ix_enquiry_lead_status", "enquiry", ["lead_status", "id"], unique=False)
    op.create_index(
        "ix_enquiry_search_plain",
        "enquiry",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "exam_level",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_level")),
        sa.UniqueConstraint("title", name="uq_exam_level_title"),
    )
    op.create_index("ix_exam_level_position", "exam_level", ["position", "id"], unique=False)
    op.create_table(
        "exam_series",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_series")),
        sa.UniqueConstraint("name", name="uq_exam_series_name"),
    )
    op.create_index("ix_exam_series_name", "exam_series", ["name", "id"], unique=False)
    op.create_index("ix_exam_series_year", "exam_series", ["year", "id"], unique=False)
    op.create_table(
        "exam_subject",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
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
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
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
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_level")),
        sa.UniqueConstraint("title", name="uq_level_title"),
    )
    op.create_index("ix_level_position", "level", ["position", "id"], unique=False)
    op.create_table(
        "organisation",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
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
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_subject")),
        sa.UniqueConstraint("title", name="uq_subject_title"),
    )
    op.create_index("ix_subject_position", "subject", ["position", "id"], unique=False)
    op.create_table(
        "working_hours",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("hours", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_working_hours")),
        sa.UniqueConstraint("organisation_id", name="uq_working_hours_organisation"),
        info={"nouns": ("working hours", "working hours")},
    )
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
                f"lower(translate(translate(last_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                f"first_name || ' ' || preferred_name || ' ' || last_name || ' ' || translate(first_name || ' ' || preferred_name || ' ' || last_name, {_LETTERS}) || ' ' || email",
                persisted=True,
            ),
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
        "ix_agent_search_plain",
        "agent",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_agent_status", "agent", ["status", "id"], unique=False)
    op.create_index("ix_agent_status_names", "agent", ["status", "last_key", "first_key", "id"], unique=False)
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
                f"lower(translate(translate(last_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                f"first_name || ' ' || preferred_name || ' ' || last_name || ' ' || translate(first_name || ' ' || preferred_name || ' ' || last_name, {_LETTERS}) || ' ' || email",
                persisted=True,
            ),
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
        "ix_client_search_plain",
        "client",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_client_status", "client", ["status", "id"], unique=False)
    op.create_index("ix_client_status_names", "client", ["status", "last_key", "first_key", "id"], unique=False)
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
        sa.Column("full_time", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("syllabus", sa.Text(), server_default="", nullable=False),
        sa.Column("option", sa.Text(), server_default="", nullable=False),
        sa.Column("study_plan_not_required", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("academic_year_id", sa.BigInteger(), nullable=True),
        sa.Column("starts", sa.Date(), nullable=True),
        sa.Column("ends", sa.Date(), nullable=True),
        sa.Column("default_duration_hr", sa.Integer(), server_default="1", nullable=False),
        sa.Column("default_duration_min", sa.Integer(), server_default="0", nullable=False),
        sa.Column("hours", sa.Numeric(precision=8, scale=2), nullable=True),
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
        "ix_course_search_plain",
        "course",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_course_status", "course", ["status", "id"], unique=False)
    op.create_index("ix_course_subject", "course", ["subject", "level", "id"], unique=False)
    op.create_index("ix_course_type", "course", ["type", "id"], unique=False)
    op.create_table(
        "exam",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("series_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), server_default="", nullable=False, comment="the board's own"),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("papers", sa.Integer(), server_default="1", nullable=False, comment="how many are sat"),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("name || ' ' || board || ' ' || level || ' ' || subject || ' ' || code", persisted=True),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["board"], ["board.title"], name=op.f("fk_exam_board"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["level"], ["exam_level.title"], name=op.f("fk_exam_level"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["series_id"], ["exam_series.id"], name=op.f("fk_exam_series_id")),
        sa.ForeignKeyConstraint(["subject"], ["exam_subject.title"], name=op.f("fk_exam_subject"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam")),
        sa.UniqueConstraint("series_id", "board", "level", "subject", "code", name="uq_exam"),
    )
    op.create_index("ix_exam_code", "exam", ["code", "id"], unique=False)
    op.create_index("ix_exam_level", "exam", ["level", "subject", "id"], unique=False)
    op.create_index("ix_exam_name", "exam", ["name", "id"], unique=False)
    op.create_index(
        "ix_exam_search_plain",
        "exam",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_exam_subject", "exam", ["subject", "id"], unique=False)
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
                f"lower(translate(translate(last_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                f"first_name || ' ' || preferred_name || ' ' || last_name || ' ' || translate(first_name || ' ' || preferred_name || ' ' || last_name, {_LETTERS}) || ' ' || email",
                persisted=True,
            ),
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
        "ix_invigilator_search_plain",
        "invigilator",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_invigilator_status", "invigilator", ["status", "id"], unique=False)
    op.create_index(
        "ix_invigilator_status_names", "invigilator", ["status", "last_key", "first_key", "id"], unique=False
    )
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
        sa.Column("capacity", sa.Integer(), nullable=True),
        sa.Column("line1", sa.Text(), server_default="", nullable=False),
        sa.Column("line2", sa.Text(), server_default="", nullable=False),
        sa.Column("city", sa.Text(), server_default="", nullable=False),
        sa.Column("postcode", sa.Text(), server_default="", nullable=False),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_location_organisation_id")),
        sa.ForeignKeyConstraint(["parent_id"], ["location.id"], name=op.f("fk_location_parent_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_location")),
    )
    op.create_index("ix_location_city", "location", ["city", "id"], unique=False)
    op.create_index(op.f("ix_location_parent_id"), "location", ["parent_id"], unique=False)
    op.create_index("ix_location_title", "location", ["title", "id"], unique=False)
    op.create_index(
        "ix_location_title_plain",
        "location",
        [sa.literal_column("plain(title)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
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
        sa.Column("availability", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
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
                f"lower(translate(translate(last_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                f"first_name || ' ' || preferred_name || ' ' || last_name || ' ' || translate(first_name || ' ' || preferred_name || ' ' || last_name, {_LETTERS}) || ' ' || email",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_staff_department_id")),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_staff_organisation_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff")),
        sa.UniqueConstraint("user_id", name=op.f("uq_staff_user_id")),
        info={"nouns": ("member of staff", "members of staff")},
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
        "ix_staff_search_plain",
        "staff",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_staff_status", "staff", ["status", "id"], unique=False)
    op.create_index("ix_staff_status_names", "staff", ["status", "last_key", "first_key", "id"], unique=False)
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
        sa.Column("availability", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
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
                f"lower(translate(translate(last_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                f"first_name || ' ' || preferred_name || ' ' || last_name || ' ' || translate(first_name || ' ' || preferred_name || ' ' || last_name, {_LETTERS}) || ' ' || email",
                persisted=True,
            ),
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
        "ix_tutor_search_plain",
        "tutor",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_tutor_status", "tutor", ["status", "id"], unique=False)
    op.create_index("ix_tutor_status_names", "tutor", ["status", "last_key", "first_key", "id"], unique=False)
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
        info={"nouns": ("tutor on a course", "tutors on courses")},
    )
    op.create_index(op.f("ix_course_tutor_tutor_id"), "course_tutor", ["tutor_id"], unique=False)
    op.create_table(
        "event_series",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), server_default="tutorial", nullable=False),
        sa.Column("rule", sa.Text(), nullable=False, comment="RRULE of RFC 5545, without its start"),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("time", sa.Text(), nullable=False, comment="HH:MM in London"),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("location_id", sa.BigInteger(), nullable=True),
        sa.Column("zoom_tutor_id", sa.BigInteger(), nullable=True),
        sa.Column("course_id", sa.BigInteger(), nullable=True),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "type IN ('tutorial', 'onlineTut', 'pTutorial', 'supStudy', 'group', 'trial', 'exam', 'invigilation session', 'meeting', 'event', 'master', 'busy')",
            name=op.f("ck_event_series_type"),
        ),
        sa.CheckConstraint("minutes > 0", name=op.f("ck_event_series_minutes")),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_event_series_course_id")),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_event_series_department_id")),
        sa.ForeignKeyConstraint(["location_id"], ["location.id"], name=op.f("fk_event_series_location_id")),
        sa.ForeignKeyConstraint(["zoom_tutor_id"], ["tutor.id"], name=op.f("fk_event_series_zoom_tutor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_series")),
        info={"nouns": ("series of events", "series of events")},
    )
    op.create_index(op.f("ix_event_series_course_id"), "event_series", ["course_id"], unique=False)
    op.create_index("ix_event_series_first_day", "event_series", ["first_day", "id"], unique=False)
    op.create_index(op.f("ix_event_series_location_id"), "event_series", ["location_id"], unique=False)
    op.create_index(
        "ix_event_series_title_plain",
        "event_series",
        [sa.literal_column("plain(title)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
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
                f"lower(translate(translate(last_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                f"first_name || ' ' || preferred_name || ' ' || last_name || ' ' || translate(first_name || ' ' || preferred_name || ' ' || last_name, {_LETTERS}) || ' ' || email",
                persisted=True,
            ),
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
        "ix_student_search_plain",
        "student",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index(
        "ix_student_social_media_release_names",
        "student",
        ["last_key", "first_key", "id"],
        unique=False,
        postgresql_where="social_media_release",
    )
    op.create_index("ix_student_status", "student", ["status", "id"], unique=False)
    op.create_index("ix_student_status_names", "student", ["status", "last_key", "first_key", "id"], unique=False)
    op.create_table(
        "tutor_subject",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=True),
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
                f"lower(translate(translate(last_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                f"first_name || ' ' || preferred_name || ' ' || last_name || ' ' || translate(first_name || ' ' || preferred_name || ' ' || last_name, {_LETTERS}) || ' ' || email || ' ' || exam_first_name || ' ' || exam_last_name || ' ' || uci",
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
        "ix_candidate_search_plain",
        "candidate",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_candidate_status", "candidate", ["status", "id"], unique=False)
    op.create_index("ix_candidate_status_names", "candidate", ["status", "last_key", "first_key", "id"], unique=False)
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
        info={"nouns": ("link of a client and a student", "links of clients and students")},
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
        info={"nouns": ("student on a course", "students on courses")},
    )
    op.create_index(op.f("ix_course_student_student_id"), "course_student", ["student_id"], unique=False)
    op.create_table(
        "event",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), server_default="tutorial", nullable=False),
        sa.Column("starts", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.Column("all_day", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("location_id", sa.BigInteger(), nullable=True),
        sa.Column("zoom_tutor_id", sa.BigInteger(), nullable=True),
        sa.Column("course_id", sa.BigInteger(), nullable=True),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        sa.Column("override_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("cancel_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("series_id", sa.BigInteger(), nullable=True),
        sa.Column("created_by_id", sa.BigInteger(), server_default="0", nullable=False, comment="user id"),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("modified_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("modified_by_name", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("ends <= starts + interval '31 days'", name=op.f("ck_event_length")),
        sa.CheckConstraint("status IN ('active', 'cancelled')", name=op.f("ck_event_status")),
        sa.CheckConstraint(
            "type IN ('tutorial', 'onlineTut', 'pTutorial', 'supStudy', 'group', 'trial', 'exam', 'invigilation session', 'meeting', 'event', 'master', 'busy')",
            name=op.f("ck_event_type"),
        ),
        sa.CheckConstraint("ends > starts", name=op.f("ck_event_order")),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_event_course_id")),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_event_department_id")),
        sa.ForeignKeyConstraint(["location_id"], ["location.id"], name=op.f("fk_event_location_id")),
        sa.ForeignKeyConstraint(["series_id"], ["event_series.id"], name=op.f("fk_event_series_id")),
        sa.ForeignKeyConstraint(["zoom_tutor_id"], ["tutor.id"], name=op.f("fk_event_zoom_tutor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_index(op.f("ix_event_course_id"), "event", ["course_id"], unique=False)
    op.create_index(op.f("ix_event_location_id"), "event", ["location_id"], unique=False)
    op.create_index(
        "ix_event_long",
        "event",
        ["starts", "ends"],
        unique=False,
        postgresql_where=sa.text("ends - starts > '1 day'::interval"),
    )
    op.create_index(op.f("ix_event_series_id"), "event", ["series_id"], unique=False)
    op.create_index("ix_event_start", "event", ["starts", "id", "ends"], unique=False)
    op.create_index(
        "ix_event_title_plain",
        "event",
        [sa.literal_column("plain(title)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "booking",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("cws_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), server_default="invited", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("who", sa.Text(), server_default="", nullable=False, comment="user or record"),
        sa.Column("span", postgresql.TSTZRANGE(), nullable=False, comment="when the event is"),
        sa.Column("busy", postgresql.TSTZMULTIRANGE(), nullable=False, comment="what of it is this event's alone"),
        postgresql.ExcludeConstraint(
            (sa.column("who"), "="),
            (sa.column("busy"), "&&"),
            (sa.column("event_id"), "<>"),
            deferrable="True",
            initially="DEFERRED",
            using="gist",
            name="ex_booking_busy",
        ),
        sa.CheckConstraint(
            "kind IN ('student', 'tutor', 'staff', 'client', 'candidate', 'invigilator', 'agent', 'location')",
            name=op.f("ck_booking_kind"),
        ),
        sa.CheckConstraint("status IN ('invited', 'accepted', 'declined')", name=op.f("ck_booking_status")),
        sa.ForeignKeyConstraint(["cws_id"], ["course_student.id"], name=op.f("fk_booking_cws_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_booking_event_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_booking")),
        sa.UniqueConstraint("event_id", "kind", "person_id", name="uq_booking_person"),
        info={"nouns": ("person on an event", "persons on events")},
    )
    op.create_index(op.f("ix_booking_cws_id"), "booking", ["cws_id"], unique=False)
    op.create_index("ix_booking_week", "booking", ["kind", "person_id", sa.literal_column("lower(span)")], unique=False)
    op.create_index("ix_booking_who", "booking", ["who", sa.literal_column("lower(span)")], unique=False)
    op.create_table(
        "enquiry_with_type",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("enquiry_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="new", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column("student_id", sa.BigInteger(), nullable=True, comment="whom it is about"),
        sa.Column("candidate_id", sa.BigInteger(), nullable=True, comment="whom it is about, of exams"),
        sa.Column("client_id", sa.BigInteger(), nullable=True, comment="who asked and pays"),
        sa.Column(
            "kind",
            sa.Text(),
            sa.Computed(
                "CASE WHEN student_id IS NOT NULL THEN 'student' WHEN candidate_id IS NOT NULL THEN 'candidate' WHEN client_id IS NOT NULL THEN 'client' ELSE 'enquiry' END",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.CheckConstraint("num_nonnulls(student_id, candidate_id) < 2", name=op.f("ck_enquiry_with_type_about")),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name=op.f("fk_enquiry_with_type_candidate_id")),
        sa.ForeignKeyConstraint(["client_id"], ["client.id"], name=op.f("fk_enquiry_with_type_client_id")),
        sa.ForeignKeyConstraint(["enquiry_id"], ["enquiry.id"], name=op.f("fk_enquiry_with_type_enquiry_id")),
        sa.ForeignKeyConstraint(
            ["organisation_id"], ["organisation.id"], name=op.f("fk_enquiry_with_type_organisation_id")
        ),
        sa.ForeignKeyConstraint(["student_id"], ["student.id"], name=op.f("fk_enquiry_with_type_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enquiry_with_type")),
        info={"nouns": ("enquiry", "enquiries")},
    )
    op.create_index(op.f("ix_enquiry_with_type_candidate_id"), "enquiry_with_type", ["candidate_id"], unique=False)
    op.create_index(op.f("ix_enquiry_with_type_client_id"), "enquiry_with_type", ["client_id"], unique=False)
    op.create_index(op.f("ix_enquiry_with_type_enquiry_id"), "enquiry_with_type", ["enquiry_id"], unique=False)
    op.create_index("ix_enquiry_with_type_status", "enquiry_with_type", ["status", "id"], unique=False)
    op.create_index(op.f("ix_enquiry_with_type_student_id"), "enquiry_with_type", ["student_id"], unique=False)
    op.create_table(
        "imported_event",
        sa.Column("event_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("import_id", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.Text(), nullable=False, comment="of the event in the other program"),
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.id"], name=op.f("fk_imported_event_event_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["import_id"], ["calendar_import.id"], name=op.f("fk_imported_event_import_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_imported_event")),
    )
    op.create_index("ix_imported_event_import", "imported_event", ["import_id", "uid"], unique=False)
    op.execute(Path(__file__).with_suffix(".sql").read_text())
