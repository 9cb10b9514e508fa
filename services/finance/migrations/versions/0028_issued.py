"""An issued invoice keeps its lines, texts, date, billing year, payer and currency."""

from collections.abc import Sequence

from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KEPT = (
    "number",
    "date",
    "billing_year",
    "currency",
    "organisation_id",
    "is_credit_note",
    "parent_id",
    "person_kind",
    "person_id",
    "name",
    "line1",
    "line2",
    "line3",
    "postcode",
    "nif",
    "payer_reason",
)
_ISSUED = """
CREATE FUNCTION invoice_guard_issued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('staffroom.system', true) = 'on' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'invoice % is issued', OLD.id USING ERRCODE = 'restrict_violation', CONSTRAINT = 'invoice_issued';
END $$
"""
_PARTS = """
CREATE OR REPLACE FUNCTION invoice_guard_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  state text;
BEGIN
  IF current_setting('staffroom.system', true) = 'on' THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  FOR state IN SELECT status FROM invoice WHERE id IN (OLD.invoice_id, NEW.invoice_id) ORDER BY id FOR UPDATE LOOP
    CONTINUE WHEN state {open};
    IF TG_TABLE_NAME = 'instalment' {update}AND state <> 'cancelled' THEN
      CONTINUE WHEN {kept};
    END IF;
    RAISE EXCEPTION 'a part of an invoice that is %', state
      USING ERRCODE = 'restrict_violation', CONSTRAINT = {constraint};
  END LOOP;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$
"""
_SAME_PLAN = "(OLD.invoice_id, OLD.amount, OLD.due_date) = (NEW.invoice_id, NEW.amount, NEW.due_date)"


def upgrade() -> None:
    differs = " OR ".join(f"OLD.{name} IS DISTINCT FROM NEW.{name}" for name in _KEPT)
    op.execute(_ISSUED)
    op.execute(
        "CREATE TRIGGER guard BEFORE UPDATE ON invoice FOR EACH ROW "
        f"WHEN (OLD.status <> 'draft' AND ({differs})) EXECUTE FUNCTION invoice_guard_issued()"
    )
    op.execute(
        _PARTS.format(
            open="= 'draft'",
            update="",
            kept=f"state NOT IN ('partPaid', 'paid') OR TG_OP = 'UPDATE' AND {_SAME_PLAN}",
            constraint="CASE WHEN state IN ('partPaid', 'paid', 'cancelled') THEN 'invoice_read_only_' || state "
            "ELSE 'invoice_issued' END",
        )
    )


def downgrade() -> None:
    op.execute("DROP TRIGGER guard ON invoice")
    op.execute("DROP FUNCTION invoice_guard_issued()")
    op.execute(
        _PARTS.format(
            open="NOT IN ('partPaid', 'paid', 'cancelled')",
            update="AND TG_OP = 'UPDATE' ",
            kept=_SAME_PLAN,
            constraint="'invoice_read_only_' || state",
        )
    )
