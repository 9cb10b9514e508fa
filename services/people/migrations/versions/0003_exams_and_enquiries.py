"""Exam series and exams, enquiries and what was asked for"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ACCENTED = (
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïðñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨ"
    "ĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžȘșȚț"
)
PLAIN = (
    "AAAAAAACEEEEIIIIDNOOOOOOUUUUYaaaaaaaceeeeiiiidnoooooouuuuyyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhI"
    "iIiIiIiIiJjKkLlLlLlLlNnNnNnOoOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsTt"
)
NAME = "first_name || ' ' || last_name"
KIND = (
    "CASE WHEN student_id IS NOT NULL THEN 'student' WHEN candidate_id IS NOT NULL THEN 'candidate' "
    "WHEN client_id IS NOT NULL THEN 'client' ELSE 'enquiry' END"
)
PERSONS = ("student", "candidate", "client")


def _record() -> list[sa.Column]:
    stamp = sa.text("clock_timestamp()")
    return [
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=stamp, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=stamp, nullable=False),
    ]


def _exams() -> None:
    op.create_table(
        "exam_series",
        *_record(),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_series")),
        sa.UniqueConstraint("name", name="uq_exam_series_name"),
    )
    op.create_index("ix_exam_series_name", "exam_series", ["name", "id"])
    op.create_index("ix_exam_series_year", "exam_series", ["year", "id"])
    op.create_table(
        "exam",
        *_record(),
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
        sa.ForeignKeyConstraint(["series_id"], ["exam_series.id"], name=op.f("fk_exam_series_id")),
        sa.ForeignKeyConstraint(["board"], ["board.title"], name=op.f("fk_exam_board"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["level"], ["exam_level.title"], name=op.f("fk_exam_level"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["subject"], ["exam_subject.title"], name=op.f("fk_exam_subject"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam")),
        sa.UniqueConstraint("series_id", "board", "level", "subject", "code", name="uq_exam"),
    )
    op.create_index("ix_exam_name", "exam", ["name", "id"])
    op.create_index("ix_exam_code", "exam", ["code", "id"])
    op.create_index("ix_exam_level", "exam", ["level", "subject", "id"])
    op.create_index("ix_exam_subject", "exam", ["subject", "id"])
    op.create_index(
        "ix_exam_search", "exam", ["search"], postgresql_using="gin", postgresql_ops={"search": "gin_trgm_ops"}
    )


def _enquiries() -> None:
    op.create_table(
        "enquiry",
        *_record(),
        sa.Column("first_name", sa.Text(), nullable=False),
        sa.Column("last_name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("lead_status", sa.Text(), server_default="new", nullable=False),
        sa.Column(
            "last_key",
            sa.Text(),
            sa.Computed(
                f"lower(translate(translate(last_name, '{ACCENTED}', '{PLAIN}'), ''' -.', ''))", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed(f"{NAME} || ' ' || translate({NAME}, '{ACCENTED}', '{PLAIN}') || ' ' || email", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enquiry")),
    )
    op.create_index("ix_enquiry_last_key", "enquiry", ["last_key", "id"])
    op.create_index("ix_enquiry_lead_status", "enquiry", ["lead_status", "id"])
    op.create_index(
        "ix_enquiry_search", "enquiry", ["search"], postgresql_using="gin", postgresql_ops={"search": "gin_trgm_ops"}
    )
    op.create_table(
        "enquiry_with_type",
        *_record(),
        sa.Column("enquiry_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="new", nullable=False),
        sa.Column("organisation_id", sa.BigInteger()),
        sa.Column("student_id", sa.BigInteger(), comment="whom it is about"),
        sa.Column("candidate_id", sa.BigInteger(), comment="whom it is about, of exams"),
        sa.Column("client_id", sa.BigInteger(), comment="who asked and pays"),
        sa.Column("kind", sa.Text(), sa.Computed(KIND, persisted=True), nullable=False),
        sa.CheckConstraint("num_nonnulls(student_id, candidate_id) < 2", name=op.f("ck_enquiry_with_type_about")),
        *(
            sa.ForeignKeyConstraint([f"{name}_id"], [f"{name}.id"], name=op.f(f"fk_enquiry_with_type_{name}_id"))
            for name in ("enquiry", "organisation", *PERSONS)
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enquiry_with_type")),
    )
    for name in ("enquiry", *PERSONS):
        op.create_index(op.f(f"ix_enquiry_with_type_{name}_id"), "enquiry_with_type", [f"{name}_id"])
    op.create_index("ix_enquiry_with_type_status", "enquiry_with_type", ["status", "id"])


def upgrade() -> None:
    _exams()
    _enquiries()


def downgrade() -> None:
    for name in ("enquiry_with_type", "enquiry", "exam", "exam_series"):
        op.drop_table(name)
