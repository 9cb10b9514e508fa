from __future__ import annotations

import datetime as dt

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.errors import Invalid
from kit.policy import as_service
from kit.reminders.running import remind
from people.enrolment.model import course_tutor
from people.exams.candidacies import uci
from people.exams.deadlines.reminding import EXAM_DEADLINES
from people.exams.model import exam_series
from services.people.tests.builders import (
    attend,
    insert,
    make_course,
    make_exam,
    make_person,
    make_series,
    make_template,
    person,
    staff,
)
from services.people.tests.exam_entries.builders import make_candidate, make_deadline
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
ENTRIES = "/api/v1/exams/entries"


@pytest.mark.parametrize(("digits", "remainder"), [("625010260003", 8), ("000000000000", 0), ("100000000000", 16)])
def test_uci_remainder_is_weighted_sum_modulo_17(digits: str, remainder: int) -> None:
    assert uci.remainder(f"{digits}X") == remainder


@pytest.mark.parametrize("wrong", ["62501026000X", "6250102600033", "62501A260003X"])
def test_invalid_uci_is_refused(wrong: str) -> None:
    with pytest.raises(Invalid):
        uci.remainder(wrong)


def test_uci_whose_known_letter_differs_is_refused(database: Database, client: ClientFor) -> None:
    """Of the published letters, those of the remainders 1 and 6: X and G."""
    office, series = client(OFFICE), make_series(database)
    body = {"candidateId": make_candidate(database), "seriesId": series}
    assert uci.remainder("000000000010X") == 6 and uci.remainder("000000000031A") == 6 * 3 + 5 - 17
    refused = office.post("/api/v1/exams/candidacies", json=body | {"uci": "000000000010X"})
    assert (refused.status_code, refused.json()["error"]) == (422, uci.WRONG_LETTER)
    assert office.post("/api/v1/exams/candidacies", json=body | {"uci": "000000000010G"}).status_code == 201
    other = {"candidateId": make_candidate(database), "seriesId": series, "uci": "000000000001A"}
    assert office.post("/api/v1/exams/candidacies", json=other).status_code == 201, "the letter of 5 is not known"
    abroad = {"candidateId": make_candidate(database), "seriesId": series, "uci": "62501B260003A"}
    assert office.post("/api/v1/exams/candidacies", json=abroad).status_code == 201
    rows = office.get("/api/v1/exams/candidacies").json()["data"]
    assert {row["uci"]: row["uciLetter"] for row in rows} == {
        "000000000010G": "checked",
        "000000000001A": "unchecked",
        "62501B260003A": "unchecked",
    }


def test_name_of_boards_has_colon_and_40_characters() -> None:
    assert uci.boards_name("Lovelace", "Ada Augusta") == "LOVELACE: ADA AUGUSTA"
    assert uci.boards_name("Sukarno", "") == "SUKARNO:"
    assert len(uci.boards_name("x" * 30, "y" * 30)) == 40


def test_candidates_are_numbered_once_per_series(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    usual = make_candidate(database, candidate_number="1234")
    for candidate in (usual, make_candidate(database, candidate_number="1234"), make_candidate(database)):
        assert office.post(ENTRIES, json={"candidateId": candidate, "examId": exam}).status_code == 201
    numbers = {row["number"] for row in office.get("/api/v1/exams/candidacies").json()["data"]}
    assert numbers == {"1234", "1235", "1236"}
    first = office.get("/api/v1/exams/candidacies").json()["data"][0]["id"]
    changed = office.put(f"/api/v1/exams/candidacies/{first}", json={"field": "number", "newValue": "9999"})
    assert changed.status_code == 409
    twice = office.post(ENTRIES, json={"candidateId": usual, "examId": exam})
    assert twice.json()["error"] == "This candidate already has an entry for this exam"


@pytest.mark.parametrize(
    ("days", "fee"), [((3, 10), "standard"), ((-1, 10), "late"), ((-9, -1), "veryLate"), ((0, 3), "standard")]
)
def test_fee_of_entry_follows_deadlines(database: Database, client: ClientFor, days: tuple[int, int], fee: str) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    for kind, ahead in zip(("entries", "late"), days, strict=True):
        make_deadline(database, series, kind, ahead)
    entry_id = office.post(ENTRIES, json={"candidateId": make_candidate(database), "examId": exam}).json()["data"]["id"]
    assert office.post(f"{ENTRIES}/{entry_id}/enter").status_code == 200
    entry = office.get(f"{ENTRIES}/{entry_id}").json()["data"]
    assert (entry["status"], entry["feeKind"], entry["number"]) == ("entered", fee, "0001")


def test_result_is_visible_to_candidate_after_its_release(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    candidate = make_candidate(database)
    entry = office.post(ENTRIES, json={"candidateId": candidate, "examId": make_exam(database, series)}).json()
    path = f"{ENTRIES}/{entry['data']['id']}"
    office.put(path, json={"field": "resultGrade", "newValue": "A*"})
    own = client(person("candidate", candidate))
    for hours, result in ((1, ""), (-1, "A*")):
        moment = dt.datetime.now(dt.UTC) + dt.timedelta(hours=hours)
        with database.transaction(OFFICE) as tx:
            tx.execute(sa.update(exam_series).where(exam_series.c.id == series).values(results_at=moment))
        detail = own.get(path).json()["data"]
        assert detail["result"] == result and "resultGrade" not in detail
        (row,) = own.get(ENTRIES).json()["data"]
        assert row["result"] == result and "resultGrade" not in row
    assert client(person("candidate", candidate + 1)).get(path).status_code == 404
    assert client(person("tutor", 1)).get(ENTRIES).json()["data"] == []


def test_academic_office_enters_only_trial_exams(database: Database, client: ClientFor) -> None:
    office, candidate = client(staff("academicOffice")), make_candidate(database)
    trial, public = make_series(database, name="Trial", type="trial"), make_series(database)
    for series, status in ((trial, 201), (public, 403)):
        body = {"candidateId": candidate, "examId": make_exam(database, series)}
        assert office.post(ENTRIES, json=body).status_code == status


def test_students_of_course_are_entered_at_once(database: Database, client: ClientFor) -> None:
    office, course = client(OFFICE), make_course(database)
    known, unknown = make_person(database, "student"), make_person(database, "student", first_name="Grace")
    make_candidate(database, student_id=known)
    for student in (known, unknown):
        attend(database, course, student)
    exam = make_exam(database, make_series(database))
    tried = office.post(f"/api/v1/exam/{exam}/entercourse", json={"courseId": course, "dry": True}).json()["data"]
    assert office.get(ENTRIES).json()["data"] == [], "a trial writes nothing"
    answer = office.post(f"/api/v1/exam/{exam}/entercourse", json={"courseId": course}).json()["data"]
    assert (
        answer
        == tried
        == {"entered": 1, "candidates": ["Ada Lovelace"], "skipped": ["Grace Lovelace has no record as a candidate"]}
    )
    again = office.post(f"/api/v1/exam/{exam}/entercourse", json={"courseId": course}).json()["data"]
    assert again["skipped"][0] == "Ada Lovelace already has an entry" and again["entered"] == 0
    assert client(staff()).post(f"/api/v1/exam/{exam}/entercourse", json={"courseId": course}).status_code == 403


def test_deadline_counts_entries_without_the_data(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    make_deadline(database, series, "entries", 5)
    exam = make_exam(database, series)
    for _ in range(2):
        office.post(ENTRIES, json={"candidateId": make_candidate(database), "examId": exam})
    (row,) = office.get("/api/v1/exams/deadlines").json()["data"]
    assert (row["missing"], row["days"]) == (2, 5)


def test_season_and_series_are_of_one_kind(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    season = office.post("/api/v1/exams/seasons", json={"title": "Trials", "kind": "trial", "year": 2027}).json()
    body = {"name": "Summer", "type": "public", "season": "summer", "year": 2027, "seasonId": season["data"]["id"]}
    assert office.post("/api/v1/system/examseries", json=body).status_code == 422
    assert office.post("/api/v1/system/examseries", json=body | {"type": "trial"}).status_code == 201


def test_entry_starts_the_checklists_of_its_candidate(database: Database, client: ClientFor) -> None:
    make_template(database, "candidate", {}, title="Evidence", starts="examEntered")
    office, candidate = client(OFFICE), make_candidate(database)
    for subject in ("Mathematics", "Physics"):
        exam = make_exam(database, make_series(database, name=subject), subject=subject)
        entry = office.post(ENTRIES, json={"candidateId": candidate, "examId": exam}).json()["data"]["id"]
        assert office.post(f"{ENTRIES}/{entry}/enter").status_code == 200
    shown = office.get(f"/api/v1/checklists/of/candidate/{candidate}").json()["data"]
    assert [one["title"] for one in shown] == ["Evidence"]


def test_notice_of_a_deadline_names_candidates_to_office_and_tutor(
    database: Database, client: ClientFor, published: Published
) -> None:
    office, series, student = client(OFFICE), make_series(database), make_person(database, "student")
    candidate = make_candidate(database, student_id=student)
    course, tutor = make_course(database), make_person(database, "tutor", first_name="Grace")
    attend(database, course, student)
    insert(database, course_tutor, {"course_id": course, "tutor_id": tutor})
    deadline = make_deadline(database, series, "forecasts", 7)
    entry = office.post(ENTRIES, json={"candidateId": candidate, "examId": make_exam(database, series)}).json()["data"]
    office.post(f"{ENTRIES}/{entry['id']}/enter")
    other = office.post(
        ENTRIES,
        json={"candidateId": make_candidate(database), "examId": make_exam(database, series, subject="Physics")},
    ).json()["data"]
    office.put(f"{ENTRIES}/{other['id']}", json={"field": "forecastGrade", "newValue": "8"})
    rows = office.get(f"{ENTRIES}?missingFor={deadline}&page=1").json()["data"]
    assert [row["id"] for row in rows] == [entry["id"]]
    assert remind(EXAM_DEADLINES, as_service("people"), dt.datetime.now(dt.UTC)) == 1
    notices = [payload for subject, _, payload in published() if subject == "people.notification.raised"]
    title = "Estimated grades for AQA, Summer 2027: 1 missing"
    assert [one["title"].split(" by ")[0] for one in notices] == [title] * 2
    assert notices[0]["roleIds"] == ["examsOffice"] and "Ada Lovelace (Mathematics)" in notices[0]["text"]
    assert notices[1]["persons"] == [{"kind": "tutor", "id": tutor}]
    assert remind(EXAM_DEADLINES, as_service("people"), dt.datetime.now(dt.UTC)) == 0
    calendar = office.get("/api/v1/exams/deadlines.ics").text
    assert "SUMMARY:Estimated grades: AQA\\, Summer 2027" in calendar and "DESCRIPTION:1 missing" in calendar


def test_an_entry_is_billed_by_the_organisation_of_the_department_by_default(
    database: Database, client: ClientFor, published: Published
) -> None:
    student = make_person(database, "student", department_id=1)
    series = make_series(database)
    body = {"candidateId": make_candidate(database, student_id=student), "examId": make_exam(database, series)}
    assert client(OFFICE).post(ENTRIES, json=body).status_code == 201
    events = [payload for subject, _, payload in published() if "exam_entry" in subject]
    assert {one["organisationId"] for one in events} == {1}
