"""Offers of tuition and the terms that come first (`teaching.md 2` to `8`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.policy import as_service
from services.teaching.tests.builders import make_copies
from staffroom.people.events.v1.events_pb2 import CourseChanged
from staffroom_testing import actor, peers
from staffroom_testing.plugin import ClientFor, Published
from teaching.acceptance import rules
from teaching.acceptance.model import terms_acceptance, tuition_offer, tutor_terms
from teaching.acceptance.reminding import LADDER, OPEN_OFFERS
from teaching.copies.model import course, course_student, person
from teaching.events import NOTIFICATION_RAISED, TERMS_ANSWERED, TUITION_CHANGED

OFFICE = actor("staff", "academicOffice")
STAFF = actor("staff")
TUTOR = actor("tutor", persons={"tutor": 1})
OTHER = actor("tutor", persons={"tutor": 2})
API = "/api/v1"
COURSE: dict[str, Any] = {
    "id": 1,
    "board": "AQA",
    "level": "A-level",
    "subject": "Physics",
    "type": "indiv",
    "status": "proposed",
    "departmentId": 1,
    "organisationId": 1,
    "academicYearId": 8,
    "tutorIds": [1],
    "students": [],
    "deleted": False,
}
TERMS: dict[str, Any] = {
    "title": "Terms 2026-2027",
    "department_id": 1,
    "academic_year_id": 8,
    "terms_version": 1,
    "status": "published",
    "body": "<p>Be on time</p>",
}
Deliver = Callable[..., None]
COURSES = Event.of(CourseChanged)


@pytest.fixture(autouse=True)
def proposed_course(database: Database) -> None:
    """Insert course 1, proposed, of the year 8, with student 1; tutors 1 and 2."""
    make_copies(database)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(course).where(course.c.id == 1).values(status="proposed", academic_year_id=8))
        tx.execute(sa.insert(person).values(kind="tutor", id=2, name="Tessa Tutor", user_id=14))
        tx.execute(sa.insert(course_student).values(id=3, course_id=1, student_id=1, status="active"))


def make_offer(database: Database, **values: Any) -> int:
    shared = {
        "course_id": 1,
        "tutor_id": 1,
        "tutor_name": "Tom Tutor",
        "course_title": "AQA A-level Physics",
        "department_id": 1,
        "academic_year_id": 8,
    }
    with database.transaction(as_service("teaching")) as tx:
        return tx.insert(tuition_offer, shared | values)


def make_terms(database: Database, **values: Any) -> int:
    with database.transaction(as_service("teaching")) as tx:
        return tx.insert(tutor_terms, TERMS | values)


def offers(database: Database) -> list[tuple[int, str]]:
    with database.read() as connection:
        rows = connection.execute(sa.select(tuition_offer).order_by(tuition_offer.c.id)).mappings()
        return [(row["tutor_id"], row["status"]) for row in rows]


def answer(client: ClientFor, who: Any, status: str, reason: str = "", tutor: int = 1) -> Any:
    return client(who).post(f"{API}/tutor/{tutor}/course/1", json={"status": status, "reason": reason})


def test_a_tutor_reads_and_accepts_the_terms_then_the_offer(
    client: ClientFor, database: Database, published: Published
) -> None:
    number, its = make_offer(database), make_terms(database)
    shown = client(TUTOR).get(f"{API}/offers/{number}").json()["data"]
    assert [one["name"] for one in shown["students"]] == ["Sam Student"]
    assert (shown["terms"]["id"], shown["terms"]["accepted"]) == (its, None)
    refused = answer(client, TUTOR, "accepted")
    assert refused.status_code == 409, refused.text
    assert refused.json()["error"] == (
        "Please accept terms and conditions: Please read and accept the academic year terms and conditions for "
        "Sciences before accepting this offer of tuition"
    )
    done = client(TUTOR).post(f"{API}/tutortcsandcsaccepted", json={"id": its, "shown": "scrolled"})
    assert done.status_code == 200, done.text
    with database.read() as connection:
        kept = connection.execute(sa.select(terms_acceptance)).mappings().one()
    assert (kept["tutor_id"], kept["accepted"], kept["how_shown"], len(kept["digest"])) == (1, True, "scrolled", 64)
    published()
    assert answer(client, TUTOR, "accepted").json()["data"] == {"id": number, "status": "accepted"}
    assert [(subject, payload["status"]) for subject, _, payload in published() if "tuition" in subject] == [
        (TUITION_CHANGED.subject, "accepted")
    ]
    row = client(OFFICE).get(f"{API}/offers/{number}").json()["data"]
    assert (row["answeredFor"], row["terms"]["accepted"] is not None) == (False, True)


def test_terms_are_accepted_once_a_year_and_department(client: ClientFor, database: Database) -> None:
    first = make_terms(database, status="retired")
    with database.transaction(as_service("teaching")) as tx:
        answered = {"terms_id": first, "department_id": 1, "academic_year_id": 8, "tutor_id": 1, "user_id": 1}
        tx.execute(sa.insert(terms_acceptance).values(answered | {"accepted": True, "how_shown": "confirmed"}))
    second = make_terms(database, terms_version=2)
    make_offer(database)
    again = client(TUTOR).post(f"{API}/tutortcsandcsaccepted", json={"id": second})
    assert again.json()["data"]["accepted"] is True
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(terms_acceptance)).scalar() == 1
    assert answer(client, TUTOR, "accepted").status_code == 200


def test_tutor_who_rejects_terms_is_signed_out_and_asked_again(
    client: ClientFor, database: Database, published: Published
) -> None:
    its = make_terms(database)
    refused = client(TUTOR).post(f"{API}/tutortcsandcsaccepted", json={"id": its, "accepted": False})
    assert (refused.status_code, refused.json()["title"]) == (403, "Tutor Charter not accepted")
    text = "As you have not accepted the terms and conditions we are unable to provide you access"
    assert refused.json()["error"] == text
    payloads = [payload for subject, _, payload in published() if subject == TERMS_ANSWERED.subject]
    assert [(one["tutorId"], one["accepted"], one["rejected"]) for one in payloads] == [(1, False, True)]
    as_none = actor("tutor", user_id=11)  # identity gives them a session as no tutor
    assert [one["id"] for one in client(as_none).get(f"{API}/my/terms").json()["data"]] == [its]
    assert client(as_none).get(f"{API}/my/offers?page=1").status_code == 403
    done = client(as_none).post(f"{API}/tutortcsandcsaccepted", json={"id": its, "shown": "confirmed"})
    assert done.status_code == 200, done.text
    payloads = [payload for subject, _, payload in published() if subject == TERMS_ANSWERED.subject]
    assert [(one["tutorId"], one["accepted"], one["rejected"]) for one in payloads] == [(1, True, False)]
    assert client(TUTOR).get(f"{API}/my/terms").json()["data"] == []


def test_terms_that_were_retired_meanwhile_are_not_accepted(client: ClientFor, database: Database) -> None:
    old = make_terms(database)
    draft = make_terms(database, terms_version=2, status="draft")
    assert client(OFFICE).post(f"{API}/tutor-terms/{draft}/publish").status_code == 200
    late = client(TUTOR).post(f"{API}/tutortcsandcsaccepted", json={"id": old})
    assert (late.status_code, late.json()["error"]) == (409, rules.REPLACED)
    states = {row["id"]: row["status"] for row in client(OFFICE).get(f"{API}/tutor-terms?page=1").json()["data"]}
    assert states == {old: "retired", draft: "published"}
    assert client(TUTOR).post(f"{API}/tutortcsandcsaccepted", json={"id": 9_999}).status_code == 404


def test_published_terms_stay_as_they_were_accepted(client: ClientFor, database: Database) -> None:
    its = make_terms(database)
    changed = client(OFFICE).put(f"{API}/tutor-terms/{its}", json={"field": "body", "newValue": "<p>New</p>"})
    assert changed.status_code == 409
    assert client(OFFICE).delete(f"{API}/tutor-terms/{its}").status_code == 409
    empty = make_terms(database, terms_version=2, status="draft", body="")
    assert client(OFFICE).post(f"{API}/tutor-terms/{empty}/publish").json()["error"] == rules.EMPTY_TERMS


def test_a_new_version_has_the_next_number(client: ClientFor, database: Database) -> None:
    make_terms(database)
    body = {"title": "Terms 2026-2027", "departmentId": 1, "academicYearId": 8, "body": "<p>Be early</p>"}
    with peers.answering("identity"):
        created = client(OFFICE).post(f"{API}/tutor-terms", json=body)
    assert created.status_code == 201, created.text
    shown = client(OFFICE).get(f"{API}/tutor-terms/{created.json()['data']['id']}").json()["data"]
    assert (shown["termsVersion"], shown["status"]) == (2, "draft")
    assert client(TUTOR).get(f"{API}/tutor-terms/{created.json()['data']['id']}").status_code == 404


def test_declining_needs_a_reason_and_notifies_the_office(
    client: ClientFor, database: Database, published: Published
) -> None:
    make_offer(database)
    assert answer(client, TUTOR, "declined").json()["fields"] == {"reason": rules.REASON_MISSING}
    assert answer(client, TUTOR, "declined", "No time").status_code == 200
    raised = [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]
    assert [(one["title"], one["text"], one["roleIds"]) for one in raised] == [
        ("Tom Tutor declined AQA A-level Physics", "No time", ["academicOffice"])
    ]
    waiting = client(OFFICE).get(f"{API}/offers?needsTutor=true&page=1").json()
    assert [row["reason"] for row in waiting["data"]] == ["No time"]
    make_offer(database, tutor_id=2)
    assert client(OFFICE).get(f"{API}/offers?needsTutor=true&page=1").json()["total"] == 0


def test_second_answer_to_an_offer_is_refused_with_the_first(client: ClientFor, database: Database) -> None:
    make_offer(database)
    assert answer(client, TUTOR, "accepted").status_code == 200
    second = answer(client, TUTOR, "declined", "No time")
    assert (second.status_code, second.json()["error"]) == (409, "This offer is now accepted")


def test_an_offer_of_a_completed_course_is_not_answered(client: ClientFor, database: Database) -> None:
    make_offer(database)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(course).where(course.c.id == 1).values(status="completed"))
    late = answer(client, TUTOR, "accepted")
    assert (late.status_code, late.json()["code"]) == (409, "course_ended")


def test_nobody_answers_another_tutors_offer(client: ClientFor, database: Database) -> None:
    number = make_offer(database)
    assert answer(client, OTHER, "accepted").status_code == 404
    assert client(OTHER).get(f"{API}/offers/{number}").status_code == 404
    assert client(OTHER).get(f"{API}/my/offers?page=1").json()["total"] == 0
    assert client(OTHER).post(f"{API}/offers/{number}/accept", json={}).status_code == 404
    assert answer(client, STAFF, "accepted", "By telephone").status_code == 403
    assert answer(client, OFFICE, "accepted").json()["fields"] == {"reason": rules.REASON_MISSING}
    assert answer(client, OFFICE, "accepted", "By telephone").status_code == 200
    shown = client(STAFF).get(f"{API}/offers/{number}").json()["data"]
    assert (shown["answeredFor"], shown["reason"]) == (True, "By telephone")


def test_a_proposed_course_offers_itself_to_its_tutors(
    database: Database, deliver: Deliver, published: Published
) -> None:
    deliver(COURSES, "1", COURSE)
    deliver(COURSES, "1", COURSE)
    assert offers(database) == [(1, "offered")]
    titles = [payload["title"] for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]
    assert titles == ["Offer of tuition: AQA A-level Physics"]
    deliver(COURSES, "1", COURSE | {"tutorIds": [2]})
    assert offers(database) == [(1, "withdrawn"), (2, "offered")]
    deliver(COURSES, "1", COURSE | {"tutorIds": [2], "status": "completed"})
    assert offers(database) == [(1, "withdrawn"), (2, "withdrawn")]


def test_course_does_not_ask_tutors_again_who_declined(client: ClientFor, database: Database, deliver: Deliver) -> None:
    make_offer(database)
    answer(client, TUTOR, "declined", "No time")
    deliver(COURSES, "1", COURSE | {"subject": "Chemistry"})
    assert offers(database) == [(1, "declined")]
    with database.read() as connection:
        assert connection.execute(sa.select(tuition_offer.c.course_title)).scalar() == "AQA A-level Chemistry"


def test_the_office_makes_one_open_offer_a_course_and_tutor(
    client: ClientFor, database: Database, published: Published
) -> None:
    body = {"courseId": 1, "tutorId": 2, "hours": 12, "rate": "£40 an hour", "starts": "2026-12-01"}
    with peers.answering("people"):
        created = client(OFFICE).post(f"{API}/offers", json=body)
        again = client(OFFICE).post(f"{API}/offers", json=body)
    assert (created.status_code, again.status_code) == (201, 409), again.text
    assert again.json()["error"] == rules.OPEN_ONE
    assert client(STAFF).post(f"{API}/offers", json=body).status_code == 403
    with database.read() as connection:
        row = connection.execute(sa.select(tuition_offer)).mappings().one()
    assert (row["academic_year_id"], row["department_id"], row["tutor_name"]) == (8, 1, "Tessa Tutor")


def test_open_offers_are_reminded(database: Database) -> None:
    old = dt.datetime.now(dt.UTC) - dt.timedelta(days=4)
    make_offer(database, created=old)
    make_offer(database, tutor_id=2, created=old, status="declined")
    with database.read() as connection:
        waiting = connection.execute(sa.select(OPEN_OFFERS.key).where(OPEN_OFFERS.waits)).scalars().all()
    assert len(waiting) == 1 and [rung.days for rung in LADDER] == [3, 7, 10]
