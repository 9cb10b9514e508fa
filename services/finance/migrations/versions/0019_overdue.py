"""Since when a balance is owed, by the oldest open instalment; where to pay to; texts that promise no online payment."""
# ruff: noqa: E501  statements as they stand in the database

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

# The rest of each instalment without a payment of its own: money of no instalment settles the earliest first.
# Everything that asks which instalment is open asks here (docs/finance.md, Overdue).
LEFT = """
CREATE FUNCTION instalments_left(record bigint, free bigint) RETURNS TABLE (id bigint, due_date date, amount_left bigint)
LANGUAGE sql STABLE AS $$
  SELECT part.id, part.due_date, least(part.amount, greatest(part.reach - greatest(free, 0), 0))
  FROM (SELECT i.id, i.due_date, i.amount, (sum(i.amount) OVER (ORDER BY i.due_date, i.amount, i.id))::bigint AS reach
    FROM instalment i WHERE i.invoice_id = record AND NOT EXISTS (SELECT FROM payment p WHERE p.instalment_id = i.id)
  ) part
$$;
CREATE FUNCTION instalments_left(record bigint) RETURNS TABLE (id bigint, due_date date, amount_left bigint)
LANGUAGE sql STABLE AS $$
  SELECT * FROM instalments_left(record, (SELECT coalesce(sum(amount), 0)::bigint FROM payment
    WHERE payment.invoice_id = record AND payment.instalment_id IS NULL))
$$;
CREATE OR REPLACE FUNCTION instalments_open(record bigint, free bigint) RETURNS TABLE (due_date date) LANGUAGE sql STABLE AS $$
  SELECT part.due_date FROM instalments_left(record, free) part WHERE part.amount_left > 0
$$;
"""
OPEN_BEFORE = """
CREATE OR REPLACE FUNCTION instalments_open(record bigint, free bigint) RETURNS TABLE (due_date date) LANGUAGE sql STABLE AS $$
  SELECT part.due_date
  FROM (SELECT i.due_date, sum(i.amount) OVER (ORDER BY i.due_date, i.amount, i.id) AS reach
    FROM instalment i WHERE i.invoice_id = record AND NOT EXISTS (SELECT FROM payment p WHERE p.instalment_id = i.id)
  ) part
  WHERE part.reach > greatest(free, 0)
$$;
"""

# Kept on the invoice, so that lists and figures of 300,000 invoices find it in their indexes.
FOLLOW = """
CREATE FUNCTION invoice_open_due_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invoice SET open_due_date = now.day
  FROM (SELECT touched.invoice_id,
      (SELECT min(part.due_date) FROM instalments_left(touched.invoice_id) part WHERE part.amount_left > 0) AS day
    FROM (SELECT DISTINCT invoice_id FROM changed) touched) now
  WHERE invoice.id = now.invoice_id AND invoice.open_due_date IS DISTINCT FROM now.day;
  RETURN NULL;
END $$;
"""
EVENTS = (("inserted", "INSERT", "NEW"), ("updated", "UPDATE", "NEW"), ("deleted", "DELETE", "OLD"))
TAKE_OVER = """
UPDATE invoice SET open_due_date = (SELECT min(part.due_date) FROM instalments_left(invoice.id) part WHERE part.amount_left > 0)
WHERE EXISTS (SELECT FROM instalment WHERE instalment.invoice_id = invoice.id)
"""

FIGURES = ["organisation_id", "currency", "status", "tab", "billing_year", "due_date", "total", "outstanding"]
TABS = ["organisation_id", "tab", "billing_year", "id"]
SUMS = ["currency", "amount", "outstanding", "total", "date", "due_date", "number", "name"]

# The former words of the mails and the new ones; texts that were changed by hand stay.
TEXTS = {
    "invoice": (
        'You can look at it and pay online at <a href="{{paymentLink}}">{{paymentLink}}</a>; '
        "your passcode is <strong>{{passcode}}</strong>.",
        'You can look at it at <a href="{{paymentLink}}">{{paymentLink}}</a>; '
        "your passcode is <strong>{{passcode}}</strong>. {{howToPay}}",
    ),
    "reminder": (
        'You can pay online at <a href="{{paymentLink}}">{{paymentLink}}</a>; your passcode is '
        "<strong>{{passcode}}</strong>.",
        'You can look at it at <a href="{{paymentLink}}">{{paymentLink}}</a>; your passcode is '
        "<strong>{{passcode}}</strong>. {{howToPay}}",
    ),
}


def upgrade() -> None:
    op.add_column(
        "invoice", sa.Column("open_due_date", sa.Date(), comment="of the oldest open instalment; kept by triggers")
    )
    op.add_column(
        "bank_account",
        sa.Column("online_url", sa.Text(), server_default="", nullable=False, comment="where it is paid online"),
    )
    op.add_column(
        "letterhead",
        sa.Column("payment_terms", sa.Text(), server_default="", nullable=False, comment="on what is to be paid"),
    )
    for part in (LEFT, FOLLOW):
        op.execute(part)
    for table in ("instalment", "payment"):
        for name, event, rows in EVENTS:
            op.execute(
                f"CREATE TRIGGER open_due_{name} AFTER {event} ON {table} REFERENCING {rows} TABLE AS changed"
                " FOR EACH STATEMENT EXECUTE FUNCTION invoice_open_due_follows()"
            )
    op.execute(TAKE_OVER)
    _index("ix_invoice_figures", ["date", "id"], [*FIGURES, "open_due_date"])
    _index("ix_invoice_tabs", TABS, [*SUMS, "vat"])
    _unpaid("open_due_date, due_date")
    for kind, (before, after) in TEXTS.items():
        _say(kind, before, after)


def downgrade() -> None:
    for kind, (before, after) in TEXTS.items():
        _say(kind, after, before)
    _unpaid("due_date")
    _index("ix_invoice_tabs", TABS, SUMS)
    _index("ix_invoice_figures", ["date", "id"], FIGURES)
    for table in ("instalment", "payment"):
        for name, _, _ in EVENTS:
            op.execute(f"DROP TRIGGER open_due_{name} ON {table}")
    op.execute(OPEN_BEFORE)
    op.execute("DROP FUNCTION invoice_open_due_follows(), instalments_left(bigint), instalments_left(bigint, bigint)")
    op.drop_column("letterhead", "payment_terms")
    op.drop_column("bank_account", "online_url")
    op.drop_column("invoice", "open_due_date")


def _index(name: str, columns: list[str], include: list[str]) -> None:
    op.drop_index(name, table_name="invoice")
    op.create_index(name, "invoice", columns, postgresql_include=include)


def _unpaid(days: str) -> None:
    op.drop_index("ix_invoice_unpaid", table_name="invoice")
    since = sa.literal_column(f"coalesce({days}, '9999-12-31'::date)")
    op.create_index("ix_invoice_unpaid", "invoice", [since, "id"], postgresql_where=sa.text("outstanding > 0"))


def _say(kind: str, before: str, after: str) -> None:
    """Put one sentence of a mail in the place of another, where it is there."""
    statement = sa.text(
        "UPDATE invoice_email_template SET body = replace(body, :before, :after), version = version + 1,"
        " modified = clock_timestamp() WHERE kind = :kind AND strpos(body, :before) > 0"
    )
    op.execute(statement.bindparams(kind=kind, before=before, after=after))
