"""Lines of a draft bill an entry once; later changes update the draft or propose a credit note."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from finance.exams.billing.drafting import publish
from finance.exams.billing.model import exam_billing, exam_billing_line
from finance.exams.model import exam_fee
from finance.invoices.model import invoice, invoice_item
from kit.database import Database
from kit.events import Event
from services.finance.tests.builders import make_accounts, make_child, make_copies, make_exam, make_invoice, make_item
from staffroom.people.events.v1.events_pb2 import ExamEntryChanged
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff", "accounting")
EVENT = Event.of(ExamEntryChanged)
ENTRY = {
    "id": 31,
    "candidateId": 5,
    "candidate": "Sam Student",
    "studentId": 1,
    "organisationId": 1,
    "examId": 7,
    "seriesId": 2,
    "status": "planned",
    "feeKind": "standard",
    "option": "8658H",
    "boardFee": 0,
    "version": 1,
    "userId": 901,
    "userName": "Anna Ward",
}
Deliver = Callable[..., None]


@pytest.fixture(autouse=True)
def _copies(database: Database) -> None:
    make_copies(database)
    make_accounts(database)
    make_child(database, 1, 1, 1)
    make_exam(database)


@pytest.fixture
def fees(database: Database) -> None:
    """A board fee of £45, £10 per paper, and a speaking part."""
    with database.transaction(OFFICE) as tx:
        tx.execute(
            sa.insert(exam_fee).values(
                exam_id=7,
                board_fee=4500,
                board_sub_account_id=1,
                per_paper_fee=1000,
                own_sub_account_id=1,
                speaking=True,
            )
        )


def _rows(database: Database, table: sa.Table) -> list[dict[str, Any]]:
    return database.all(sa.select(table).order_by(table.c.id))


def _amounts(database: Database) -> list[int]:
    return [row["amount"] for row in _rows(database, invoice_item)]


def _billing(client: ClientFor) -> dict[str, Any]:
    (row,) = client(OFFICE).get("/api/v1/invoices/exams").json()["data"]
    return dict(row)


@pytest.mark.usefixtures("fees")
def test_fees_of_entry_become_lines_of_one_draft_once(database: Database, client: ClientFor, deliver: Deliver) -> None:
    for _ in range(2):
        deliver(EVENT, 31, ENTRY)
    deliver(EVENT, 32, ENTRY | {"id": 32, "candidate": "Sam Student", "version": 4})
    (draft,) = _rows(database, invoice)
    assert (draft["status"], draft["person_kind"], draft["person_id"], draft["student_id"]) == ("draft", "client", 1, 1)
    assert draft["created_by_name"] == "Anna Ward"
    lines = _rows(database, invoice_item)
    assert [line["amount"] for line in lines[:3]] == [4500, 3000, 12_000] and len(lines) == 6
    assert {line["account_id"] for line in lines} == {472} and {line["exam_id"] for line in lines} == {7}
    assert lines[0]["description"] == "<p>Sam Student: AQA GCSE &lt;French&gt;, board fee</p>"
    statuses = {row["status"] for row in client(OFFICE).get("/api/v1/invoices/exams").json()["data"]}
    assert statuses == {"drafted"}


@pytest.mark.usefixtures("fees")
def test_changed_entry_changes_its_draft(database: Database, deliver: Deliver) -> None:
    deliver(EVENT, 31, ENTRY | {"boardFee": 4700})
    assert _amounts(database) == [4700, 3000, 12_000], "the fee of the basedata goes before that of the exam"
    late = ENTRY | {"boardFee": 9400, "status": "entered", "feeKind": "late", "version": 2}
    deliver(EVENT, 31, late)
    deliver(EVENT, 31, ENTRY | {"boardFee": 4700})
    assert sorted(_amounts(database)) == [3000, 9400, 12_000], "an older event changes nothing"
    deliver(EVENT, 31, late | {"status": "withdrawn", "version": 3})
    assert _amounts(database) == [] and _rows(database, invoice) == [], "an empty draft is left to nobody"


@pytest.mark.usefixtures("fees")
def test_withdrawn_entry_leaves_the_draft_of_another(database: Database, deliver: Deliver) -> None:
    deliver(EVENT, 31, ENTRY)
    deliver(EVENT, 32, ENTRY | {"id": 32})
    deliver(EVENT, 31, ENTRY | {"status": "withdrawn", "version": 2})
    (draft,) = _rows(database, invoice)
    assert _amounts(database) == [4500, 3000, 12_000] and draft["total"] == 23_400


@pytest.mark.usefixtures("fees")
def test_withdrawn_entry_of_issued_invoice_proposes_one_credit(
    database: Database, client: ClientFor, deliver: Deliver
) -> None:
    deliver(EVENT, 31, ENTRY | {"status": "entered"})
    (draft,) = _rows(database, invoice)
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.text("SET LOCAL staffroom.system = 'on'"))
        tx.execute(sa.update(invoice).where(invoice.c.id == draft["id"]).values(status="proposed", number="INV-1-1"))
        assert publish(tx) == 1
    assert _billing(client)["status"] == "invoiced"
    gone = ENTRY | {"status": "withdrawn", "version": 2}
    for _ in range(2):
        deliver(EVENT, 31, gone)
    notes = [row for row in _rows(database, invoice) if row["is_credit_note"]]
    lines = [row["amount"] for row in _rows(database, invoice_item) if row["invoice_id"] != draft["id"]]
    assert {row["status"] for row in notes} == {"draft"} and sorted(lines) == [-12_000, -4500, -3000]
    assert _billing(client)["status"] == "notEntered", "until the credit note is issued"
    assert sum(row["amount"] for row in _rows(database, exam_billing_line)) == 0


def test_entry_without_fees_waits_with_its_reason_and_is_billed_later(
    database: Database, client: ClientFor, deliver: Deliver
) -> None:
    deliver(EVENT, 31, ENTRY | {"status": "entered"})
    row = _billing(client)
    assert row["status"] == "open" and row["reason"].startswith("There are no fees for this exam yet")
    with database.transaction(OFFICE) as tx:
        tx.execute(
            sa.insert(exam_fee).values(
                exam_id=7,
                board_fee=4500,
                board_sub_account_id=1,
                per_paper_fee=0,
                own_sub_account_id=1,
                speaking=False,
            )
        )
    answer = client(OFFICE).post("/api/v1/invoices/exams/31/draft").json()["data"]
    assert answer == {"id": 31, "status": "drafted", "reason": ""}
    assert _amounts(database) == [4500]


@pytest.mark.usefixtures("fees")
def test_deleted_draft_is_drafted_again_only_on_request(
    database: Database, client: ClientFor, deliver: Deliver
) -> None:
    deliver(EVENT, 31, ENTRY | {"status": "entered"})
    (draft,) = _rows(database, invoice)
    assert client(OFFICE).delete(f"/api/v1/invoice/{draft['id']}").status_code == 200
    deliver(EVENT, 31, ENTRY | {"status": "entered", "version": 2})
    assert _rows(database, invoice) == []
    assert _billing(client)["status"] == "open"
    client(OFFICE).post("/api/v1/invoices/exams/31/draft")
    assert len(_amounts(database)) == 3


@pytest.mark.usefixtures("fees")
def test_manually_entered_line_is_not_drafted_again(database: Database, client: ClientFor, deliver: Deliver) -> None:
    by_hand = make_invoice(database, student_id=1, status="proposed")
    make_item(database, by_hand, 4500, exam_id=7)
    deliver(EVENT, 31, ENTRY | {"status": "entered"})
    assert len(_rows(database, invoice)) == 1 and _billing(client)["status"] == "invoiced"
    assert client(OFFICE).get("/api/v1/invoices/examsnotentered").json()["data"] == []
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.delete(exam_billing))
    (line,) = client(OFFICE).get("/api/v1/invoices/examsnotentered").json()["data"]
    assert line["amount"] == 4500
