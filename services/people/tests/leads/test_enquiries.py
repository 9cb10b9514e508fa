from __future__ import annotations

import pytest

from kit.database import Database
from people.leads.model import enquiry_with_type
from services.people.tests.builders import make_address, make_enquiry, make_person, person, row_of, staff
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")


def test_an_enquiry_is_created_and_linked_to_a_person(
    database: Database, client: ClientFor, published: Published
) -> None:
    anna, student = client(staff()), make_person(database, "student", first_name="Byron")
    lead = {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.org", "leadStatus": "new"}
    answer = anna.post("/api/v1/enquiry", json=lead)
    assert answer.status_code == 201, answer.text
    enquiry_id = answer.json()["data"]["id"]
    body = {"enquiryId": enquiry_id, "type": "exams", "status": "new", "organisationId": 1}
    answer = anna.post("/api/v1/enquiryWithType", json=body)
    assert answer.status_code == 201, answer.text
    number = answer.json()["data"]["id"]
    shown = anna.get(f"/api/v1/enquiryWithType/{number}").json()["data"]
    assert (shown["kind"], shown["name"], shown["email"], shown["address"]) == (
        "enquiry",
        "Ada Lovelace",
        "ada@example.org",
        None,
    )
    change = {"field": "studentId", "newValue": student}
    assert anna.put(f"/api/v1/enquiryWithType/{number}", json=change).status_code == 200
    events = [event for event in published() if event[0] != "people.lead.changed"]
    assert [(subject, key) for subject, key, _ in events] == [("people.enquiry.changed", str(number))] * 2
    assert events[1][2] == {
        "id": number,
        "enquiryId": enquiry_id,
        "type": "exams",
        "status": "new",
        "organisationId": 1,
        "studentId": student,
        "candidateId": 0,
        "clientId": 0,
    }


def test_letters_go_to_the_enquirer(database: Database, client: ClientFor) -> None:
    student, payer = make_person(database, "student"), make_person(database, "client", email="mother@example.org")
    make_address(database, "client", payer, line1="2 High Street", primary=True)
    number = make_enquiry(database, student_id=student, client_id=payer)
    shown = client(staff()).get(f"/api/v1/enquiryWithType/{number}").json()["data"]
    assert (shown["kind"], shown["email"], shown["address"]["line1"]) == (
        "student",
        "mother@example.org",
        "2 High Street",
    )
    assert (shown["student"]["id"], shown["client"]["id"], shown["candidate"]) == (student, payer, None)


def test_enquiry_is_about_a_student_or_a_candidate(database: Database, client: ClientFor) -> None:
    student, candidate = make_person(database, "student"), make_person(database, "candidate")
    number, anna = make_enquiry(database, student_id=student), client(staff())
    anna.put(f"/api/v1/enquiryWithType/{number}", json={"field": "candidateId", "newValue": candidate})
    row = row_of(database, enquiry_with_type, number)
    assert (row["student_id"], row["candidate_id"], row["kind"]) == (None, candidate, "candidate")
    body = {"enquiryId": row["enquiry_id"], "type": "supp", "status": "new"}
    both = anna.post("/api/v1/enquiryWithType", json=body | {"studentId": student, "candidateId": candidate})
    assert both.status_code == 422
    assert both.json()["error"] == "An enquiry is about a student or about a candidate, not about both"
    nobody = anna.post("/api/v1/enquiryWithType", json=body | {"studentId": 999_999})
    assert (nobody.status_code, nobody.json()["code"]) == (422, "unknown_reference")


def test_person_of_an_enquiry_is_not_deleted(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student")
    make_enquiry(database, student_id=student)
    assert client(staff("sysAdmin")).delete(f"/api/v1/students/{student}").status_code == 409


def test_enquiries_are_found_by_accents_or_without(database: Database, client: ClientFor) -> None:
    number, anna = make_enquiry(database), client(staff())
    enquiry_id = row_of(database, enquiry_with_type, number)["enquiry_id"]
    anna.put(f"/api/v1/enquiry/{enquiry_id}", json={"field": "lastName", "newValue": "Müller"})
    for path in ("leads", "enquiryWithType"):
        assert anna.get(f"/api/v1/{path}?search=muller&page=1").json()["total"] == 1
    (lead,) = anna.get("/api/v1/leads").json()["data"]
    assert (lead["firstName"], lead["lastName"], lead["leadStatus"]) == ("Ada", "Müller", "new")


def test_enquiries_are_for_staff(database: Database, client: ClientFor) -> None:
    student = make_person(database, "student")
    number = make_enquiry(database, student_id=student)
    assert client(person("student", student)).get(f"/api/v1/enquiryWithType/{number}").status_code == 403
    assert client(person("student", student)).get("/api/v1/leads").status_code == 403
