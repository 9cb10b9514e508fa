from __future__ import annotations

import pytest

from kit.database import Database
from services.people.tests.builders import make_exam, make_series, person, staff
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
EXAM = {"name": "Mathematics", "board": "AQA", "code": "8300", "level": "GCSE", "subject": "Mathematics", "papers": 3}


def test_the_legacy_calls_answer_whole_lists(database: Database, client: ClientFor) -> None:
    """money.md 7 and 3: series, and exams of a series with name, board, code, level, subject, id."""
    summer, winter = make_series(database), make_series(database, name="November 2026", season="november", year=2026)
    exam_id = make_exam(database, summer)
    make_exam(database, winter, subject="Physics", code="8463")
    anna = client(staff())
    series = anna.get("/api/v1/system/examseries/list").json()["data"]
    assert [(row["id"], row["name"], row["exams"]) for row in series] == [
        (summer, "Summer 2027", 1),
        (winter, "November 2026", 1),
    ]
    (row,) = anna.get(f"/api/v1/system/examseries/{summer}/exams/list").json()["data"]
    assert row == EXAM | {"id": exam_id, "series": "Summer 2027", "seriesId": summer, "minimumAge": None}


def test_an_exam_is_published(database: Database, client: ClientFor, published: Published) -> None:
    office, series = client(OFFICE), make_series(database)
    answer = office.post("/api/v1/exam", json=EXAM | {"seriesId": series})
    assert answer.status_code == 201, answer.text
    number = answer.json()["data"]["id"]
    office.put(f"/api/v1/exam/{number}", json={"field": "papers", "newValue": 2})
    office.delete(f"/api/v1/exam/{number}")
    events = published()
    assert {(subject, key) for subject, key, _ in events} == {("people.exam.changed", str(number))}
    assert [(payload["papers"], payload["deleted"]) for _, _, payload in events] == [(3, False), (2, False), (2, True)]
    assert {name: events[0][2][name] for name in EXAM} == EXAM


def test_offices_edit_exams_and_staff_read_them(database: Database, client: ClientFor) -> None:
    series = make_series(database)
    body = {"name": "January 2027", "type": "trial", "season": "january", "year": 2027}
    for who, status in ((staff(), 403), (staff("academicOffice"), 201), (staff("examsOffice"), 409)):
        assert client(who).post("/api/v1/system/examseries", json=body).status_code == status
    assert client(staff()).get(f"/api/v1/system/examseries/{series}").json()["data"]["may"]["addExam"] is False
    for who in (person("tutor", 1), person("candidate", 1)):
        assert client(who).get("/api/v1/system/examseries/list").status_code == 403
    assert client(staff()).post("/api/v1/exam", json=EXAM | {"seriesId": series}).status_code == 403


def test_a_series_with_exams_is_not_deleted(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam_id = make_exam(database, series)
    refused = office.delete(f"/api/v1/system/examseries/{series}")
    assert (refused.status_code, refused.json()["error"]) == (409, "Summer 2027 is used by 1 exam. Archive it instead.")
    assert office.delete(f"/api/v1/exam/{exam_id}").status_code == 200
    assert office.delete(f"/api/v1/system/examseries/{series}").status_code == 200


@pytest.mark.parametrize(
    ("change", "status", "text"),
    [
        ({"board": "Nobody"}, 422, "There is no such board"),
        ({"subject": ""}, 422, "Field is required"),
        ({"papers": 51}, 422, "Please enter a number between 0 and 50"),
        ({}, 409, "This exam is already in the series"),
    ],
)
def test_exam_requires_its_fields(
    database: Database, client: ClientFor, change: dict[str, object], status: int, text: str
) -> None:
    series = make_series(database)
    make_exam(database, series)
    answer = client(OFFICE).post("/api/v1/exam", json=EXAM | {"seriesId": series} | change)
    assert (answer.status_code, answer.json()["error"]) == (status, text)


def test_exams_to_choose_from_begin_with_the_newest_series(database: Database, client: ClientFor) -> None:
    old, new = make_series(database, name="Summer 2025", year=2025), make_series(database)
    first, second = make_exam(database, old), make_exam(database, new, code="")
    assert client(staff()).get("/api/v1/exam/names").json()["data"] == [
        {"value": second, "label": "Summer 2027: AQA GCSE Mathematics"},
        {"value": first, "label": "Summer 2025: AQA GCSE Mathematics 8300"},
    ]
