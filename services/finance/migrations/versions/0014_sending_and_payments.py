"""Mails ask for the instalments that are due; the due date follows the money; who changed an invoice last."""
# ruff: noqa: E501  statements as they stand in the database

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

# The due date of an invoice with a plan follows the money (docs/finance.md, States and plans), whoever moves it. Open are
# the instalments that have no payment of their own and that the money of no instalment does not settle either: that
# settles the earliest first, as the payment page reckons.
OPEN = """
CREATE FUNCTION instalments_open(record bigint, free bigint) RETURNS TABLE (due_date date) LANGUAGE sql STABLE AS $$
  SELECT part.due_date
  FROM (SELECT i.due_date, sum(i.amount) OVER (ORDER BY i.due_date, i.amount, i.id) AS reach
    FROM instalment i WHERE i.invoice_id = record AND NOT EXISTS (SELECT FROM payment p WHERE p.instalment_id = i.id)
  ) part
  WHERE part.reach > greatest(free, 0)
$$;
"""

# A payment of an instalment, made or edited, moves the due date to the next later open one (money.md 4). Money of no
# instalment moves it where it settles another one or leaves one open again, and a payment of an instalment that goes
# does: to the earliest that is open. Where none is, it stays.
FOLLOW = """
CREATE FUNCTION invoice_due_date_follows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved record;
  free bigint;
  due date;
BEGIN
  FOR moved IN
    SELECT c.invoice_id, max(i.due_date) AS day,
      coalesce(sum(c.amount) FILTER (WHERE c.instalment_id IS NULL), 0)::bigint AS amount
    FROM changed c LEFT JOIN instalment i ON i.id = c.instalment_id
    WHERE EXISTS (SELECT FROM instalment part WHERE part.invoice_id = c.invoice_id)
    GROUP BY c.invoice_id ORDER BY c.invoice_id
  LOOP
    SELECT coalesce(sum(amount), 0) INTO free FROM payment
    WHERE invoice_id = moved.invoice_id AND instalment_id IS NULL;
    IF moved.day IS NULL THEN
      CONTINUE WHEN TG_OP = 'UPDATE' OR (SELECT count(*) FROM instalments_open(moved.invoice_id, free)) = (
        SELECT count(*) FROM instalments_open(
          moved.invoice_id, free - CASE TG_OP WHEN 'INSERT' THEN moved.amount ELSE -moved.amount END));
    END IF;
    SELECT min(part.due_date) INTO due FROM instalments_open(moved.invoice_id, free) part
    WHERE moved.day IS NULL OR TG_OP = 'DELETE' OR part.due_date > moved.day;
    UPDATE invoice SET due_date = due WHERE id = moved.invoice_id AND due IS NOT NULL AND due_date IS DISTINCT FROM due;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER due_date_inserted AFTER INSERT ON payment REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_due_date_follows();
CREATE TRIGGER due_date_updated AFTER UPDATE ON payment REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_due_date_follows();
CREATE TRIGGER due_date_deleted AFTER DELETE ON payment REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_due_date_follows();
"""

# What the invoice and the reminder said until now, and say from now on; texts of their own stay.
TEXTS = {
    "invoice": (
        "{{outstanding}} is to be paid by {{dueDate}}.",
        "{{amountDue}} is to be paid by {{amountDueDate}}. {{instalments}}",
    ),
    "reminder": (
        "our records show <strong>{{outstanding}}</strong> still open on {{title}} {{number}}, due on {{dueDate}}. "
        "It is attached once more.",
        "our records show <strong>{{amountDue}}</strong> still open on {{title}} {{number}}, due on {{amountDueDate}}. "
        "{{instalments}} The document is attached once more.",
    ),
}

# Who changed it last, of the changes that were written down.
LAST = """
UPDATE invoice SET modified_by_id = said.user_id, modified_by_name = said.user_name
FROM (SELECT DISTINCT ON (entity_id) entity_id, user_id, user_name FROM field_history
  WHERE entity = 'invoice' ORDER BY entity_id, id DESC) said
WHERE invoice.id = said.entity_id
"""


def upgrade() -> None:
    op.add_column("invoice", sa.Column("modified_by_id", sa.BigInteger(), comment="user id"))
    op.add_column("invoice", sa.Column("modified_by_name", sa.Text(), server_default="", nullable=False))
    op.execute(LAST)
    for part in (OPEN, FOLLOW):
        op.execute(part)
    for kind, (before, after) in TEXTS.items():
        _say(kind, before, after)


def downgrade() -> None:
    for kind, (before, after) in TEXTS.items():
        _say(kind, after, before)
    for name in ("inserted", "updated", "deleted"):
        op.execute(f"DROP TRIGGER due_date_{name} ON payment")
    op.execute("DROP FUNCTION invoice_due_date_follows(), instalments_open(bigint, bigint)")
    op.drop_column("invoice", "modified_by_name")
    op.drop_column("invoice", "modified_by_id")


def _say(kind: str, before: str, after: str) -> None:
    """Put one sentence of a mail in the place of another, where it is there."""
    statement = sa.text(
        "UPDATE invoice_email_template SET body = replace(body, :before, :after), version = version + 1,"
        " modified = clock_timestamp() WHERE kind = :kind AND strpos(body, :before) > 0"
    )
    op.execute(statement.bindparams(kind=kind, before=before, after=after))
