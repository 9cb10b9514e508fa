"""Files, basedata and options of the boards"""

import datetime as dt
from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0041"
down_revision: str | None = "0040"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "exam_billing",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("status", sa.Text(), nullable=False, comment="open, drafted, invoiced, notEntered or settled"),
        sa.Column("invoice_id", sa.BigInteger(), nullable=True, comment="of the newest line"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_billing")),
    )
    op.create_table(
        "exam_exchange",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("identifier", sa.Text(), server_default="", nullable=False),
        sa.Column("centre_number", sa.Text(), server_default="", nullable=False),
        sa.Column("way", sa.Text(), server_default="edi", nullable=False),
        sa.Column("source", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("way IN ('edi', 'csv')", name=op.f("ck_exam_exchange_way")),
        sa.ForeignKeyConstraint(["board"], ["board.title"], name=op.f("fk_exam_exchange_board"), onupdate="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_exchange")),
        sa.UniqueConstraint("board", name="uq_exam_exchange"),
        info={"nouns": ("board of files", "boards of files")},
    )
    op.create_index("ix_exam_exchange_board", "exam_exchange", ["board", "id"], unique=False)
    op.create_table(
        "exam_disallowed",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("series_id", sa.BigInteger(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("option", sa.Text(), nullable=False),
        sa.Column("other", sa.Text(), nullable=False),
        sa.CheckConstraint("option <> other", name=op.f("ck_exam_disallowed_two")),
        sa.ForeignKeyConstraint(["board"], ["board.title"], name=op.f("fk_exam_disallowed_board"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["series_id"], ["exam_series.id"], name=op.f("fk_exam_disallowed_series_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_disallowed")),
        sa.UniqueConstraint("series_id", "board", "option", "other", name="uq_exam_disallowed"),
        info={"nouns": ("disallowed combination", "disallowed combinations")},
    )
    op.create_index("ix_exam_disallowed_option", "exam_disallowed", ["option", "id"], unique=False)
    op.create_index("ix_exam_disallowed_other", "exam_disallowed", ["series_id", "board", "other"], unique=False)
    op.create_table(
        "exam_file",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("direction", sa.Text(), server_default="in", nullable=False),
        sa.Column("kind", sa.Text(), server_default="options", nullable=False),
        sa.Column("status", sa.Text(), server_default="imported", nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("series_id", sa.BigInteger(), nullable=False),
        sa.Column("centre_number", sa.Text(), server_default="", nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=True),
        sa.Column("hash", sa.Text(), server_default="", nullable=False),
        sa.Column("by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("board_says", sa.Text(), server_default="", nullable=False),
        sa.Column("content", sa.Text(), server_default="", nullable=False, comment="emptied when its series is closed"),
        sa.CheckConstraint("direction IN ('in', 'out')", name=op.f("ck_exam_file_direction")),
        sa.CheckConstraint(
            "kind IN ('syllabuses', 'options', 'components', 'links', 'disallowed', 'spreadsheet', 'entries', 'amendments', 'forecasts', 'answers')",
            name=op.f("ck_exam_file_kind"),
        ),
        sa.CheckConstraint(
            "status IN ('imported', 'waiting', 'superseded', 'made', 'sent', 'accepted', 'refused')",
            name=op.f("ck_exam_file_status"),
        ),
        sa.ForeignKeyConstraint(["board"], ["board.title"], name=op.f("fk_exam_file_board"), onupdate="CASCADE"),
        sa.ForeignKeyConstraint(["series_id"], ["exam_series.id"], name=op.f("fk_exam_file_series_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_file")),
        sa.UniqueConstraint("series_id", "direction", "name", "hash", name="uq_exam_file_hash"),
        info={"nouns": ("file of a board", "files of boards")},
    )
    op.create_index("ix_exam_file_created", "exam_file", ["created", "id"], unique=False)
    op.create_index(
        "uq_exam_file_sequence",
        "exam_file",
        ["series_id", "board", "centre_number", "sequence"],
        unique=True,
        postgresql_where=sa.text("direction = 'out'"),
    )
    op.create_table(
        "exam_option",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("exam_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("tier", sa.Text(), nullable=True),
        sa.Column("fee", sa.BigInteger(), nullable=True),
        sa.Column("papers", sa.Text(), server_default="", nullable=False),
        sa.Column("withdrawn", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("basedata", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["exam_id"], ["exam.id"], name=op.f("fk_exam_option_exam_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_option")),
        sa.UniqueConstraint("exam_id", "code", name="uq_exam_option"),
        info={"nouns": ("option of an exam", "options of exams")},
    )
    op.create_index("ix_exam_option_code", "exam_option", ["code", "id"], unique=False)
    op.create_table(
        "exam_file_row",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("file_id", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=True),
        sa.Column("what", sa.Text(), server_default="", nullable=False),
        sa.Column("outcome", sa.Text(), server_default="added", nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=True),
        sa.Column("sent_as", sa.Text(), server_default="", nullable=False, comment="the entry as the file tells it"),
        sa.CheckConstraint(
            "outcome IN ('added', 'changed', 'unchanged', 'withdrawn', 'waiting', 'refused', 'sent', 'accepted')",
            name=op.f("ck_exam_file_row_outcome"),
        ),
        sa.ForeignKeyConstraint(["entry_id"], ["exam_entry.id"], name=op.f("fk_exam_file_row_entry_id")),
        sa.ForeignKeyConstraint(
            ["file_id"], ["exam_file.id"], name=op.f("fk_exam_file_row_file_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_file_row")),
        info={"nouns": ("row of a file", "rows of files")},
    )
    op.create_index(op.f("ix_exam_file_row_entry_id"), "exam_file_row", ["entry_id"], unique=False)
    op.create_index(op.f("ix_exam_file_row_file_id"), "exam_file_row", ["file_id"], unique=False)
    op.create_index(
        "ix_exam_file_row_line", "exam_file_row", [sa.literal_column("coalesce(line, 0)"), "id"], unique=False
    )
    op.add_column("exam", sa.Column("minimum_age", sa.Integer(), nullable=True))
    op.add_column("exam_deadline", sa.Column("fee_percent", sa.Integer(), nullable=True))
    op.add_column("exam_entry", sa.Column("carried_forward", sa.Text(), server_default="", nullable=False))
    op.add_column("exam_entry", sa.Column("board_fee", sa.BigInteger(), nullable=True))
    op.add_column("exam_series", sa.Column("board_code", sa.Text(), server_default="", nullable=False))
    op.drop_constraint(op.f("ck_exam_anomaly_kind"), "exam_anomaly", type_="check")
    op.create_check_constraint(
        op.f("ck_exam_anomaly_kind"),
        "exam_anomaly",
        "kind IN ('noUci', 'name', 'uci', 'birthDate', 'identity', 'latePlanned', 'lateFee', 'noCourse', 'noSeat', "
        "'retired', 'notInvoiced', 'invoicedOnly', 'unknownOption', 'optionGone', 'tier', 'disallowed', 'clash', "
        "'young', 'noFee', 'boardFee', 'boardRefused', 'unsent')",
    )
    # Deadlines are chased from the first day; the office changes the rungs under Setup, Reminders.
    settings = sa.table(
        "reminder_setting", sa.column("reminder"), sa.column("rung"), sa.column("enabled"), sa.column("since")
    )
    rungs = ("before14", "before7", "before1", "after1")
    first = dt.date.today()
    rows = [{"reminder": "examDeadline", "rung": rung, "enabled": True, "since": first} for rung in rungs]
    op.bulk_insert(settings, rows)
