"""The database keeps the sums of an invoice (`money.md 4`, `9`)."""

from __future__ import annotations

import pytest

from kit.database import Database
from kit.errors import Invalid
from services.finance.tests.builders import make_accounts, make_invoice, make_item, make_payment, row_of


@pytest.mark.parametrize(
    ("amount", "discount_type", "discount", "vat_rate", "expected"),
    [
        (10_000, "none", 0, 0, (0, 0, 10_000)),
        (10_000, "amount", 2_500, 2000, (2_500, 1_500, 9_000)),
        (9_999, "percentage", 1_000, 0, (1_000, 0, 8_999)),  # 999.9 is 1000
        (105, "percentage", 1_000, 0, (11, 0, 94)),  # 10.5 rounds up
        (104, "percentage", 1_000, 0, (10, 0, 94)),  # 10.4 rounds down
        (13, "none", 0, 2000, (0, 3, 16)),  # 2.6
        (12, "none", 0, 2000, (0, 2, 14)),  # 2.4
        (25, "none", 0, 1000, (0, 3, 28)),  # 2.5 rounds up
        (-25, "none", 0, 1000, (0, -3, -28)),  # and its credit deducts exactly as much
    ],
)
def test_line_rounds_half_up_once(
    database: Database, amount: int, discount_type: str, discount: int, vat_rate: int, expected: tuple[int, int, int]
) -> None:
    invoice = make_invoice(database)
    make_item(database, invoice, amount, discount_type=discount_type, discount=discount, vat_rate=vat_rate)
    row = row_of(database, invoice)
    assert (row["discount"], row["vat"], row["total"]) == expected
    assert row["outstanding"] == 0  # nothing is owed on a draft


def test_items_discounts_vat_and_payments_add_up(database: Database) -> None:
    invoice = make_invoice(database, status="proposed")
    make_item(database, invoice, 20_000, vat_rate=2000)
    make_item(database, invoice, 10_000, discount_type="percentage", discount=1_000)
    make_item(database, invoice, -1_000, meta_type="credit")
    make_payment(database, invoice, 5_000)
    row = row_of(database, invoice)
    assert (row["amount"], row["discount"], row["vat"], row["paid"]) == (29_000, 1_000, 4_000, 5_000)
    assert (row["total"], row["outstanding"]) == (32_000, 27_000)


def test_changed_and_deleted_lines_change_the_sums(database: Database) -> None:
    invoice = make_invoice(database)
    kept, gone = make_item(database, invoice, 1_000), make_item(database, invoice, 500)
    with database.read() as connection:
        connection.exec_driver_sql("UPDATE invoice_item SET amount = 700 WHERE id = %s", (kept,))
        connection.exec_driver_sql("DELETE FROM invoice_item WHERE id = %s", (gone,))
    assert row_of(database, invoice)["total"] == 700


def test_credit_note_counts_on_its_invoice_only(database: Database) -> None:
    invoice = make_invoice(database, status="booked")
    make_item(database, invoice, 10_000)
    note = make_invoice(database, title="Credit", is_credit_note=True, parent_id=invoice)
    make_item(database, note, -2_500, meta_type="credit")
    assert row_of(database, invoice)["outstanding"] == 10_000  # a draft credits nothing yet
    with database.read() as connection:
        connection.exec_driver_sql("UPDATE invoice SET status = 'final', number = 'CN-1' WHERE id = %s", (note,))
    assert row_of(database, invoice)["credited"] == 2_500
    assert row_of(database, invoice)["outstanding"] == 7_500
    assert row_of(database, note)["outstanding"] == 0
    with database.read() as connection:
        connection.exec_driver_sql("UPDATE invoice SET status = 'cancelled' WHERE id = %s", (note,))
    assert row_of(database, invoice)["outstanding"] == 10_000


def test_nothing_is_owed_on_a_cancelled_invoice(database: Database) -> None:
    invoice = make_invoice(database, status="cancelled")
    make_item(database, invoice, 10_000)
    row = row_of(database, invoice)
    assert (row["total"], row["outstanding"]) == (10_000, 0)


@pytest.mark.parametrize(
    "values",
    [
        {"status": "lost"},
        {"title": "Bill"},
        {"currency": "USD"},
        {"billing_year": 2123},
        {"nif": "512345678"},  # organisation 1
        {"status": "proposed", "number": None},
    ],
)
def test_database_refuses_invalid_invoices(database: Database, values: dict[str, object]) -> None:
    with pytest.raises(Invalid):
        make_invoice(database, **values)


def test_invoice_with_a_balance_is_not_paid(database: Database) -> None:
    invoice = make_invoice(database, status="proposed")
    make_item(database, invoice, 10_000)
    with pytest.raises(Invalid), database.read() as connection:
        connection.exec_driver_sql("UPDATE invoice SET status = 'paid' WHERE id = %s", (invoice,))
    make_payment(database, invoice, 10_000)
    with database.read() as connection:
        connection.exec_driver_sql("UPDATE invoice SET status = 'paid' WHERE id = %s", (invoice,))
    assert row_of(database, invoice)["status"] == "paid"


@pytest.mark.parametrize(
    "values",
    [
        {"meta_type": "title"},
        {"meta_type": "credit"},
        {"discount_type": "amount", "discount": 1_001},
        {"discount_type": "percentage", "discount": 10_001},
        {"discount_type": "none", "discount": 1},
        {"vat_rate": 10_001},
    ],
)
def test_database_refuses_invalid_lines(database: Database, values: dict[str, object]) -> None:
    make_accounts(database)
    invoice = make_invoice(database)
    with pytest.raises(Invalid):
        make_item(database, invoice, 1_000, **values)
