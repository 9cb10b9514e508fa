"""300,000 invoices (or another number) with five items each, generated inside PostgreSQL.

Every value is derived from the invoice's number.
"""
# ruff: noqa: S608  what is put into the statements are the constants of this file

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.load import without_indexes
from services.demo.world import FIRST_NAMES, LAST_NAMES

INVOICES = 300_000
FIRST = 10_000_000
"""First ids of loaded invoices, and of the enquiries they name, far from those of the demo."""

# The lines of an invoice by place: meta type, kind, pence, discount type, discount, VAT rate in a UK organisation.
_LINES = """
    (1, 'standalone', 'fulltime', 380000, 'none', 0, 0),
    (2, 'standalone', 'asp', 45000, 'percentage', 1000, 2000),
    (3, 'standalone', 'supp', 12000, 'amount', 2500, 2000),
    (4, 'standalone', 'exams', 4800, 'none', 0, 0),
    (5, 'credit', 'other', -1500, 'none', 0, 0)
"""

# Every 25th is a credit note with negative lines.
_AMOUNT = "CASE WHEN {n} % 25 = 0 THEN -abs(l.pence) WHEN l.pence > 0 THEN l.pence + ({n} % 997) * 50 ELSE l.pence END"
# As in real life, old invoices are paid and new ones are not. The sums are computed here as the triggers do, which are
# off while the table is filled.
_INVOICES = f"""
WITH line (place, meta, kind, pence, discount_type, discount, rate) AS (VALUES {_LINES}),
made AS (
  SELECT n, (n - {FIRST}) AS k, (ARRAY[1, 1, 1, 1, 2, 2, 4, 4, 3, 5])[1 + n % 10] AS organisation,
    (DATE '2026-11-20' - ((n * 7919) % 2200)::int) AS day
  FROM generate_series({FIRST}::bigint, {FIRST} + %(invoices)s - 1) AS n
),
stated AS (
  SELECT *, n % 25 = 0 AS note, CASE
      WHEN DATE '2026-11-20' - day < 45 THEN (ARRAY['draft', 'draft', 'proposed', 'proposed', 'proposed'])[1 + n % 5]
      WHEN DATE '2026-11-20' - day < 365 THEN
        (ARRAY['proposed', 'paid', 'paid', 'partPaid', 'paid', 'booked', 'paid', 'final', 'paid', 'cancelled', 'paid'])
          [1 + n % 11]
      ELSE (ARRAY['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'cancelled', 'paid', 'partPaid', 'paid', 'paid',
        'paid', 'paid'])[1 + n % 13]
    END AS state
  FROM made
),
sums AS (
  SELECT s.n, sum(i.amount) AS amount, sum(i.off) AS discount,
    sum(round((i.amount - i.off) * i.rate / 10000.0)::bigint) AS vat
  FROM stated s CROSS JOIN LATERAL (
    SELECT p.amount, CASE l.discount_type WHEN 'amount' THEN l.discount * sign(p.amount)
        WHEN 'percentage' THEN round(p.amount * l.discount / 10000.0)::bigint ELSE 0 END AS off,
      CASE WHEN s.organisation IN (1, 4, 5) THEN l.rate ELSE 0 END AS rate
    FROM line l CROSS JOIN LATERAL (SELECT {_AMOUNT.format(n="s.n")} AS amount) p
  ) i GROUP BY s.n
)
INSERT INTO invoice (id, passcode, organisation_id, title, number, status, is_credit_note, billing_year, date, due_date,
  currency, person_kind, person_id, name, student_id, enquiry_with_type_id, entity_type, entity_type_id, email, line1,
  line2, postcode, description, email_sent, email_sent_by_name, created_by_id, created_by_name, created, amount,
  discount, vat, paid)
SELECT s.n, lpad((s.n * 31 % 1000000)::text, 6, '0'), organisation,
  CASE WHEN note THEN 'Credit' WHEN state IN ('draft', 'proposed') THEN 'Proposal' ELSE 'Invoice' END,
  CASE WHEN state <> 'draft' THEN 'INV-' || s.n END, state, note,
  CASE WHEN s.n % 40 = 0 THEN 0 ELSE y % 100 * 100 + (y + 1) % 100 END, day,
  CASE WHEN s.n % 20 > 0 THEN day + 30 END, CASE WHEN organisation = 3 THEN 'EUR' ELSE 'GBP' END,
  'client', 1 + k % 50000,
  (%(first)s::text[])[1 + s.n * 31 % cardinality(%(first)s::text[])] || ' ' ||
    (%(last)s::text[])[1 + s.n * 7907 % cardinality(%(last)s::text[])],
  1 + k * 7 % 900000, {FIRST} + k % 200000, 'student', 1 + k * 7 % 900000, 'client.' || k % 50000 || '@load.example',
  1 + k % 180 || ' High Street', 'Oxford', 'OX' || 1 + k % 20 || ' ' || 1 + k % 9 || 'AB',
  CASE WHEN s.n % 3 = 0 THEN '<p>Agreed by telephone with the family</p>' ELSE '' END,
  CASE WHEN state <> 'draft' AND s.n % 7 > 0 THEN day + TIME '10:00' END, 'Load', 1, 'Load', day + TIME '09:00',
  t.amount, t.discount, t.vat,
  CASE state WHEN 'paid' THEN t.amount - t.discount + t.vat WHEN 'partPaid' THEN (t.amount - t.discount + t.vat) / 3
    ELSE 0 END
FROM stated s JOIN sums t USING (n)
CROSS JOIN LATERAL (SELECT (extract(year FROM day) - (extract(month FROM day) < 9)::int)::int AS y) started
"""

_ITEMS = f"""
INSERT INTO invoice_item (invoice_id, meta_type, type, description, amount, discount_type, discount, vat_rate,
  display_order)
SELECT i.id, l.meta, l.kind, '<p>Line ' || l.place || '</p>',
  {_AMOUNT.format(n="i.id")}, l.discount_type, l.discount,
  CASE WHEN i.organisation_id IN (1, 4, 5) THEN l.rate ELSE 0 END, l.place
FROM invoice i
CROSS JOIN (VALUES {_LINES}) AS l (place, meta, kind, pence, discount_type, discount, rate)
WHERE i.id >= {FIRST}
"""

_PAYMENTS = f"""
INSERT INTO payment (invoice_id, type, amount, date_paid)
SELECT id, (ARRAY['bankTransfer', 'creditCard', 'flywire', 'other'])[1 + id % 4], paid, date + 20
FROM invoice WHERE id >= {FIRST} AND paid <> 0
"""


def load(connection: psycopg.Connection[Any], number: int = INVOICES) -> str:
    """Add the invoices unless they exist; returns a summary."""
    row = connection.execute("SELECT EXISTS (SELECT FROM invoice WHERE id >= %s)", (FIRST,)).fetchone()
    if row is not None and row[0]:
        return "the invoices already exist"
    connection.execute("SET LOCAL synchronous_commit = off")
    connection.execute("SET LOCAL maintenance_work_mem = '256MB'")
    connection.execute("SET LOCAL work_mem = '128MB'")
    with without_indexes(connection, "invoice", "invoice_item", "payment"):
        names = {"first": list(FIRST_NAMES), "last": list(LAST_NAMES), "invoices": number}
        connection.execute(_escaped(_INVOICES), names)
        connection.execute(_ITEMS.encode())
        connection.execute(_PAYMENTS.encode())
    connection.execute("SELECT setval(pg_get_serial_sequence('invoice', 'id'), (SELECT max(id) FROM invoice))")
    return f"{number:,} invoices with {5 * number:,} items"


def _escaped(statement: str) -> bytes:
    """Escape `%`, which is arithmetic here, except in the named parameters."""
    return statement.replace("%", "%%").replace("%%(", "%(").encode()
