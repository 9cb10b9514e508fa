"""Demo data of sending: a letterhead for each organisation, and the mail log."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.letterheads import letterheads
from services.demo.tables import write
from services.demo.world import ORGANISATIONS

_SMALL_PRINT = "Terms: www.staffroom.example/terms"
_PAYMENT_TERMS = "Please pay by the due date and quote the invoice number."


def load(connection: psycopg.Connection[Any]) -> None:
    """Write the letterheads, and a sent mail for each invoice that is marked as sent."""
    countries = {number: country for number, _, _, country in ORGANISATIONS}
    with connection.cursor() as cursor:
        write(cursor, "letterhead", [one | _company(one["id"], countries[one["id"]]) for one in letterheads()])
    connection.execute(
        "INSERT INTO invoice_email (invoice_id, kind, recipient, subject, body, state, message_id, tries, queued, sent,"
        " created_by_id, created_by_name) SELECT id, 'invoice', email, 'Invoice ' || number,"
        " '<p>Please find attached your invoice.</p>', 'sent', '<demo-' || id || '@staffroom.example>', 1,"
        " email_sent, email_sent, created_by_id,"
        " email_sent_by_name FROM invoice WHERE email_sent IS NOT NULL AND number IS NOT NULL"
    )


def _company(number: int, country: str) -> dict[str, Any]:
    """Return the letterhead fields that only invoices show."""
    return {
        "company_number": f"0{1_234_560 + number}",
        "vat_number": f"{'PT 51234567' if country == 'PT' else 'GB 123 4567 8'}{number}",
        "small_print": _SMALL_PRINT,
        "payment_terms": _PAYMENT_TERMS,
    }
