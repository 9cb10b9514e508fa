"""Two hundred thousand leads with a million entries of their logs, made inside PostgreSQL."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.load import add
from services.demo.world import FIRST_NAMES, LAST_NAMES

LEADS = 200_000
CONTACTS = 5
"""Log entries of each lead."""

_LEADS = """
INSERT INTO enquiry (id, first_name, last_name, email, phone, lead_status, kind, department_id, organisation_id,
                     owner_id, next_step, next_due, value, status_since, created)
OVERRIDING SYSTEM VALUE
SELECT %(first)s + n, first_name, last_name, 'lead.' || n || '@lead.load.example',
       '+44 7701 ' || lpad((n % 1000000)::text, 6, '0'),
       status, (ARRAY['asp', 'supp', 'fulltime', 'exams'])[1 + n % 4], 1 + n % 5, 1 + n % 5,
       CASE WHEN n % 50 > 0 THEN 1 + n % 12 END,
       CASE WHEN status = ANY(%(open)s) THEN 'Call' ELSE '' END,
       CASE WHEN status = ANY(%(open)s) THEN now() + make_interval(hours => (n * 7919 % 900)::int - 60) END,
       (n % 60 + 10) * 10000, now() - make_interval(hours => (n * 31 % 2000)::int),
       now() - make_interval(mins => (n * 104729 % 2000000)::int)
FROM (
    SELECT n, (%(names)s::text[])[1 + n * 31 % cardinality(%(names)s::text[])] AS first_name,
           (%(surnames)s::text[])[1 + n * 7907 % cardinality(%(surnames)s::text[])] AS last_name,
           (%(open)s::text[] || ARRAY['completed', 'completed', 'completed', 'declined', 'noResponse', 'failed'])
               [1 + n * 13 % (cardinality(%(open)s::text[]) + 6)] AS status
    FROM generate_series(1, %(count)s::bigint) AS n
) AS made
"""
_CONTACTS = """
INSERT INTO lead_contact (lead_id, at, kind, direction, outcome, text, by_id, by_name)
SELECT e.id, e.created + make_interval(hours => (n * 30)::int),
       (ARRAY['call', 'mail', 'note', 'call', 'meeting'])[1 + n % 5],
       CASE WHEN n % 3 = 1 THEN 'in' ELSE 'out' END, CASE WHEN n % 5 IN (0, 3) THEN 'reached' ELSE '' END,
       'Spoke about hours and prices, entry ' || n, e.owner_id, ''
FROM enquiry e CROSS JOIN generate_series(0, %(each)s ::bigint - 1) AS n WHERE e.id >= %(first)s
"""
_OPEN = ["new", "called", "incontact", "interested", "inprogress"]


def load(connection: psycopg.Connection[Any]) -> str:
    """Add the leads with their logs, once; return the number added."""
    numbers = {
        "open": _OPEN,
        "names": list(FIRST_NAMES),
        "surnames": list(LAST_NAMES),
        "count": LEADS,
        "each": CONTACTS,
    }
    if not add(connection, ("enquiry", "lead_contact"), (_LEADS, _CONTACTS), numbers):
        return "the leads already exist"
    return f"{LEADS:,} leads with {LEADS * CONTACTS:,} entries of their logs"
