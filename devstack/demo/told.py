"""What the demo records are told of: read copies that no other demo module can write, for what a copy holds of an
invoice is what the triggers of finance made of it. The rows go the way of every event, by the outbox."""

from __future__ import annotations

from typing import Any

import psycopg

INVOICES = """
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'finance.invoice.changed', id::text, jsonb_build_object(
         'id', id, 'number', coalesce(number, ''), 'status', status, 'organisationId', organisation_id,
         'currency', currency, 'total', total, 'outstanding', outstanding, 'isCreditNote', is_credit_note,
         'personKind', person_kind, 'personId', person_id, 'studentId', coalesce(student_id, 0),
         'dueDate', coalesce(due_date::text, ''), 'deleted', false),
       '{"service": "finance", "name": "finance"}'
  FROM invoice ORDER BY id
"""

TICKETS = """
INSERT INTO outbox (subject, key, payload, actor)
SELECT 'support.ticket.changed', id::text, jsonb_build_object(
         'id', id, 'type', type, 'title', title, 'status', status, 'priority', priority, 'userId', user_id,
         'responsibleUserId', coalesce(responsible_id, 0), 'invoiceId', coalesce(invoice_id, 0),
         'slipId', coalesce(slip_id, 0), 'errorId', coalesce(error_id, 0)),
       '{"service": "support", "name": "support"}'
  FROM ticket ORDER BY id
"""


def tell(connection: psycopg.Connection[Any], service: str) -> None:
    """Put the events of a service's demo data into its outbox."""
    if service == "finance":
        connection.execute(INVOICES)
    if service == "support":
        connection.execute(TICKETS)
