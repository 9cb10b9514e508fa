from __future__ import annotations

import datetime as dt

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.exams.entries.model import exam_entry
from people.exams.model import exam
from services.people.tests.builders import make_words, staff
from services.people.tests.exam_entries.builders import make_candidate, make_deadline
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


def test_pasted_sheet_plans_entries_with_a_result_a_cell(database: Database, client: ClientFor, series: int) -> None:
    office = client(files.OFFICE)
    make_candidate(database, candidate_number="0007")
    make_candidate(database, first_name="Grace", uci="62501026000XA")
    text = "Candidate\t8300\t8463\t9999\n7\tH\tx\tx\n62501026000XA\t8300F\tx\t\n42\tx\t\t\n"
    body = {"seriesId": series, "text": text}
    tried = office.post(f"{ENTRIES}/paste", json=body).json()["data"]
    assert database.all(sa.select(exam_entry.c.id)) == [], "a trial writes nothing"
    results = office.post(f"{ENTRIES}/paste", json=body | {"dry": False}).json()["data"]
    assert results == tried
    assert [(one["row"], one["exam"], one["outcome"]) for one in results] == [
        (2, "8300", "added"),
        (2, "8463", "added"),
        (2, "9999", "refused"),
        (3, "8300", "added"),
        (3, "8463", "refused"),
        (4, "8300", "refused"),
    ]
    assert "does not take 8463H together with 8300F" in results[4]["text"]
    options = {row["option"] for row in office.get(ENTRIES).json()["data"]}
    assert options == {"8300H", "8463H", "8300F"}
    again = office.post(f"{ENTRIES}/paste", json=body | {"dry": False}).json()["data"]
    assert [one["outcome"] for one in again].count("unchanged") == 3
    assert client(staff()).post(f"{ENTRIES}/paste", json=body).status_code == 403


def test_check_of_a_typed_entry_has_refusals_and_warnings(database: Database, client: ClientFor, series: int) -> None:
    office = client(files.OFFICE)
    maths, physics = (database.scalar(sa.select(exam.c.id).where(exam.c.code == code)) for code in ("8300", "8463"))
    ada = make_candidate(database, birth_date=dt.date(2012, 1, 1))
    office.put(f"/api/v1/exam/{physics}", json={"field": "minimumAge", "newValue": 16})
    office.post(ENTRIES, json={"candidateId": ada, "examId": maths, "tier": "higher"})
    make_deadline(database, series, "entries", -2)

    def check(exam_id: int, **values: str) -> list[tuple[bool, str]]:
        answer = office.post(f"{ENTRIES}/check", json={"candidateId": ada, "examId": exam_id, **values})
        return [(one["refuses"], one["text"]) for one in answer.json()["data"]]

    problems = check(physics)
    assert [refuses for refuses, _ in problems] == [False] * 3
    texts = " ".join(text for _, text in problems)
    assert "GCSE Mathematics is sat at the same time on 13/05/27" in texts
    assert "The candidate is 15 on the first paper; the board asks for 16" in texts
    assert "the fee is that of late entries" in texts
    assert (True, "This candidate already has an entry for this exam") in check(maths)
    assert check(physics, option="8463X")[0] == (
        True,
        "The basedata of the board has no option 8463X of this exam: 8463H",
    )
