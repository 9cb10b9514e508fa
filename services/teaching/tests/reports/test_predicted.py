"""Predicted grades: a change needs a reason, which stands in the list (`docs/reports.md`, Predicted grades)."""

from __future__ import annotations

import datetime as dt
import io
from typing import Any

import openpyxl
import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database
from kit.policy import as_service
from services.teaching.tests.builders import make_family
from services.teaching.tests.reports.conftest import FROM, TO, WHOLE, MakeReport
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from teaching.collections import people
from teaching.collections.model import collection
from teaching.copies.model import person
from teaching.reports.model import report
from teaching.writing.predicted import REASON

ACADEMIC = actor("staff", "academicOffice", name="Ann Academic")
OFFICE = actor("staff", name="Rita Reviewer")
TUTOR = actor("tutor", persons={"tutor": 1})
OTHER_TUTOR = actor("tutor", persons={"tutor": 2})
STUDENT = actor("student", persons={"student": 1})
CLIENT = actor("client", persons={"client": 1})
URL = "/api/v1/report"
EARLIER: dict[str, Any] = {"date_from": FROM.replace(month=3), "date_to": TO.replace(month=6)}
SECTIONS = {f"cat{number}": "<p>Steady work</p>" for number in range(1, 7)}
WHY = "The mock of November went well"


def predicted(make_report: MakeReport, grade: str) -> int:
    """A grade that an earlier report predicted."""
    return make_report(status="approved", **WHOLE | {"predicted_grade": grade}, **EARLIER)


def edit(client: ClientFor, who: Any, record: int, field: str, value: Any) -> Any:
    return client(who).post(f"{URL}/{record}/edit", json={"field": field, "newValue": value})


def mark(client: ClientFor, who: Any, record: int, name: str) -> Any:
    return client(who).post(f"{URL}/{record}/mark/{name}", json={})


def interviewed(database: Database, **values: Any) -> int:
    """A collection report of the same student on the course, by tutor 1."""
    given = {
        "cws_id": 1,
        "course_id": 1,
        "student_id": 1,
        "academic_year_id": 8,
        "organisation_id": 1,
        "department_id": 1,
        "date": TO.date() + dt.timedelta(days=3),
        "student_name": "Sam Student",
        "course_title": "Physics",
        "term": "mt",
        "interviewers": ["tutor:1"],
        **SECTIONS,
        **values,
    }
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(person).where(person.c.kind == "tutor", person.c.id == 1).values(user_id=TUTOR.user_id))
        them = people.known(tx, given["interviewers"])
        number = tx.insert(collection, given | people.kept(them))
        people.write(tx, number, them)
        return number


@pytest.mark.parametrize(
    ("before", "grade", "is_asked"),
    [("B", "A", True), ("A", "A", False), ("", "A", False), ("B", "N/A", False), ("N/A", "A", False)],
)
def test_submit_asks_why_a_predicted_grade_changes(
    client: ClientFor, make_report: MakeReport, before: str, grade: str, is_asked: bool
) -> None:
    predicted(make_report, before)
    record = make_report(status="saved", **WHOLE | {"predicted_grade": grade})
    detail = client(TUTOR).get(f"{URL}/{record}").json()["data"]
    assert detail["isChangeExplained"] is (None if is_asked else True)
    answer = mark(client, TUTOR, record, "submitted")
    if is_asked:
        assert (detail["predictedBefore"]["grade"], detail["predictedBefore"]["source"]) == (before, "Term report")
        assert (answer.status_code, answer.json()["error"]) == (422, REASON)
        assert answer.json()["fields"] == {"predictedReason": REASON}
        assert edit(client, TUTOR, record, "predictedReason", WHY).status_code == 200
        answer = mark(client, TUTOR, record, "submitted")
    assert answer.status_code == 200, answer.text


def test_a_draft_takes_a_changed_grade_without_a_reason(client: ClientFor, make_report: MakeReport) -> None:
    predicted(make_report, "B")
    record = make_report(status="called")
    for grade in ("A", "C"):
        assert edit(client, TUTOR, record, "predictedGrade", grade).status_code == 200
    assert edit(client, OTHER_TUTOR, record, "predictedReason", WHY).status_code == 404
    assert edit(client, STUDENT, record, "predictedReason", WHY).status_code in {403, 404}


def test_the_office_gives_a_reason_for_a_changed_submitted_grade(
    client: ClientFor, database: Database, make_report: MakeReport
) -> None:
    predicted(make_report, "B")
    record = make_report(status="saved", **WHOLE, predicted_reason=WHY)
    assert mark(client, TUTOR, record, "submitted").status_code == 200
    assert edit(client, OFFICE, record, "predictedGrade", "C").status_code == 200
    with database.read() as connection:
        kept = connection.execute(sa.select(report).where(report.c.id == record)).mappings().one()
    assert (kept["said_grade"], kept["predicted_reason"]) == ("A", "")
    refused = mark(client, OFFICE, record, "checked")
    assert (refused.status_code, refused.json()["error"]) == (422, REASON)
    assert edit(client, OFFICE, record, "predictedReason", "Two topics are missing").status_code == 200
    assert mark(client, OFFICE, record, "checked").status_code == 200
    history = client(actor("staff", "sysAdmin")).get(f"{URL}/{record}/history?field=predictedReason").json()["data"]
    assert "Two topics are missing" in str(history)


def test_a_collection_asks_why_the_grade_of_the_report_changes(
    client: ClientFor, database: Database, make_report: MakeReport
) -> None:
    predicted(make_report, "B")
    record = interviewed(database, predicted_grade="A")
    path = f"/api/v1/collectionreport/{record}"
    assert client(TUTOR).get(path).json()["data"]["predictedBefore"]["grade"] == "B"
    refused = client(TUTOR).post(f"{path}/submit", json={})
    assert (refused.status_code, refused.json()["error"]) == (422, REASON)
    asked = {"field": "predictedReason", "newValue": WHY}
    assert client(OTHER_TUTOR).put(path, json=asked).status_code in {403, 404}
    assert client(TUTOR).put(path, json=asked).status_code == 200
    assert client(TUTOR).post(f"{path}/submit", json={}).status_code == 200
    [row] = client(ACADEMIC).get(f"{URL}/predicted-grades?page=1&state=said").json()["data"]
    assert (row["predicted"], row["previous"], row["reason"]) == ("A", "B", WHY)


def test_ucas_has_a_row_for_each_applicant_and_subject_with_missing_grades_marked(
    client: ClientFor, database: Database, make_report: MakeReport, run_jobs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    predicted(make_report, "B")
    url = f"{URL}/predicted-grades/ucas"
    for reader in (OFFICE, TUTOR, STUDENT, CLIENT):
        assert client(reader).post(f"{url}/export", json={"format": "xlsx"}).status_code == 403
    sheets: list[bytes] = []
    monkeypatch.setattr(store, "put", lambda path, *_: sheets.append(path.read_bytes()) or 501)
    started = client(ACADEMIC).post(f"{url}/export", json={"format": "xlsx"})
    assert started.status_code == 202, started.text
    run_jobs()
    heads, *rows = openpyxl.load_workbook(io.BytesIO(sheets[0])).worksheets[0].values
    assert heads == (
        "Applicant",
        "Student id",
        "Date of birth",
        "Qualification",
        "Awarding body",
        "Subject",
        "Predicted grade",
        "Set by",
        "As of",
    )
    assert [(row[0], row[1], *row[3:8]) for row in rows] == [
        ("Ann Other", 2, "A-level", "AQA", "Physics", "Missing", None),
        ("Sam Student", 1, "A-level", "AQA", "Physics", "B", "Tom Tutor"),
    ]
    assert rows[0][2].date() == dt.date(2009, 8, 31)
    answer = client(ACADEMIC).get(f"{url}?page=1&state=missing").json()["data"]
    assert [(one["applicant"], one["predicted"]) for one in answer] == [("Ann Other", "Missing")]


def test_the_family_reads_no_reason(client: ClientFor, database: Database, make_report: MakeReport) -> None:
    make_family(database)
    predicted(make_report, "B")
    record = make_report(status="approved", **WHOLE, predicted_reason=WHY)
    interview = interviewed(database, status="approved", approved=TO, predicted_grade="A", predicted_reason=WHY)
    for path in (f"{URL}/{record}", f"/api/v1/collectionreport/{interview}"):
        assert client(TUTOR).get(path).json()["data"]["predictedReason"] == WHY
        for reader in (STUDENT, CLIENT):
            answer = client(reader).get(path)
            assert answer.status_code == 200
            assert not {"predictedReason", "predictedBefore"} & answer.json()["data"].keys()
