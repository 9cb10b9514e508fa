from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.exams.entries import filling
from people.exams.entries.model import exam_entry
from people.exams.model import exam
from services.people.tests.builders import (
    attend,
    make_course,
    make_exam,
    make_person,
    make_series,
    make_words,
    person,
    staff,
)
from services.people.tests.exam_entries.builders import make_candidate
from services.people.tests.exam_files import builders as files
from staffroom_testing.plugin import ClientFor

ENTRIES = "/api/v1/exams/entries"


@pytest.fixture
def series(database: Database) -> int:
    make_words(database)
    files.make_exchange(database)
    number = files.make_public_series(database)
    files.take_all(database, number)
    return number


@pytest.fixture
def exams(database: Database, series: int) -> tuple[int, int]:
    maths, physics = (database.scalar(sa.select(exam.c.id).where(exam.c.code == code)) for code in ("8300", "8463"))
    return maths, physics


def _grid(office: Any, series: int, **query: Any) -> dict[str, Any]:
    answer = office.get(f"/api/v1/exams/series/{series}/grid", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["data"])


def _fill(office: Any, series: int, *cells: tuple[int, int, str | None], **more: Any) -> list[tuple[str, str]]:
    body = {"cells": [{"candidateId": one, "examId": of, "value": value} for one, of, value in cells], **more}
    answer = office.post(f"/api/v1/exams/series/{series}/grid", json=body)
    assert answer.status_code == 200, answer.text
    return [(cell["outcome"], cell["text"]) for cell in answer.json()["data"]["cells"]]


def _states(database: Database) -> list[tuple[str, str, str | None]]:
    columns = (exam_entry.c.status, exam_entry.c.option, exam_entry.c.tier)
    rows = database.all(sa.select(*columns).order_by(exam_entry.c.id))
    return [(row["status"], row["option"], row["tier"]) for row in rows]


def test_grid_has_exams_options_and_entries_of_candidates(
    database: Database, client: ClientFor, series: int, exams: tuple[int, int]
) -> None:
    office, ada = client(files.OFFICE), make_candidate(database)
    assert _grid(office, series)["candidates"] == []
    office.post(ENTRIES, json={"candidateId": ada, "examId": exams[0], "tier": "higher"})
    make_exam(database, make_series(database, name="Winter"), code="9999")
    answer = _grid(office, series)
    assert [(one["code"], [option["code"] for option in one["options"]]) for one in answer["exams"]] == [
        ("8300", ["8300F", "8300H"]),
        ("8463", ["8463H"]),
    ]
    [row] = answer["candidates"]
    assert (row["name"], row["number"], answer["total"], answer["mayPlan"]) == ("Ada Lovelace", "0001", 1, True)
    [entry] = row["entries"]
    assert (entry["examId"], entry["status"], entry["option"]) == (exams[0], "planned", "8300H")
    assert [one["code"] for one in _grid(office, series, subject="Physics")["exams"]] == ["8463"]
    assert answer["boards"] == ["AQA"] and answer["subjects"] == ["Mathematics", "Physics"]
    assert _grid(client(staff()), series)["mayPlan"] is False
    assert client(person("tutor", 1)).get(f"/api/v1/exams/series/{series}/grid").status_code == 403
    assert office.get("/api/v1/exams/series/999999/grid").status_code == 404


def test_grid_of_course_has_students_without_entry_and_names_those_without_record(
    database: Database, client: ClientFor, series: int
) -> None:
    course = make_course(database)
    for name, is_candidate in (("Grace", True), ("Alan", False)):
        student = make_person(database, "student", first_name=name)
        attend(database, course, student)
        if is_candidate:
            make_candidate(database, first_name=name, student_id=student)
    answer = _grid(client(files.OFFICE), series, courseId=course)
    assert [(one["name"], one["number"]) for one in answer["candidates"]] == [("Grace Lovelace", "")]
    assert answer["withoutRecord"] == ["Alan Lovelace"]


def test_cells_plan_change_and_take_back_entries(
    database: Database, client: ClientFor, series: int, exams: tuple[int, int]
) -> None:
    office, ada, (maths, physics) = client(files.OFFICE), make_candidate(database), exams
    tried = _fill(office, series, (ada, maths, "H"), (ada, physics, "x"), dry=True)
    assert _states(database) == [], "a trial writes nothing"
    assert _fill(office, series, (ada, maths, "H"), (ada, physics, "x")) == tried == [("added", ""), ("added", "")]
    assert _states(database) == [("planned", "8300H", "higher"), ("planned", "8463H", "higher")]
    assert _fill(office, series, (ada, physics, None)) == [("withdrawn", "")]
    assert _fill(office, series, (ada, maths, "8300F")) == [("changed", "")]
    assert _fill(office, series, (ada, maths, "F")) == [("unchanged", filling.STANDS)]
    [(outcome, text)] = _fill(office, series, (ada, physics, "x"))
    assert outcome == "refused" and "does not take 8463H together with 8300F" in text
    assert _fill(office, series, (ada, maths, "8300H"), (ada, physics, "x")) == [("changed", ""), ("added", "")]
    assert [status for status, *_ in _states(database)] == ["planned", "planned"], "the withdrawn one is planned again"
    reason = database.scalar(sa.select(exam_entry.c.reason).where(exam_entry.c.exam_id == physics))
    assert reason == filling.TAKEN_BACK
    [(outcome, text)] = _fill(office, series, (ada, maths, "8300X"))
    assert outcome == "refused" and "no option 8300X" in text


def test_cells_of_made_entries_change_only_by_moves(
    database: Database, client: ClientFor, series: int, exams: tuple[int, int]
) -> None:
    office, ada, maths = client(files.OFFICE), make_candidate(database), exams[0]
    _fill(office, series, (ada, maths, "H"))
    body = {"cells": [{"candidateId": ada, "examId": one} for one in exams]}
    answer = office.post(f"/api/v1/exams/series/{series}/grid/enter", json=body | {"dry": True})
    assert answer.status_code == 200 and _states(database)[0][0] == "planned"
    results = office.post(f"/api/v1/exams/series/{series}/grid/enter", json=body).json()["data"]
    assert [(cell["outcome"], cell["text"]) for cell in results["cells"]] == [
        ("entered", ""),
        ("unchanged", filling.NOTHING),
    ]
    assert [one["status"] for one in results["candidates"][0]["entries"]] == ["entered"]
    assert _fill(office, series, (ada, maths, None), (ada, maths, "F"), (ada, maths, "x")) == [
        ("refused", filling.WAS_MADE),
        ("refused", filling.WAS_MADE),
        ("unchanged", filling.STANDS),
    ]
    again = office.post(f"/api/v1/exams/series/{series}/grid/enter", json=body).json()["data"]["cells"]
    assert again[0]["text"] == filling.ENTERED_ALREADY


def test_cells_are_refused_to_other_roles_and_for_another_series(
    database: Database, client: ClientFor, series: int, exams: tuple[int, int]
) -> None:
    ada, other = make_candidate(database), make_series(database, name="Winter")
    cell = {"candidateId": ada, "examId": exams[0], "value": "H"}
    for actor in (staff(), staff("academicOffice")):
        answer = client(actor).post(f"/api/v1/exams/series/{series}/grid", json={"cells": [cell]})
        assert answer.status_code == 403
    office = client(files.OFFICE)
    assert _fill(office, other, (ada, exams[0], "H")) == [("refused", filling.OTHER_SERIES)]
    assert _fill(office, series, (999_999, exams[0], "H")) == [("refused", filling.NO_CANDIDATE)]
    assert _states(database) == []


def test_check_of_an_existing_entry_is_no_duplicate(
    database: Database, client: ClientFor, series: int, exams: tuple[int, int]
) -> None:
    office, ada = client(files.OFFICE), make_candidate(database)
    _fill(office, series, (ada, exams[0], "H"))
    entry = database.scalar(sa.select(exam_entry.c.id))
    body = {"candidateId": ada, "examId": exams[0], "option": "8300H"}
    texts = [one["refuses"] for one in office.post(f"{ENTRIES}/check", json=body).json()["data"]]
    assert texts == [True]
    assert office.post(f"{ENTRIES}/check", json=body | {"entryId": entry}).json()["data"] == []
