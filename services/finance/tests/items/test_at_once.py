"""Several fields of a line in one call: the rules check the combined result."""

from __future__ import annotations

from typing import Any

import pytest

from kit.database import Database
from services.finance.tests.builders import make_invoice, make_item
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")


def put(client: ClientFor, line: int, **fields: Any) -> Any:
    changes = [{"field": field, "newValue": value} for field, value in fields.items()]
    return client(OFFICE).put(f"/api/v1/invoice/item/{line}", json={"changes": changes})


@pytest.fixture
def line(database: Database) -> int:
    return make_item(database, make_invoice(database), 10_000)


def stored(client: ClientFor, line: int) -> dict[str, Any]:
    data: dict[str, Any] = client(OFFICE).get(f"/api/v1/invoice/item/{line}").json()["data"]
    return data


def test_discount_changes_with_its_type(client: ClientFor, line: int) -> None:
    assert put(client, line, discountType="percentage", discount=2_500).status_code == 200
    now = stored(client, line)
    assert (now["discountType"], now["discount"]) == ("percentage", 2_500)
    assert put(client, line, discountType="amount", discount=2_500).status_code == 200
    now = stored(client, line)
    assert (now["discountType"], now["discount"]) == ("amount", 2_500), "the unchanged number is sent too"


def test_type_alone_starts_without_a_discount(client: ClientFor, line: int) -> None:
    put(client, line, discountType="percentage", discount=2_500)
    assert put(client, line, discountType="amount").status_code == 200
    assert stored(client, line)["discount"] == 0


@pytest.mark.parametrize("order", [("amount", "discount"), ("discount", "amount")])
def test_amount_and_discount_fall_together(client: ClientFor, line: int, order: tuple[str, str]) -> None:
    put(client, line, discountType="amount", discount=8_000)
    values = {"amount": 5_000, "discount": 1_000}
    assert put(client, line, **{name: values[name] for name in order}).status_code == 200
    now = stored(client, line)
    assert (now["amount"], now["discount"]) == (5_000, 1_000)


def test_discount_above_the_amount_is_refused_and_changes_nothing(client: ClientFor, line: int) -> None:
    answer = put(client, line, discountType="amount", discount=8_000, amount=5_000)
    assert answer.status_code == 422
    assert set(answer.json()["fields"]) <= {"amount", "discount"}
    assert stored(client, line)["amount"] == 10_000


def test_line_becomes_a_credit_with_its_amount(client: ClientFor, line: int) -> None:
    assert put(client, line, metaType="credit", amount=-4_000).status_code == 200
    now = stored(client, line)
    assert (now["metaType"], now["amount"]) == ("credit", -4_000)
