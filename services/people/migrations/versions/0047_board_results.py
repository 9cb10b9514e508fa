"""Results in files of boards: their faults, the grades of an exam, and the day on which a file was emptied."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0047"
down_revision: str | None = "0046"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_CHOICES = (
    (
        "exam_anomaly",
        "kind",
        "'noUci', 'name', 'uci', 'birthDate', 'identity', 'latePlanned', 'lateFee', 'noCourse', 'noSeat', 'retired', "
        "'notInvoiced', 'invoicedOnly', 'unknownOption', 'optionGone', 'tier', 'disallowed', 'clash', 'young', "
        "'noFee', 'boardFee', 'boardRefused', 'unsent', 'noResult', 'unknownCandidate', 'unknownEntry', "
        "'unknownGrade', 'unknownMark', 'reviewed'",
    ),
    (
        "exam_file",
        "kind",
        "'syllabuses', 'options', 'components', 'links', 'disallowed', 'spreadsheet', 'entries', 'amendments', "
        "'forecasts', 'coursework', 'answers', 'results'",
    ),
    (
        "exam_rule",
        "rule",
        "'late', 'veryLate', 'dayMinutes', 'dayMinutesUpper', 'distance', 'packetDays', 'linkDays', 'fileMonths'",
    ),
)


def upgrade() -> None:
    op.add_column("exam", sa.Column("grades", sa.Text(), server_default="", nullable=False))
    op.add_column("exam_series", sa.Column("closed_on", sa.Date(), nullable=True))
    op.execute("UPDATE exam_series SET closed_on = modified::date WHERE state = 'closed'")
    op.add_column("exam_file", sa.Column("emptied", sa.DateTime(timezone=True), nullable=True))
    op.add_column("exam_file_row", sa.Column("fault", sa.Text(), nullable=True))
    op.create_check_constraint(
        op.f("ck_exam_file_row_fault"),
        "exam_file_row",
        "fault IN ('unknownCandidate', 'unknownEntry', 'unknownGrade', 'unknownMark', 'reviewed')",
    )
    op.add_column("exam_anomaly", sa.Column("row_id", sa.BigInteger(), nullable=True))
    op.alter_column("exam_anomaly", "entry_id", existing_type=sa.BIGINT(), nullable=True)
    op.create_index(op.f("ix_exam_anomaly_row_id"), "exam_anomaly", ["row_id"], unique=False)
    op.create_unique_constraint("uq_exam_anomaly_row", "exam_anomaly", ["row_id", "kind"])
    op.create_foreign_key(
        op.f("fk_exam_anomaly_row_id"), "exam_anomaly", "exam_file_row", ["row_id"], ["id"], ondelete="CASCADE"
    )
    op.create_check_constraint(op.f("ck_exam_anomaly_of"), "exam_anomaly", "num_nonnulls(entry_id, row_id) = 1")
    for table, column, choices in _CHOICES:
        name = op.f(f"ck_{table}_{column}")
        op.drop_constraint(name, table, type_="check")
        op.create_check_constraint(name, table, f"{column} IN ({choices})")
