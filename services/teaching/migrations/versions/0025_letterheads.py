"""Letterheads of organisations, for the papers of reports, and the mails of reports to families. Finance tells of the
letterheads there are (its migration 0035); `kit replay teaching people.person.changed` fills clients and addresses."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0025"
down_revision: str | None = "0024"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_SHOWN = ("name", "address", "email", "phone", "website", "colour", "logo")


def upgrade() -> None:
    op.create_table(
        "letterhead",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Text(), server_default="", nullable=False) for name in _SHOWN),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letterhead")),
    )
    address = sa.Column(
        "email", sa.Text(), server_default="", nullable=False, comment="of students and clients, for their mails"
    )
    op.add_column("person", address)
    op.alter_column(
        "person", "kind", comment="tutor, student, client or another", existing_comment="tutor, student or invigilator"
    )
    for report in ("report", "collection_report"):
        last = "when it last went to the family"
        op.add_column(report, sa.Column("mailed", sa.DateTime(timezone=True), nullable=True, comment=last))
        op.add_column(report, sa.Column("mailed_to", sa.Text(), server_default="", nullable=False, comment="names"))
        _create_mails(f"{report.removesuffix('_report')}_mail", report)


def _create_mails(name: str, report: str) -> None:
    """The table `teaching.writing.mailing.table` as of this revision."""
    under_way = sa.text("state IN ('queued', 'sending')")
    moment, now = sa.DateTime(timezone=True), sa.text("clock_timestamp()")
    op.create_table(
        name,
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", moment, server_default=now, nullable=False),
        sa.Column("modified", moment, server_default=now, nullable=False),
        sa.Column("report_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="client or student"),
        sa.Column("name", sa.Text(), nullable=False, comment="of the person"),
        sa.Column("recipient", sa.Text(), nullable=False, comment="address"),
        sa.Column("batch", sa.Uuid(), nullable=False, comment="mails of one sending to the family"),
        sa.Column("file_id", sa.BigInteger(), nullable=True, comment="the PDF that went with it"),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("error", sa.Text(), server_default="", nullable=False, comment="why it failed, or what it waits for"),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=True, comment="whose work it is; absent until it has one"),
        sa.Column("queued", moment, server_default=now, nullable=False),
        sa.Column("sent", moment, nullable=True),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint(
            "state IN ('queued', 'sending', 'sent', 'failed', 'unknown')", name=op.f(f"ck_{name}_state")
        ),
        sa.CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", name=op.f(f"ck_{name}_sent")),
        sa.ForeignKeyConstraint(["report_id"], [f"{report}.id"], name=op.f(f"fk_{name}_report_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sa.UniqueConstraint("message_id", name=op.f(f"uq_{name}_message_id")),
    )
    op.create_index(f"ix_{name}_report_id", name, ["report_id", "id"])
    op.create_index(f"ix_{name}_file_id", name, ["file_id"])
    op.create_index(f"ix_{name}_under_way", name, ["report_id", "recipient"], unique=True, postgresql_where=under_way)
