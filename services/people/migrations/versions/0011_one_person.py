"""A person with several records is booked as one: rows on events know whose account and name they stand for"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KINDS = ("student", "tutor", "staff", "client", "candidate", "invigilator", "agent")
_OF_KIND = """
  WHEN '{kind}' THEN
    SELECT one.user_id, one.first_name || ' ' || one.last_name INTO user_id, name FROM {kind} one WHERE one.id = of_id;
"""
_OF_KINDS = "".join(_OF_KIND.replace("{kind}", kind) for kind in KINDS)
# In plpgsql, whose plans stay: a function of plain SQL is planned anew for each row.
BOOKED = f"""
CREATE FUNCTION booked(of_kind text, of_id bigint, OUT user_id bigint, OUT name text, OUT who text)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE of_kind{_OF_KINDS}  WHEN 'location' THEN SELECT one.title INTO name FROM location one WHERE one.id = of_id;
  END CASE;
  name := coalesce(name, '');
  who := CASE WHEN user_id IS NULL THEN of_kind || ' ' || of_id ELSE 'user ' || user_id END;
END $$;
"""  # noqa: S608  made of this file's own words
LOOKED_UP = "  SELECT * INTO NEW.user_id, NEW.name, NEW.who FROM booked(NEW.kind, NEW.person_id);\n"
FILL = f"""
CREATE OR REPLACE FUNCTION booking_fill() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE its event;
BEGIN
  SELECT * INTO its FROM event WHERE id = NEW.event_id;
{LOOKED_UP}  NEW.span := coalesce(tstzrange(its.starts, its.ends), 'empty');
  NEW.busy := CASE WHEN its.status = 'active' AND NEW.status <> 'declined'
    THEN tstzmultirange(NEW.span) ELSE '{{}}' END;
  IF its.override_reason <> '' AND NOT isempty(NEW.busy) THEN
    NEW.busy := NEW.busy - coalesce((
      SELECT range_agg(other.busy) FROM booking other
      WHERE other.who = NEW.who AND other.busy && NEW.busy AND other.event_id <> NEW.event_id
    ), '{{}}');
  END IF;
  RETURN NEW;
END $$;
"""  # noqa: S608  made of this file's own words
GIVE_BACK = """
CREATE OR REPLACE FUNCTION booking_give_back() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE given tstzmultirange := OLD.busy;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.who = NEW.who THEN
    given := OLD.busy - NEW.busy;
  END IF;
  IF NOT isempty(given) THEN
    UPDATE booking other SET event_id = other.event_id FROM event
    WHERE other.who = OLD.who AND other.event_id <> OLD.event_id
      AND lower(other.span) < upper(given) AND lower(other.span) > lower(given) - interval '31 days'
      AND event.id = other.event_id AND event.override_reason <> '' AND event.status = 'active';
  END IF;
  RETURN NULL;
END $$;
"""
REASON = "Booked before both records were known to be of one person"
# The events that a person has by two records at once can be told only when the records are linked. They stay, as
# events booked in spite of each other.
FOLLOW = f"""
CREATE FUNCTION booking_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE event SET override_reason = '{REASON}' WHERE override_reason = '' AND id IN (
    SELECT mine.event_id FROM booking mine JOIN booking other
      ON other.who = 'user ' || (to_jsonb(NEW) ->> 'user_id') AND other.busy && mine.busy
      AND other.event_id <> mine.event_id
    WHERE mine.kind = TG_TABLE_NAME AND mine.person_id = NEW.id
  );
  UPDATE booking SET event_id = event_id WHERE kind = TG_TABLE_NAME AND person_id = NEW.id;
  RETURN NULL;
END $$;
"""  # noqa: S608  made of this file's own words
_TRIGGER = """
CREATE TRIGGER booking_follow AFTER UPDATE ON {table} FOR EACH ROW
  WHEN (({old}) IS DISTINCT FROM ({new})) EXECUTE FUNCTION booking_follow();
"""
_READ = dict.fromkeys(KINDS, ("user_id", "first_name", "last_name")) | {"location": ("title",)}
FILLED = """
UPDATE booking SET user_id = one.user_id, name = one.name, who = one.who
FROM (SELECT kind, person_id, booked.* FROM (SELECT DISTINCT kind, person_id FROM booking) AS every,
  LATERAL booked(kind, person_id)) AS one
WHERE one.kind = booking.kind AND one.person_id = booking.person_id
"""
OVERLAPPING = f"""
UPDATE event SET override_reason = '{REASON}' WHERE override_reason = '' AND id IN (
  SELECT later.event_id FROM booking later JOIN booking earlier ON earlier.who = later.who
    AND earlier.busy && later.busy AND earlier.event_id < later.event_id
    AND (earlier.kind, earlier.person_id) <> (later.kind, later.person_id)
  WHERE later.user_id IN (
    SELECT user_id FROM booking WHERE user_id IS NOT NULL GROUP BY user_id
    HAVING count(DISTINCT (kind, person_id)) > 1
  )
)
"""  # noqa: S608  made of this file's own words


def upgrade() -> None:
    op.execute(BOOKED)
    op.add_column("booking", sa.Column("user_id", sa.BigInteger(), nullable=True, comment="user id"))
    op.add_column("booking", sa.Column("name", sa.Text(), server_default="", nullable=False))
    op.add_column("booking", sa.Column("who", sa.Text(), server_default="", nullable=False, comment="user or record"))
    op.drop_constraint("ex_booking_busy", "booking")
    op.execute("ALTER TABLE booking DISABLE TRIGGER USER")
    op.execute(FILLED)
    op.execute("ALTER TABLE booking ENABLE TRIGGER USER")
    op.create_index("ix_booking_who", "booking", ["who", sa.literal_column("lower(span)")])
    for function in (FILL, GIVE_BACK, FOLLOW):
        op.execute(function)
    op.execute(OVERLAPPING)
    # The rows changed by a trigger wait for checks of foreign keys, before which the table cannot be altered.
    op.execute("SET CONSTRAINTS ALL IMMEDIATE")
    op.execute(
        "ALTER TABLE booking ADD CONSTRAINT ex_booking_busy"
        " EXCLUDE USING gist (who WITH =, busy WITH &&, event_id WITH <>) DEFERRABLE INITIALLY DEFERRED"
    )
    for table, columns in _READ.items():
        old, new = (", ".join(f"{side}.{name}" for name in columns) for side in ("OLD", "NEW"))
        op.execute(_TRIGGER.format(table=table, old=old, new=new))


def downgrade() -> None:
    for table in _READ:
        op.execute(f"DROP TRIGGER booking_follow ON {table}")
    same = "other.kind = {0}.kind AND other.person_id = {0}.person_id"
    op.execute(FILL.replace(LOOKED_UP, "").replace("other.who = NEW.who", same.format("NEW")))
    op.execute(GIVE_BACK.replace(" AND OLD.who = NEW.who", "").replace("other.who = OLD.who", same.format("OLD")))
    op.execute("DROP FUNCTION booking_follow(), booked(text, bigint)")
    op.drop_constraint("ex_booking_busy", "booking")
    op.execute(
        "ALTER TABLE booking ADD CONSTRAINT ex_booking_busy"
        " EXCLUDE USING gist (kind WITH =, person_id WITH =, busy WITH &&) DEFERRABLE INITIALLY DEFERRED"
    )
    op.drop_index("ix_booking_who", table_name="booking")
    for column in ("user_id", "name", "who"):
        op.drop_column("booking", column)
