"""An exam lead becomes candidates with planned entries, and is tracked to paid invoices."""

from __future__ import annotations

import datetime as dt
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from people.billing.model import invoice
from people.exams.entries.model import exam_entry
from people.leads.conversion.courses import NO_PUPIL
from people.leads.conversion.persons import NO_CANDIDATES, NO_ENTRY
from people.leads.model import enquiry, enquiry_with_type, lead_student
from people.persons.model import TABLES
from people.pipeline.model import enrolment
from services.people.tests.builders import (
    insert,
    make_exam,
    make_lead,
    make_person,
    make_series,
    row_of,
    staff,
)
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")


@pytest.fixture
def exams(database: Database) -> list[int]:
    series = make_series(database)
    return [make_exam(database, series), make_exam(database, series, subject="Physics", code="8463")]


def _convert(caller: Any, lead: int, **more: Any) -> httpx.Response:
    body: dict[str, Any] = {"client": {"firstName": "Ada", "lastName": "Lovelace"}}
    answer: httpx.Response = caller.post(f"/api/v1/lead/{lead}/convert", json=body | more)
    return answer


def _candidate(*exams: int, **more: Any) -> dict[str, Any]:
    named = {"kind": "candidate", "firstName": "Byron", "lastName": "King", "birthDate": "2009-05-01"}
    return named | {"examIds": list(exams)} | more


def _steps(caller: Any) -> list[tuple[str, int, int]]:
    rows = caller.get("/api/v1/leads/exams/conversions?page=1").json()["data"]
    return [(row["step"], row["entries"], row["paid"]) for row in rows]


def test_an_exam_lead_becomes_a_candidate_and_is_tracked_to_the_payment(
    database: Database, client: ClientFor, published: Published, exams: list[int]
) -> None:
    lead = make_lead(database, kind="exams", organisation_id=1)
    number = insert(database, enquiry_with_type, {"enquiry_id": lead, "type": "exams"})
    asked = insert(database, lead_student, {"lead_id": lead, "first_name": "Byron", "last_name": "King"})
    officer = client(staff("examsOffice"))
    assert _steps(officer) == [("lead", 0, 0)]
    answer = _convert(officer, lead, students=[_candidate(*exams, leadStudentId=asked)], invoice={"fee": 25_000})
    assert answer.status_code == 200, answer.text
    (converted,) = answer.json()["data"]["students"]
    assert (converted["kind"], converted["entries"], converted["ewtId"], converted["enrolmentId"]) == (
        "candidate",
        2,
        number,
        None,
    )
    person = row_of(database, TABLES["candidate"], converted["id"])
    assert (person["first_name"], person["birth_date"]) == ("Byron", dt.date(2009, 5, 1))
    with database.read() as connection:
        entries = connection.execute(sa.select(exam_entry).order_by(exam_entry.c.exam_id)).mappings().all()
    assert [(one["exam_id"], one["status"], one["candidate_id"]) for one in entries] == [
        (exam, "planned", converted["id"]) for exam in exams
    ]
    assert row_of(database, lead_student, asked)["candidate_id"] == converted["id"]
    with_type = row_of(database, enquiry_with_type, number)
    payer = answer.json()["data"]["client"]["id"]
    assert (with_type["candidate_id"], with_type["client_id"], with_type["status"]) == (
        converted["id"],
        payer,
        "completed",
    )
    assert row_of(database, enquiry, lead)["lead_status"] == "completed"
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(enrolment)).scalar() == 0
    *_, (subject, _, payload) = published()
    assert (subject, payload["enquiryWithTypeId"], payload["type"]) == ("people.lead.converted", number, "exams")

    # The invoice goes to the client, and names the enquiry.
    assert _steps(officer) == [("entered", 2, 0)]
    bill = {
        "status": "final",
        "person_kind": "client",
        "person_id": payer,
        "total": 30_000,
        "outstanding": 30_000,
        "enquiry_with_type_id": number,
    }
    insert(database, invoice, {"id": 7} | bill)
    assert _steps(officer) == [("billed", 2, 0)]
    with database.transaction(as_service("people")) as tx:
        tx.execute(sa.update(invoice).values(status="paid", outstanding=0))
    assert _steps(officer) == [("paid", 2, 30_000)]


def test_invoices_and_entries_of_an_earlier_year_are_not_of_this_lead(
    database: Database, client: ClientFor, exams: list[int]
) -> None:
    officer, candidate = client(staff("examsOffice")), make_person(database, "candidate")
    assert officer.post("/api/v1/exams/entries", json={"candidateId": candidate, "examId": exams[0]}).status_code == 201
    insert(
        database,
        invoice,
        {
            "id": 8,
            "status": "paid",
            "person_kind": "candidate",
            "person_id": candidate,
            "total": 9_000,
            "date": dt.date(2020, 1, 1),
        },
    )
    lead = make_lead(database, kind="exams")
    insert(database, enquiry_with_type, {"enquiry_id": lead, "type": "exams", "candidate_id": candidate})
    assert _steps(officer) == [("candidate", 0, 0)]
    insert(
        database,
        invoice,
        {
            "id": 9,
            "status": "paid",
            "person_kind": "candidate",
            "person_id": candidate,
            "total": 5_000,
            "date": dt.date(2099, 1, 1),
        },
    )
    assert _steps(officer) == [("paid", 0, 5_000)]


def test_a_candidate_on_record_is_proposed_and_linked(database: Database, client: ClientFor, exams: list[int]) -> None:
    known = make_person(database, "candidate", first_name="Byron", last_name="King")
    lead = make_lead(database, kind="exams")
    asked = insert(database, lead_student, {"lead_id": lead, "first_name": "Byron", "last_name": "King"})
    officer = client(staff("examsOffice"))
    proposal = officer.get(f"/api/v1/lead/{lead}/conversion").json()["data"]
    assert (proposal["exams"], [one["id"] for one in proposal["students"][0]["knownCandidates"]]) == (True, [known])
    students = [{"kind": "candidate", "id": known, "leadStudentId": asked, "examIds": exams[:1]}]
    data = _convert(officer, lead, students=students).json()["data"]
    assert (data["students"][0]["id"], data["students"][0]["isNew"], data["students"][0]["entries"]) == (
        known,
        False,
        1,
    )
    # The same entry is not planned twice, and the second conversion is rolled back.
    other = make_lead(database, kind="exams")
    refused = _convert(officer, other, students=[{"kind": "candidate", "id": known, "examIds": exams}])
    assert (refused.status_code, row_of(database, enquiry, other)["lead_status"]) == (409, "new")


def test_only_the_offices_add_candidates_and_only_theirs_are_entered(
    database: Database, client: ClientFor, exams: list[int]
) -> None:
    lead = make_lead(database, kind="exams")
    for caller, body in ((staff(), _candidate()), (staff("academicOffice"), _candidate(*exams))):
        refused = _convert(client(caller), lead, students=[body])
        assert (refused.status_code, refused.json()["error"]) == (403, NO_CANDIDATES)
    officer = client(staff("examsOffice"))
    wrong = _convert(officer, lead, students=[{"firstName": "A", "lastName": "B", "examIds": exams}])
    assert (wrong.status_code, wrong.json()["fields"]) == (422, {"students.0.examIds": NO_ENTRY})
    missing = _convert(officer, lead, students=[_candidate(999_999)])
    assert (missing.status_code, list(missing.json()["fields"])) == (422, ["students.0.examIds"])
    taught = _convert(officer, lead, students=[_candidate()], courses=[{"subject": "Physics", "level": "GCSE"}])
    assert (taught.status_code, taught.json()["fields"]) == (422, {"courses.0.subject": NO_PUPIL})
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(TABLES["candidate"])).scalar() == 0
