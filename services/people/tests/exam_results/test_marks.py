from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.records import crud
from people.exams.components.model import exam_component
from people.exams.entries.fields import ENTRY_FIELDS
from people.exams.entries.model import exam_entry
from people.exams.marks.fields import OTHER_EXAM
from people.exams.marks.model import ABOVE
from people.exams.model import exam_series
from services.people.tests.builders import insert, make_exam, make_series, person, staff
from services.people.tests.exam_entries.builders import make_candidate
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
ENTRIES, MARKS = "/api/v1/exams/entries", "/api/v1/exams/marks"


def _paper(database: Database, exam: int, code: str = "8300/1H", **values: Any) -> int:
    return insert(database, exam_component, {"exam_id": exam, "code": code, **values})


def _entry(database: Database, exam: int) -> tuple[int, int]:
    candidate = make_candidate(database)
    values = {"candidateId": candidate, "examId": exam}
    return _post(database, values), candidate


def _post(database: Database, values: dict[str, int]) -> int:

    with database.transaction(OFFICE) as tx:
        return crud.create(tx, ENTRY_FIELDS, values)


def test_mark_needs_a_paper_of_the_entry_and_respects_the_maximum(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    paper, other = _paper(database, exam), _paper(database, make_exam(database, series, code="other"), "9999/1")
    (entry, _), (second, _) = _entry(database, exam), _entry(database, exam)
    body = {"entryId": entry, "componentId": paper, "mark": 61, "maxMark": 80}
    refused = office.post(MARKS, json=body | {"componentId": other})
    assert (refused.status_code, refused.json()["error"]) == (422, OTHER_EXAM)
    above = office.post(MARKS, json=body | {"mark": 81})
    assert above.status_code == 422 and above.json()["error"] == ABOVE
    mark = office.post(MARKS, json=body).json()["data"]["id"]
    twice = office.post(MARKS, json=body)
    assert (twice.status_code, twice.json()["error"]) == (409, "This entry already has a mark for this paper")
    same = office.post(MARKS, json={"entryId": second, "componentId": paper, "mark": 55}).json()["data"]["id"]
    assert office.get(f"{MARKS}/{same}").json()["data"]["maxMark"] == 80, "as the other mark of the paper has it"
    assert client(staff("academicOffice")).post(MARKS, json=body).status_code == 403, "not of a trial"
    assert office.put(f"{MARKS}/{mark}", json={"field": "mark", "newValue": 62}).status_code == 200
    history = client(staff("sysAdmin")).get(f"{MARKS}/{mark}/history").json()["data"]
    assert [(row["field"], row["oldValue"], row["newValue"]) for row in history] == [("mark", 61, 62)]


def test_marks_are_the_offices_until_the_results_are_released(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    entry, candidate = _entry(database, exam)
    body = {"entryId": entry, "componentId": _paper(database, exam), "mark": 61}
    mark = office.post(MARKS, json=body).json()["data"]["id"]
    mine = client(person("candidate", candidate))
    assert office.get(MARKS).json()["total"] == 1
    assert mine.get(MARKS).json()["total"] == 0
    assert mine.get(f"{MARKS}/{mark}").status_code == 404
    released = {"results_at": dt.datetime.now(dt.UTC) - dt.timedelta(minutes=1)}
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(exam_series).where(exam_series.c.id == series).values(**released))
        tx.execute(sa.update(exam_entry).where(exam_entry.c.id == entry).values(result_grade="A"))
    assert [row["mark"] for row in mine.get(MARKS).json()["data"]] == [61]
    assert client(person("candidate", candidate + 500)).get(MARKS).json()["total"] == 0
