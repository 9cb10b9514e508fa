"""The invoice list page (`money.md 2`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from finance.copies import model as copies
from finance.invoices import rules
from kit.database import Database
from kit.values import days
from services.finance.tests.builders import make_copies, make_invoice, make_item
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")


def ids(answer: Any) -> list[int]:
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in answer.json()["data"]]


def tab(answer: Any, name: str) -> list[tuple[Any, str]]:
    rows = {row["name"]: row["options"] for row in answer.json()["data"]["tabs"]}
    return [(option["value"], option["label"]) for option in rows[name]]


def test_list_of_an_organisation(client: ClientFor, database: Database) -> None:
    here, _ = make_invoice(database), make_invoice(database, organisation_id=2)
    assert ids(client(OFFICE).get("/api/v1/invoices/1?page=1")) == [here]
    assert ids(client(OFFICE).get("/api/v1/invoices?page=1&orgId=1")) == [here]
    assert ids(client(OFFICE).get("/api/v1/invoices/1")) == [here]  # the legacy list without pages


def test_columns_of_a_row(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_id = make_invoice(
        database,
        status="proposed",
        number="INV-00777",
        student_id=1,
        due_date=dt.date(2026, 4, 1),
        description="<p>Agreed by <b>telephone</b></p>",
        email="ada@example.org",
        billing_year=2526,
        created_by_name="Alan Accounts",
        modified_by_name="Bea Office",
    )
    make_item(database, invoice_id, 10_000, discount_type="amount", discount=1_000, vat_rate=2000)
    row = client(OFFICE).get("/api/v1/invoices/1?page=1").json()["data"][0]
    assert row == {
        "id": invoice_id,
        "number": "INV-00777",
        "title": "Invoice",
        "name": "Ada Client",
        "student": "Sam Student",
        "email": "ada@example.org",
        "status": "proposed",
        "billingYear": 2526,
        "date": "2026-03-01",
        "dueDate": "2026-04-01",
        "amount": 10_000,
        "discount": 1_000,
        "VAT": 1_800,
        "total": 10_800,
        "VATSterling": None,
        "sterlingRate": None,
        "outstanding": 10_800,
        "currency": "GBP",
        "description": "Agreed by telephone",
        "emailSent": None,
        "hasInstallmentPlan": False,
        "isCreditNote": False,
        "isCredited": False,
        "orgId": 1,
        "createdBy": "Alan Accounts",
        "modifiedBy": "Bea Office",
        "organisation": "Oxford",
        "payment": None,
        "mostRecentComment": None,
        "meta": {"paidMeta": "", "paidAmount": 0, "paidDate": None},
        "may": {"edit": ["title", "email", "dueDate", "description"], "delete": False},
        "moves": [],
    }


def test_status_tabs_hold_the_invoices_and_credit_the_credit_notes(client: ClientFor, database: Database) -> None:
    paid = make_invoice(database, status="paid")
    note = make_invoice(database, status="paid", title="Credit", is_credit_note=True)
    office = client(OFFICE)
    assert ids(office.get("/api/v1/invoices/1?page=1&status=paid")) == [paid]
    assert ids(office.get("/api/v1/invoices/1?page=1&status=credit")) == [note]
    assert sorted(ids(office.get("/api/v1/invoices/1?page=1"))) == [paid, note]


def test_deleted_organisation_has_no_tab(client: ClientFor, database: Database) -> None:
    make_copies(database)
    assert [value for value, _ in tab(client(OFFICE).get("/api/v1/invoices/columns"), "orgId")] == [1, 3]
    with database.read() as connection:
        connection.execute(sa.update(copies.organisation).where(copies.organisation.c.id == 3).values(deleted=True))
    assert [value for value, _ in tab(client(OFFICE).get("/api/v1/invoices/columns"), "orgId")] == [1]


def test_final_and_booked_tabs_appear_only_with_invoices(client: ClientFor, database: Database) -> None:
    office = client(OFFICE)
    always = ["draft", "proposed", "partPaid", "paid", "cancelled", "credit", ""]
    assert [value for value, _ in tab(office.get("/api/v1/invoices/columns"), "status")] == always
    make_invoice(database, status="booked")
    shown = [value for value, _ in tab(office.get("/api/v1/invoices/columns"), "status")]
    assert shown == ["draft", "proposed", "booked", "partPaid", "paid", "cancelled", "credit", ""]


def test_billing_year_tabs_run_from_not_set_to_all(client: ClientFor, database: Database) -> None:
    options = tab(client(OFFICE).get("/api/v1/invoices/columns"), "billingYear")
    assert options[:3] == [(0, "Not set"), (2021, "2020-2021"), (2122, "2021-2022")]
    assert options[-1] == ("", "All")
    unset, _ = make_invoice(database, billing_year=0), make_invoice(database, billing_year=2122)
    assert ids(client(OFFICE).get("/api/v1/invoices/1?page=1&billingYear=0")) == [unset]


@pytest.mark.parametrize(
    ("today", "last"),
    [
        (dt.date(2026, 7, 31), "2025-2026"),
        (dt.date(2026, 8, 1), "2025-2026"),
        (dt.date(2026, 8, 2), "2026-2027"),  # one more after 1 August
        (dt.date(2026, 9, 1), "2026-2027"),
        (dt.date(2027, 1, 5), "2026-2027"),
        (dt.date(2041, 8, 2), "2041-2042"),
    ],
)
def test_one_more_billing_year_after_1_august(today: dt.date, last: str) -> None:
    years = rules.billing_years(2019, today)
    assert years[0].label == "2019-2020"
    assert years[0].value == 1920
    assert years[-1].label == last


def test_organisation_tabs_come_from_the_copy(client: ClientFor, database: Database) -> None:
    make_copies(database)
    assert tab(client(OFFICE).get("/api/v1/invoices/columns"), "orgId") == [(1, "Oxford"), (3, "Portugal")]


def test_totals_of_the_filtered_list_by_currency(client: ClientFor, database: Database) -> None:
    for amount, currency, organisation in ((1_000, "GBP", 1), (2_000, "GBP", 1), (400, "EUR", 3)):
        given = {"currency": currency, "organisation_id": organisation, "status": "proposed"}
        invoice_id = make_invoice(database, **given)
        make_item(database, invoice_id, amount)
    office = client(OFFICE)
    assert office.get("/api/v1/invoices/totals").json()["data"] == [
        {"currency": "EUR", "count": 1, "net": 400, "VAT": 0, "total": 400, "outstanding": 400},
        {"currency": "GBP", "count": 2, "net": 3_000, "VAT": 0, "total": 3_000, "outstanding": 3_000},
    ]
    filtered = office.get("/api/v1/invoices/totals?orgId=3").json()["data"]
    assert filtered == [{"currency": "EUR", "count": 1, "net": 400, "VAT": 0, "total": 400, "outstanding": 400}]
    assert office.get("/api/v1/invoices/totals?status=paid").json()["data"] == []


def test_nothing_is_outstanding_on_drafts_and_cancelled_invoices(client: ClientFor, database: Database) -> None:
    for status in ("draft", "proposed", "cancelled"):
        make_item(database, make_invoice(database, status=status), 1_000)
    (total,) = client(OFFICE).get("/api/v1/invoices/totals").json()["data"]
    assert (total["count"], total["outstanding"]) == (3, 1_000)
    rows = client(OFFICE).get("/api/v1/invoices?pageSize=10").json()["data"]
    assert {row["status"]: row["outstanding"] for row in rows} == {"draft": 0, "proposed": 1_000, "cancelled": 0}


def test_fully_credited_invoice_is_settled(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database, status="proposed", due_date=dt.date(2026, 4, 1))
    make_item(database, invoice_id, 1_000)
    note = make_invoice(database, status="proposed", title="Credit", is_credit_note=True, parent_id=invoice_id)
    make_item(database, note, -1_000, meta_type="credit")
    office = client(OFFICE)
    assert ids(office.get("/api/v1/invoices?page=1&status=proposed")) == []
    assert ids(office.get("/api/v1/invoices?page=1&status=paid")) == [invoice_id]
    assert ids(office.get("/api/v1/invoices/unpaid?page=1")) == []
    detail = office.get(f"/api/v1/invoice/{invoice_id}").json()["data"]
    assert (detail["status"], detail["shownStatus"], detail["outstanding"]) == ("proposed", "Credited", 0)


def test_headers_narrow_the_invoices_of_an_enquiry(client: ClientFor, database: Database) -> None:
    mine = make_invoice(database, enquiry_with_type_id=7, entity_type="student", entity_type_id=3)
    other = make_invoice(database, enquiry_with_type_id=7, entity_type="candidate", entity_type_id=3)
    make_invoice(database, enquiry_with_type_id=8)
    office, path = client(OFFICE), "/api/v1/enquiry/7/invoices?page=1&sort=id"
    assert ids(office.get(path)) == [mine, other]
    headers = {"entityType": "candidate", "entityTypeId": "3"}
    assert ids(office.get(path, headers=headers)) == [other]
    assert office.get(path, headers={"entityTypeId": "three"}).status_code == 422


def test_search_matches_number_and_name(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database, status="proposed", number="INV-31415", name="Grace Hopper")
    make_invoice(database)
    office = client(OFFICE)
    assert ids(office.get("/api/v1/invoices/1?page=1&search=31415")) == [invoice_id]
    assert ids(office.get("/api/v1/invoices/1?page=1&search=hopp")) == [invoice_id]


@pytest.mark.parametrize("sort", ["dueDate", "-dueDate", "emailSent", "number", "-outstanding,name"])
def test_token_pages_return_every_invoice_once_in_any_order(client: ClientFor, database: Database, sort: str) -> None:
    invoice_ids = [
        make_invoice(
            database,
            due_date=dt.date(2026, 5, 1 + n) if n % 3 else None,
            email_sent=dt.datetime(2026, 5, 1 + n, tzinfo=dt.UTC) if n % 2 else None,
        )
        for n in range(25)
    ]
    office, seen, after = client(OFFICE), [], ""
    while True:
        answer = office.get(f"/api/v1/invoices/1?pageSize=10&sort={sort}{after}").json()
        seen += [row["id"] for row in answer["data"]]
        if answer["next"] is None:
            break
        after = f"&after={answer['next']}"
    assert sorted(seen) == invoice_ids


def test_only_staff_reads_the_list(client: ClientFor) -> None:
    for who in (actor("client", persons={"client": 1}), actor("student"), actor("tutor"), actor("agent")):
        assert client(who).get("/api/v1/invoices/1?page=1").status_code == 403
    assert client(None).get("/api/v1/invoices/1?page=1").status_code == 401


@pytest.mark.parametrize(
    "query", ["status=lost", "billingYear=2123", "orgId=x", "sort=passcode", "color=red", "pageSize=51", "date=soon"]
)
def test_undeclared_query_is_refused(client: ClientFor, query: str) -> None:
    answer = client(OFFICE).get(f"/api/v1/invoices?page=1&{query}")
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_billing_years_have_one_source(client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    office = client(OFFICE)
    for today, last in ((dt.date(2026, 8, 1), 2526), (dt.date(2026, 8, 2), 2627), (dt.date(2044, 1, 1), 4344)):
        monkeypatch.setattr(days, "today", lambda today=today: today)
        offered = office.get("/api/v1/invoices/billingyears").json()["data"]
        assert (offered[0]["id"], offered[-1]) == (last, {"id": 1920, "title": "2019-2020"})
        tabs = tab(office.get("/api/v1/invoices/columns"), "billingYear")
        assert tabs[-2] == (last, offered[0]["title"])
        sections = office.get("/api/v1/invoice/fields").json()["data"]["sections"]
        (field,) = [one for section in sections for one in section["fields"] if one["name"] == "billingYear"]
        assert [one["value"] for one in field["options"]] == [one["id"] for one in reversed(offered)]


def test_invoice_of_a_year_after_2031(client: ClientFor, database: Database) -> None:
    invoice_id, office = make_invoice(database), client(OFFICE)
    change = {"field": "billingYear", "newValue": 4142}
    assert office.put(f"/api/v1/invoice/{invoice_id}", json=change).status_code == 200
    assert ids(office.get("/api/v1/invoices/1?page=1&billingYear=4142")) == [invoice_id]
