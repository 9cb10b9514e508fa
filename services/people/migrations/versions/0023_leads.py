"""Leads: owner, next step, log, students, reasons, origins, rota, consent; an open lead has a dated next step."""

import datetime as dt
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0023"
down_revision: str | None = "0022"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_LETTERS = (
    "'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïðñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț', "
    "'AAAAAAACEEEEIIIIDNOOOOOOUUUUYaaaaaaaceeeeiiiidnoooooouuuuyyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjKkLlLlLlLlNnNnNnOoOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsTt'"
)
"""Letters with accents, and those that a search takes them for."""


def upgrade() -> None:
    op.create_table(
        "lead_consent_wording",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("number", sa.Integer(), server_default="1", nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_consent_wording")),
        sa.UniqueConstraint("number", name="uq_lead_consent_wording_number"),
        info={"nouns": ("wording", "wordings")},
    )
    op.create_index("ix_lead_consent_wording_number", "lead_consent_wording", ["number", "id"], unique=False)
    op.create_table(
        "lead_origin",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_origin")),
        sa.UniqueConstraint("title", name="uq_lead_origin_title"),
        info={"nouns": ("origin", "origins")},
    )
    op.create_index("ix_lead_origin_title", "lead_origin", ["title", "id"], unique=False)
    op.create_table(
        "lead_reason",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="declined", nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_reason")),
        info={"nouns": ("reason", "reasons")},
    )
    op.create_index("ix_lead_reason_title", "lead_reason", ["title", "id"], unique=False)
    op.create_table(
        "lead_rota",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("department_id", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("weight", sa.Integer(), server_default="1", nullable=False),
        sa.Column("active", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("given", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_lead_rota_department_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_rota")),
        sa.UniqueConstraint(
            "department_id", "kind", "user_id", name="uq_lead_rota_place", postgresql_nulls_not_distinct=True
        ),
        info={"nouns": ("place in the rota", "places in the rota")},
    )
    op.create_table(
        "lead_merge",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("target_id", sa.BigInteger(), nullable=True, comment="the lead that has its rows"),
        sa.Column(
            "person_kind", sa.Text(), server_default="", nullable=False, comment="of the person it was linked to"
        ),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("snapshot", postgresql.JSONB(astext_type=sa.Text()), nullable=False, comment="the state before"),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("undone", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["source_id"], ["enquiry.id"], name=op.f("fk_lead_merge_source_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["target_id"], ["enquiry.id"], name=op.f("fk_lead_merge_target_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_merge")),
    )
    op.create_index("ix_lead_merge_source_id", "lead_merge", ["source_id"], unique=False)
    op.create_index(
        "ix_lead_merge_target_id",
        "lead_merge",
        ["target_id"],
        unique=False,
        postgresql_where=sa.text("target_id IS NOT NULL"),
    )
    op.create_table(
        "lead_student",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("first_name", sa.Text(), nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("year_group", sa.Text(), server_default="", nullable=False),
        sa.Column("school", sa.Text(), server_default="", nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.Column("lead_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["lead_id"], ["enquiry.id"], name=op.f("fk_lead_student_lead_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["student_id"], ["student.id"], name=op.f("fk_lead_student_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_student")),
        info={"nouns": ("prospective student", "prospective students")},
    )
    op.create_index(op.f("ix_lead_student_lead_id"), "lead_student", ["lead_id"], unique=False)
    op.create_index(op.f("ix_lead_student_student_id"), "lead_student", ["student_id"], unique=False)
    op.create_table(
        "lead_contact",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("lead_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("direction", sa.Text(), server_default="out", nullable=False),
        sa.Column("outcome", sa.Text(), server_default="", nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=True, comment="user id; null: they, or the system"),
        sa.Column("by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("next_step", sa.Text(), server_default="", nullable=False),
        sa.Column("next_due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("event_id", sa.BigInteger(), nullable=True, comment="the meeting"),
        sa.Column("mail_id", sa.BigInteger(), nullable=True, comment="of support's log of sent mail"),
        sa.Column("merged_from_id", sa.BigInteger(), nullable=True, comment="the lead from which a merge brought it"),
        sa.CheckConstraint("direction IN ('out', 'in')", name=op.f("ck_lead_contact_direction")),
        sa.CheckConstraint("kind IN ('call', 'mail', 'meeting', 'note', 'form')", name=op.f("ck_lead_contact_kind")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_lead_contact_event_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["lead_id"], ["enquiry.id"], name=op.f("fk_lead_contact_lead_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_contact")),
        info={"nouns": ("entry of the log", "entries of the log")},
    )
    op.create_index("ix_lead_contact_at", "lead_contact", ["at", "id"], unique=False)
    op.create_index(op.f("ix_lead_contact_event_id"), "lead_contact", ["event_id"], unique=False)
    op.create_index("ix_lead_contact_lead_id", "lead_contact", ["lead_id", "at", "id"], unique=False)
    op.create_index(
        "ix_lead_contact_mail_id",
        "lead_contact",
        ["mail_id"],
        unique=False,
        postgresql_where=sa.text("mail_id IS NOT NULL"),
    )
    op.add_column("enquiry", sa.Column("enquirer", sa.Text(), server_default="", nullable=False))
    op.add_column("enquiry", sa.Column("phone2", sa.Text(), server_default="", nullable=False))
    op.add_column("enquiry", sa.Column("owner_id", sa.BigInteger(), nullable=True, comment="user id"))
    op.add_column("enquiry", sa.Column("next_step", sa.Text(), server_default="", nullable=False))
    op.add_column("enquiry", sa.Column("next_due", sa.DateTime(timezone=True), nullable=True))
    op.add_column("enquiry", sa.Column("value", sa.BigInteger(), nullable=True))
    op.add_column("enquiry", sa.Column("kind", sa.Text(), nullable=True))
    op.add_column(
        "enquiry", sa.Column("level_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False)
    )
    op.add_column(
        "enquiry", sa.Column("subject_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False)
    )
    op.add_column(
        "enquiry", sa.Column("board_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False)
    )
    op.add_column("enquiry", sa.Column("hours", sa.Numeric(precision=8, scale=2), nullable=True))
    op.add_column("enquiry", sa.Column("starting", sa.Date(), nullable=True))
    op.add_column("enquiry", sa.Column("budget", sa.BigInteger(), nullable=True))
    op.add_column("enquiry", sa.Column("place", sa.Text(), server_default="", nullable=False))
    op.add_column("enquiry", sa.Column("words", sa.Text(), server_default="", nullable=False))
    op.add_column("enquiry", sa.Column("department_id", sa.BigInteger(), nullable=True))
    op.add_column("enquiry", sa.Column("organisation_id", sa.BigInteger(), nullable=True))
    op.add_column("enquiry", sa.Column("origin_id", sa.BigInteger(), nullable=True))
    op.add_column("enquiry", sa.Column("origin_detail", sa.Text(), server_default="", nullable=False))
    op.add_column("enquiry", sa.Column("consent_wording_id", sa.BigInteger(), nullable=True))
    op.add_column("enquiry", sa.Column("consented", sa.DateTime(timezone=True), nullable=True))
    op.add_column("enquiry", sa.Column("reason_id", sa.BigInteger(), nullable=True))
    op.add_column("enquiry", sa.Column("reason_detail", sa.Text(), server_default="", nullable=False))
    op.add_column(
        "enquiry",
        sa.Column(
            "status_since", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False
        ),
    )
    op.add_column(
        "enquiry",
        sa.Column(
            "first_answered",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="the first call, mail or meeting of ours",
        ),
    )
    op.add_column("enquiry", sa.Column("last_contact", sa.DateTime(timezone=True), nullable=True))
    op.add_column("enquiry", sa.Column("converted_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("enquiry", sa.Column("client_id", sa.BigInteger(), nullable=True))
    op.add_column("enquiry", sa.Column("course_id", sa.BigInteger(), nullable=True))
    op.add_column("enquiry", sa.Column("merged_into_id", sa.BigInteger(), nullable=True))
    op.add_column(
        "enquiry",
        sa.Column("delete_after", sa.Date(), nullable=True, comment="a lead that came to nothing is kept until then"),
    )
    op.add_column(
        "enquiry",
        sa.Column(
            "first_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(first_name, {_LETTERS}), ''' -.', ''))",
                persisted=True,
            ),
            nullable=False,
        ),
    )
    op.add_column(
        "enquiry",
        sa.Column(
            "queue",
            sa.DateTime(timezone=True),
            sa.Computed(
                "CASE WHEN lead_status NOT IN ('new', 'called', 'incontact', 'interested', 'inprogress') "
                "THEN '9999-12-31 00:00:00+00'::timestamptz WHEN owner_id IS NULL THEN '1900-01-01 00:00:00+00'::timestamptz "
                "ELSE coalesce(next_due, '9999-12-31 00:00:00+00'::timestamptz) END",
                persisted=True,
            ),
            nullable=False,
            comment="the order of work: leads without an owner, then by the next step, closed ones last",
        ),
    )
    op.add_column(
        "enquiry",
        sa.Column(
            "phone_key",
            sa.Text(),
            sa.Computed("right(regexp_replace(phone, '[^0-9]', '', 'g'), 9)", persisted=True),
            nullable=False,
        ),
    )
    op.add_column(
        "enquiry",
        sa.Column(
            "phone2_key",
            sa.Text(),
            sa.Computed("right(regexp_replace(phone2, '[^0-9]', '', 'g'), 9)", persisted=True),
            nullable=False,
        ),
    )
    op.add_column(
        "enquiry", sa.Column("email_key", sa.Text(), sa.Computed("lower(email)", persisted=True), nullable=False)
    )
    op.drop_index(
        op.f("ix_enquiry_phones"),
        table_name="enquiry",
        postgresql_ops={"translate(phone, ' +()-./'::text, ''::text)": "gin_trgm_ops"},
        postgresql_using="gin",
    )
    op.create_index(
        "ix_enquiry_phones",
        "enquiry",
        [sa.literal_column("translate((phone || ',') || phone2, ' +()-./', '')").label("phones")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"phones": "gin_trgm_ops"},
    )
    op.create_index(op.f("ix_enquiry_client_id"), "enquiry", ["client_id"], unique=False)
    op.create_index(op.f("ix_enquiry_course_id"), "enquiry", ["course_id"], unique=False)
    op.create_index("ix_enquiry_created", "enquiry", ["created", "id"], unique=False)
    op.create_index(
        "ix_enquiry_delete_after",
        "enquiry",
        ["delete_after"],
        unique=False,
        postgresql_where=sa.text("delete_after IS NOT NULL"),
    )
    op.create_index(
        "ix_enquiry_email_key", "enquiry", ["email_key"], unique=False, postgresql_where=sa.text("email_key <> ''")
    )
    op.create_index(op.f("ix_enquiry_merged_into_id"), "enquiry", ["merged_into_id"], unique=False)
    op.create_index("ix_enquiry_names", "enquiry", ["last_key", "first_key", "id"], unique=False)
    op.create_index(op.f("ix_enquiry_origin_id"), "enquiry", ["origin_id"], unique=False)
    op.create_index("ix_enquiry_owner_id", "enquiry", ["owner_id", "queue", "id"], unique=False)
    op.create_index(
        "ix_enquiry_phone2_key", "enquiry", ["phone2_key"], unique=False, postgresql_where=sa.text("phone2_key <> ''")
    )
    op.create_index(
        "ix_enquiry_phone_key", "enquiry", ["phone_key"], unique=False, postgresql_where=sa.text("phone_key <> ''")
    )
    op.create_index("ix_enquiry_queue", "enquiry", ["queue", "id"], unique=False)
    op.create_index(op.f("ix_enquiry_reason_id"), "enquiry", ["reason_id"], unique=False)
    op.create_foreign_key(
        op.f("fk_enquiry_consent_wording_id"), "enquiry", "lead_consent_wording", ["consent_wording_id"], ["id"]
    )
    op.create_foreign_key(op.f("fk_enquiry_department_id"), "enquiry", "department", ["department_id"], ["id"])
    op.create_foreign_key(op.f("fk_enquiry_organisation_id"), "enquiry", "organisation", ["organisation_id"], ["id"])
    op.create_foreign_key(op.f("fk_enquiry_origin_id"), "enquiry", "lead_origin", ["origin_id"], ["id"])
    op.create_foreign_key(op.f("fk_enquiry_reason_id"), "enquiry", "lead_reason", ["reason_id"], ["id"])
    op.create_foreign_key(op.f("fk_enquiry_client_id"), "enquiry", "client", ["client_id"], ["id"])
    op.create_foreign_key(op.f("fk_enquiry_course_id"), "enquiry", "course", ["course_id"], ["id"])
    op.create_foreign_key(op.f("fk_enquiry_merged_into_id"), "enquiry", "enquiry", ["merged_into_id"], ["id"])
    for table in ("agent", "candidate", "client", "invigilator", "staff", "student", "tutor"):
        op.create_index(
            f"ix_{table}_email",
            table,
            [sa.literal_column("lower(email)")],
            unique=False,
            postgresql_where=sa.text("email != ''"),
        )
    _fill()


_REASONS = {
    "declined": ("Price", "Found another provider", "Times do not suit", "No tutor for the subject", "Not recorded"),
    "noResponse": ("No answer after three calls", "Address does not work", "Not recorded"),
    "failed": ("Offer not accepted", "Duplicate or spam", "Not recorded"),
    "completed": ("Arranged outside of the conversion", "Not recorded"),
}
_ORIGINS = ("Website", "Recommendation", "Search engine", "Social media", "School", "Agent", "Former student", "Event")


def _fill() -> None:
    """Reasons and origins to begin with; a next step, a kind and an end for the leads from before."""
    reasons = sa.table("lead_reason", sa.column("status"), sa.column("title"))
    rows = [{"status": status, "title": title} for status, titles in _REASONS.items() for title in titles]
    op.bulk_insert(reasons, rows)
    op.bulk_insert(sa.table("lead_origin", sa.column("title")), [{"title": title} for title in _ORIGINS])
    op.execute(
        "UPDATE enquiry e SET kind = t.type, organisation_id = t.organisation_id, client_id = t.client_id "
        "FROM (SELECT DISTINCT ON (enquiry_id) * FROM enquiry_with_type ORDER BY enquiry_id, id) t "
        "WHERE t.enquiry_id = e.id"
    )
    op.execute(
        "UPDATE enquiry e SET status_since = e.modified, reason_id = r.id, "
        "converted_at = CASE WHEN e.lead_status = 'completed' THEN e.modified END, "
        "delete_after = CASE WHEN e.lead_status <> 'completed' "
        "THEN greatest(e.modified::date + 730, current_date + 90) END "
        "FROM lead_reason r WHERE r.status = e.lead_status AND r.title = 'Not recorded'"
    )
    op.execute(
        "UPDATE enquiry SET status_since = modified, next_step = 'Call', "
        "next_due = ((now() AT TIME ZONE 'Europe/London')::date "
        "+ CASE extract(isodow FROM now() AT TIME ZONE 'Europe/London') WHEN 5 THEN 3 WHEN 6 THEN 2 ELSE 1 END "
        "+ time '12:00') AT TIME ZONE 'Europe/London' "
        "WHERE lead_status IN ('new', 'called', 'incontact', 'interested', 'inprogress')"
    )
    settings = sa.table("reminder_setting", *map(sa.column, ("reminder", "rung", "enabled", "since")))
    rungs = ("due", "after1", "after3", "after7")
    first = dt.date.today()
    rows = [{"reminder": "leadDue", "rung": rung, "enabled": True, "since": first} for rung in rungs]
    op.bulk_insert(settings, rows)
    op.create_check_constraint(
        op.f("ck_open_lead_next_step"),
        "enquiry",
        "lead_status NOT IN ('new', 'called', 'incontact', 'interested', 'inprogress') "
        "OR merged_into_id IS NOT NULL OR (next_due IS NOT NULL AND next_step <> '')",
    )
