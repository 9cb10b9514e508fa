"""Packets of exam papers with their log, and anomalies of entries"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0031"
down_revision: str | None = "0030"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "exam_packet",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("component_id", sa.BigInteger(), nullable=False),
        sa.Column("barcode", sa.Text(), nullable=False),
        sa.Column("copies", sa.Integer(), nullable=True),
        sa.Column("status", sa.Text(), server_default="expected", nullable=False),
        sa.Column("place", sa.Text(), server_default="", nullable=False),
        sa.Column("opened_by_id", sa.BigInteger(), nullable=True),
        sa.Column("second_id", sa.BigInteger(), nullable=True),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=True),
        sa.Column("checked", sa.Text(), server_default="", nullable=False),
        sa.Column("tracking", sa.Text(), server_default="", nullable=False),
        sa.Column("dispatched", sa.DateTime(timezone=True), nullable=True),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint(
            "status IN ('expected', 'received', 'stored', 'opened', 'packed', 'dispatched', 'returned', 'wrong')",
            name=op.f("ck_exam_packet_status"),
        ),
        sa.CheckConstraint(
            "status NOT IN ('dispatched', 'returned') OR dispatched IS NOT NULL", name=op.f("ck_exam_packet_sent")
        ),
        sa.CheckConstraint(
            "opened IS NULL OR (opened_by_id IS NOT NULL AND second_id IS NOT NULL AND opened_by_id <> second_id)",
            name=op.f("ck_exam_packet_two"),
        ),
        sa.ForeignKeyConstraint(["component_id"], ["exam_component.id"], name=op.f("fk_exam_packet_component_id")),
        sa.ForeignKeyConstraint(["second_id"], ["staff.id"], name=op.f("fk_exam_packet_second_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_packet")),
        sa.UniqueConstraint("barcode", name="uq_exam_packet_barcode"),
        info={"nouns": ("packet", "packets")},
    )
    op.create_index("ix_exam_packet_barcode", "exam_packet", ["barcode", "id"], unique=False)
    op.create_index(op.f("ix_exam_packet_component_id"), "exam_packet", ["component_id"], unique=False)
    op.create_index(
        "ix_exam_packet_dispatched",
        "exam_packet",
        [sa.literal_column("coalesce(dispatched, '9999-12-31 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_table(
        "packet_log",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("packet_id", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.Text(), server_default="expected", nullable=False),
        sa.Column("by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("second_name", sa.Text(), server_default="", nullable=False),
        sa.Column("place", sa.Text(), server_default="", nullable=False),
        sa.Column("tracking", sa.Text(), server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["packet_id"], ["exam_packet.id"], name=op.f("fk_packet_log_packet_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_packet_log")),
        info={"nouns": ("line of the log", "lines of the log")},
    )
    op.create_index("ix_packet_log_created", "packet_log", ["created", "id"], unique=False)
    op.create_index(op.f("ix_packet_log_packet_id"), "packet_log", ["packet_id"], unique=False)
    op.create_table(
        "exam_anomaly",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("kind", sa.Text(), server_default="noUci", nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.CheckConstraint(
            "kind IN ('noUci', 'name', 'uci', 'birthDate', 'identity', 'latePlanned', 'lateFee', 'noCourse', 'noSeat', 'retired', 'notInvoiced')",
            name=op.f("ck_exam_anomaly_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["exam_entry.id"], name=op.f("fk_exam_anomaly_entry_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_anomaly")),
        sa.UniqueConstraint("entry_id", "kind", name="uq_exam_anomaly"),
        info={"nouns": ("anomaly", "anomalies")},
    )
    op.create_index(op.f("ix_exam_anomaly_entry_id"), "exam_anomaly", ["entry_id"], unique=False)
    op.create_index("ix_exam_anomaly_since", "exam_anomaly", ["since", "id"], unique=False)
    op.execute(
        """
        CREATE FUNCTION packet_log_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'The log of papers is never changed' USING ERRCODE = 'restrict_violation';
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER packet_log_stays BEFORE UPDATE OR DELETE ON packet_log "
        "FOR EACH ROW EXECUTE FUNCTION packet_log_stays()"
    )
