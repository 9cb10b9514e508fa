"""`mostRecentComment` of an invoice: a read copy of events of support (`money.md 3`)."""

from __future__ import annotations

from typing import Any

from kit.database import Database
from kit.events import Event
from services.finance.tests.builders import make_invoice
from staffroom.support.events.v1.events_pb2 import CommentChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")


def tell(deliver: Any, comment: int, record: int, text: str, modified: str, **more: Any) -> None:
    payload = {"id": comment, "entityType": "invoice", "entityTypeId": record, "type": "general", "authorUserId": 1}
    payload |= {"deleted": False, "words": text, "created": "2026-11-01T09:00:00Z", "modified": modified}
    deliver(Event.of(CommentChanged), comment, payload | more)


def test_invoice_shows_the_comment_written_or_edited_last(client: ClientFor, database: Database, deliver: Any) -> None:
    invoice_id, other = make_invoice(database), make_invoice(database)
    tell(deliver, 1, invoice_id, "First", "2026-11-01T09:00:00Z")
    tell(deliver, 2, invoice_id, "Second", "2026-11-02T09:00:00Z")
    tell(deliver, 3, invoice_id, "Of a student", "2026-11-03T09:00:00Z", entityType="student")

    def shown(record: int) -> list[Any]:
        office = client(OFFICE)
        rows = office.get("/api/v1/invoices?page=1").json()["data"]
        listed = next(row for row in rows if row["id"] == record)
        return [
            office.get(f"/api/v1/invoice/{record}").json()["data"]["mostRecentComment"],
            listed["mostRecentComment"],
        ]

    second = {"comment": "Second", "modified": "2026-11-02T09:00:00Z"}
    assert shown(invoice_id) == [second, second] and shown(other) == [None, None]
    tell(deliver, 1, invoice_id, "First, edited", "2026-11-04T10:30:00Z")
    edited = {"comment": "First, edited", "modified": "2026-11-04T10:30:00Z"}
    assert shown(invoice_id) == [edited, edited]
    tell(deliver, 1, invoice_id, "First, edited", "2026-11-04T10:30:00Z", deleted=True)
    assert shown(invoice_id) == [second, second]


def test_payer_reads_no_comment(client: ClientFor, database: Database, deliver: Any) -> None:
    invoice_id = make_invoice(database, status="proposed")
    tell(deliver, 1, invoice_id, "Pays late", "2026-11-01T09:00:00Z")
    mine = client(actor("client", persons={"client": 1})).get(f"/api/v1/invoice/{invoice_id}").json()["data"]
    assert "mostRecentComment" not in mine
