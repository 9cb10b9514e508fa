"""Lines of an invoice: every rule of their form, their order, and concurrent changes (`money.md 2`, `5`, `7`)."""

from __future__ import annotations

import threading
from typing import Any

import pytest
import sqlalchemy as sa

from finance.accounts.model import account, sub_account
from finance.invoices.model import invoice, invoice_item
from finance.items import rules
from kit.database import Database
from kit.policy import as_service
from services.finance.tests.builders import make_accounts, make_invoice, make_item, row_of
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published

OFFICE = actor("staff", name="Olive Office")
LINE: dict[str, Any] = {
    "metaType": "standalone",
    "type": "exams",
    "accountId": 472,
    "subAccountId": 1,
    "amount": 10_000,
    "discountType": "none",
    "discount": 0,
    "description": "<p>Entry fee</p>",
}


@pytest.fixture
def chart(database: Database) -> None:
    """Besides the builder's accounts: 480 without sub accounts, and 490 with two, in organisation 1's chart."""
    make_accounts(database)
    with database.transaction(as_service("finance")) as tx:
        for number in (480, 490):
            tx.execute(sa.insert(account).values(id=number, organisation_id=1, code=str(number), name="More"))
        for number, code, rate in ((11, "Z", 500), (12, "A", 1_000)):
            values = {"id": number, "account_id": 490, "code": code, "name": code, "vat_rate": rate}
            tx.execute(sa.insert(sub_account).values(values))


def add(client: ClientFor, invoice_id: int, **body: Any) -> Any:
    return client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/item", json=LINE | body)


def added(client: ClientFor, invoice_id: int, **body: Any) -> int:
    answer = add(client, invoice_id, **body)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def put(client: ClientFor, item: int, field: str, value: Any, **more: Any) -> Any:
    return client(OFFICE).put(f"/api/v1/invoice/item/{item}", json={"field": field, "newValue": value} | more)


def item_of(database: Database, item: int) -> dict[str, Any]:
    with database.read() as connection:
        row = connection.execute(sa.select(invoice_item).where(invoice_item.c.id == item)).mappings().one()
    return dict(row)


def order_of(client: ClientFor, invoice_id: int) -> list[int]:
    return [item["id"] for item in client(OFFICE).get(f"/api/v1/invoice/{invoice_id}").json()["data"]["items"]]


@pytest.mark.usefixtures("chart")
class TestNew:
    def test_new_line_is_last_with_the_rate_of_its_sub_account(
        self, client: ClientFor, database: Database, published: Published
    ) -> None:
        invoice_id = make_invoice(database)
        first, second = added(client, invoice_id), added(client, invoice_id, amount=5_000)
        assert order_of(client, invoice_id) == [first, second]
        row = item_of(database, first)
        assert (row["vat_rate"], row["vat"], row["total"]) == (2000, 2_000, 12_000)
        assert row_of(database, invoice_id)["total"] == 18_000
        assert row_of(database, invoice_id)["version"] == 3
        events = [(subject, key, payload["total"]) for subject, key, payload in published()]
        assert events == [("finance.invoice.changed", str(invoice_id), total) for total in (12_000, 18_000)]

    @pytest.mark.parametrize(
        ("body", "field", "text"),
        [
            ({"metaType": None}, "metaType", "Field is required"),
            ({"type": None}, "type", "Field is required"),
            ({"accountId": None}, "accountId", "Field is required"),
            ({"subAccountId": None}, "subAccountId", "Field is required"),
            ({"amount": None}, "amount", "Field is required"),
            ({"amount": "a lot"}, "amount", "Numbers only"),
            ({"discountType": None}, "discountType", "Field is required"),
            ({"discountType": "amount", "discount": None}, "discount", "Field is required"),
            ({"discountType": "percentage", "discount": None}, "discount", "Field is required"),
            ({"discountType": "amount", "discount": 0}, "discount", "Please enter a number greater than 0"),
            ({"discountType": "amount", "discount": -5}, "discount", "Please enter a number between 0 and 1000000000"),
            ({"discountType": "amount", "discount": 10_001}, "discount", rules.TOO_MUCH),
            ({"discountType": "percentage", "discount": 10_001}, "discount", rules.OVER_ALL),
            ({"discountType": "none", "discount": 5}, "discount", rules.NO_DISCOUNT),
            ({"description": "<p> </p>"}, "description", "Field is required"),
            ({"accountId": 300}, "accountId", "This account is not in the chart of the organisation"),
            ({"accountId": 999}, "accountId", "There is no such account"),
            ({"accountId": 480}, "subAccountId", "This sub account belongs to another account"),
            ({"subAccountId": 11}, "subAccountId", "This sub account belongs to another account"),
            ({"metaType": "title", "amount": 5}, "amount", rules.TITLE_HOLDS_NOTHING),
            ({"colour": "red"}, "colour", "Unknown field"),
        ],
    )
    def test_refusals(self, client: ClientFor, database: Database, body: Any, field: str, text: str) -> None:
        answer = add(client, make_invoice(database), **body)
        assert answer.status_code == 422, answer.text
        assert answer.json()["fields"][field] == text

    def test_every_bad_field_is_named_at_once(self, client: ClientFor, database: Database) -> None:
        answer = add(client, make_invoice(database), accountId=None, amount=None, discountType=None)
        assert set(answer.json()["fields"]) == {"accountId", "amount", "discountType"}
        assert answer.json()["title"] == "Form errors"

    def test_uk_organisations_share_a_chart_and_others_have_their_own(
        self, client: ClientFor, database: Database
    ) -> None:
        for organisation in (4, 5):
            added(client, make_invoice(database, organisation_id=organisation))
        portugal = make_invoice(database, organisation_id=3)
        assert add(client, portugal).status_code == 422
        item = added(client, portugal, accountId=300, subAccountId=None)
        assert item_of(database, item)["vat_rate"] == 0

    @pytest.mark.parametrize("amount", [2_500, -2_500])
    def test_credit_is_stored_negative(self, client: ClientFor, database: Database, amount: int) -> None:
        invoice_id = make_invoice(database)
        item = added(client, invoice_id, metaType="credit", amount=amount, accountId=480, subAccountId=None)
        assert item_of(database, item)["amount"] == -2_500
        assert row_of(database, invoice_id)["total"] == -2_500

    def test_title_keeps_no_account_and_no_amount(self, client: ClientFor, database: Database) -> None:
        invoice_id = make_invoice(database)
        item = added(client, invoice_id, metaType="title", amount=0)
        row = item_of(database, item)
        assert (row["account_id"], row["sub_account_id"], row["amount"], row["vat_rate"]) == (None, None, 0, 0)
        bare = {"metaType": "title", "type": "other", "description": "<p>Autumn</p>"}
        assert client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/item", json=bare).status_code == 201
        for field, value in (("amount", 5), ("accountId", 472), ("subAccountId", 1), ("discountType", "amount")):
            answer = put(client, item, field, value)
            assert (answer.status_code, answer.json()["error"]) == (409, rules.TITLE_HOLDS_NOTHING)
        assert put(client, item, "metaType", "standalone").json()["error"] == rules.TITLE_STAYS
        assert put(client, added(client, invoice_id), "metaType", "title").status_code == 409

    def test_computed_fields_are_ignored(self, client: ClientFor, database: Database) -> None:
        item = added(client, make_invoice(database), VAT=1, total=1, VATRate=0, currency="GBP", account={"id": 1})
        assert item_of(database, item)["total"] == 12_000

    def test_line_is_in_the_currency_of_its_invoice(self, client: ClientFor, database: Database) -> None:
        invoice_id = make_invoice(database, currency="EUR")
        for currency in ("GBP", "USD", 5):
            answer = add(client, invoice_id, currency=currency)
            assert (answer.status_code, answer.json()["fields"]) == (
                422,
                {"currency": "The invoice is in EUR, so its lines are too"},
            )
        assert add(client, invoice_id, currency="EUR").status_code == 201

    def test_rich_text_is_sanitised(self, client: ClientFor, database: Database) -> None:
        item = added(client, make_invoice(database), description="<p onclick='x'>Fee<script>alert(1)</script></p>")
        assert item_of(database, item)["description"] == "<p>Fee</p>"

    def test_same_key_adds_one_line(self, client: ClientFor, database: Database) -> None:
        invoice_id = make_invoice(database)
        again = {"headers": {"Idempotency-Key": "one"}, "json": LINE}
        ids = {
            client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/item", **again).json()["data"]["id"] for _ in range(2)
        }
        assert order_of(client, invoice_id) == list(ids)


@pytest.mark.usefixtures("chart")
class TestChange:
    def test_other_sub_account_sets_its_rate_and_account(self, client: ClientFor, database: Database) -> None:
        item = added(client, make_invoice(database))
        assert put(client, item, "subAccountId", 12).json()["data"]["version"] == 2
        row = item_of(database, item)
        assert (row["account_id"], row["sub_account_id"], row["vat_rate"], row["vat"]) == (490, 12, 1_000, 1_000)
        history = client(actor("sysAdmin")).get(f"/api/v1/invoice/item/{item}/history").json()["data"]
        assert {entry["field"]: (entry["oldValue"], entry["newValue"]) for entry in history} == {
            "subAccountId": (1, 12),
            "accountId": (472, 490),
            "VATRate": (2000, 1_000),
        }
        assert put(client, item, "subAccountId", None).json()["error"] == "Field is required"
        assert put(client, item, "subAccountId", 999).status_code == 422

    def test_other_account_always_has_a_sub_account(self, client: ClientFor, database: Database) -> None:
        item = added(client, make_invoice(database))
        put(client, item, "accountId", 480)
        row = item_of(database, item)
        assert (row["account_id"], row["sub_account_id"], row["vat_rate"]) == (480, None, 0)
        put(client, item, "accountId", 490)
        row = item_of(database, item)
        assert (row["account_id"], row["sub_account_id"], row["vat_rate"]) == (490, 12, 1_000)
        for wrong in (300, 999, None):
            assert put(client, item, "accountId", wrong).status_code == 422

    def test_vat_rate_is_read_only(self, client: ClientFor, database: Database) -> None:
        item = added(client, make_invoice(database))
        answer = put(client, item, "VATRate", 0)
        assert (answer.status_code, answer.json()["error"]) == (409, "VAT rate cannot be changed")

    def test_line_becomes_a_credit_and_back(self, client: ClientFor, database: Database) -> None:
        invoice_id = make_invoice(database)
        item = added(client, invoice_id)
        put(client, item, "metaType", "credit")
        assert item_of(database, item)["amount"] == -10_000
        assert put(client, item, "amount", 4_000).json()["data"]["value"] == -4_000
        put(client, item, "metaType", "subitem")
        assert item_of(database, item)["amount"] == 4_000
        assert row_of(database, invoice_id)["amount"] == 4_000

    def test_discount_changes_with_its_type(self, client: ClientFor, database: Database) -> None:
        invoice_id = make_invoice(database)
        item = added(client, invoice_id, discountType="amount", discount=2_500)
        assert put(client, item, "amount", 2_000).json()["fields"] == {"amount": rules.TOO_MUCH}
        assert put(client, item, "discount", 10_001).json()["error"] == rules.TOO_MUCH
        assert put(client, item, "discount", 0).json()["error"] == rules.POSITIVE
        put(client, item, "discountType", "percentage")
        assert item_of(database, item)["discount"] == 0  # 25.00 is not 25 %
        assert put(client, item, "discount", 1_000).status_code == 200
        assert put(client, item, "discount", 10_001).json()["error"] == rules.OVER_ALL
        assert row_of(database, invoice_id)["discount"] == 1_000
        put(client, item, "discountType", "none")
        assert item_of(database, item)["discount"] == 0
        answer = put(client, item, "discount", 5)
        assert (answer.status_code, answer.json()["error"]) == (409, rules.NO_DISCOUNT)

    def test_concurrent_change_is_reported(self, client: ClientFor, database: Database) -> None:
        item = added(client, make_invoice(database))
        put(client, item, "amount", 7_000)
        answer = put(client, item, "amount", 8_000, oldValue=10_000)
        assert (answer.status_code, answer.json()["value"]) == (409, 7_000)

    @pytest.mark.parametrize("status", ["paid", "partPaid", "cancelled"])
    def test_nothing_changes_on_a_read_only_invoice(self, client: ClientFor, database: Database, status: str) -> None:
        invoice_id = make_invoice(database)
        item = added(client, invoice_id, metaType="credit")
        with database.transaction(as_service("finance")) as tx:
            values = {"status": status, "number": f"INV-{invoice_id}"}
            tx.execute(sa.text("SET LOCAL staffroom.system = 'on'"))
            tx.execute(sa.update(invoice).where(invoice.c.id == invoice_id).values(values))
        office = client(OFFICE)
        order = office.post(f"/api/v1/invoice/{invoice_id}/items/order", json={"ids": [item]})
        gone = office.delete(f"/api/v1/invoice/item/{item}")
        for answer in (put(client, item, "amount", 1), add(client, invoice_id), gone, order):
            assert answer.status_code == 409
            assert "cannot be changed while its status is" in answer.json()["error"]

    def test_rights(self, client: ClientFor, database: Database) -> None:
        invoice_id = make_invoice(database)
        item = added(client, invoice_id)
        for caller in (actor("tutor"), actor("client", persons={"client": 1})):
            assert client(caller).delete(f"/api/v1/invoice/item/{item}").status_code == 403
        assert client(None).delete(f"/api/v1/invoice/item/{item}").status_code == 401
        assert put(client, 999_999, "amount", 1).status_code == 404
        assert add(client, 999_999).status_code == 404


@pytest.mark.usefixtures("chart")
class TestOrder:
    def test_new_order_of_all_lines(self, client: ClientFor, database: Database) -> None:
        invoice_id = make_invoice(database)
        one, two, three = (added(client, invoice_id) for _ in range(3))
        call, version = f"/api/v1/invoice/{invoice_id}/items/order", row_of(database, invoice_id)["version"]
        assert client(OFFICE).post(call, json={"ids": [three, one, two]}).status_code == 200
        assert order_of(client, invoice_id) == [three, one, two]
        assert row_of(database, invoice_id)["version"] == version + 1
        assert item_of(database, three)["version"] == 2
        history = client(actor("sysAdmin")).get(f"/api/v1/invoice/item/{three}/history").json()["data"]
        assert [(entry["field"], entry["oldValue"], entry["newValue"]) for entry in history] == [("displayOrder", 2, 0)]
        assert client(OFFICE).post(call, json={"ids": [three, one, two]}).status_code == 200
        assert row_of(database, invoice_id)["version"] == version + 1  # nothing moved

    def test_new_order_is_one_event_and_needs_no_money_right(
        self, client: ClientFor, database: Database, published: Published
    ) -> None:
        invoice_id = make_invoice(database)
        one, two = (make_item(database, invoice_id, 500) for _ in range(2))
        published()
        assert (
            client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/items/order", json={"ids": [two, one]}).status_code
            == 200
        )
        assert [(subject, key) for subject, key, _ in published()] == [("finance.invoice.changed", str(invoice_id))]
        assert row_of(database, invoice_id)["hands"] == {}

    def test_lines_of_a_credit_note_are_ordered_by_those_who_edit_them(
        self, client: ClientFor, database: Database
    ) -> None:
        note = make_invoice(database, title="Credit", is_credit_note=True)
        one, two = (make_item(database, note, -500) for _ in range(2))
        call = f"/api/v1/invoice/{note}/items/order"
        assert client(OFFICE).post(call, json={"ids": [two, one]}).status_code == 403
        assert client(actor("accounting", "staff")).post(call, json={"ids": [two, one]}).status_code == 200
        assert order_of(client, note) == [two, one]

    def test_order_must_name_exactly_the_lines_of_the_invoice(self, client: ClientFor, database: Database) -> None:
        invoice_id, other = make_invoice(database), make_invoice(database)
        one, two, foreign = added(client, invoice_id), added(client, invoice_id), added(client, other)
        for ids in ([one], [one, two, foreign], [one, one], [one, foreign], []):
            answer = client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/items/order", json={"ids": ids})
            assert (answer.status_code, answer.json()["code"]) == (409, "changed_meanwhile"), ids
        assert client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/items/order", json={"ids": ["x"]}).status_code == 422

    def test_older_call_moves_one_line(self, client: ClientFor, database: Database) -> None:
        invoice_id = make_invoice(database)
        one, two = added(client, invoice_id), added(client, invoice_id)
        put(client, one, "displayOrder", 1)
        put(client, two, "displayOrder", 0)
        assert order_of(client, invoice_id) == [two, one]

    def test_undone_deletion_restores_the_line_in_its_place(self, client: ClientFor, database: Database) -> None:
        invoice_id = make_invoice(database)
        one = added(client, invoice_id)
        two = added(client, invoice_id, discountType="percentage", discount=1_000, examId=7)
        three = added(client, invoice_id, metaType="credit")
        before = item_of(database, two)
        gone = client(OFFICE).delete(f"/api/v1/invoice/item/{two}").json()["data"]
        assert gone["id"] == two
        client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/items/order", json={"ids": [one, three]})
        back = int(client(OFFICE).post(f"/api/v1/invoice/{invoice_id}/item", json=gone["deleted"]).json()["data"]["id"])
        assert order_of(client, invoice_id) == [one, back, three]
        same = set(before) - {"id", "created", "modified", "version"}
        assert {name: item_of(database, back)[name] for name in same} == {name: before[name] for name in same}


@pytest.mark.usefixtures("chart")
def test_concurrent_changes_are_both_kept(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database)
    items = [added(client, invoice_id, amount=100) for _ in range(3)]
    statuses: list[int] = []

    def work(item: int) -> None:
        for amount in (200, 300, 400):
            statuses.append(put(client, item, "amount", amount).status_code)
        statuses.append(add(client, invoice_id, amount=50).status_code)

    threads = [threading.Thread(target=work, args=(item,)) for item in items]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(statuses) == [200] * 9 + [201] * 3
    row = row_of(database, invoice_id)
    assert (row["amount"], row["version"]) == (3 * 400 + 3 * 50, 1 + 3 + 12)
    places = [item_of(database, item)["display_order"] for item in order_of(client, invoice_id)]
    assert places == list(range(6))


@pytest.mark.parametrize(("organisation", "label"), [(1, "Amount (ex VAT)"), (4, "Amount (ex VAT)"), (3, "Amount")])
def test_form_has_the_terms_of_the_organisation(
    client: ClientFor, database: Database, organisation: int, label: str
) -> None:
    invoice_id = make_invoice(database, organisation_id=organisation)
    (section,) = client(OFFICE).get(f"/api/v1/invoice/{invoice_id}/item/fields").json()["data"]["sections"]
    fields = {field["name"]: field for field in section["fields"]}
    assert fields["amount"]["title"] == label
    assert fields["accountId"]["optionsFrom"] == f"/xero/org/{organisation}/accounts"
    assert fields["VATRate"]["readOnly"] is True
    assert ("subAccountId" in fields) is (label == "Amount (ex VAT)")
    assert [option["label"] for option in fields["metaType"]["options"]] == ["Title", "Line item", "Sub item", "Credit"]
    assert [option["label"] for option in fields["type"]["options"]] == [
        "Full time",
        "ASP",
        "Supplementary",
        "Exams",
        "Other",
    ]
    assert client(OFFICE).get("/api/v1/invoice/999999/item/fields").status_code == 404


def test_detail_of_a_line(client: ClientFor, database: Database) -> None:
    invoice_id = make_invoice(database)
    data = client(OFFICE).get(f"/api/v1/invoice/item/{make_item(database, invoice_id, 100)}").json()["data"]
    assert data["may"]["delete"] is True and "amount" in data["may"]["edit"] and "VATRate" not in data["may"]["edit"]
