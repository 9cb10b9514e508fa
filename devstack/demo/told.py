"""Read copies of demo records that no other demo module can write, for what a copy holds of an
invoice is what the triggers of finance made of it, and addresses are thrown by dice. The rows go the way of every
event, by the outbox."""

from __future__ import annotations

from typing import Any

import psycopg

from devstack.demo.tables import events

ADDRESSES = events(
    "people.address.changed",
    "address",
    """
    'id', id, 'personKind', person_type, 'personId', person_id, 'line1', line1, 'line2', line2, 'line3', line3,
    'city', city, 'postcode', postcode, 'country', country, 'primary', "primary"
    """,
)

CLIENTS_STUDENTS = events(
    "people.client_student.changed",
    "client_student",
    """
    'id', id, 'clientId', client_id, 'studentId', student_id, 'pays', pays
    """,
)

INVOICES = events(
    "finance.invoice.changed",
    "invoice",
    """
    'id', id, 'number', coalesce(number, ''), 'status', status, 'organisationId', organisation_id,
    'currency', currency, 'total', total, 'outstanding', outstanding, 'isCreditNote', is_credit_note,
    'personKind', person_kind, 'personId', person_id, 'studentId', coalesce(student_id, 0),
    'dueDate', coalesce(due_date::text, ''), 'deleted', false
    """,
)

TICKETS = events(
    "support.ticket.changed",
    "ticket",
    """
    'id', id, 'type', type, 'title', title, 'status', status, 'priority', priority, 'userId', user_id,
    'responsibleUserId', coalesce(responsible_id, 0), 'invoiceId', coalesce(invoice_id, 0),
    'slipId', coalesce(slip_id, 0), 'errorId', coalesce(error_id, 0)
    """,
)

_EVENTS = {"people": (ADDRESSES, CLIENTS_STUDENTS), "finance": (INVOICES,), "support": (TICKETS,)}


def tell(connection: psycopg.Connection[Any], service: str) -> None:
    """Put the events of a service's demo data into its outbox."""
    for statement in _EVENTS.get(service, ()):
        connection.execute(statement)
