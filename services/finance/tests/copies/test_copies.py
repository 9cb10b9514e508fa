"""Read copies of addresses, exams and enquiries of people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from finance.copies.model import address, client_student, enquiry, exam
from finance.exams.model import exam_fee
from kit.database import Database
from kit.events import Event
from kit.policy import as_service
from services.finance.tests.builders import make_accounts
from staffroom.people.events.v1.events_pb2 import AddressChanged, ClientStudentChanged, EnquiryChanged, ExamChanged

Deliver = Callable[..., None]
EXAM = {
    "id": 7,
    "name": "French",
    "board": "AQA",
    "code": "8658",
    "level": "GCSE",
    "subject": "French",
    "papers": 4,
    "seriesId": 1,
}


def _rows(database: Database, table: sa.Table) -> list[dict[str, Any]]:
    with database.read() as connection:
        return [dict(row) for row in connection.execute(sa.select(table).order_by(table.c.id)).mappings()]


def test_exam_events_update_the_copy(database: Database, deliver: Deliver) -> None:
    for papers in (3, 4, 4):  # a repeated event changes nothing
        deliver(Event.of(ExamChanged), 7, EXAM | {"papers": papers})
    assert _rows(database, exam) == [{"id": 7, "title": "GCSE French", "board": "AQA", "code": "8658", "papers": 4}]
    deliver(Event.of(ExamChanged), 7, EXAM | {"deleted": True})
    assert _rows(database, exam) == []


def test_deleted_exam_with_fees_stays(database: Database, deliver: Deliver) -> None:
    make_accounts(database)
    deliver(Event.of(ExamChanged), 7, EXAM)
    fee = {"exam_id": 7, "board_fee": 5_000, "board_sub_account_id": 1, "per_paper_fee": 0, "own_sub_account_id": 1}
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.insert(exam_fee).values(fee))
    deliver(Event.of(ExamChanged), 7, EXAM | {"deleted": True})
    assert [row["title"] for row in _rows(database, exam)] == ["GCSE French"]


def test_enquiry_events_update_the_copy(database: Database, deliver: Deliver) -> None:
    payload = {"id": 1_001, "enquiryId": 1, "type": "supp", "status": "new", "studentId": 3, "clientId": 4}
    deliver(Event.of(EnquiryChanged), 1_001, payload)
    assert _rows(database, enquiry) == [{"id": 1_001, "student_id": 3, "candidate_id": None, "client_id": 4}]
    deliver(Event.of(EnquiryChanged), 1_001, payload | {"studentId": 0, "candidateId": 5})
    assert _rows(database, enquiry) == [{"id": 1_001, "student_id": None, "candidate_id": 5, "client_id": 4}]


def test_address_events_update_the_copy(database: Database, deliver: Deliver) -> None:
    payload = {"id": 3, "personKind": "client", "personId": 4, "line1": "1 Mill Road", "postcode": "OX1 1AA"}
    for primary in (False, True, True):
        deliver(Event.of(AddressChanged), 3, payload | {"primary": primary, "city": "Oxford"})
    deliver(Event.of(AddressChanged), 5, payload | {"id": 5, "personKind": "tutor"})  # a kind that is never invoiced
    ((kept),) = _rows(database, address)
    assert (kept["person_kind"], kept["person_id"], kept["primary"], kept["city"]) == ("client", 4, True, "Oxford")
    deliver(Event.of(AddressChanged), 3, payload | {"deleted": True})
    assert _rows(database, address) == []


def test_payer_events_update_the_copy(database: Database, deliver: Deliver) -> None:
    payload = {"id": 3, "clientId": 4, "studentId": 5}
    for pays in (True, True, False):
        deliver(Event.of(ClientStudentChanged), 3, payload | {"pays": pays})
    assert _rows(database, client_student) == [{"id": 3, "client_id": 4, "student_id": 5, "pays": False}]
    deliver(Event.of(ClientStudentChanged), 3, payload | {"deleted": True})
    assert _rows(database, client_student) == []
