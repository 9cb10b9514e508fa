"""States, items and plans: guards, payments of instalments, numbers."""
# ruff: noqa: E501, S608  statements as they stand in the database, put together from the constants of this file

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

WRITTEN_OFF = ", coalesce(-sum(i.total) FILTER (WHERE i.write_off), 0) AS written_off"
# The sums of the lines, now with what was written off.
ITEMS = f"""
CREATE OR REPLACE FUNCTION invoice_add_up_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM invoice WHERE id IN (SELECT invoice_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE invoice SET amount = sums.amount, discount = sums.discount, vat = sums.vat, written_off = sums.written_off
  FROM (
    SELECT touched.invoice_id, coalesce(sum(i.amount), 0) AS amount, coalesce(sum(i.discount_amount), 0) AS discount,
      coalesce(sum(i.vat), 0) AS vat{WRITTEN_OFF}
    FROM (SELECT DISTINCT invoice_id FROM changed) touched LEFT JOIN invoice_item i USING (invoice_id)
    GROUP BY touched.invoice_id
  ) sums
  WHERE id = sums.invoice_id AND (invoice.amount, invoice.discount, invoice.vat, invoice.written_off)
    IS DISTINCT FROM (sums.amount, sums.discount, sums.vat, sums.written_off);
  RETURN NULL;
END $$;
"""

# The status follows the money (docs/finance.md), whoever moves it. It reads the sums, not `total` and `outstanding`:
# those are worked out after it.
FOLLOW = """
CREATE FUNCTION invoice_follow_money() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owed bigint := NEW.amount - NEW.discount + NEW.vat - NEW.credited;
BEGIN
  IF NEW.status IN ('draft', 'cancelled') OR NEW.parent_id IS NOT NULL THEN
    RETURN NEW;
  END IF;
  IF NEW.paid <> 0 THEN
    IF NEW.status NOT IN ('partPaid', 'paid') THEN
      NEW.unpaid_status := NEW.status;
    END IF;
    NEW.status := CASE WHEN NEW.paid = owed OR NOT NEW.is_credit_note AND NEW.paid > owed THEN 'paid' ELSE 'partPaid' END;
  ELSIF NEW.status = 'partPaid' OR NEW.status = 'paid' AND owed <> 0 THEN
    NEW.status := coalesce(NEW.unpaid_status, 'proposed');
    NEW.unpaid_status := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER follow_money BEFORE UPDATE OF amount, discount, vat, paid, credited ON invoice FOR EACH ROW
  WHEN ((OLD.amount, OLD.discount, OLD.vat, OLD.paid, OLD.credited)
    IS DISTINCT FROM (NEW.amount, NEW.discount, NEW.vat, NEW.paid, NEW.credited))
  EXECUTE FUNCTION invoice_follow_money();
"""

# A write-off is of the small balance that was left. When money goes again, more is owed than that, and the line goes too:
# otherwise a payment taken back would leave an invoice that asks for less than it should.
OPEN = """
CREATE FUNCTION invoice_forget_write_off() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text := coalesce(current_setting('staffroom.system', true), '');
BEGIN
  PERFORM set_config('staffroom.system', 'on', true);
  DELETE FROM invoice_item WHERE invoice_id = NEW.id AND write_off;
  PERFORM set_config('staffroom.system', before, true);
  RETURN NULL;
END $$;
CREATE TRIGGER forget_write_off AFTER UPDATE ON invoice FOR EACH ROW
  WHEN (OLD.status = 'paid' AND NEW.status <> 'paid' AND NEW.written_off <> 0)
  EXECUTE FUNCTION invoice_forget_write_off();
"""

# Parts of a read-only invoice stay as they are, unless the server itself says otherwise. That an instalment of a
# (part) paid invoice is paid, when and how, is no part of the plan: it may change.
GUARD = """
CREATE FUNCTION invoice_guard_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  state text;
BEGIN
  IF current_setting('staffroom.system', true) = 'on' THEN
    RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  FOR state IN SELECT status FROM invoice WHERE id IN (OLD.invoice_id, NEW.invoice_id) ORDER BY id FOR UPDATE LOOP
    CONTINUE WHEN state NOT IN ('partPaid', 'paid', 'cancelled');
    IF TG_TABLE_NAME = 'instalment' AND TG_OP = 'UPDATE' AND state <> 'cancelled' THEN
      CONTINUE WHEN (OLD.invoice_id, OLD.amount, OLD.due_date) = (NEW.invoice_id, NEW.amount, NEW.due_date);
    END IF;
    RAISE EXCEPTION 'a part of an invoice that is %', state
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'invoice_read_only_' || state;
  END LOOP;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON invoice_item FOR EACH ROW EXECUTE FUNCTION invoice_guard_parts();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON invoice_footer_header FOR EACH ROW EXECUTE FUNCTION invoice_guard_parts();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE OR DELETE ON instalment FOR EACH ROW EXECUTE FUNCTION invoice_guard_parts();
"""

# What was written is added up once more when the transaction ends, whatever the triggers have done.
ASSERT = """
CREATE FUNCTION invoice_assert_sums() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched bigint[];
  wrong bigint;
BEGIN
  IF TG_TABLE_NAME = 'invoice' THEN touched := ARRAY[NEW.id, OLD.parent_id, NEW.parent_id];
  ELSE touched := ARRAY[OLD.invoice_id, NEW.invoice_id];
  END IF;
  SELECT i.id INTO wrong FROM invoice i
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(l.amount), 0) AS amount, coalesce(sum(l.discount_amount), 0) AS discount,
      coalesce(sum(l.vat), 0) AS vat, coalesce(sum(l.total), 0) AS total,
      coalesce(-sum(l.total) FILTER (WHERE l.write_off), 0) AS written_off
    FROM invoice_item l WHERE l.invoice_id = i.id
  ) lines
  CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount), 0) AS paid FROM payment p WHERE p.invoice_id = i.id) money
  CROSS JOIN LATERAL (
    SELECT coalesce(-sum(n.total), 0) AS credited FROM invoice n
    WHERE n.parent_id = i.id AND n.status NOT IN ('draft', 'cancelled')
  ) notes
  WHERE i.id = ANY (touched)
    AND ((i.amount, i.discount, i.vat, i.written_off, i.paid, i.credited, i.total) IS DISTINCT FROM
      (lines.amount, lines.discount, lines.vat, lines.written_off, money.paid, notes.credited, lines.total)
      OR i.outstanding <> CASE WHEN i.status = 'cancelled' OR i.parent_id IS NOT NULL THEN 0
        ELSE lines.total - money.paid - notes.credited END)
  LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'invoice % does not add up', wrong USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_adds_up';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER adds_up AFTER UPDATE ON invoice DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.amount, OLD.discount, OLD.vat, OLD.written_off, OLD.paid, OLD.credited, OLD.status, OLD.parent_id)
    IS DISTINCT FROM (NEW.amount, NEW.discount, NEW.vat, NEW.written_off, NEW.paid, NEW.credited, NEW.status, NEW.parent_id))
  EXECUTE FUNCTION invoice_assert_sums();
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE OR DELETE ON payment DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION invoice_assert_sums();
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE OR DELETE ON invoice_item DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION invoice_assert_sums();
"""

# Paid instalments and the payments that were written for them, told apart by amount and day.
PAIRS = """
UPDATE payment SET instalment_id = pair.instalment_id, source = 'instalment'
FROM (
  SELECT p.id, i.id AS instalment_id
  FROM (SELECT id, invoice_id, amount, paid_date, payment_type, row_number() OVER
      (PARTITION BY invoice_id, amount, paid_date, payment_type ORDER BY id) AS place FROM instalment WHERE is_paid) i
  JOIN (SELECT id, invoice_id, amount, date_paid, type, row_number() OVER
      (PARTITION BY invoice_id, amount, date_paid, type ORDER BY id) AS place FROM payment) p
    ON (p.invoice_id, p.amount, p.date_paid, p.type, p.place)
      = (i.invoice_id, i.amount, i.paid_date, i.payment_type, i.place)
) pair
WHERE payment.id = pair.id
"""


def upgrade() -> None:
    # Every default is a constant: with 300,000 invoices none of these rewrites a table.
    op.add_column("invoice", sa.Column("unpaid_status", sa.Text(), comment="what it was before the first payment"))
    op.add_column(
        "invoice",
        sa.Column(
            "paid_meta", sa.Text(), server_default="", nullable=False, comment="how it was paid, or instalmentPlan"
        ),
    )
    op.add_column("invoice", sa.Column("written_off", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column(
        "invoice_item",
        sa.Column(
            "write_off", sa.Boolean(), server_default="false", nullable=False, comment="a small balance written off"
        ),
    )
    op.add_column(
        "instalment",
        sa.Column("is_paid", sa.Boolean(), server_default="false", nullable=False, comment="it has its payment"),
    )
    op.alter_column("instalment", "paid_date", comment=None, existing_comment="absent while it is unpaid")
    op.drop_constraint(op.f("ck_instalment_paid"), "instalment")
    op.execute("UPDATE instalment SET is_paid = true WHERE paid_date IS NOT NULL")
    op.create_check_constraint(
        op.f("ck_instalment_paid"), "instalment", "NOT is_paid OR paid_date IS NOT NULL AND payment_type IS NOT NULL"
    )
    op.add_column("payment", sa.Column("source", sa.Text(), server_default="manual", nullable=False))
    op.add_column("payment", sa.Column("instalment_id", sa.BigInteger()))
    op.add_column("payment", sa.Column("external_id", sa.Text(), comment="of the accounting system"))
    op.add_column("payment", sa.Column("reverses_id", sa.BigInteger(), comment="what it takes back"))
    op.add_column("payment", sa.Column("note", sa.Text(), server_default="", nullable=False))
    # The sums do not change with this, and adding them up anew would take its time.
    op.execute("ALTER TABLE payment DISABLE TRIGGER USER")
    op.execute(PAIRS)
    op.execute("ALTER TABLE payment ENABLE TRIGGER USER")
    op.create_unique_constraint(op.f("uq_payment_instalment_id"), "payment", ["instalment_id"])
    op.create_unique_constraint(op.f("uq_payment_external_id"), "payment", ["external_id"])
    op.create_unique_constraint(op.f("uq_payment_reverses_id"), "payment", ["reverses_id"])
    op.create_foreign_key(op.f("fk_payment_instalment_id"), "payment", "instalment", ["instalment_id"], ["id"])
    op.create_foreign_key(op.f("fk_payment_reverses_id"), "payment", "payment", ["reverses_id"], ["id"])
    op.create_check_constraint(op.f("ck_payment_source"), "payment", "source IN ('manual', 'instalment', 'accounting')")
    op.create_check_constraint(
        op.f("ck_payment_instalment"), "payment", "(source = 'instalment') = (instalment_id IS NOT NULL)"
    )
    op.create_table(
        "number_series",
        sa.Column("organisation_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", name=op.f("pk_number_series")),
    )
    for part in (ITEMS, FOLLOW, OPEN, GUARD, ASSERT):
        op.execute(part)


def downgrade() -> None:
    for table in ("invoice", "payment", "invoice_item"):
        op.execute(f"DROP TRIGGER adds_up ON {table}")
    for table in ("invoice_item", "invoice_footer_header", "instalment"):
        op.execute(f"DROP TRIGGER guard ON {table}")
    op.execute("DROP TRIGGER follow_money ON invoice")
    op.execute("DROP TRIGGER forget_write_off ON invoice")
    op.execute(
        "DROP FUNCTION invoice_forget_write_off(), invoice_assert_sums(), invoice_guard_parts(), invoice_follow_money()"
    )
    without = ITEMS
    for part in (", written_off = sums.written_off", ", invoice.written_off", ", sums.written_off", WRITTEN_OFF):
        without = without.replace(part, "")
    op.execute(without)
    op.drop_table("number_series")
    for name in ("note", "reverses_id", "external_id", "instalment_id", "source"):
        op.drop_column("payment", name)
    op.drop_constraint(op.f("ck_instalment_paid"), "instalment")
    op.execute("UPDATE instalment SET paid_date = NULL, payment_type = NULL WHERE NOT is_paid")
    op.drop_column("instalment", "is_paid")
    op.create_check_constraint(op.f("ck_instalment_paid"), "instalment", "(paid_date IS NULL) = (payment_type IS NULL)")
    op.drop_column("invoice_item", "write_off")
    for name in ("written_off", "paid_meta", "unpaid_status"):
        op.drop_column("invoice", name)
