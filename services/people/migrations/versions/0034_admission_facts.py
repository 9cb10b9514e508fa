"""The day of an invoice, which tells a deposit from an old payment; the stays of leads in their statuses; why a check is
not required."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0034"
down_revision: str | None = "0033"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# A move that is taken back restores the moment of before: the stay that it had ended goes on.
_KEEP = """
CREATE FUNCTION enquiry_keep_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO lead_stay (lead_id, status, owner_id, began)
    VALUES (NEW.id, NEW.lead_status, NEW.owner_id, NEW.status_since);
    RETURN NULL;
  END IF;
  IF NEW.lead_status = OLD.lead_status THEN
    UPDATE lead_stay SET owner_id = NEW.owner_id WHERE lead_id = NEW.id AND ended IS NULL;
    RETURN NULL;
  END IF;
  IF NEW.status_since < OLD.status_since THEN
    DELETE FROM lead_stay WHERE lead_id = NEW.id AND began > NEW.status_since;
    UPDATE lead_stay SET ended = NULL, owner_id = NEW.owner_id
    WHERE lead_id = NEW.id AND began = NEW.status_since AND status = NEW.lead_status;
    IF FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  UPDATE lead_stay SET ended = GREATEST(began, NEW.status_since) WHERE lead_id = NEW.id AND ended IS NULL;
  INSERT INTO lead_stay (lead_id, status, owner_id, began)
  VALUES (NEW.id, NEW.lead_status, NEW.owner_id, NEW.status_since);
  RETURN NULL;
END $$
"""
_INSERTED = (
    "CREATE TRIGGER keep_stays_inserted AFTER INSERT ON enquiry FOR EACH ROW EXECUTE FUNCTION enquiry_keep_stays()"
)
_UPDATED = (
    "CREATE TRIGGER keep_stays_updated AFTER UPDATE OF lead_status, owner_id ON enquiry FOR EACH ROW "
    "WHEN (OLD.lead_status <> NEW.lead_status OR OLD.owner_id IS DISTINCT FROM NEW.owner_id) "
    "EXECUTE FUNCTION enquiry_keep_stays()"
)
_BEFORE = """
INSERT INTO lead_stay (lead_id, status, owner_id, began, ended)
SELECT e.id, h.old_value #>> '{}', e.owner_id,
  LEAST(lag(h.changed, 1, e.created) OVER (PARTITION BY e.id ORDER BY h.id), h.changed), h.changed
FROM field_history h JOIN enquiry e ON e.id = h.entity_id
WHERE h.entity = 'enquiry' AND h.field = 'leadStatus' AND h.old_value IS NOT NULL
"""
_PRESENT = """
INSERT INTO lead_stay (lead_id, status, owner_id, began)
SELECT id, lead_status, owner_id, status_since FROM enquiry ORDER BY id
"""


def upgrade() -> None:
    op.add_column(
        "invoice", sa.Column("date", sa.Date(), nullable=True, comment="null where it was told before it carried one")
    )
    op.add_column("person_check", sa.Column("reason", sa.Text(), server_default="", nullable=False))
    op.create_table(
        "lead_stay",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("lead_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.BigInteger(), nullable=True, comment="the owner of that time, by the user id"),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True, comment="null of the present one"),
        sa.ForeignKeyConstraint(["lead_id"], ["enquiry.id"], name=op.f("fk_lead_stay_lead_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lead_stay")),
    )
    op.execute(_BEFORE)
    op.execute(_PRESENT)
    op.create_index("ix_lead_stay_lead_id", "lead_stay", ["lead_id", "began"], unique=False)
    op.create_index("ix_lead_stay_began", "lead_stay", ["began", "id"], unique=False)
    op.create_index(
        "uq_lead_stay_present", "lead_stay", ["lead_id"], unique=True, postgresql_where=sa.text("ended IS NULL")
    )
    op.execute(_KEEP)
    op.execute(_INSERTED)
    op.execute(_UPDATED)
