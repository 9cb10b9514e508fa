"""The trigger that wakes a sleeping relay (`kit.events.relay`)."""

from alembic import op

revision = "kit_0011"
down_revision = "kit_0010"

WAKE_RELAY = """
CREATE FUNCTION wake_relay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(7266004) THEN
    NOTIFY outbox;
  END IF;
  RETURN NULL;
END
$$
"""


def upgrade() -> None:
    op.execute(WAKE_RELAY)
    op.execute("CREATE TRIGGER wake_relay AFTER INSERT ON outbox FOR EACH STATEMENT EXECUTE FUNCTION wake_relay()")


def downgrade() -> None:
    op.execute("DROP TRIGGER wake_relay ON outbox")
    op.execute("DROP FUNCTION wake_relay()")
