"""Candidates, parents and tutors see nothing of a result before "Results from" of its series."""

from __future__ import annotations

import datetime as dt
import io
import json

import pikepdf
import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import Actor
from people.enrolment.model import course_tutor
from people.exams.components.model import exam_component
from people.exams.documents import slips
from people.exams.entries import comparison
from people.exams.entries.model import exam_entry
from people.exams.entries.publishing import publish
from people.exams.marks.model import component_mark
from people.exams.model import exam_series
from services.people.tests.builders import (
    attend,
    insert,
    make_child,
    make_course,
    make_exam,
    make_person,
    make_series,
    make_words,
    person,
    row_of,
    staff,
)
from services.people.tests.exam_entries.builders import make_candidate
from staffroom_testing.plugin import ClientFor

OFFICE = staff("examsOffice")
ENTRIES = "/api/v1/exams/entries"
GRADE, MARK, PAPER = "Z9", 7347, 61
"""Values that occur nowhere else."""


@pytest.fixture
def result(database: Database, client: ClientFor) -> dict[str, int]:
    """Insert an entry with an unreleased result, for a candidate who is our student."""
    make_words(database)
    series = make_series(database, state="results", results_at=dt.datetime.now(dt.UTC) + dt.timedelta(days=1))
    exam = make_exam(database, series)
    student = make_person(database, "student")
    candidate = make_candidate(database, student_id=student)
    office = client(OFFICE)
    entry = office.post(ENTRIES, json={"candidateId": candidate, "examId": exam}).json()["data"]["id"]
    assert office.post(f"{ENTRIES}/{entry}/enter").status_code == 200
    paper = insert(database, exam_component, {"exam_id": exam, "code": "8300/1H"})
    insert(
        database,
        component_mark,
        {
            "entry_id": entry,
            "component_id": paper,
            "candidate_id": candidate,
            "mark": PAPER,
            "max_mark": 80,
            "source": "board",
        },
    )
    with database.transaction(OFFICE) as tx:
        values = {"result_grade": GRADE, "result_mark": MARK}
        tx.execute(sa.update(exam_entry).where(exam_entry.c.id == entry).values(**values))
    place = row_of(database, exam_entry, entry)["candidacy_id"]
    return {"series": series, "exam": exam, "student": student, "candidate": candidate, "entry": entry, "place": place}


@pytest.fixture(autouse=True)
def _teaching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Teaching does not respond here; its predictions are tested below."""
    monkeypatch.setattr(comparison, "predicted", lambda student: [])


def _release(database: Database, series: int) -> None:
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(exam_series).where(exam_series.c.id == series).values(results_at=sa.func.now()))


def _readers(database: Database, result: dict[str, int]) -> dict[str, Actor]:
    course, tutor, client = make_course(database), make_person(database, "tutor"), make_person(database, "client")
    attend(database, course, result["student"])
    insert(database, course_tutor, {"course_id": course, "tutor_id": tutor})
    make_child(database, client, result["student"])
    ids = {"candidate": result["candidate"], "student": result["student"], "client": client, "tutor": tutor}
    return {kind: person(kind, one) for kind, one in ids.items()}


_DOORS = (
    "/exams/entries?page=1",
    "/exams/entries/{entry}",
    "/exams/results?page=1",
    "/exams/marks?page=1",
    "/exams/results/columns",
    "/exams/grades?candidateId={candidate}",
    "/exams/certificates?page=1",
    "/exams/reviews?page=1",
    "/exams/candidacies?page=1",
    "/exams/results/count",
    "/exams/marks/count",
)


@pytest.mark.parametrize("kind", ["candidate", "student", "client", "tutor"])
def test_no_route_shows_a_result_before_its_release(
    database: Database, client: ClientFor, result: dict[str, int], kind: str
) -> None:
    mine = client(_readers(database, result)[kind])

    def seen() -> str:
        answers = [mine.get("/api/v1" + door.format(**result)) for door in _DOORS]
        assert {answer.status_code for answer in answers} <= {200, 404}
        return json.dumps([answer.json() for answer in answers])

    early = seen()
    assert GRADE not in early and str(MARK) not in early and f'"mark": {PAPER}' not in early
    assert "resultGrade" not in mine.get(f"/api/v1{_DOORS[1].format(**result)}").json()["data"]
    assert mine.get("/api/v1/exams/marks/figures?by=source").status_code in (200, 404, 422)
    assert mine.get(f"{ENTRIES}/{result['entry']}/history").status_code == 403
    assert mine.get("/api/v1/exams/results", params={"page": "1", "sort": "resultGrade"}).status_code == 422
    assert mine.get("/api/v1/exams/results", params={"page": "1", "resultGrade": GRADE}).status_code == 422
    assert mine.get(f"/api/v1/exams/slips/{result['place']}").status_code == 404
    _release(database, result["series"])
    late = seen()
    assert GRADE in late and str(MARK) in late and f'"mark": {PAPER}' in late


def test_event_of_an_entry_has_no_result(database: Database, result: dict[str, int]) -> None:
    with database.transaction(OFFICE) as tx:
        publish(tx, [result["entry"]])
    payloads = database.all(sa.text("SELECT payload::text AS payload FROM outbox"))
    assert payloads and not any(GRADE in row["payload"] or str(MARK) in row["payload"] for row in payloads)


def test_certificates_are_expected_only_after_the_release(
    database: Database, client: ClientFor, result: dict[str, int]
) -> None:
    expected = f"/api/v1/system/examseries/{result['series']}/certificates"
    assert client(OFFICE).post(expected).status_code == 409, "the list of certificates would tell who has a result"
    _release(database, result["series"])
    assert client(OFFICE).post(expected).json()["data"] == {"added": 1}


def test_slip_of_results_is_the_offices_before_the_release(database: Database, result: dict[str, int]) -> None:
    mine = person("candidate", result["candidate"])
    with database.read() as connection:
        assert slips.of(connection, mine, result["place"]) is None
        office = slips.of(connection, OFFICE, result["place"])
    assert office is not None and office.name == "Results Ada Lovelace.pdf"
    text = office.document.html() if hasattr(office.document, "html") else str(office.document.parts)
    assert GRADE in text and "8300/1H: 61/80" in text and "Not released yet" in text
    _release(database, result["series"])
    with database.read() as connection:
        released = slips.of(connection, mine, result["place"])
        other = slips.of(connection, person("candidate", result["candidate"] + 500), result["place"])
    assert released is not None and other is None
    assert "Not released yet" not in str(released.document.parts)


def test_slips_of_a_series_are_one_file_with_a_page_each(
    database: Database, client: ClientFor, result: dict[str, int]
) -> None:
    second = make_candidate(database)
    office = client(OFFICE)
    entry = office.post(ENTRIES, json={"candidateId": second, "examId": result["exam"]}).json()["data"]["id"]
    assert office.post(f"{ENTRIES}/{entry}/enter").status_code == 200
    with database.read() as connection:
        paper = slips.papers(connection, OFFICE, [result["series"]])[result["series"]]
    with pikepdf.open(io.BytesIO(paper.render())) as file:
        assert len(file.pages) == 2


def test_grades_are_compared_side_by_side(
    database: Database, client: ClientFor, result: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    office = client(OFFICE)
    assert (
        office.put(f"{ENTRIES}/{result['entry']}", json={"field": "forecastGrade", "newValue": "8"}).status_code == 200
    )
    trial = make_exam(database, make_series(database, name="Trials", type="trial", results_at=dt.datetime.now(dt.UTC)))
    mock = office.post(ENTRIES, json={"candidateId": result["candidate"], "examId": trial}).json()["data"]["id"]
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(exam_entry).where(exam_entry.c.id == mock).values(result_grade="7"))
    physics = make_course(database, subject="Physics", level="GCSE")
    mathematics = make_course(database, subject="Mathematics", level="GCSE")
    predictions = [
        {"courseId": mathematics, "predicted": "9", "mock": "6"},
        {"courseId": physics, "predicted": "5", "mock": "4"},
    ]
    monkeypatch.setattr(comparison, "predicted", lambda student: predictions if student == result["student"] else [])
    first, second = office.get(f"/api/v1/exams/grades?candidateId={result['candidate']}").json()["data"]
    assert (first["subject"], first["predicted"], first["estimated"], first["mock"], first["final"]) == (
        "Mathematics",
        "9",
        "8",
        "7",
        GRADE,
    )
    assert (second["subject"], second["predicted"], second["mock"], second["final"]) == ("Physics", "5", "4", "")
    mine = client(person("candidate", result["candidate"])).get(
        f"/api/v1/exams/grades?candidateId={result['candidate']}"
    )
    assert {row["final"] for row in mine.json()["data"]} == {""}, "not released"
    assert office.get("/api/v1/exams/grades").status_code == 422
    other = client(person("candidate", result["candidate"] + 500))
    assert other.get(f"/api/v1/exams/grades?candidateId={result['candidate']}").json()["data"] == []
