"""The payer of an invoice: chosen from who pays today, changed on a draft, a snapshot once issued."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from finance.copies.model import client_student, person
from finance.invoices import rules
from finance.invoices.model import invoice
from kit.database import Database
from kit.errors import Conflict
from kit.events import Event
from kit.policy import as_service
from services.finance.tests.builders import (
    make_address,
    make_child,
    make_copies,
    make_enquiry,
    make_invoice,
    make_item,
    row_of,
)
from staffroom.people.events.v1.events_pb2 import AddressChanged, PersonChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE, ACCOUNTS = actor("staff", name="Olive Office"), actor("accounting", "staff", name="Ann Accountant")
CANCELS = actor("cancelsInvoices", "staff")
Deliver = Callable[..., None]
FORM = {
    "title": "Invoice",
    "description": "<p>Autumn</p>",
    "billingYear": 2526,
    "orgId": 1,
    "entityType": "student",
    "entityTypeId": 1,
}
ADA = {"id": 1, "kind": "client", "title": "Ms", "firstName": "Ada", "lastName": "Client", "email": "ada@example.org"}


@pytest.fixture(autouse=True)
def _copies(database: Database) -> None:
    make_copies(database)
    with database.transaction(as_service("finance")) as tx:
        rows = [("client", 2, "Bea", None), ("agent", 3, "Gus", None), ("candidate", 1, "Cas", None)]
        for kind, number, first, agent in rows:
            values = {"kind": kind, "id": number, "first_name": first, "last_name": kind.title(), "agent_id": agent}
            tx.execute(sa.insert(person).values(values))
        tx.execute(sa.update(person).where(person.c.kind == "student").values(agent_id=3))
        tx.execute(sa.update(person).where(person.c.kind == "client", person.c.id == 1).values(email="ada@example.org"))


def new_invoice(client: ClientFor, who: Any = OFFICE, **more: Any) -> int:
    answer = client(who).post("/api/v1/invoice", json=FORM | more)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def payer(client: ClientFor, record: int, who: Any = OFFICE) -> dict[str, Any]:
    data: dict[str, Any] = client(who).get(f"/api/v1/invoice/{record}").json()["data"]["payer"]
    return data


def put(client: ClientFor, record: int, field: str, value: Any, who: Any = OFFICE) -> Any:
    return client(who).put(f"/api/v1/invoice/{record}", json={"field": field, "newValue": value})


def test_payer_of_today_is_invoiced_after_the_family_changes(client: ClientFor, database: Database) -> None:
    make_child(database, 1, client_id=1, student_id=1)
    first = new_invoice(client)
    assert payer(client, first)["text"] == "Pays for Sam Student"
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(client_student).values(pays=False))
    make_child(database, 2, client_id=2, student_id=1)
    second = row_of(database, new_invoice(client))
    assert (second["person_id"], second["name"], second["payer_reason"]) == (2, "Bea Client", "paysForStudent")
    assert row_of(database, first)["person_id"] == 1


def test_values_entered_on_another_draft_are_not_copied(client: ClientFor, database: Database) -> None:
    make_child(database, 1, client_id=1, student_id=1)
    make_address(database, 1, "client", 1)
    first = new_invoice(client)
    for field, value in (("email", "other@example.org"), ("line1", "9 Low Street")):
        assert put(client, first, field, value).status_code == 200
    assert payer(client, first)["typed"] == ["email", "address"]
    client(OFFICE).delete(f"/api/v1/invoice/{first}")
    second = row_of(database, new_invoice(client))
    assert (second["email"], second["line1"]) == ("ada@example.org", "1 Mill Road")
    assert (second["email_typed"], second["address_typed"]) == (False, False)


@pytest.mark.parametrize(
    ("entity", "reason", "name", "text"),
    [
        ("student", "self", "Sam Student", "Pays for themselves"),
        ("candidate", "self", "Cas Candidate", "Pays for themselves"),
        ("enquiry", "enquiry", "Bea Client", "Client of enquiry 7"),
    ],
)
def test_reason_of_each_kind(
    client: ClientFor, database: Database, entity: str, reason: str, name: str, text: str
) -> None:
    number = make_enquiry(database, 7, student_id=1, client_id=2) if entity == "enquiry" else 1
    record = new_invoice(client, entityType=entity, entityTypeId=number)
    data = payer(client, record)
    assert (data["reason"], data["name"], data["text"], data["follows"]) == (reason, name, text, True)


def test_draft_follows_the_record_except_entered_values(
    client: ClientFor, database: Database, deliver: Deliver
) -> None:
    make_child(database, 1, client_id=1, student_id=1)
    follows, typed = new_invoice(client), new_invoice(client)
    put(client, typed, "email", "typed@example.org")
    deliver(Event.of(PersonChanged), 1, ADA | {"lastName": "Married", "email": "new@example.org"})
    payload = {"id": 3, "personKind": "client", "personId": 1, "primary": True, "line1": "2 New Road", "city": "Bath"}
    deliver(Event.of(AddressChanged), 3, payload)
    first, second = row_of(database, follows), row_of(database, typed)
    assert (first["name"], first["email"], first["line1"]) == ("Ada Married", "new@example.org", "2 New Road")
    assert (second["name"], second["email"], second["line1"]) == ("Ada Married", "typed@example.org", "2 New Road")


def test_issued_invoice_is_a_snapshot(client: ClientFor, database: Database, deliver: Deliver) -> None:
    record = make_invoice(database, status="proposed", email="ada@example.org", line1="1 Mill Road")
    before = row_of(database, record)
    deliver(Event.of(PersonChanged), 1, ADA | {"lastName": "Married", "email": "new@example.org"})
    payload = {"id": 3, "personKind": "client", "personId": 1, "primary": True, "line1": "2 New Road", "city": "Bath"}
    deliver(Event.of(AddressChanged), 3, payload)
    assert row_of(database, record) == before
    assert payer(client, record)["follows"] is False


def test_choices_name_who_pays_today_and_the_reasons(client: ClientFor, database: Database) -> None:
    make_child(database, 1, client_id=1, student_id=1)
    make_child(database, 2, client_id=2, student_id=1, pays=False)
    record = new_invoice(client)
    answer = client(ACCOUNTS).get(f"/api/v1/invoice/{record}/payers")
    choices = [(one["kind"], one["name"], one["text"], one["today"]) for one in answer.json()["data"]]
    assert choices == [
        ("client", "Ada Client", "Pays for the student", True),
        ("student", "Sam Student", "Pays for themselves", False),
        ("client", "Bea Client", "Client of the student", False),
        ("agent", "Gus Agent", "Agent of the student", False),
    ]
    searched = client(ACCOUNTS).get(f"/api/v1/invoice/{record}/payers?search=cas").json()["data"]
    assert [(one["kind"], one["name"]) for one in searched] == [("candidate", "Cas Candidate")]
    assert client(OFFICE).get(f"/api/v1/invoice/{record}/payers").status_code == 403


def test_payer_of_a_draft_is_changed_with_the_right(client: ClientFor, database: Database) -> None:
    make_address(database, 1, "client", 2, line1="7 High Street")
    record = new_invoice(client)
    put(client, record, "email", "typed@example.org")
    path, body = f"/api/v1/invoice/{record}/payer", {"kind": "client", "id": 2}
    assert client(OFFICE).post(path, json=body).status_code == 403
    answer = client(CANCELS).post(path, json=body)
    assert answer.json()["data"] == {"id": record, "kind": "client", "payerId": 2, "name": "Bea Client"}, answer.text
    row = row_of(database, record)
    assert (row["name"], row["email"], row["line1"], row["email_typed"]) == ("Bea Client", "", "7 High Street", False)
    assert payer(client, record)["text"].startswith(f"Chosen by {CANCELS.name} on ")
    history = client(ACCOUNTS).get(f"/api/v1/invoice/{record}/history").json()["data"]
    [change] = [entry for entry in history if entry["field"] == "payer"]
    assert (change["title"], change["oldText"], change["newText"]) == ("Payer changed", "Sam Student", "Bea Client")


@pytest.mark.parametrize("body", [{"kind": "client", "id": 99}, {"kind": "tutor", "id": 1}, {"kind": "client"}])
def test_unknown_payer_is_refused(client: ClientFor, body: dict[str, Any]) -> None:
    record = new_invoice(client)
    assert client(ACCOUNTS).post(f"/api/v1/invoice/{record}/payer", json=body).status_code == 422


def test_payer_of_an_issued_invoice_stays(client: ClientFor, database: Database) -> None:
    record = make_invoice(database, status="proposed")
    answer = client(ACCOUNTS).post(f"/api/v1/invoice/{record}/payer", json={"kind": "client", "id": 2})
    assert (answer.status_code, answer.json()["error"]) == (409, rules.ISSUED)
    with pytest.raises(Conflict), database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(invoice).where(invoice.c.id == record).values(person_id=2, name="Bea Client"))


def test_credit_note_has_the_payer_of_its_invoice(client: ClientFor, database: Database, deliver: Deliver) -> None:
    record = make_invoice(database, status="proposed", email="ada@example.org", number="INV-1-00004")
    make_item(database, record, 500)
    note = client(ACCOUNTS).post(f"/api/v1/invoice/{record}/creditnote", json={}).json()["data"]["id"]
    assert payer(client, note)["text"] == "Payer of INV-1-00004"
    deliver(Event.of(PersonChanged), 1, ADA | {"lastName": "Married", "email": "new@example.org"})
    assert (row_of(database, note)["name"], row_of(database, note)["email"]) == ("Ada Client", "ada@example.org")
    answer = client(ACCOUNTS).post(f"/api/v1/invoice/{note}/payer", json={"kind": "client", "id": 2})
    assert (answer.status_code, answer.json()["error"]) == (409, "A credit note has the payer of its invoice")
