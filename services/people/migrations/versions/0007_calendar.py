"""Calendar: events, series of them, and who and which room is on them"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


TYPES = (
    "type IN ('tutorial', 'onlineTut', 'pTutorial', 'supStudy', 'group', 'trial', 'exam', 'invigilation session', "
    "'meeting', 'event', 'master', 'busy')"
)
FILL = """
CREATE FUNCTION booking_fill() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE its event;
BEGIN
  SELECT * INTO its FROM event WHERE id = NEW.event_id;
  NEW.span := coalesce(tstzrange(its.starts, its.ends), 'empty');
  NEW.busy := CASE WHEN its.status = 'active' AND NEW.status <> 'declined' THEN tstzmultirange(NEW.span) ELSE '{}' END;
  IF its.override_reason <> '' AND NOT isempty(NEW.busy) THEN
    NEW.busy := NEW.busy - coalesce((
      SELECT range_agg(other.busy) FROM booking other
      WHERE other.kind = NEW.kind AND other.person_id = NEW.person_id AND other.busy && NEW.busy
        AND other.id <> NEW.id AND other.event_id <> NEW.event_id
    ), '{}');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER booking_fill BEFORE INSERT OR UPDATE ON booking FOR EACH ROW EXECUTE FUNCTION booking_fill();
"""
GIVE_BACK = """
CREATE FUNCTION booking_give_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE given tstzmultirange := OLD.busy;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    given := OLD.busy - NEW.busy;
  END IF;
  IF NOT isempty(given) THEN
    UPDATE booking other SET event_id = other.event_id FROM event
    WHERE other.kind = OLD.kind AND other.person_id = OLD.person_id AND other.event_id <> OLD.event_id
      AND lower(other.span) < upper(given) AND lower(other.span) > lower(given) - interval '31 days'
      AND event.id = other.event_id AND event.override_reason <> '' AND event.status = 'active';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER booking_give_back AFTER UPDATE OR DELETE ON booking FOR EACH ROW EXECUTE FUNCTION booking_give_back();
"""
OF_EVENT = """
CREATE FUNCTION event_fill_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NEW.location_id IS DISTINCT FROM OLD.location_id THEN
    DELETE FROM booking WHERE event_id = NEW.id AND kind = 'location';
    INSERT INTO booking (event_id, kind, person_id, status)
    SELECT NEW.id, 'location', id, 'accepted' FROM location WHERE id = NEW.location_id AND type = 'room';
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.starts, NEW.ends, NEW.status, NEW.override_reason)
      IS DISTINCT FROM (OLD.starts, OLD.ends, OLD.status, OLD.override_reason) THEN
    UPDATE booking SET event_id = event_id WHERE event_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_fill_bookings AFTER INSERT OR UPDATE ON event
  FOR EACH ROW EXECUTE FUNCTION event_fill_bookings();
"""


def _record() -> list[sa.Column]:
    stamp = sa.text("clock_timestamp()")
    return [
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=stamp, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=stamp, nullable=False),
    ]


def upgrade() -> None:
    op.execute("CREATE EXTENSION IF NOT EXISTS btree_gist")
    op.create_table(
        "event_series",
        *_record(),
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
        sa.CheckConstraint(TYPES, name=op.f("ck_event_series_type")),
        sa.CheckConstraint("minutes > 0", name=op.f("ck_event_series_minutes")),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_event_series_course_id")),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_event_series_department_id")),
        sa.ForeignKeyConstraint(["location_id"], ["location.id"], name=op.f("fk_event_series_location_id")),
        sa.ForeignKeyConstraint(["zoom_tutor_id"], ["tutor.id"], name=op.f("fk_event_series_zoom_tutor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_series")),
    )
    op.create_index(op.f("ix_event_series_course_id"), "event_series", ["course_id"])
    op.create_index("ix_event_series_first_day", "event_series", ["first_day", "id"])
    op.create_index(op.f("ix_event_series_location_id"), "event_series", ["location_id"])
    op.create_index(
        "ix_event_series_title_plain",
        "event_series",
        [sa.literal_column("plain(title)").label("plain")],
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "event",
        *_record(),
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
        sa.CheckConstraint(TYPES, name=op.f("ck_event_type")),
        sa.CheckConstraint("ends > starts", name=op.f("ck_event_order")),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_event_course_id")),
        sa.ForeignKeyConstraint(["department_id"], ["department.id"], name=op.f("fk_event_department_id")),
        sa.ForeignKeyConstraint(["location_id"], ["location.id"], name=op.f("fk_event_location_id")),
        sa.ForeignKeyConstraint(["series_id"], ["event_series.id"], name=op.f("fk_event_series_id")),
        sa.ForeignKeyConstraint(["zoom_tutor_id"], ["tutor.id"], name=op.f("fk_event_zoom_tutor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_index(op.f("ix_event_course_id"), "event", ["course_id"])
    op.create_index(op.f("ix_event_location_id"), "event", ["location_id"])
    op.create_index(op.f("ix_event_series_id"), "event", ["series_id"])
    op.create_index("ix_event_start", "event", ["starts", "id"])
    op.create_index(
        "ix_event_title_plain",
        "event",
        [sa.literal_column("plain(title)").label("plain")],
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_table(
        "booking",
        *_record(),
        sa.Column("event_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("cws_id", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.Text(), server_default="invited", nullable=False),
        sa.Column("span", postgresql.TSTZRANGE(), nullable=False, comment="when the event is"),
        sa.Column("busy", postgresql.TSTZMULTIRANGE(), nullable=False, comment="what of it is this event's alone"),
        postgresql.ExcludeConstraint(
            (sa.column("kind"), "="),
            (sa.column("person_id"), "="),
            (sa.column("busy"), "&&"),
            deferrable=True,
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
    )
    op.create_index(op.f("ix_booking_cws_id"), "booking", ["cws_id"])
    op.create_index("ix_booking_week", "booking", ["kind", "person_id", sa.literal_column("lower(span)")])
    for function in (FILL, GIVE_BACK, OF_EVENT):
        op.execute(function)


def downgrade() -> None:
    for table in ("booking", "event", "event_series"):
        op.drop_table(table)
    for name in ("booking_fill", "booking_give_back", "event_fill_bookings"):
        op.execute(f"DROP FUNCTION {name}()")
