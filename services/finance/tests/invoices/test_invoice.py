"""One invoice: its detail, and its editable fields (`money.md 3`, `4`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from finance.invoices import rules
from kit.database import Database
from kit.events import Event
from services.finance.tests.builders import (
    make_accounts,
    make_copies,
    make_instalment,
    make_invoice,
    make_item,
    make_payment,
    make_text,
    row_of,
)
from staffroom.identity.events.v1.events_pb2 import OrganisationChanged
from staffroom.people.events.v1.events_pb2 import PersonChanged
from staffroom_testing import actor
from staffroom_testing.databases import statements
from staffroom_testing.plugin import ClientFor, Published

OFFICE = actor("staff")
CLIENT = actor("client", persons={"client": 1})


def detail(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def test_detail_has_the_whole_invoice(client: ClientFor, database: Database) -> None:
    make_copies(database)
    make_accounts(database)
    invoice_id = make_invoice(
        database, status="partPaid", student_id=1, due_date=dt.date(2026, 4, 1), line1="1 Mill Road"
    )
    make_item(
        database,
        invoice_id,
        10_000,
        account_id=472,
        sub_account_id=1,
        vat_rate=2000,
        type="exams",
        description="<p>Fee</p>",
    )
    make_text(database, invoice_id, "header", "<p>Re: Sam</p>")
    make_text(database, invoice_id, "footer", "<p>Thank you</p>")
    paid = {"paid_date": dt.date(2026, 4, 1), "payment_type": "bankTransfer"}
    make_instalment(database, invoice_id, 6_000, dt.date(2026, 4, 1), **paid)
    make_instalment(database, invoice_id, 6_000, dt.date(2026, 5, 1))
    make_payment(database, invoice_id, 6_000)
    note = make_invoice(database, title="Credit", is_credit_note=True, parent_id=invoice_id, status="final")
    data = detail(client(OFFICE).get(f"/api/v1/invoice/{invoice_id}"))
    assert data["dueDate"] == {"date": "2026-05-01"}  # the payment settles the first instalment
    assert (data["amount"], data["VAT"], data["total"], data["outstanding"]) == (10_000, 2_000, 12_000, 6_000)
    assert data["readonly"] is True
    assert data["organisation"] == {"id": 1, "title": "Oxford", "currency": "GBP"}
    assert data["invoicedEntity"]["person"] == {"title": "Ms", "firstName": "Ada", "lastName": "Client"}
    assert data["invoicedEntity"]["ids"]["studentId"] == 1
    assert data["student"] == {"id": 1, "name": "Sam Student"}
    assert data["address"]["line1"] == "1 Mill Road"
    (item,) = data["items"]
    assert item["account"] == {"id": 472, "code": "472", "name": "Account 472"}
    assert item["subAccount"] == {"id": 1, "code": "B1", "name": "Board fee", "VATRate": 2000}
    assert (item["amount"], item["VAT"], item["total"]) == (10_000, 2_000, 12_000)
    assert [entry["description"] for entry in data["headerItems"]] == ["<p>Re: Sam</p>"]
    assert [entry["description"] for entry in data["footerItems"]] == ["<p>Thank you</p>"]
    assert [(part["amount"], part["isPaid"], part["dueDate"]) for part in data["installmentPlan"]] == [
        (6_000, True, {"date": "2026-04-01"}),
        (6_000, False, {"date": "2026-05-01"}),
    ]
    assert data["payments"][0]["datePaid"] == {"date": "2026-04-01"}
    assert [entry["id"] for entry in data["children"]] == [note]
    assert (data["createdBy"], data["modifiedBy"]) == ({"id": 1, "name": ""}, None)
    put = client(actor("staff", user_id=8, name="Bea Office")).put
    assert put(f"/api/v1/invoice/{note}", json={"field": "email", "newValue": "a@b.example"}).status_code == 200
    assert detail(client(OFFICE).get(f"/api/v1/invoice/{note}"))["modifiedBy"] == {"id": 8, "name": "Bea Office"}
    assert detail(client(OFFICE).get(f"/api/v1/invoice/{note}"))["parent"]["id"] == invoice_id


def test_detail_takes_at_most_six_statements(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database)
    with statements() as sent:
        detail(client(OFFICE).get(f"/api/v1/invoice/{invoice_id}"))
    assert 0 < len(sent) <= 6


def test_only_issued_invoices_have_a_payment_link(client: ClientFor, database: Database) -> None:
    draft, sent = make_invoice(database), make_invoice(database, status="proposed")
    office = client(OFFICE)
    assert detail(office.get(f"/api/v1/invoice/{draft}"))["paymentLink"] is None
    data = detail(office.get(f"/api/v1/invoice/{sent}"))
    assert data["paymentLink"].endswith(f"/#/invoice/{data['uuid']}")
    assert data["passcode"] == "123456"


def test_payer_reads_own_invoice_without_internal_parts(client: ClientFor, database: Database) -> None:
    mine = make_invoice(database, status="proposed", description="<p>Between us</p>")
    draft = make_invoice(database)
    other = make_invoice(database, status="proposed", person_id=2)
    caller = client(CLIENT)
    data = detail(caller.get(f"/api/v1/invoice/{mine}"))
    assert not {"description", "passcode", "paymentLink", "createdBy", "emailSentBy"} & set(data)
    assert data["may"]["edit"] == []
    for hidden in (draft, other, 999_999):
        assert caller.get(f"/api/v1/invoice/{hidden}").status_code == 404
    assert caller.put(f"/api/v1/invoice/{mine}", json={"field": "email", "newValue": "a@b.org"}).status_code == 403
    assert client(actor("tutor")).get(f"/api/v1/invoice/{mine}").status_code == 403


@pytest.mark.parametrize("status", ["paid", "partPaid", "cancelled"])
def test_paid_part_paid_and_cancelled_are_read_only(client: ClientFor, database: Database, status: str) -> None:
    invoice_id = make_invoice(database, status=status)
    answer = client(actor("sysAdmin", "staff")).put(
        f"/api/v1/invoice/{invoice_id}", json={"field": "description", "newValue": "<p>No</p>"}
    )
    assert answer.status_code == 409
    assert "cannot be changed while its status is" in answer.json()["error"]


def test_field_changes_with_history_and_event(client: ClientFor, database: Database, published: Published) -> None:
    invoice_id = make_invoice(database, status="proposed")
    body = {"field": "dueDate", "newValue": "2026-12-24", "oldValue": None}
    answer = client(OFFICE).put(f"/api/v1/invoice/{invoice_id}", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]["value"] == {"date": "2026-12-24"}
    ((subject, key, payload),) = published()
    assert (subject, key, payload["status"]) == ("finance.invoice.changed", str(invoice_id), "proposed")
    assert payload["dueDate"] == "2026-12-24"
    history = client(actor("sysAdmin")).get(f"/api/v1/invoice/{invoice_id}/history").json()["data"]
    assert [entry["field"] for entry in history] == ["dueDate", "created"]
    again = client(OFFICE).put(f"/api/v1/invoice/{invoice_id}", json=body | {"newValue": "2026-12-25"})
    assert again.status_code == 409
    assert again.json()["value"] == {"date": "2026-12-24"}


def test_only_organisation_3_has_the_nif(client: ClientFor, database: Database) -> None:
    body = {"field": "NIF", "newValue": "512345678"}
    oxford, portugal = make_invoice(database), make_invoice(database, organisation_id=3)
    assert client(OFFICE).put(f"/api/v1/invoice/{oxford}", json=body).status_code == 409
    assert client(OFFICE).put(f"/api/v1/invoice/{portugal}", json=body).status_code == 200


@pytest.mark.parametrize(
    ("title", "organisation", "status", "shown"),
    [
        ("Credit", 2, "final", "Credit note"),
        ("Credit", 1, "final", "Credit note"),
        ("Invoice", 1, "proposed", "Pro-forma Invoice"),
        ("Invoice", 4, "paid", "Invoice"),
        ("Proposal", 5, "draft", "Pro-forma Proposal"),
        ("Invoice", 3, "proposed", "Invoice"),
    ],
)
def test_title_of_the_person_is_shown(title: str, organisation: int, status: str, shown: str) -> None:
    row = {"title": title, "organisation_id": organisation, "status": status, "is_credit_note": title == "Credit"}
    assert rules.shown_title(row) == shown


def test_renamed_person_is_renamed_on_their_invoices(database: Database, deliver: Any) -> None:
    mine, other = make_invoice(database), make_invoice(database, person_id=2, name="Else")
    payload = {"id": 1, "kind": "client", "title": "Dr", "firstName": "Ada", "lastName": "Lovelace", "email": "a@b.org"}
    deliver(Event.of(PersonChanged), 1, payload)
    deliver(Event.of(PersonChanged), 1, payload)
    assert row_of(database, mine)["name"] == "Ada Lovelace"
    assert row_of(database, other)["name"] == "Else"
    deliver(Event.of(PersonChanged), 1, payload | {"lastName": "Byron", "deleted": True})
    assert row_of(database, mine)["name"] == "Ada Lovelace"
    deliver(Event.of(PersonChanged), 1, payload | {"kind": "tutor", "lastName": "Other"})
    assert row_of(database, mine)["name"] == "Ada Lovelace"


def test_organisation_is_added_changed_and_deleted(client: ClientFor, database: Database, deliver: Any) -> None:
    for names in ({"title": "Ox"}, {"title": "Oxford"}):
        deliver(Event.of(OrganisationChanged), 1, {"id": 1, "currency": "GBP"} | names)
    tabs = client(OFFICE).get("/api/v1/invoices/columns").json()["data"]["tabs"]
    assert [option["label"] for option in tabs[0]["options"]] == ["Oxford"]
    deliver(Event.of(OrganisationChanged), 1, {"id": 1, "deleted": True})
    tabs = client(OFFICE).get("/api/v1/invoices/columns").json()["data"]["tabs"]
    assert tabs[0]["options"] == []  # its invoices are listed without the choice


def test_accounts_of_a_chart(client: ClientFor, database: Database) -> None:
    make_accounts(database)
    office = client(OFFICE)
    for organisation in (1, 4, 5):  # the UK organisations share one chart
        rows = office.get(f"/api/v1/xero/org/{organisation}/accounts").json()["data"]
        assert [row["id"] for row in rows] == [472]
    assert [row["id"] for row in office.get("/api/v1/xero/org/3/accounts").json()["data"]] == [300]
    (sub,) = office.get("/api/v1/xero/org/1/sub-accounts").json()["data"]
    assert (sub["id"], sub["accountId"], sub["VATRate"]) == (1, 472, 2000)
    assert client(CLIENT).get("/api/v1/xero/org/1/accounts").status_code == 403


def test_payment_is_the_latest_that_is_not_reversed(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database, status="proposed")
    make_item(database, invoice_id, 10_000)
    answers = (f"/api/v1/invoice/{invoice_id}", "/api/v1/invoices?page=1")

    def shown() -> list[Any]:
        bodies = [client(OFFICE).get(path).json()["data"] for path in answers]
        return [bodies[0], bodies[1][0]]

    for answer in shown():
        assert answer["payment"] is None
        assert answer["meta"] == {"paidMeta": "", "paidAmount": 0, "paidDate": None}
    make_payment(database, invoice_id, 1_000, type="flywire", date_paid=dt.date(2026, 5, 2))
    make_payment(database, invoice_id, 2_000, date_paid=dt.date(2026, 5, 1))
    wrong = make_payment(database, invoice_id, 3_000, date_paid=dt.date(2026, 6, 1))
    make_payment(database, invoice_id, -3_000, date_paid=dt.date(2026, 6, 2), reverses_id=wrong)
    day = {"date": "2026-05-02"}
    for answer in shown():
        assert answer["payment"] == {"type": "flywire", "amount": 1_000, "currency": "GBP", "datePaid": day}
        assert answer["meta"] == {"paidMeta": "", "paidAmount": 3_000, "paidDate": day}
    assert [entry["amount"] for entry in shown()[0]["payments"]] == [2_000, 1_000, 3_000, -3_000]


def test_payment_of_an_invoice_is_its_own(client: ClientFor, database: Database) -> None:
    invoice_id, other = (make_invoice(database, status="proposed", currency="EUR") for _ in range(2))
    for record in (invoice_id, other):
        make_item(database, record, 10_000)
    make_payment(database, other, 9_000, date_paid=dt.date(2026, 7, 1))

    def shown() -> tuple[Any, Any]:
        data = detail(client(OFFICE).get(f"/api/v1/invoice/{invoice_id}"))
        return data["payment"], data["meta"]

    assert shown() == (None, {"paidMeta": "", "paidAmount": 0, "paidDate": None})
    day = {"date": "2026-05-01"}
    make_payment(database, invoice_id, 1, type="other", date_paid=dt.date(2026, 5, 1))
    assert shown() == (
        {"type": "other", "amount": 1, "currency": "EUR", "datePaid": day},
        {"paidMeta": "", "paidAmount": 1, "paidDate": day},
    )
    make_payment(
        database, invoice_id, 2, type="flywire", date_paid=dt.date(2026, 5, 1)
    )  # entered later on the same day
    assert shown()[0] == {"type": "flywire", "amount": 2, "currency": "EUR", "datePaid": day}


def test_meta_shows_the_payment_that_marked_it_paid(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database, status="proposed")
    make_item(database, invoice_id, 10_000)
    office, path = client(actor("accounting", "staff")), f"/api/v1/invoice/{invoice_id}"
    body = {"paidMeta": "creditCard", "paidDate": "2026-04-02"}
    assert office.post(f"{path}/markaspaid/send/info", json=body).status_code == 200
    day = {"date": "2026-04-02"}
    data = detail(office.get(path))
    assert data["meta"] == {"paidMeta": "creditCard", "paidAmount": 10_000, "paidDate": day}
    assert data["payment"] == {"type": "creditCard", "amount": 10_000, "currency": "GBP", "datePaid": day}
    assert office.post(f"{path}/mark/proposed", json={}).status_code == 200
    data = detail(office.get(path))
    assert (data["payment"], data["meta"]) == (None, {"paidMeta": "", "paidAmount": 0, "paidDate": None})
