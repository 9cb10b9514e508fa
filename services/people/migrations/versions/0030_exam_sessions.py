"""Access arrangements, exam rooms, sessions, seats and invigilation"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0030"
down_revision: str | None = "0029"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "exam_ratio",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("paper_kind", sa.Text(), server_default="written", nullable=False),
        sa.Column("candidates", sa.Integer(), nullable=False),
        sa.Column("valid_from", sa.Date(), nullable=False),
        sa.Column("source", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_ratio")),
        sa.UniqueConstraint("paper_kind", "valid_from", name="uq_exam_ratio"),
        info={"nouns": ("ratio", "ratios")},
    )
    op.create_index("ix_exam_ratio_valid_from", "exam_ratio", ["valid_from", "id"], unique=False)
    op.create_table(
        "exam_room",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("location_id", sa.BigInteger(), nullable=False),
        sa.Column("capacity", sa.Integer(), server_default="20", nullable=False),
        sa.Column("distance", sa.Integer(), nullable=True),
        sa.Column("separate", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(["location_id"], ["location.id"], name=op.f("fk_exam_room_location_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_room")),
        sa.UniqueConstraint("location_id", name="uq_exam_room_location"),
        info={"nouns": ("exam room", "exam rooms")},
    )
    op.create_index("ix_exam_room_capacity", "exam_room", ["capacity", "id"], unique=False)
    op.create_table(
        "exam_session",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("series_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), server_default="public", nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), server_default="planned", nullable=False),
        sa.Column("starts", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rostered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("begun", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.Column("notes", sa.Text(), server_default="", nullable=False),
        postgresql.ExcludeConstraint(
            (sa.column("room_id"), "="),
            (sa.text("tstzrange(starts, ends)"), "&&"),
            where=sa.text("status <> 'cancelled'"),
            using="gist",
            name="ex_exam_session_room",
        ),
        sa.CheckConstraint("kind IN ('public', 'trial', 'centreAssessed')", name=op.f("ck_exam_session_kind")),
        sa.CheckConstraint(
            "status IN ('planned', 'running', 'finished', 'cancelled')", name=op.f("ck_exam_session_status")
        ),
        sa.CheckConstraint("ends > starts", name=op.f("ck_exam_session_order")),
        sa.ForeignKeyConstraint(["room_id"], ["exam_room.id"], name=op.f("fk_exam_session_room_id")),
        sa.ForeignKeyConstraint(["series_id"], ["exam_series.id"], name=op.f("fk_exam_session_series_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_session")),
        info={"nouns": ("exam session", "exam sessions")},
    )
    op.create_index(op.f("ix_exam_session_series_id"), "exam_session", ["series_id"], unique=False)
    op.create_index("ix_exam_session_starts", "exam_session", ["starts", "id"], unique=False)
    op.create_table(
        "access_arrangement",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("candidate_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), server_default="restBreaks", nullable=False),
        sa.Column("percent", sa.Integer(), nullable=True),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("evidence_ids", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False),
        sa.Column("approved_on", sa.Date(), nullable=True),
        sa.Column("approved_by", sa.Text(), server_default="", nullable=False),
        sa.Column("expires_on", sa.Date(), nullable=True),
        sa.CheckConstraint("expires_on >= approved_on", name=op.f("ck_access_arrangement_order")),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name=op.f("fk_access_arrangement_candidate_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_arrangement")),
        sa.UniqueConstraint("candidate_id", "kind", name="uq_access_arrangement"),
        info={"nouns": ("access arrangement", "access arrangements")},
    )
    op.create_index(op.f("ix_access_arrangement_candidate_id"), "access_arrangement", ["candidate_id"], unique=False)
    op.create_index(
        "ix_access_arrangement_expires_on",
        "access_arrangement",
        [sa.literal_column("coalesce(expires_on, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_table(
        "exam_incident",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("witness", sa.Text(), nullable=False),
        sa.Column("session_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_id", sa.BigInteger(), server_default="0", nullable=False, comment="user id"),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["exam_session.id"], name=op.f("fk_exam_incident_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_incident")),
        info={"nouns": ("incident", "incidents")},
    )
    op.create_index(op.f("ix_exam_incident_session_id"), "exam_incident", ["session_id"], unique=False)
    op.create_table(
        "invigilation",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("session_id", sa.BigInteger(), nullable=False),
        sa.Column("invigilator_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), server_default="public", nullable=False),
        sa.Column("role", sa.Text(), server_default="invigilator", nullable=False),
        sa.Column("status", sa.Text(), server_default="invited", nullable=False),
        sa.Column("starts", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        postgresql.ExcludeConstraint(
            (sa.column("invigilator_id"), "="),
            (sa.text("tstzrange(starts, ends)"), "&&"),
            where=sa.text("status <> 'declined'"),
            using="gist",
            name="ex_invigilation",
        ),
        sa.CheckConstraint("kind IN ('public', 'trial', 'centreAssessed')", name=op.f("ck_invigilation_kind")),
        sa.CheckConstraint("status IN ('invited', 'confirmed', 'declined')", name=op.f("ck_invigilation_status")),
        sa.ForeignKeyConstraint(["invigilator_id"], ["invigilator.id"], name=op.f("fk_invigilation_invigilator_id")),
        sa.ForeignKeyConstraint(["session_id"], ["exam_session.id"], name=op.f("fk_invigilation_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invigilation")),
        sa.UniqueConstraint("session_id", "invigilator_id", name="uq_invigilation"),
        info={"nouns": ("duty of an invigilator", "duties of invigilators")},
    )
    op.create_index(op.f("ix_invigilation_session_id"), "invigilation", ["session_id"], unique=False)
    op.create_index("ix_invigilation_starts", "invigilation", ["starts", "id"], unique=False)
    op.create_table(
        "exam_seat",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("session_id", sa.BigInteger(), nullable=False),
        sa.Column("entry_id", sa.BigInteger(), nullable=False),
        sa.Column("component_id", sa.BigInteger(), nullable=False),
        sa.Column("candidate_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), server_default="public", nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("status", sa.Text(), server_default="expected", nullable=False),
        sa.Column("starts", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
        sa.Column("arrived", sa.DateTime(timezone=True), nullable=True),
        sa.Column("identity_checked", sa.Boolean(), server_default="false", nullable=False),
        postgresql.ExcludeConstraint(
            (sa.column("candidate_id"), "="),
            (sa.text("tstzrange(starts, ends)"), "&&"),
            using="gist",
            name="ex_exam_seat_candidate",
        ),
        sa.CheckConstraint("kind IN ('public', 'trial', 'centreAssessed')", name=op.f("ck_exam_seat_kind")),
        sa.CheckConstraint("status IN ('expected', 'present', 'late', 'absent')", name=op.f("ck_exam_seat_status")),
        sa.ForeignKeyConstraint(["candidate_id"], ["candidate.id"], name=op.f("fk_exam_seat_candidate_id")),
        sa.ForeignKeyConstraint(["component_id"], ["exam_component.id"], name=op.f("fk_exam_seat_component_id")),
        sa.ForeignKeyConstraint(["entry_id"], ["exam_entry.id"], name=op.f("fk_exam_seat_entry_id")),
        sa.ForeignKeyConstraint(["session_id"], ["exam_session.id"], name=op.f("fk_exam_seat_session_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_seat")),
        sa.UniqueConstraint("entry_id", "component_id", name="uq_exam_seat_paper"),
        sa.UniqueConstraint("session_id", "seat", name="uq_exam_seat_number"),
        info={"nouns": ("seat", "seats")},
    )
    op.create_index(op.f("ix_exam_seat_component_id"), "exam_seat", ["component_id"], unique=False)
    op.create_index(op.f("ix_exam_seat_session_id"), "exam_seat", ["session_id"], unique=False)
    op.create_index("ix_exam_seat_starts", "exam_seat", ["starts", "id"], unique=False)
    op.execute(
        "INSERT INTO exam_ratio (paper_kind, candidates, valid_from, source) VALUES "
        "('written', 30, '2019-09-01', 'JCQ, Instructions for conducting examinations; verify every September')"
    )
