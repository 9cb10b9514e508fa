"""A refusal of the database names the field that caused it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices.model import instalment, invoice, invoice_footer_header, invoice_item, payment
from kit.database import Database
from kit.errors import Conflict, Invalid, Refused
from kit.policy import as_service
from services.finance.tests.builders import make_instalment, make_invoice, make_item, make_payment, make_text

TODAY = dt.date(2026, 11, 20)
_NOWHERE = "there is no such entry. Please choose one from the list"
_BEYOND = "this number is too large to be stored. Please enter a smaller one"


def refused(database: Database, table: sa.Table, record: int, **values: Any) -> Refused:
    """Return the refusal of a write that no field rule prevents."""
    with pytest.raises(Refused) as refusal, database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(table).where(table.c.id == record).values(**values))
    return refusal.value


@pytest.mark.parametrize(
    ("kind", "values", "field", "text"),
    [
        ("item", {"meta_type": "credit"}, "amount", "Amount: a credit is not above zero"),
        ("item", {"vat_rate": 10_001}, "vatRate", "Vat rate: please enter a number between 0 and 10000"),
        ("item", {"discount_type": "half"}, "discountType", "Discount: please choose one from the list"),
        ("item", {"description": None}, "description", "Description is required"),
        ("item", {"display_order": 2**40}, "displayOrder", f"Display order: {_BEYOND}"),
        ("item", {"amount": 2**70}, "amount", f"Amount: {_BEYOND}"),
        ("item", {"account_id": 99}, "accountId", f"Nominal code: {_NOWHERE}"),
        ("invoice", {"title": "Bill"}, "title", "Title: please choose one from the list"),
        ("invoice", {"nif": "1"}, "NIF", "NIF: only invoices of Portugal have one"),
        ("payment", {"amount": 0}, "amount", "Amount: please enter a number other than 0"),
        ("instalment", {"is_paid": True}, "isPaid", "Paid: please enter the paid date and the payment type first"),
        ("text", {"place": "side"}, "place", "Place: please choose one from the list"),
    ],
)
def test_refused_write_names_its_field(
    database: Database, kind: str, values: dict[str, Any], field: str, text: str
) -> None:
    record = make_invoice(database)
    item = make_item(database, record, 500)
    tables: dict[str, tuple[sa.Table, int]] = {
        "invoice": (invoice, record),
        "item": (invoice_item, item),
        "payment": (payment, make_payment(database, record, 100)) if kind == "payment" else (payment, 0),
        "instalment": (instalment, make_instalment(database, record, 100, TODAY)),
        "text": (invoice_footer_header, make_text(database, record, "header", "x")),
    }
    refusal = refused(database, *tables[kind], **values)
    assert isinstance(refusal, Invalid)
    assert refusal.text.casefold() == text.casefold()
    assert [name.casefold() for name in refusal.fields] == [field.casefold()]


def test_duplicate_value_names_its_field(database: Database) -> None:
    first, second = make_payment(database, make_invoice(database), 5), make_payment(database, make_invoice(database), 6)
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.update(payment).where(payment.c.id == first).values(external_id="x"))
    refusal = refused(database, payment, second, external_id="x")
    assert isinstance(refusal, Conflict) and refusal.code == "exists_already"
    assert refusal.text == "External: another entry already has this one. Please choose another"
    assert list(refusal.fields) == ["externalId"]
