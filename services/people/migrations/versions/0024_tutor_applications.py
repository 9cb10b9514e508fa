"""Tutor applications"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0024"
down_revision: str | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_REMINDERS = """
INSERT INTO reminder_setting (reminder, rung, enabled) VALUES
('tutorReference', 'due', true), ('tutorReference', 'after3', true), ('tutorReference', 'after7', true)
"""
"""References are new with this revision, so none is late before it."""


def upgrade() -> None:
    op.create_table(
        "application",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("first_name", sa.Text(), nullable=False),
        sa.Column("last_name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("origin", sa.Text(), server_default="", nullable=False),
        sa.Column("lived_overseas", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("qualifications", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("experience", sa.Text(), server_default="", nullable=False),
        sa.Column("teaches_online", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("hours_per_week", sa.Numeric(precision=8, scale=2), nullable=True),
        sa.Column("available_from", sa.Date(), nullable=True),
        sa.Column("availability", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("cv_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("document_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("status", sa.Text(), server_default="received", nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("declined_reason", sa.Text(), nullable=True),
        sa.Column("ended_note", sa.Text(), server_default="", nullable=False),
        sa.Column("offer_rate", sa.BigInteger(), nullable=True),
        sa.Column("offer_note", sa.Text(), server_default="", nullable=False),
        sa.Column("override_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("overridden_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("overridden_missing", sa.Text(), server_default="", nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=True),
        sa.Column("delete_after", sa.Date(), nullable=True),
        sa.Column("consent_version", sa.Integer(), nullable=True),
        sa.Column("consented", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "last_key",
            sa.Text(),
            sa.Computed(
                "lower(translate(translate(last_name, 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïðñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț', 'AAAAAAACEEEEIIIIDNOOOOOOUUUUYaaaaaaaceeeeiiiidnoooooouuuuyyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjKkLlLlLlLlNnNnNnOoOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsTt'), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(
                "first_name || ' ' || last_name || ' ' || translate(first_name || ' ' || last_name, 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïðñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț', 'AAAAAAACEEEEIIIIDNOOOOOOUUUUYaaaaaaaceeeeiiiidnoooooouuuuyyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjKkLlLlLlLlNnNnNnOoOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsTt')",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.CheckConstraint("status <> 'declined' OR declined_reason IS NOT NULL", name=op.f("ck_application_declined")),
        sa.CheckConstraint(
            "status IN ('received', 'screened', 'interview', 'trialLesson', 'references', 'checks', 'offer', 'accepted', 'declined', 'withdrawn')",
            name=op.f("ck_application_status"),
        ),
        sa.CheckConstraint(
            "status NOT IN ('declined', 'withdrawn') OR delete_after IS NOT NULL",
            name=op.f("ck_application_delete_after"),
        ),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_application_department_id")),
        sa.ForeignKeyConstraint(["tutor_id"], ["tutor.id"], name=op.f("fk_application_tutor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application")),
    )
    op.create_index("ix_application_created", "application", ["created", "id"], unique=False)
    op.create_index(
        "ix_application_delete_after",
        "application",
        [sa.literal_column("coalesce(delete_after, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(op.f("ix_application_department_id"), "application", ["department_id"], unique=False)
    op.create_index("ix_application_email", "application", [sa.literal_column("lower(email)")], unique=False)
    op.create_index("ix_application_last_key", "application", ["last_key", "id"], unique=False)
    op.create_index(
        "ix_application_search_plain",
        "application",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_application_since", "application", ["since", "id"], unique=False)
    op.create_index("ix_application_status", "application", ["status", "id"], unique=False)
    op.create_index(op.f("ix_application_tutor_id"), "application", ["tutor_id"], unique=False)
    op.create_table(
        "application_interview",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("way", sa.Text(), server_default="online", nullable=False),
        sa.Column("place", sa.Text(), server_default="", nullable=False),
        sa.Column("interviewer_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("interviewers", sa.Text(), server_default="", nullable=False),
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_application_interview_application_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application_interview")),
    )
    op.create_index(
        op.f("ix_application_interview_application_id"), "application_interview", ["application_id"], unique=False
    )
    op.create_index("ix_application_interview_at", "application_interview", ["at", "id"], unique=False)
    op.create_table(
        "application_message",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_id", sa.BigInteger(), server_default="0", nullable=False, comment="user id"),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_application_message_application_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application_message")),
    )
    op.create_index(
        op.f("ix_application_message_application_id"), "application_message", ["application_id"], unique=False
    )
    op.create_table(
        "application_reference",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("position", sa.Text(), server_default="", nullable=False),
        sa.Column("organisation", sa.Text(), server_default="", nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="named", nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("known_for", sa.Text(), server_default="", nullable=False),
        sa.Column("rating", sa.Text(), nullable=True),
        sa.Column("words", sa.Text(), server_default="", nullable=False),
        sa.Column("concern", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("concern_words", sa.Text(), server_default="", nullable=False),
        sa.Column("received", sa.DateTime(timezone=True), nullable=True),
        sa.Column("signed_name", sa.Text(), server_default="", nullable=False),
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_application_reference_application_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application_reference")),
    )
    op.create_index(
        op.f("ix_application_reference_application_id"), "application_reference", ["application_id"], unique=False
    )
    op.create_table(
        "application_subject",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=True),
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"],
            ["application.id"],
            name=op.f("fk_application_subject_application_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["board"], ["board.title"], name=op.f("fk_application_subject_board"), onupdate="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["level"], ["level.title"], name=op.f("fk_application_subject_level"), onupdate="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["subject"], ["subject.title"], name=op.f("fk_application_subject_subject"), onupdate="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application_subject")),
    )
    op.create_index(
        op.f("ix_application_subject_application_id"), "application_subject", ["application_id"], unique=False
    )
    op.create_table(
        "application_scorecard",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.Column("staff_id", sa.BigInteger(), nullable=True),
        sa.Column("staff_name", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("knowledge", sa.Integer(), nullable=True),
        sa.Column("explaining", sa.Integer(), nullable=True),
        sa.Column("rapport", sa.Integer(), nullable=True),
        sa.Column("reliability", sa.Integer(), nullable=True),
        sa.Column("safeguarding", sa.Integer(), nullable=True),
        sa.Column("advice", sa.Text(), nullable=True),
        sa.Column("words", sa.Text(), server_default="", nullable=False),
        sa.Column("given", sa.DateTime(timezone=True), nullable=True),
        sa.Column("interview_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["application_id"], ["application.id"], name=op.f("fk_application_scorecard_application_id")
        ),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["application_interview.id"],
            name=op.f("fk_application_scorecard_interview_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_application_scorecard_staff_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_application_scorecard")),
        sa.UniqueConstraint("interview_id", "staff_id", name="uq_application_scorecard"),
    )
    op.create_index(
        op.f("ix_application_scorecard_application_id"), "application_scorecard", ["application_id"], unique=False
    )
    op.create_index(op.f("ix_application_scorecard_staff_id"), "application_scorecard", ["staff_id"], unique=False)
    op.drop_constraint(op.f("ck_person_check_person_type"), "person_check", type_="check")
    op.create_check_constraint(
        op.f("ck_person_check_person_type"),
        "person_check",
        "person_type IN ('tutor', 'staff', 'invigilator', 'application')",
    )
    op.execute(_REMINDERS)
