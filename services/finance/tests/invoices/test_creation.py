"""Creation and deletion of invoices and credit notes; numbers (`money.md 3`, `5`, `7`, `8`)."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices import rules
from finance.invoices.model import invoice
from finance.invoices.numbers import number_of
from kit.database import Database
from kit.policy import as_service
from services.finance.tests.builders import (
    make_address,
    make_child,
    make_copies,
    make_enquiry,
    make_invoice,
    make_item,
    make_payment,
    row_of,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published

OFFICE = actor("staff", name="Olive Office")
ACCOUNTS = actor("accounting", "staff")
FORM = {
    "title": "Proposal",
    "description": "<p>Two terms</p>",
    "billingYear": 2526,
    "currency": "GBP",
    "isCreditNote": False,
    "orgId": 1,
    "amount": 0,
    "ewtId": 1001,
    "entityType": "student",
    "entityTypeId": 1,
}


@pytest.fixture(autouse=True)
def _copies(database: Database) -> None:
    make_copies(database)
    make_enquiry(database, 1001, student_id=1)


def post(client: ClientFor, who: Any, body: dict[str, Any], **more: Any) -> Any:
    return client(who).post("/api/v1/invoice", json=body, **more)


def test_new_invoice_is_a_draft_without_number(client: ClientFor, database: Database, published: Published) -> None:
    answer = post(client, OFFICE, FORM)
    assert answer.status_code == 201, answer.text
    row = row_of(database, answer.json()["data"]["id"])
    assert (row["status"], row["number"], row["title"], row["billing_year"]) == ("draft", None, "Proposal", 2526)
    assert (row["person_kind"], row["person_id"], row["name"], row["student_id"]) == ("student", 1, "Sam Student", 1)
    assert (row["entity_type"], row["entity_type_id"], row["enquiry_with_type_id"]) == ("student", 1, 1001)
    assert row["created_by_name"] == "Olive Office"
    assert len(row["passcode"]) == 6 and row["passcode"].isdigit()
    ((subject, key, payload),) = published()
    assert (subject, key, payload["status"]) == ("finance.invoice.changed", str(row["id"]), "draft")
    assert payload["enquiryWithTypeId"] == 1001


def test_passcodes_differ(client: ClientFor, database: Database) -> None:
    codes = {row_of(database, post(client, OFFICE, FORM).json()["data"]["id"])["passcode"] for _ in range(8)}
    assert len(codes) > 5


def test_earlier_invoice_does_not_choose_payer(client: ClientFor, database: Database) -> None:
    make_invoice(database, entity_type="student", entity_type_id=1, student_id=1, line1="1 Mill Road", email="a@b.org")
    row = row_of(database, post(client, OFFICE, FORM).json()["data"]["id"])
    payer = [row[name] for name in ("person_kind", "person_id", "name", "line1", "email", "payer_reason")]
    assert payer == ["student", 1, "Sam Student", "", "", "self"]


def test_client_who_pays_for_the_student_is_invoiced_at_home(client: ClientFor, database: Database) -> None:
    make_child(database, 1, client_id=1, student_id=1)
    make_address(database, 3, "client", 1, line1="Flat 2", line2="The Old Mill", line3="Mill Road", country="Portugal")
    make_address(database, 2, "client", 1, line1="Not this", primary=False)
    row = row_of(database, post(client, OFFICE, FORM).json()["data"]["id"])
    assert (row["person_kind"], row["person_id"], row["student_id"]) == ("client", 1, 1)
    lines = [row[name] for name in ("line1", "line2", "line3", "postcode")]
    assert lines == ["Flat 2", "The Old Mill", "Mill Road, Oxford, Portugal", "OX1 1AA"]
    assert (row["entity_type"], row["entity_type_id"]) == ("student", 1)


def test_client_who_does_not_pay_is_not_invoiced(client: ClientFor, database: Database) -> None:
    make_child(database, 1, client_id=1, student_id=1, pays=False)
    make_child(database, 2, client_id=99, student_id=1)  # no event about this client yet
    make_address(database, 1, "student", 1)
    row = row_of(database, post(client, OFFICE, FORM).json()["data"]["id"])
    assert (row["person_kind"], row["line1"], row["line2"], row["line3"]) == ("student", "1 Mill Road", "Oxford", "")


def test_given_address_is_kept(client: ClientFor, database: Database) -> None:
    make_address(database, 1, "student", 1)
    row = row_of(database, post(client, OFFICE, FORM | {"line1": "9 Low Street"}).json()["data"]["id"])
    assert (row["line1"], row["postcode"]) == ("9 Low Street", "OX1 1AA")


@pytest.mark.parametrize(
    ("persons", "kind", "name", "student"),
    [
        ({"student_id": 1, "client_id": 1}, "client", "Ada Client", 1),  # the enquirer pays for the student
        ({"student_id": 1}, "student", "Sam Student", 1),
        ({"student_id": 1, "client_id": 99}, "student", "Sam Student", 1),  # a client without an event yet
        ({"client_id": 1}, "client", "Ada Client", None),
    ],
)
def test_new_enquiry_names_the_invoiced_person(
    client: ClientFor, database: Database, persons: dict[str, int], kind: str, name: str, student: int | None
) -> None:
    make_enquiry(database, 7, **persons)
    body = FORM | {"entityType": None, "entityTypeId": None, "ewtId": 7}
    row = row_of(database, post(client, OFFICE, body).json()["data"]["id"])
    assert (row["person_kind"], row["person_id"], row["name"], row["student_id"]) == (kind, 1, name, student)
    assert (row["entity_type"], row["entity_type_id"], row["enquiry_with_type_id"]) == ("enquiry", 7, 7)


def test_enquiry_without_a_person_to_invoice_is_refused(client: ClientFor, database: Database) -> None:
    make_enquiry(database, 7)
    refused = post(client, OFFICE, FORM | {"entityType": "enquiry", "entityTypeId": 7, "ewtId": 7})
    assert (refused.status_code, set(refused.json()["fields"])) == (422, {"entityTypeId"})


def test_enquiry_is_invoiced_to_its_client_and_not_an_earlier_payer(client: ClientFor, database: Database) -> None:
    make_invoice(database, enquiry_with_type_id=7, student_id=1, line1="1 Mill Road", person_id=5, name="Bea Payer")
    make_enquiry(database, 7, student_id=1, client_id=1)
    body = FORM | {"entityType": "enquiry", "entityTypeId": 7, "ewtId": 7}
    row = row_of(database, post(client, OFFICE, body).json()["data"]["id"])
    assert (row["name"], row["line1"], row["payer_reason"]) == ("Ada Client", "", "enquiry")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": None}, "title"),
        ({"title": "Bill"}, "title"),
        ({"description": ""}, "description"),
        ({"billingYear": None}, "billingYear"),
        ({"billingYear": 2523}, "billingYear"),
        ({"currency": "USD"}, "currency"),
        ({"orgId": None}, "orgId"),
        ({"orgId": 9}, "orgId"),
        ({"amount": 100}, "amount"),
        ({"colour": 1}, "colour"),
        ({"entityTypeId": 99}, "entityTypeId"),
        ({"entityTypeId": None}, "entityTypeId"),
        ({"entityType": "tutor"}, "entityType"),
        ({"entityType": None, "ewtId": None}, "entityType"),
    ],
)
def test_required_fields_of_a_new_invoice(client: ClientFor, change: dict[str, Any], field: str) -> None:
    answer = post(client, OFFICE, FORM | change)
    assert answer.status_code == 422, answer.text
    assert field in answer.json()["fields"]


def test_repeated_request_creates_one_invoice(client: ClientFor, database: Database) -> None:
    answers: list[Any] = []
    caller = client(OFFICE)

    def click() -> None:
        answers.append(caller.post("/api/v1/invoice", json=FORM, headers={"Idempotency-Key": "one"}))

    threads = [threading.Thread(target=click) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["data"]["id"] for answer in answers}) == 1
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(invoice)).scalar() == 1
    other = caller.post("/api/v1/invoice", json=FORM | {"title": "Invoice"}, headers={"Idempotency-Key": "one"})
    assert other.status_code == 409


def test_credit_note_copies_fields_of_its_invoice(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(
        database,
        status="proposed",
        currency="EUR",
        organisation_id=3,
        line1="1 Mill Road",
        postcode="OX1",
        nif="5",
        enquiry_with_type_id=7,
        student_id=4,
    )
    for path, body in (
        (f"/api/v1/invoice/{invoice_id}/creditnote", {}),
        (
            "/api/v1/invoice",
            {
                "parentId": invoice_id,
                "isCreditNote": True,
                "title": "Credit",
                "amount": 0,
                "line1": "2 High Street",
                "description": "<p>Hours not taken</p>",
            },
        ),
    ):
        answer = client(ACCOUNTS).post(path, json=body)
        assert answer.status_code == 201, answer.text
        row = row_of(database, answer.json()["data"]["id"])
        assert (row["title"], row["is_credit_note"], row["billing_year"], row["total"]) == ("Credit", True, 2526, 0)
        assert (row["parent_id"], row["currency"], row["organisation_id"], row["student_id"]) == (
            invoice_id,
            "EUR",
            3,
            4,
        )
        assert (row["person_id"], row["postcode"], row["enquiry_with_type_id"]) == (1, "OX1", 7)
        assert row["line1"] == ("2 High Street" if body else "1 Mill Road")
        refused = client(ACCOUNTS).post(f"/api/v1/invoice/{row['id']}/creditnote", json={})
        assert (refused.status_code, refused.json()["error"]) == (409, "A credit note cannot be credited")


@pytest.mark.parametrize(
    ("roles", "allowed"), [(("staff",), False), (("staff", "cancelsInvoices"), False), (("staff", "sysAdmin"), True)]
)
def test_only_sys_admin_and_accounting_issue_credit_notes(
    client: ClientFor, database: Database, roles: tuple[str, ...], allowed: bool
) -> None:
    invoice_id = make_invoice(database, status="proposed")
    for body in (
        {"parentId": invoice_id, "description": "<p>x</p>"},
        FORM | {"title": "Credit"},
        FORM | {"isCreditNote": True},
    ):
        assert post(client, actor(*roles), body).status_code == (201 if allowed else 403)


@pytest.mark.parametrize("value", [[], ["true"], {}, {"a": 1}, 1, "yes"])
def test_credit_note_flag_must_be_boolean(client: ClientFor, database: Database, value: object) -> None:
    answer = post(client, OFFICE, FORM | {"isCreditNote": value})
    assert (answer.status_code, answer.json()["fields"]) == (422, {"isCreditNote": "Please choose yes or no"})


def test_credit_note_needs_a_description(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database, status="proposed", number="INV-1-00007")
    for more in ({}, {"description": ""}, {"description": "<p> </p>"}):
        answer = post(client, ACCOUNTS, {"parentId": invoice_id, "title": "Credit", **more})
        assert (answer.status_code, set(answer.json()["fields"])) == (422, {"description"})
    short = client(ACCOUNTS).post(f"/api/v1/invoice/{invoice_id}/creditnote", json={}).json()["data"]["id"]
    assert row_of(database, short)["description"] == "<p>Credit note for INV-1-00007</p>"


def test_deleted_draft_publishes_its_event(client: ClientFor, database: Database, published: Published) -> None:
    invoice_id = make_invoice(database)
    make_item(database, invoice_id, 500)
    answer = client(OFFICE).delete(f"/api/v1/invoice/{invoice_id}")
    assert answer.json()["data"] == {"id": invoice_id, "deleted": True, "status": "draft"}
    ((_, key, payload),) = published()
    assert (key, payload["deleted"]) == (str(invoice_id), True)
    assert client(OFFICE).get(f"/api/v1/invoice/{invoice_id}").status_code == 404
    assert client(OFFICE).delete(f"/api/v1/invoice/{invoice_id}").status_code == 404


def test_numbered_invoice_is_cancelled_by_the_right_roles(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database, status="proposed")
    assert client(OFFICE).delete(f"/api/v1/invoice/{invoice_id}").status_code == 403
    answer = client(ACCOUNTS).delete(f"/api/v1/invoice/{invoice_id}")
    assert answer.json()["data"] == {"id": invoice_id, "deleted": False, "status": "cancelled"}
    again = client(ACCOUNTS).delete(f"/api/v1/invoice/{invoice_id}")
    assert (again.status_code, again.json()["error"]) == (409, rules.CANCELLED_STAYS)


@pytest.mark.parametrize("paid", [4_000, 10_000])
def test_paid_and_part_paid_invoices_cannot_be_deleted(client: ClientFor, database: Database, paid: int) -> None:
    invoice_id = make_invoice(database, status="proposed")
    make_item(database, invoice_id, 10_000)
    make_payment(database, invoice_id, paid)
    answer = client(actor("sysAdmin", "staff")).delete(f"/api/v1/invoice/{invoice_id}")
    text = "Invoice has already been paid or partially paid, so cannot be deleted."
    assert (answer.status_code, answer.json()["error"]) == (409, text)


def test_numbers_have_no_gap_after_a_rollback(database: Database) -> None:
    make_invoice(database, status="proposed", number="INV-10041")
    make_invoice(database, status="proposed", number="INV-3-00007", organisation_id=3)
    given: list[str] = []
    lock = threading.Lock()

    def take(place: int) -> None:
        try:
            with database.transaction(as_service("finance")) as tx:
                number = number_of(tx, {"number": None, "organisation_id": 1})
                if place % 3 == 0:
                    raise LookupError
            with lock:
                given.append(number)
        except LookupError:
            pass

    threads = [threading.Thread(target=take, args=(place,)) for place in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(given) == [f"INV-1-{number}" for number in range(10_042, 10_048)]
    with database.transaction(as_service("finance")) as tx:
        assert number_of(tx, {"number": None, "organisation_id": 3}) == "INV-3-00008"
        assert number_of(tx, {"number": "INV-9", "organisation_id": 3}) == "INV-9"
