from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.errors import Conflict
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.files import layouts, sending
from people.exams.files.model import exam_file
from services.people.tests.builders import insert, make_exam, make_words, row_of, staff
from services.people.tests.exam_entries.builders import make_candidate, make_deadline
from services.people.tests.exam_files import builders as files
from staffroom_testing.plugin import ClientFor

OFFICE = staff("examsOffice")
ENTRIES, MARKS = "/api/v1/exams/entries", "/api/v1/exams/marks"


def _entry(database: Database, office: Any, exam: int) -> int:
    candidate = make_candidate(database, birth_date="2008-12-10", centre_number="62501")
    entry: int = office.post(ENTRIES, json={"candidateId": candidate, "examId": exam}).json()["data"]["id"]
    assert office.post(f"{ENTRIES}/{entry}/enter").status_code == 200
    return entry


def _make(database: Database, series: int) -> list[dict[str, Any]]:
    with database.transaction(OFFICE) as tx:
        return sending.make(tx, series, "AQA", "coursework")


def test_coursework_marks_are_due_and_go_to_the_board(database: Database, client: ClientFor) -> None:
    make_words(database)
    files.make_exchange(database)
    office, series = client(OFFICE), files.make_public_series(database)
    exam = make_exam(database, series, option="8300H")
    written = insert(database, exam_component, {"exam_id": exam, "code": "8300/1H"})
    work = insert(database, exam_component, {"exam_id": exam, "code": "8300/C", "kind": "coursework"})
    bare = make_exam(database, series, code="8301", option="8301H")
    insert(database, exam_component, {"exam_id": bare, "code": "8301/1H"})
    deadline = make_deadline(database, series, "coursework", 9)
    entry, _ = _entry(database, office, exam), _entry(database, office, bare)

    def missing() -> list[int]:
        listed = office.get(f"{ENTRIES}?missingFor={deadline}").json()["data"]
        due = office.get("/api/v1/exams/deadlines").json()["data"][0]["missing"]
        assert due == len(listed)
        return [row["id"] for row in listed]

    assert missing() == [entry], "an exam without coursework lacks none"
    office.post(MARKS, json={"entryId": entry, "componentId": written, "mark": 70, "maxMark": 80})
    assert missing() == [entry]
    body = {"entryId": entry, "componentId": work, "mark": 41, "maxMark": 60}
    mark = office.post(MARKS, json=body).json()["data"]["id"]
    assert missing() == []
    (file,) = _make(database, series)
    assert file["name"] == "M6250170.X01" and file["entries"] == 1
    content = row_of(database, exam_file, file["id"])["content"].splitlines()
    number = row_of(database, exam_candidacy, row_of(database, exam_entry, entry)["candidacy_id"])["number"]
    values = {part.name: part.of(content[1]) for part in layouts.COURSEWORK}
    assert values == {
        "centre": "62501",
        "number": number,
        "option": "8300H",
        "component": "8300/C",
        "mark": "0041",
        "outOf": "0060",
    }
    with pytest.raises(Conflict):
        _make(database, series)
    assert office.put(f"{MARKS}/{mark}", json={"field": "mark", "newValue": 42}).status_code == 200
    assert _make(database, series)[0]["name"] == "M6250170.X02", "what has changed, under the next number"


def test_coursework_file_of_a_board_without_files_is_csv(database: Database, client: ClientFor) -> None:
    make_words(database)
    files.make_exchange(database, way="csv")
    office, series = client(OFFICE), files.make_public_series(database)
    exam = make_exam(database, series, option="8300H")
    work = insert(database, exam_component, {"exam_id": exam, "code": "8300/C", "kind": "coursework"})
    entry = _entry(database, office, exam)
    office.post(MARKS, json={"entryId": entry, "componentId": work, "mark": 41, "maxMark": 60})
    (file,) = _make(database, series)
    content = row_of(database, exam_file, file["id"])["content"].splitlines()
    assert content[0] == "Centre,Number,Name,Option,Paper,Mark,Out of" and content[1].endswith("8300H,8300/C,41,60")


def test_marks_of_the_board_are_not_sent_back(database: Database, client: ClientFor) -> None:
    make_words(database)
    files.make_exchange(database)
    office, series = client(OFFICE), files.make_public_series(database)
    exam = make_exam(database, series, option="8300H")
    work = insert(database, exam_component, {"exam_id": exam, "code": "8300/C", "kind": "coursework"})
    entry = _entry(database, office, exam)
    mark = office.post(MARKS, json={"entryId": entry, "componentId": work, "mark": 41}).json()["data"]["id"]
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.text("UPDATE component_mark SET source = 'board' WHERE id = :id").bindparams(id=mark))
    with pytest.raises(Conflict):
        _make(database, series)
