"""Collection reports: requested, written, submitted, approved, and their readers (`teaching.md 3` to `7`)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.teaching.tests.builders import make_slip
from services.teaching.tests.collections.conftest import (
    AGENT,
    API,
    CLIENT,
    INTERVIEWER,
    NEW,
    OFFICE,
    OTHER_CLIENT,
    OTHER_OFFICE,
    SECTIONS,
    STAFF,
    STRANGER,
    STUDENT,
    SYS_ADMIN,
    TUTOR,
    make,
    row,
)
from services.teaching.tests.mailing import files
from staffroom_testing.mailbox import Mailbox, mailbox
from staffroom_testing.plugin import ClientFor, Published
from teaching.collections.papers import document, pdfs
from teaching.collections.policy import OWN_WORK
from teaching.copies.model import event, event_person, person
from teaching.events import NOTIFICATION_RAISED

URL = f"{API}/collectionreport"
CALL = {key: value for key, value in NEW.items() if key != "cwsId"}


__all__ = ["files", "mailbox"]


def put(client: ClientFor, who: Any, record: int, field: str, value: Any) -> Any:
    return client(who).put(f"{URL}/{record}", json={"field": field, "newValue": value})


def notices(published: Published) -> list[dict[str, Any]]:
    return [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]


def test_office_requests_a_report(client: ClientFor) -> None:
    created = client(OFFICE).post(URL, json=NEW)
    assert created.status_code == 201, created.text
    data = client(INTERVIEWER).get(f"{URL}/{created.json()['data']['id']}").json()["data"]
    assert (data["status"], data["term"], data["date"]) == ("draft", "mt", "2026-11-20")
    assert (data["course"]["cwsId"], data["student"]["name"]) == (3, "Sam Student")
    assert [(one["kind"], one["name"]) for one in data["interviewedBy"]] == [
        ("tutor", INTERVIEWER.name),
        ("staff", STAFF.name),
    ]
    assert [data[f"cat{number}"] for number in range(1, 9)] == [""] * 8


def test_a_student_has_one_a_term_on_a_course(client: ClientFor) -> None:
    assert client(OFFICE).post(URL, json=NEW).status_code == 201
    again = client(OFFICE).post(URL, json=NEW)
    assert again.status_code == 409
    assert "already" in again.json()["error"]
    assert client(OFFICE).post(URL, json={**NEW, "term": "ht"}).status_code == 201


@pytest.mark.parametrize(
    "wrong",
    [{"cwsId": 99}, {"cwsId": 5}, {"interviewers": ["tutor:77"]}, {"interviewers": ["student:1"]}, {"term": "autumn"}],
)
def test_a_wrong_call_is_refused(client: ClientFor, wrong: dict[str, Any]) -> None:
    answer = client(OFFICE).post(URL, json={**NEW, **wrong})
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == list(wrong)


def test_a_term_of_no_academic_year_is_refused(client: ClientFor) -> None:
    for path, more in ((URL, {"cwsId": 3}), (f"{URL}/call", {"courseIds": [1]})):
        refused = client(OFFICE).post(path, json={**CALL, **more, "academicYearId": 999})
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["academicYearId"])


@pytest.mark.parametrize("who", [STAFF, INTERVIEWER, STUDENT])
def test_other_roles_cannot_request_reports(client: ClientFor, who: Any) -> None:
    assert client(who).post(URL, json=NEW).status_code == 403
    assert client(who).post(f"{URL}/call", json={**CALL, "courseIds": [1]}).status_code == 403


def test_bulk_request_makes_no_duplicates(client: ClientFor, database: Database) -> None:
    first = make(database)
    body = {**CALL, "courseIds": [1, 2], "cwsIds": [5, 99]}
    rows = client(OFFICE).post(f"{URL}/call", json=body).json()["data"]["rows"]
    assert [(one["cwsId"], one["isNew"], bool(one["error"])) for one in rows] == [
        (3, False, False),
        (4, True, False),
        (5, False, True),
        (99, False, True),
    ]
    assert rows[0]["id"] == first
    again = client(OFFICE).post(f"{URL}/call", json=body).json()["data"]["rows"]
    assert [one["isNew"] for one in again] == [False] * 4
    assert [one["id"] for one in again] == [one["id"] for one in rows]
    assert client(OFFICE).post(f"{URL}/call", json=CALL).status_code == 422


def test_an_interviewer_gets_one_notice_for_many_reports(client: ClientFor, published: Published) -> None:
    client(OFFICE).post(f"{URL}/call", json={**CALL, "courseIds": [1]})
    raised = notices(published)
    assert [one["title"] for one in raised] == ["You hold 2 collections"] * 2
    assert [one["persons"] for one in raised] == [[{"kind": "tutor", "id": 2}], [{"kind": "staff", "id": 3}]]


def test_interviewers_and_the_office_write_while_it_is_a_draft(client: ClientFor, database: Database) -> None:
    record = make(database)
    assert put(client, INTERVIEWER, record, "cat1", "<p>Well</p>").status_code == 200
    assert put(client, OFFICE, record, "cat2", "<p>Well</p>").status_code == 200
    assert put(client, STAFF, record, "cat3", "<p>Well</p>").status_code == 403
    assert put(client, TUTOR, record, "cat3", "<p>Well</p>").status_code == 404
    assert put(client, INTERVIEWER, record, "term", "ht").status_code == 403
    assert set(row(database, record)["writer_ids"]) == {INTERVIEWER.user_id, OFFICE.user_id}
    done = make(database, **SECTIONS, term="ht", status="submitted")
    assert put(client, INTERVIEWER, done, "cat1", "<p>Well</p>").status_code == 409


def test_a_predicted_grade_is_one_of_the_level(client: ClientFor, database: Database) -> None:
    record = make(database)
    assert client(INTERVIEWER).get(f"{URL}/{record}").json()["data"]["grades"] == [
        "A*",
        "A",
        "B",
        "C",
        "D",
        "E",
        "U",
        "N/A",
    ]
    answers = {grade: put(client, INTERVIEWER, record, "predictedGrade", grade) for grade in ("A*", "N/A", "", "7")}
    assert {grade: one.status_code for grade, one in answers.items()} == {"A*": 200, "N/A": 200, "": 200, "7": 422}
    assert answers["7"].json()["fields"]["predictedGrade"].startswith("Please choose a grade of the course's level")
    assert put(client, STAFF, record, "predictedGrade", "A").status_code == 403


def test_a_grade_that_the_level_has_no_longer_is_not_submitted(client: ClientFor, database: Database) -> None:
    record = make(database, **SECTIONS, predicted_grade="A or B")
    refused = client(INTERVIEWER).post(f"{URL}/{record}/submit", json={})
    assert (refused.status_code, refused.json()["error"]) == (422, "Please check for errors in the form")
    assert list(refused.json()["fields"]) == ["predictedGrade"]


def test_replaced_interviewers_write_the_report(client: ClientFor, database: Database) -> None:
    record = make(database)
    assert put(client, OFFICE, record, "interviewers", [{"kind": "staff", "id": 3}]).json()["data"]["value"] == [
        "staff:3"
    ]
    assert put(client, STAFF, record, "cat1", "<p>Well</p>").status_code == 200
    assert client(INTERVIEWER).get(f"{URL}/{record}").status_code == 404
    assert [one["name"] for one in client(STAFF).get(f"{URL}/{record}").json()["data"]["interviewedBy"]] == [STAFF.name]


@pytest.mark.parametrize("empty", [f"cat{number}" for number in range(1, 7)])
def test_every_section_is_needed(client: ClientFor, database: Database, empty: str) -> None:
    record = make(database, **{**SECTIONS, empty: "<p> </p>"})
    refused = client(INTERVIEWER).post(f"{URL}/{record}/submit", json={})
    assert refused.status_code == 422
    assert (refused.json()["title"], refused.json()["error"]) == (
        "Form errors",
        "Please check all sections are filled out",
    )
    assert list(refused.json()["fields"]) == [empty]


def test_submitting_is_a_change_of_the_status(client: ClientFor, database: Database) -> None:
    record = make(database, **SECTIONS)
    assert put(client, INTERVIEWER, record, "status", "submitted").status_code == 200
    now = row(database, record)
    assert (now["status"], now["submitted_by_id"]) == ("submitted", INTERVIEWER.user_id)


def test_approval_by_the_office_notifies_the_family(
    client: ClientFor, database: Database, published: Published
) -> None:
    record = make(database, **SECTIONS, status="submitted", submitted_by_id=INTERVIEWER.user_id)
    assert client(STAFF).post(f"{URL}/{record}/approve").status_code == 403
    assert client(INTERVIEWER).post(f"{URL}/{record}/approve").status_code == 403
    assert client(OFFICE).post(f"{URL}/{record}/approve").status_code == 200
    [notice] = notices(published)
    assert notice["persons"] == [{"kind": "student", "id": 1}, {"kind": "client", "id": 1}]


@pytest.mark.parametrize(
    ("interviewers", "values"),
    [
        (("staff:4",), {}),
        (("tutor:2",), {"writer_ids": [OFFICE.user_id]}),
        (("tutor:2",), {"submitted_by_id": OFFICE.user_id}),
    ],
)
def test_nobody_approves_their_own(
    client: ClientFor, database: Database, interviewers: tuple[str, ...], values: dict[str, Any]
) -> None:
    record = make(database, *interviewers, **SECTIONS, status="submitted", **values)
    refused = client(OFFICE).post(f"{URL}/{record}/approve")
    assert (refused.status_code, refused.json()["error"]) == (409, OWN_WORK)
    assert client(OTHER_OFFICE).post(f"{URL}/{record}/approve").status_code == 200


def test_interviewer_who_did_not_write_approves(client: ClientFor, database: Database) -> None:
    record = make(database, "staff:4", "tutor:2", **SECTIONS, status="submitted", writer_ids=[INTERVIEWER.user_id])
    assert client(OFFICE).post(f"{URL}/{record}/approve").status_code == 200


READERS = {
    "draft": {"office", "staff", "interviewer"},
    "submitted": {"office", "staff", "interviewer", "tutor"},
    "approved": {"office", "staff", "interviewer", "tutor", "student", "client", "agent"},
}
EVERYBODY = {
    "office": OFFICE,
    "staff": STAFF,
    "interviewer": INTERVIEWER,
    "tutor": TUTOR,
    "stranger": STRANGER,
    "student": STUDENT,
    "client": CLIENT,
    "agent": AGENT,
    "other client": OTHER_CLIENT,
}


@pytest.mark.parametrize("status", READERS)
def test_report_is_read_by_its_readers(client: ClientFor, database: Database, status: str) -> None:
    record = make(database, **SECTIONS, status=status)
    reached = {name for name, who in EVERYBODY.items() if client(who).get(f"{URL}/{record}").status_code == 200}
    listed = {
        name for name, who in EVERYBODY.items() if client(who).get(f"{API}/collectionreports?page=1").json()["total"]
    }
    assert reached == READERS[status] == listed


def test_only_a_draft_is_deleted_and_by_sys_admin(client: ClientFor, database: Database) -> None:
    draft, submitted = make(database), make(database, term="ht", status="submitted")
    assert client(OFFICE).delete(f"{URL}/{draft}").status_code == 403
    assert client(SYS_ADMIN).delete(f"{URL}/{draft}").status_code == 200
    assert client(SYS_ADMIN).delete(f"{URL}/{submitted}").status_code == 409


def test_mocks_belong_to_a_report(client: ClientFor, database: Database) -> None:
    record = make(database)
    mock = {"month": "November", "mark": 61, "maxMark": 80, "grade": "B", "comment": "Whole paper"}
    created = client(INTERVIEWER).post(f"{URL}/{record}/mock", json=mock)
    assert created.status_code == 201, created.text
    number = created.json()["data"]["id"]
    for name in mock:
        left_out = {key: value for key, value in mock.items() if key != name}
        assert list(client(INTERVIEWER).post(f"{URL}/{record}/mock", json=left_out).json()["fields"]) == [name]
    assert client(INTERVIEWER).put(f"{URL}/mock/{number}", json={"field": "mark", "newValue": 81}).status_code == 422
    assert client(STAFF).put(f"{URL}/mock/{number}", json={"field": "mark", "newValue": 60}).status_code in {403, 404}
    assert client(OFFICE).get(f"{URL}/{record}").json()["data"]["mocks"] == [{"id": number, "fromTrial": False, **mock}]
    assert client(INTERVIEWER).delete(f"{URL}/mock/{number}").status_code == 200
    done = make(database, **SECTIONS, term="ht", status="submitted")
    assert client(INTERVIEWER).post(f"{URL}/{done}/mock", json=mock).status_code == 409


def test_the_facts_of_the_term_are_shown_with_the_sections(client: ClientFor, database: Database) -> None:
    record = make(database)
    starts = dt.datetime(2026, 11, 2, 10, tzinfo=dt.UTC)
    make_slip(database, status="approved", tutorial_start=starts, cws_id=3)
    make_slip(database, status="saved", ewp_id=2, cws_id=3)
    long_ago = starts - dt.timedelta(weeks=30)
    make_slip(
        database, status="approved", ewp_id=3, tutorial_start=long_ago, tutorial_end=long_ago + dt.timedelta(hours=1)
    )
    term = client(INTERVIEWER).get(f"{URL}/{record}/term").json()["data"]
    assert [one["ratings"] for one in term["slips"]] == [[4] * 6]
    assert (term["present"], term["absent"], term["grades"]["reach"]) == (1, 0, "A*")
    assert client(TUTOR).get(f"{URL}/{record}/term").status_code == 404
    assert client(STUDENT).get(f"{URL}/{record}/term").status_code == 403


def test_the_events_of_the_student_on_the_day_are_offered(client: ClientFor, database: Database) -> None:
    record, dayless = make(database), make(database, term="ht", date=None)
    at = dt.datetime(2026, 11, 20, 10, tzinfo=dt.UTC)
    about = {"type": "meeting", "title": "Interview", "location": "Room 4", "ends": at + dt.timedelta(hours=1)}
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.delete(event_person))
        tx.execute(sa.delete(event))
        for number, start, status, who in (
            (11, at, "active", (("student", 1), ("tutor", 2))),
            (12, at, "active", (("student", 1),)),
            (13, at, "active", (("student", 2), ("tutor", 2))),
            (14, at - dt.timedelta(days=1), "active", (("student", 1), ("tutor", 2))),
            (15, at, "cancelled", (("student", 1), ("tutor", 2))),
        ):
            tx.execute(sa.insert(event).values(id=number, starts=start, status=status, **about))
            for kind, person in who:
                row = {"id": number * 10 + len(kind), "event_id": number, "kind": kind, "person_id": person}
                tx.execute(sa.insert(event_person).values(**row, status="accepted", starts=start))
    offered = {
        name: client(who).get(f"{URL}/{record}/events") for name, who in (("office", OFFICE), ("his", INTERVIEWER))
    }
    assert {name: [one["id"] for one in answer.json()["data"]] for name, answer in offered.items()} == {
        "office": [11, 12],
        "his": [11],
    }
    assert client(OFFICE).get(f"{URL}/{dayless}/events").json()["data"] == []
    assert client(TUTOR).get(f"{URL}/{record}/events").status_code == 404
    assert client(STUDENT).get(f"{URL}/{record}/events").status_code == 403
    assert put(client, INTERVIEWER, record, "eventId", 11).status_code == 200
    assert client(INTERVIEWER).get(f"{URL}/{record}").json()["data"]["event"]["location"] == "Room 4"


def test_the_list_by_interviewer(client: ClientFor, database: Database) -> None:
    mine, _ = make(database), make(database, "staff:3", term="ht")
    of = client(OFFICE).get(f"{API}/collectionreports?interviewers=tutor:2&page=1").json()
    assert [one["id"] for one in of["data"]] == [mine]
    assert of["data"][0]["interviewedBy"] == INTERVIEWER.name
    my = client(INTERVIEWER).get(f"{API}/collectionreports/my?status=draft&page=1").json()
    assert [one["id"] for one in my["data"]] == [mine]


def test_an_approved_report_is_mailed_to_the_family(
    client: ClientFor, database: Database, files: Any, mailbox: Mailbox, run_jobs: Any
) -> None:
    record = make(database, status="approved", **SECTIONS)
    paths = [f"{API}/collectionreport/{record}/mail{end}" for end in ("", "/again")]
    assert client(STAFF).post(paths[0], json={}).status_code == 403
    for path in paths:
        assert client(OFFICE).post(path, json={}).status_code == 200
        run_jobs()
    [sent, again] = mailbox.mails
    assert (sent["To"], sent["Subject"]) == (
        "Ms Ada Client <ada@family.example>",
        "Collection report of Sam Student: AQA A-level Physics, Michaelmas, 20 November 2026",
    )
    assert next(again.iter_attachments()).get_content().startswith(b"%PDF")
    its = client(OFFICE).get(f"{API}/collectionreport/{record}").json()["data"]
    assert (its["mailedTo"], [one["state"] for one in its["mails"]]) == ("Ms Ada Client", ["sent", "sent"])
    seen = client(CLIENT).get(f"{API}/collectionreport/{record}").json()["data"]
    assert not {"mails", "mailsTo", "mailed", "mailedTo"} & set(seen)


def test_the_pdf_has_the_picture_with_the_consent_of_the_family(database: Database) -> None:
    record = make(database, status="approved")

    def html(portrait: bytes) -> tuple[int, str]:
        with database.read() as connection:
            [sheet] = pdfs.sheets(connection, as_service("teaching"), [record])
        return sheet.photo_of, document.of(sheet, portrait).html()

    of_student = sa.and_(person.c.kind == "student", person.c.id == 1)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(person).where(of_student).values(user_id=12))
    assert html(b"")[0] == 0
    assert "data:image/jpeg" not in html(b"")[1]
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(person).where(of_student).values(photo_on_documents=True))
    user_id, page = html(b"JPEG")
    assert user_id == 12
    assert 'class="portrait" src="data:image/jpeg;base64,SlBFRw=="' in page
