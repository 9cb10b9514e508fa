"""Builders of finance records for tests: each writes one row, with defaults for the values that the test omits."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from finance.accounts.model import account, sub_account
from finance.copies.model import address, client_student, enquiry, exam, organisation, person
from finance.invoices.model import instalment, invoice, invoice_footer_header, invoice_item, payment
from kit.database import Database, Tx
from kit.policy import as_service

_numbers = itertools.count(1)


def _insert(database: Database, table: sa.Table, values: dict[str, Any]) -> int:
    """Write as the server, which may add parts to a read-only invoice."""
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.text("SET LOCAL staffroom.system = 'on'"))
        return tx.insert(table, values)


def make_invoice(database: Database, **values: Any) -> int:
    """Insert an invoice of organisation 1 to client 1, draft and without items; returns its id."""
    number = next(_numbers)
    given: dict[str, Any] = {
        "passcode": "123456",
        "organisation_id": 1,
        "title": "Invoice",
        "status": "draft",
        "billing_year": 2526,
        "date": dt.date(2026, 3, 1),
        "person_kind": "client",
        "person_id": 1,
        "name": "Ada Client",
        "entity_type": "student",
        "entity_type_id": 1,
        "created_by_id": 1,
    } | values
    if given["status"] != "draft":
        given.setdefault("number", f"INV-{number:05d}")
    return _insert(database, invoice, given)


def make_item(database: Database, invoice_id: int, amount: int, **values: Any) -> int:
    """Insert a line of `amount` pence without discount and VAT."""
    given = {
        "invoice_id": invoice_id,
        "meta_type": "standalone",
        "type": "other",
        "description": "<p>Line</p>",
        "amount": amount,
    }
    return _insert(database, invoice_item, given | values)


@contextmanager
def taken_back(database: Database, invoice_id: int) -> Iterator[Tx]:
    """Make the invoice a draft inside the block, and issue it again at the end."""
    with database.transaction(as_service("finance")) as tx:
        mine = invoice.c.id == invoice_id
        status = tx.scalar(sa.select(invoice.c.status).where(mine))
        tx.execute(sa.update(invoice).where(mine).values(status="draft"))
        yield tx
        tx.execute(sa.update(invoice).where(mine).values(status=status))


def make_payment(database: Database, invoice_id: int, amount: int, **values: Any) -> int:
    """Insert a bank transfer on 1 April 2026, entered by hand."""
    given = {"invoice_id": invoice_id, "type": "bankTransfer", "amount": amount, "date_paid": dt.date(2026, 4, 1)}
    return _insert(database, payment, given | values)


def make_instalment(database: Database, invoice_id: int, amount: int, due: dt.date, **values: Any) -> int:
    """Insert an instalment, unpaid unless `paid_date` and `payment_type` are given; its payment is a separate
    record."""
    values = {"is_paid": "paid_date" in values} | values
    return _insert(database, instalment, {"invoice_id": invoice_id, "amount": amount, "due_date": due} | values)


def make_text(database: Database, invoice_id: int, place: str, description: str) -> int:
    """Insert a header or footer line."""
    given = {"invoice_id": invoice_id, "place": place, "description": description}
    return _insert(database, invoice_footer_header, given)


def make_accounts(database: Database) -> None:
    """Insert account 472 with sub account 1 (20 % VAT) in organisation 1's chart, and account 300 in organisation
    3's."""
    with database.transaction(as_service("finance")) as tx:
        for number, chart in ((472, 1), (300, 3)):
            tx.execute(
                sa.insert(account).values(id=number, organisation_id=chart, code=str(number), name=f"Account {number}")
            )
        tx.execute(sa.insert(sub_account).values(id=1, account_id=472, code="B1", name="Board fee", vat_rate=2000))
        for table in ("account", "sub_account"):  # new ids follow these
            tx.execute(sa.text(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), 1000)"))


def make_copies(database: Database) -> None:
    """Insert organisations 1 and 3, client 1 and student 1."""
    with database.transaction(as_service("finance")) as tx:
        for number, title, currency in ((1, "Oxford", "GBP"), (3, "Portugal", "EUR")):
            tx.execute(sa.insert(organisation).values(id=number, title=title, currency=currency))
        for kind, first in (("client", "Ada"), ("student", "Sam")):
            values = {"kind": kind, "id": 1, "title": "Ms", "first_name": first, "last_name": kind.title()}
            tx.execute(sa.insert(person).values(values))


def make_address(database: Database, number: int, kind: str, person_id: int, **values: Any) -> None:
    """Insert the copy of a primary address: 1 Mill Road, Oxford, OX1 1AA."""
    given = {"id": number, "person_kind": kind, "person_id": person_id, "primary": True, "line1": "1 Mill Road"}
    given |= {"city": "Oxford", "postcode": "OX1 1AA", "country": "United Kingdom"} | values
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.insert(address).values(given))


def make_child(database: Database, number: int, client_id: int, student_id: int, *, pays: bool = True) -> None:
    """Insert the read copy of the relation between a client and a student."""
    given = {"id": number, "client_id": client_id, "student_id": student_id, "pays": pays}
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.insert(client_student).values(given))


def make_exam(database: Database, **values: Any) -> int:
    """Insert the copy of exam 7: AQA GCSE <French> with three papers."""
    given = {"id": 7, "title": "GCSE <French>", "board": "AQA", "papers": 3} | values
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.insert(exam).values(given))
    return int(given["id"])


def make_enquiry(database: Database, number: int, **persons: int) -> int:
    """Insert the copy of an enquiry with type: `student_id`, `candidate_id` and `client_id` as far as known."""
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.insert(enquiry).values(id=number, **persons))
    return number


def row_of(database: Database, invoice_id: int) -> dict[str, Any]:
    """Return the current row of the invoice."""
    with database.read() as connection:
        row = connection.execute(sa.select(invoice).where(invoice.c.id == invoice_id)).mappings().one()
    return dict(row)
