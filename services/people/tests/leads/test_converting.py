"""A lead becomes client, students, course and enrolments: all or none, and once."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.courses.model import course, tutor_subject
from people.enrolment.model import course_student, course_tutor
from people.leads.conversion.commands import NO_ISSUER
from people.leads.conversion.model import lead_conversion
from people.leads.model import enquiry, enquiry_with_type, lead_student
from people.persons.model import TABLES, address, client_student
from people.pipeline.model import enrolment
from services.people.tests.builders import (
    insert,
    make_enquiry,
    make_lead,
    make_person,
    make_requirement,
    person,
    row_of,
    staff,
)
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")

ADDRESS = {"line1": "1 Mill Road", "postcode": "OX1 1AA"}
COURSE = {"subject": "Mathematics", "level": "A-level"}


def _body(**more: Any) -> dict[str, Any]:
    given = {
        "client": {"firstName": "Ada", "lastName": "Lovelace", "email": "ada@example.org"},
        "students": [{"firstName": "Byron", "lastName": "King"}],
    }
    return given | more


def _count(database: Database, table: sa.Table) -> int:
    with database.read() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() or 0)


def _convert(caller: Any, lead: int, **more: Any) -> Any:
    return caller.post(f"/api/v1/lead/{lead}/convert", json=_body(**more))


def test_a_lead_becomes_client_student_course_and_enrolment(
    database: Database, client: ClientFor, published: Published
) -> None:
    lead = make_lead(database, kind="supp", department_id=1, organisation_id=1)
    asked = insert(database, lead_student, {"lead_id": lead, "first_name": "Byron", "last_name": "King"})
    tutor = make_person(database, "tutor")
    students = [
        {
            "leadStudentId": asked,
            "firstName": "Byron",
            "lastName": "King",
            "birthDate": "2000-05-01",
            "relation": "mother",
        }
    ]
    anna = client(staff())
    answer = _convert(anna, lead, students=students, address=ADDRESS, courses=[COURSE | {"tutorId": tutor}])
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    payer, (student,) = data["client"], data["students"]
    assert (payer["name"], payer["isNew"], student["name"], student["isNew"]) == (
        "Ada Lovelace",
        True,
        "Byron King",
        True,
    )
    row = row_of(database, TABLES["student"], student["id"])
    assert (row["student_type"], row["organisation_id"], row["department_id"]) == ("supp", 1, 1)
    assert row_of(database, lead_student, asked)["student_id"] == student["id"]
    with database.read() as connection:
        link = connection.execute(sa.select(client_student)).mappings().one()
        home = connection.execute(sa.select(address)).mappings().one()
        cws = connection.execute(sa.select(course_student)).mappings().one()
        teaches = connection.execute(sa.select(course_tutor)).mappings().one()
    assert (link["client_id"], link["student_id"], link["relation"], link["pays"]) == (
        payer["id"],
        student["id"],
        "mother",
        True,
    )
    assert (home["person_type"], home["person_id"], home["primary"]) == ("client", payer["id"], True)
    assert (cws["course_id"], cws["student_id"], teaches["tutor_id"]) == (
        data["courses"][0]["id"],
        student["id"],
        tutor,
    )
    assert row_of(database, course, data["courses"][0]["id"])["status"] == "proposed"
    with_type = row_of(database, enquiry_with_type, student["ewtId"])
    assert (with_type["type"], with_type["student_id"], with_type["client_id"]) == ("supp", student["id"], payer["id"])
    begun = row_of(database, enrolment, student["enrolmentId"])
    assert (begun["lead_id"], begun["stage"]) == (lead, "courseAllocated")
    after = row_of(database, enquiry, lead)
    assert (after["lead_status"], after["client_id"], after["next_due"]) == ("completed", payer["id"], None)
    assert after["converted_at"] is not None
    subjects = [subject for subject, _, _ in published()]
    assert subjects.count("people.person.changed") >= 2
    assert "people.enquiry.changed" in subjects
    shown = anna.get(f"/api/v1/lead/{lead}/conversion").json()["data"]["converted"]
    assert (shown["clientId"], shown["clientName"], shown["courses"]) == (
        payer["id"],
        "Ada Lovelace",
        [{"id": data["courses"][0]["id"], "title": "A-level Mathematics"}],
    )
    came = anna.get(f"/api/v1/enquiryWithType?studentId={student['id']}&page=1").json()
    assert (came["total"], came["data"][0]["enquiryId"]) == (1, lead)


def test_second_conversion_of_a_lead_is_refused_with_the_first_author(database: Database, client: ClientFor) -> None:
    lead = make_lead(database)
    assert _convert(client(staff()), lead).status_code == 200
    second = _convert(client(staff()), lead)
    assert (second.status_code, second.json()["code"]) == (409, "converted_already")
    assert "converted this lead on" in second.json()["error"]
    assert (_count(database, TABLES["client"]), _count(database, lead_conversion)) == (1, 1)


def test_a_dry_run_writes_nothing(database: Database, client: ClientFor) -> None:
    lead = make_lead(database)
    answer = _convert(client(staff()), lead, address=ADDRESS, courses=[COURSE], dry=True)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["data"]["dry"], answer.json()["data"]["courses"][0]["title"]) == (True, "A-level Mathematics")
    tables = (TABLES["client"], TABLES["student"], course, address, client_student, enrolment, lead_conversion)
    assert [_count(database, table) for table in tables] == [0] * len(tables)
    assert row_of(database, enquiry, lead)["lead_status"] == "new"


def test_a_fault_in_the_last_part_rolls_back_the_first(database: Database, client: ClientFor) -> None:
    lead = make_lead(database)
    answer = _convert(client(staff()), lead, courses=[COURSE, {"subject": "Alchemy", "level": "A-level"}])
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == ["courses.1.subject"]
    assert (_count(database, TABLES["client"]), _count(database, TABLES["student"])) == (0, 0)
    nobody = _convert(client(staff()), lead, students=[])
    assert (nobody.status_code, nobody.json()["fields"]) == (422, {"students": "Please name at least one student"})
    unnamed = _convert(client(staff()), lead, students=[{"firstName": "Byron"}])
    assert list(unnamed.json()["fields"]) == ["students.0.lastName"]


def test_persons_on_record_are_linked_and_not_changed(database: Database, client: ClientFor) -> None:
    payer = make_person(database, "client", email="old@example.org")
    student = make_person(database, "student", first_name="Byron", last_name="King")
    number = make_enquiry(database)
    lead = row_of(database, enquiry_with_type, number)["enquiry_id"]
    answer = _convert(client(staff()), lead, client={"id": payer}, students=[{"id": student}])
    data = answer.json()["data"]
    assert (data["client"]["isNew"], data["students"][0]["isNew"], data["students"][0]["ewtId"]) == (
        False,
        False,
        number,
    )
    assert row_of(database, TABLES["client"], payer)["email"] == "old@example.org"
    row = row_of(database, enquiry_with_type, number)
    assert (row["student_id"], row["client_id"], row["status"]) == (student, payer, "completed")
    assert _count(database, TABLES["client"]) == 1


def test_agreed_fee_is_published_after_the_records(database: Database, client: ClientFor, published: Published) -> None:
    lead, anna = make_lead(database, kind="supp", organisation_id=1), client(staff())
    asked: dict[str, Any] = {"courses": [COURSE], "invoice": {"fee": 120_000}}
    assert _convert(anna, lead, dry=True, **asked).json()["data"]["fee"] == 120_000
    assert published() == []
    data = _convert(anna, lead, **asked).json()["data"]
    subject, key, payload = published()[-1]
    assert (subject, key, data["fee"]) == ("people.lead.converted", str(lead), 120_000)
    assert (payload["fee"], payload["purpose"], payload["type"], payload["organisationId"]) == (
        120_000,
        "A-level Mathematics",
        "supp",
        1,
    )
    assert (payload["clientId"], payload["enquiryWithTypeId"]) == (data["client"]["id"], data["students"][0]["ewtId"])
    assert anna.get(f"/api/v1/lead/{lead}/conversion").json()["data"]["converted"]["fee"] == 120_000


def test_fee_needs_the_organisation_that_issues_the_invoice(database: Database, client: ClientFor) -> None:
    lead = make_lead(database)
    refused = _convert(client(staff()), lead, invoice={"fee": 5})
    assert (refused.status_code, refused.json()["fields"]) == (422, {"invoice.fee": NO_ISSUER})
    assert _convert(client(staff()), lead, invoice={"fee": 0}).status_code == 422
    assert _count(database, TABLES["client"]) == 0


def test_a_student_on_record_keeps_first_and_last_name_on_the_lead(database: Database, client: ClientFor) -> None:
    lead = make_lead(database)
    student = make_person(database, "student", first_name="Mary Jane", last_name="van der Berg")
    assert _convert(client(staff()), lead, students=[{"id": student}]).status_code == 200
    (part,) = client(staff()).get(f"/api/v1/enquiry/{lead}").json()["data"]["students"]
    assert (part["firstName"], part["lastName"], part["studentId"]) == ("Mary Jane", "van der Berg", student)


def test_a_tutor_without_checks_is_refused_for_a_child(database: Database, client: ClientFor) -> None:
    make_requirement(database, "tutor.check.enhancedDbs")
    lead, tutor = make_lead(database), make_person(database, "tutor")
    child = [
        {"firstName": "Byron", "lastName": "King", "birthDate": str(dt.date.today() - dt.timedelta(days=14 * 365))}
    ]
    asked = {"students": child, "courses": [COURSE | {"tutorId": tutor}]}
    refused = _convert(client(staff()), lead, **asked)
    assert (refused.status_code, refused.json()["code"]) == (409, "checks_missing")
    assert _count(database, TABLES["student"]) == 0
    allowed = _convert(
        client(staff("academicOffice")),
        lead,
        students=child,
        courses=[COURSE | {"tutorId": tutor, "exceptionReason": "Checks are under way"}],
    )
    assert allowed.status_code == 200, allowed.text


def test_proposal_finds_known_persons_and_tutors(database: Database, client: ClientFor) -> None:
    payer = make_person(database, "client", email="ADA@example.org", first_name="Augusta")
    student = make_person(database, "student", first_name="Byron", last_name="King")
    tutor = make_person(database, "tutor")
    insert(database, tutor_subject, {"tutor_id": tutor, "subject": "Mathematics", "level": "A-level"})
    lead = make_lead(database)
    insert(database, lead_student, {"lead_id": lead, "first_name": "Byron", "last_name": "King"})
    anna = client(staff())
    proposal = anna.get(f"/api/v1/lead/{lead}/conversion").json()["data"]
    assert [one["id"] for one in proposal["clients"]] == [payer]
    assert [one["id"] for one in proposal["students"][0]["known"]] == [student]
    (offered,) = anna.get("/api/v1/leads/conversion/tutors?subject=Mathematics&level=A-level").json()["data"]
    assert (offered["value"], offered["courses"], offered["lacksChecks"]) == (tutor, 0, False)


def test_a_merged_lead_is_not_converted_and_only_staff_convert(database: Database, client: ClientFor) -> None:
    into = make_lead(database)
    merged = make_lead(database, merged_into_id=into)
    refused = _convert(client(staff()), merged).json()
    assert (refused["code"], refused["mergedIntoId"]) == ("merged_already", into)
    assert _convert(client(person("tutor", 1)), into).status_code == 403
    assert _convert(client(staff()), 999_999).status_code == 404
