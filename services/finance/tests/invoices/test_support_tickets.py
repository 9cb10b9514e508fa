"""The support ticket of an invoice: a read copy of events of support (`money.md 2`, `3`)."""

from __future__ import annotations

from typing import Any

from kit.database import Database
from kit.events import Event
from services.finance.tests.builders import make_invoice
from staffroom.support.events.v1.events_pb2 import TicketChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")


def deliver_ticket(deliver: Any, ticket: int, invoice: int, status: str = "submitted") -> None:
    payload = {"id": ticket, "type": "techSupport", "title": "Why?", "status": status, "priority": 3, "userId": 1}
    deliver(Event.of(TicketChanged), ticket, payload | {"invoiceId": invoice})


def ticket_of(client: ClientFor, invoice: int) -> Any:
    return client(OFFICE).get(f"/api/v1/invoice/{invoice}").json()["data"]["supportTicket"]


def test_invoice_shows_its_ticket(client: ClientFor, database: Database, deliver: Any) -> None:
    invoice_id, other = make_invoice(database), make_invoice(database)
    assert ticket_of(client, invoice_id) is None
    deliver_ticket(deliver, 7, invoice_id)
    deliver_ticket(deliver, 8, 0)
    assert ticket_of(client, invoice_id) == {"id": 7, "status": "submitted"} and ticket_of(client, other) is None
    deliver_ticket(deliver, 7, invoice_id, "inprogress")
    assert ticket_of(client, invoice_id) == {"id": 7, "status": "inprogress"}
    deliver_ticket(deliver, 9, invoice_id)
    assert ticket_of(client, invoice_id) == {"id": 9, "status": "submitted"}, "the newest"
    deliver_ticket(deliver, 7, invoice_id, "resolved")  # a repeated event, as from `replay`
    assert ticket_of(client, invoice_id)["id"] == 9


def test_payer_sees_no_ticket(client: ClientFor, database: Database, deliver: Any) -> None:
    invoice_id = make_invoice(database, status="proposed")
    deliver_ticket(deliver, 7, invoice_id)
    mine = client(actor("client", persons={"client": 1})).get(f"/api/v1/invoice/{invoice_id}").json()["data"]
    assert "supportTicket" not in mine
