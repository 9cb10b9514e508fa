"""Header and footer items, samples, and the lines of an exam (`money.md 2`, `3`, `7`, `9`)."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from finance.accounts.model import sub_account
from finance.exams import rules as exams
from finance.exams.model import exam_fee
from finance.items import rules
from finance.samples.model import invoice_sample
from kit.database import Database
from kit.policy import as_service
from services.finance.tests.builders import make_accounts, make_copies, make_exam, make_invoice, row_of
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")
BODY = {"tag": "custom", "description": "<p>Re: Sam</p>"}


def texts_of(client: ClientFor, invoice_id: int, place: str) -> list[str]:
    data = client(OFFICE).get(f"/api/v1/invoice/{invoice_id}").json()["data"]
    return [entry["description"] for entry in data[f"{place}Items"]]


def add(client: ClientFor, invoice_id: int, place: str, **body: Any) -> Any:
    return client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/footerHeader/{place}", json=BODY | body)


@pytest.mark.parametrize("place", ["header", "footer"])
def test_text_is_added_changed_and_deleted(client: ClientFor, database: Database, place: str) -> None:
    invoice_id, office = make_invoice(database), client(OFFICE)
    one = add(client, invoice_id, place, tag="sample").json()["data"]["id"]
    two = add(client, invoice_id, place, description="<p>Two<script>x</script></p>").json()["data"]["id"]
    assert texts_of(client, invoice_id, place) == ["<p>Re: Sam</p>", "<p>Two</p>"]
    change = {"field": "description", "newValue": "<p>Re: Ada</p>", "oldValue": "<p>Re: Sam</p>"}
    assert office.put(f"/api/v1/invoice/footerHeader/{one}", json=change).status_code == 200
    assert office.put(f"/api/v1/invoice/footerHeader/{one}", json=change).status_code == 200  # it says so already
    stale = change | {"newValue": "<p>Re: Tom</p>"}
    assert office.put(f"/api/v1/invoice/footerHeader/{one}", json=stale).status_code == 409
    order = f"/api/v1/invoice/{invoice_id}/footerHeader/{place}/order"
    assert office.post(order, json={"ids": [two, one]}).status_code == 200
    assert office.post(order, json={"ids": [two]}).status_code == 409
    assert texts_of(client, invoice_id, place) == ["<p>Two</p>", "<p>Re: Ada</p>"]
    gone = office.delete(f"/api/v1/invoice/footerHeader/{two}").json()["data"]["deleted"]
    assert office.post(f"/api/v1/invoice/{invoice_id}/footerHeader/{place}", json=gone).status_code == 201
    assert texts_of(client, invoice_id, place) == ["<p>Two</p>", "<p>Re: Ada</p>"]
    assert row_of(database, invoice_id)["version"] == 7


def test_refusals(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database)
    assert add(client, invoice_id, "header", description="<p></p>").json()["fields"] == {
        "description": "Field is required"
    }
    assert add(client, invoice_id, "header", tag="other").status_code == 422
    assert add(client, invoice_id, "margin").status_code == 422
    assert add(client, 999_999, "header").status_code == 404
    assert (
        client(actor("tutor")).post(f"/api/v1/invoice/{invoice_id}/footerHeader/header", json=BODY).status_code == 403
    )
    assert add(client, make_invoice(database, status="cancelled"), "footer").status_code == 409


def test_credit_note_has_no_texts(client: ClientFor, database: Database) -> None:
    note = make_invoice(database, title="Credit", is_credit_note=True)
    for answer in (
        add(client, note, "header"),
        client(OFFICE).post(f"/api/v1/invoice/{note}/footer", json={"description": "<p>x</p>"}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (409, rules.NO_TEXTS)


def test_older_calls_for_footers(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database)
    one = client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/footer", json={"description": "<p>Thanks</p>"})
    assert one.status_code == 201, one.text
    assert texts_of(client, invoice_id, "footer") == ["<p>Thanks</p>"]
    assert client(OFFICE).delete(f"/api/v1/invoice/footer/{one.json()['data']['id']}").status_code == 200
    assert texts_of(client, invoice_id, "footer") == []


def test_accounting_edits_samples_and_everybody_uses_them(client: ClientFor, database: Database) -> None:
    make_accounts(database)
    make_copies(database)
    accounts, office = client(actor("staff", "accounting")), client(OFFICE)
    item = {
        "kind": "item",
        "title": "Fee",
        "organisationId": 1,
        "description": "<p>Fee</p>",
        "type": "exams",
        "accountId": 472,
        "subAccountId": 1,
        "amount": 4_800,
    }
    assert office.post("/api/v1/invoice/samples", json=item).status_code == 403
    assert accounts.post("/api/v1/invoice/samples", json=item).status_code == 201
    assert accounts.post("/api/v1/invoice/samples", json=item | {"accountId": 300}).status_code == 422
    title = {"kind": "item", "title": "A title", "description": "<p>Autumn</p>", "metaType": "title"}
    footer = {"kind": "footer", "title": "Thanks", "description": "<p>Thank you</p>"}
    for body in (title, footer, footer | {"kind": "header"}):
        assert accounts.post("/api/v1/invoice/samples", json=body).status_code == 201
    data = office.get("/api/v1/invoice/item/samples", params={"orgId": 1}).json()["data"]
    assert [(sample["title"], sample["metaType"]) for sample in data] == [("A title", "title"), ("Fee", "standalone")]
    assert data[1]["subAccount"]["VATRate"] == 2000
    assert len(office.get("/api/v1/invoice/item/samples", params={"orgId": 3}).json()["data"]) == 1
    invoice_id = make_invoice(database)
    for sample in data:
        assert office.post(f"/api/v1/invoice/{invoice_id}/item", json=sample).status_code == 201
    assert row_of(database, invoice_id)["total"] == 5_760
    for call in ("/api/v1/invoice/footerHeader/footer/samples", "/api/v1/invoice/footer/samples"):
        (sample,) = office.get(call).json()["data"]
        assert (sample["tag"], sample["description"]) == ("sample", "<p>Thank you</p>")
        assert office.post(f"/api/v1/invoice/{invoice_id}/footerHeader/footer", json=sample).status_code == 201
    assert len(office.get("/api/v1/invoice/footerHeader/header/samples").json()["data"]) == 1
    with database.read() as connection:
        number = connection.scalar(sa.select(invoice_sample.c.id).where(invoice_sample.c.title == "Fee"))
    gone = accounts.delete(f"/api/v1/invoice/samples/{number}")
    assert gone.status_code == 200


def _fee(database: Database, **values: Any) -> None:
    given = {
        "exam_id": make_exam(database),
        "board_fee": 6_125,
        "board_sub_account_id": 1,
        "per_paper_fee": 4_500,
        "own_sub_account_id": 2,
        "speaking": True,
    }
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.insert(sub_account).values(id=2, account_id=472, code="E1", name="Centre fees", vat_rate=0))
        tx.execute(sa.insert(exam_fee).values(given | values))


def test_lines_of_an_exam(client: ClientFor, database: Database) -> None:
    make_accounts(database)
    _fee(database)
    data = client(OFFICE).get("/api/v1/exam/7/invoiceitems").json()["data"]
    assert [(line["amount"], line["VAT"], line["total"], line["subAccountId"]) for line in data] == [
        (6_125, 1_225, 7_350, 1),  # the board's, with the VAT of its sub account
        (13_500, 0, 13_500, 2),  # papers times the fee of each
        (exams.SPEAKING_FEE, 0, 12_000, 2),
    ]
    assert {line["accountId"] for line in data} == {472}
    assert data[0]["account"] == {"id": 472, "code": "472", "name": "Account 472"}
    assert data[0]["description"] == "<p>AQA GCSE &lt;French&gt;: board fee</p>"
    invoice_id = make_invoice(database)
    for line in data:
        assert client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/item", json=line).status_code == 201
    assert row_of(database, invoice_id)["total"] == sum(line["total"] for line in data)
    assert client(OFFICE).get("/api/v1/exam/8/invoiceitems").status_code == 404
    assert client(actor("tutor")).get("/api/v1/exam/7/invoiceitems").status_code == 403


@pytest.mark.parametrize(
    ("fee", "amounts"),
    [
        ({"papers": 1, "speaking": False}, [6_125, 4_500]),
        ({"papers": 0, "speaking": False}, [6_125]),
        ({"board_fee": 0, "papers": 2, "speaking": True}, [9_000, 12_000]),
    ],
)
def test_free_parts_have_no_line(fee: dict[str, Any], amounts: list[int]) -> None:
    whole = {"board_fee": 6_125, "per_paper_fee": 4_500, "board_sub_account_id": 1, "own_sub_account_id": 2} | fee
    assert [part.amount for part in exams.fees(whole)] == amounts


def test_accounting_and_the_exams_office_edit_fees(client: ClientFor, database: Database) -> None:
    make_accounts(database)
    body = {
        "examId": make_exam(database),
        "boardFee": 5_000,
        "boardSubAccountId": 1,
        "perPaperFee": 4_500,
        "ownSubAccountId": 1,
        "speaking": False,
    }
    assert client(OFFICE).post("/api/v1/invoice/examFees", json=body).status_code == 403
    keeper = client(actor("staff", "examsOffice"))
    answer = keeper.post("/api/v1/invoice/examFees", json=body)
    assert answer.status_code == 201
    shown = keeper.get(f"/api/v1/invoice/examFees/{answer.json()['data']['id']}").json()["data"]
    assert (shown["title"], shown["board"], shown["papers"]) == ("GCSE <French>", "AQA", 3)
    again = keeper.post("/api/v1/invoice/examFees", json=body)
    assert (again.status_code, again.json()["error"]) == (409, "This exam already has fees")
    assert keeper.post("/api/v1/invoice/examFees", json=body | {"boardSubAccountId": 4}).status_code == 422
    unknown = keeper.post("/api/v1/invoice/examFees", json=body | {"examId": 10})
    assert (unknown.status_code, unknown.json()["error"]) == (422, "There is no such exam")
