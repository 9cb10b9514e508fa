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


def told(deliver: Any, ticket: int, invoice: int, status: str = "submitted") -> None:
    said = {"id": ticket, "type": "techSupport", "title": "Why?", "status": status, "priority": 3, "userId": 1}
    deliver(Event.of(TicketChanged), ticket, said | {"invoiceId": invoice})


def ticket_of(client: ClientFor, invoice: int) -> Any:
    return client(OFFICE).get(f"/api/v1/invoice/{invoice}").json()["data"]["supportTicket"]


def test_an_invoice_says_which_ticket_it_has(client: ClientFor, database: Database, deliver: Any) -> None:
    made, other = make_invoice(database), make_invoice(database)
    assert ticket_of(client, made) is None
    told(deliver, 7, made)
    told(deliver, 8, 0)
    assert ticket_of(client, made) == {"id": 7, "status": "submitted"} and ticket_of(client, other) is None
    told(deliver, 7, made, "inprogress")
    assert ticket_of(client, made) == {"id": 7, "status": "inprogress"}
    told(deliver, 9, made)
    assert ticket_of(client, made) == {"id": 9, "status": "submitted"}, "the newest"
    told(deliver, 7, made, "resolved")  # as `replay` would, once more
    assert ticket_of(client, made)["id"] == 9


def test_whoever_is_invoiced_is_not_told(client: ClientFor, database: Database, deliver: Any) -> None:
    made = make_invoice(database, status="proposed")
    told(deliver, 7, made)
    mine = client(actor("client", persons={"client": 1})).get(f"/api/v1/invoice/{made}").json()["data"]
    assert "supportTicket" not in mine
