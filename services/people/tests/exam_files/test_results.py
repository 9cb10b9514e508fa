from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database
from kit.errors import Invalid
from people.exams.anomalies.model import exam_anomaly
from people.exams.anomalies.watching import FIND
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.files import importing, layouts, result_sheets
from people.exams.marks.model import component_mark
from people.exams.model import exam_series
from services.people.tests.builders import insert, make_exam, make_words, row_of, staff
from services.people.tests.exam_entries.builders import make_candidate
from services.people.tests.exam_files import builders as files
from staffroom_testing.plugin import ClientFor

OFFICE = staff("examsOffice")
ENTRIES, ANOMALIES = "/api/v1/exams/entries", "/api/v1/exams/anomalies"


@pytest.fixture
def series(database: Database) -> int:
    make_words(database)
    files.make_exchange(database)
    return files.make_public_series(database)


@pytest.fixture
def exam(database: Database, series: int) -> int:
    one = make_exam(database, series, option="8300H")
    for code in ("8300/1H", "8300/2H"):
        insert(database, exam_component, {"exam_id": one, "code": code})
    return one


def _entered(office: Any, database: Database, exam: int, **values: Any) -> int:
    candidate = make_candidate(database, **values)
    entry: int = office.post(ENTRIES, json={"candidateId": candidate, "examId": exam}).json()["data"]["id"]
    assert office.post(f"{ENTRIES}/{entry}/enter").status_code == 200
    return entry


def _number(database: Database, entry: int) -> str:
    return str(row_of(database, exam_candidacy, row_of(database, exam_entry, entry)["candidacy_id"])["number"])


def _edi(*records: dict[str, Any], sequence: int = 1) -> tuple[str, bytes]:
    lines = []
    for record in records:
        papers = record.pop("papers", [])
        values = {"option": "8300H", "count": len(papers), "papers": layouts.papers_text(papers), **record}
        lines.append(layouts.line_of("R5", layouts.RESULT, values))
    header = {"centre": "62501", "board": "70", "series": "6G", "year": "27", "sequence": sequence, "made": "190827"}
    return f"R6250170.X{sequence:02}", layouts.file_of("R", header, lines).encode()


def _take(database: Database, series: int, name: str, content: bytes, board: str | None = None) -> dict[str, Any]:
    with database.transaction(OFFICE) as tx:
        return importing.take(tx, name, content, series, board)


def _kinds(database: Database) -> list[str]:
    return [
        row["kind"] for row in database.all(sa.select(exam_anomaly.c.kind).where(exam_anomaly.c.row_id.is_not(None)))
    ]


def test_result_file_writes_grades_marks_and_history(
    database: Database, client: ClientFor, series: int, exam: int
) -> None:
    office = client(OFFICE)
    entry = _entered(office, database, exam)
    papers = [{"component": "8300/1H", "mark": 61, "outOf": 80}, {"component": "8300/2H", "mark": 58, "outOf": 80}]
    record = {"number": _number(database, entry), "grade": "8", "mark": 119, "papers": papers}
    name, content = _edi(dict(record))
    answer = _take(database, series, name, content)
    assert answer["counts"] == {"added": 1}
    row = row_of(database, exam_entry, entry)
    assert (row["result_grade"], row["result_mark"]) == ("8", 119)
    marks = database.all(sa.select(component_mark).order_by(component_mark.c.id))
    assert [(one["mark"], one["max_mark"], one["source"]) for one in marks] == [(61, 80, "board"), (58, 80, "board")]
    history = client(staff("sysAdmin")).get(f"{ENTRIES}/{entry}/history").json()["data"]
    assert {"resultGrade", "resultMark"} <= {one["field"] for one in history}
    assert _take(database, series, name, content)["text"] == importing.AGAIN
    name, content = _edi(dict(record), sequence=2)
    assert _take(database, series, name, content)["counts"] == {"unchanged": 1}, "a later file that says the same"
    name, content = _edi(dict(record) | {"grade": "9"}, sequence=3)
    assert _take(database, series, name, content)["counts"] == {"changed": 1}
    assert row_of(database, exam_entry, entry)["result_grade"] == "9"


def test_unknown_candidates_entries_and_grades_are_refused_as_anomalies(
    database: Database, client: ClientFor, series: int, exam: int
) -> None:
    office = client(OFFICE)
    entry = _entered(office, database, exam)
    number = _number(database, entry)
    answer = _take(
        database,
        series,
        *_edi(
            {"number": "8888", "grade": "8"},
            {"number": number, "option": "9999A", "grade": "8"},
            {"number": number, "grade": "Z"},
            {"number": number, "grade": "8", "papers": [{"component": "8300/9", "mark": 3}]},
        ),
    )
    assert answer["counts"] == {"refused": 4}
    assert [row["fault"] for row in answer["rows"]] == [
        "unknownCandidate",
        "unknownEntry",
        "unknownGrade",
        "unknownMark",
    ]
    assert row_of(database, exam_entry, entry)["result_grade"] == "", "what is refused keeps nothing"
    listed = office.get(f"{ANOMALIES}?kind=unknownCandidate,unknownEntry,unknownGrade,unknownMark").json()
    assert listed["total"] == 4
    first = next(row for row in listed["data"] if row["kind"] == "unknownCandidate")
    assert first["candidate"].startswith("8888 8300H") and first["why"] == "No candidate of this series is 8888"
    assert first["place"].endswith("/rows") and first["series"] and first["board"] == "AQA"


def test_refused_rows_are_read_again_after_correction(
    database: Database, client: ClientFor, series: int, exam: int, run_jobs: Any
) -> None:
    office = client(OFFICE)
    entry = _entered(office, database, exam)
    number = _number(database, entry)
    answer = _take(database, series, *_edi({"number": number, "grade": "DI"}, {"number": "8888", "grade": "8"}))
    assert sorted(_kinds(database)) == ["unknownCandidate", "unknownGrade"]
    assert office.put(f"/api/v1/exam/{exam}", json={"field": "grades", "newValue": "DI ME PA"}).status_code == 200
    assert office.post(f"/api/v1/exams/files/{answer['id']}/again").status_code == 200
    assert row_of(database, exam_entry, entry)["result_grade"] == "DI"
    assert _kinds(database) == ["unknownCandidate"]


def test_identifying_values_of_a_result_must_agree(
    database: Database, client: ClientFor, series: int, exam: int
) -> None:
    office = client(OFFICE)
    entry = _entered(office, database, exam, uci="62501026000XA", birth_date="2008-12-10")
    number = _number(database, entry)
    other = _take(database, series, *_edi({"number": number, "uci": "62501026000YB", "grade": "8"}))
    assert other["rows"][0]["fault"] == "unknownCandidate", "the number of one, the UCI of another"
    sheet = (
        "Candidate number,Name,Date of birth,Option,Grade,Mark,8300/1H,Centre\n"
        f"{number},,11/12/2008,8300H,7,101,51/80,62501\n"
        ",Ada Lovelace,10/12/2008,8300H,7,101,51/80,62501\n"
    )
    answer = _take(database, series, "results.csv", sheet.encode(), "AQA")
    assert [row["outcome"] for row in answer["rows"]] == ["refused", "added"], "born on another day"
    mark = database.all(sa.select(component_mark))
    assert [(one["mark"], one["max_mark"]) for one in mark] == [(51, 80)]
    assert row_of(database, exam_entry, entry)["result_mark"] == 101


def test_sheet_has_a_row_for_each_paper(database: Database, client: ClientFor, series: int, exam: int) -> None:
    entry = _entered(client(OFFICE), database, exam, uci="62501026000XA")
    sheet = "UCI;Syllabus;Paper;Paper mark;Out of\n62501026000XA;8300;8300/1H;51;80\n62501026000XA;8300;8300/2H;44;80\n"
    assert _take(database, series, "marks.csv", sheet.encode(), "AQA")["counts"] == {"added": 2}
    marks = database.all(sa.select(component_mark.c.mark).where(component_mark.c.entry_id == entry))
    assert sorted(row["mark"] for row in marks) == [44, 51]
    with pytest.raises(Invalid, match="Candidate number or UCI"):
        _take(database, series, "results.csv", b"Name,Option,Grade\nAda,8300H,7\n", "AQA")
    assert not result_sheets.is_of_results(["Syllabus", "Title", "Level", "Option"])


def test_grade_from_before_a_review_is_not_written_again(
    database: Database, client: ClientFor, series: int, exam: int
) -> None:
    office = client(OFFICE)
    entry = _entered(office, database, exam)
    record = {"number": _number(database, entry), "grade": "7"}
    _take(database, series, *_edi(dict(record)))
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(exam_series).values(results_at=sa.func.now()).where(exam_series.c.id == series))
    review = office.post(
        "/api/v1/exams/reviews", json={"entryId": entry, "service": "review", "consentedOn": "2027-08-20"}
    ).json()["data"]
    office.post(f"/api/v1/exams/reviews/{review['id']}/send")
    office.post(f"/api/v1/exams/reviews/{review['id']}/change", json={"gradeAfter": "8", "outcome": ""})
    assert _take(database, series, *_edi(dict(record), sequence=2))["rows"][0]["fault"] == "reviewed"
    assert row_of(database, exam_entry, entry)["result_grade"] == "8"


def test_record_of_somebody_elses_candidate_is_set_aside(
    database: Database, client: ClientFor, series: int, exam: int
) -> None:
    office = client(OFFICE)
    answer = _take(database, series, *_edi({"number": "8888", "grade": "8"}))
    row = office.get(f"/api/v1/exams/filerows?fileId={answer['id']}").json()["data"][0]["id"]
    aside = f"/api/v1/exams/filerows/{row}/aside"
    assert client(staff("academicOffice")).post(aside, json={"reason": "Not ours"}).status_code == 403
    assert office.post(aside, json={"reason": "Not ours"}).json()["data"]["text"].startswith("Set aside by")
    assert _kinds(database) == []
    assert office.post(aside, json={"reason": "Not ours"}).status_code == 404


def test_dry_run_of_result_file_writes_nothing(
    database: Database, client: ClientFor, series: int, exam: int, run_jobs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = client(OFFICE)
    entry = _entered(office, database, exam)
    name, content = _edi({"number": _number(database, entry), "grade": "8"})
    monkeypatch.setattr(store, "get", lambda *_, **__: store.Stored(name, "text/plain", content))
    for way, grade in (("dry", ""), ("run", "8")):
        body = {"fileId": 1, "seriesId": series, "way": way}
        assert office.post("/api/v1/exams/files/import", json=body).status_code == 202
        run_jobs()
        assert row_of(database, exam_entry, entry)["result_grade"] == grade


def test_nightly_search_reads_refused_results_again(
    database: Database, client: ClientFor, series: int, exam: int, run_jobs: Any
) -> None:
    office = client(OFFICE)
    entry = _entered(office, database, exam)
    assert office.post(f"{ENTRIES}/{entry}/withdraw", json={"reason": "Sits it later"}).status_code == 200
    _take(database, series, *_edi({"number": _number(database, entry), "grade": "8"}))
    assert _kinds(database) == ["unknownEntry"]
    office.post(f"{ENTRIES}/{entry}/plan")
    office.post(f"{ENTRIES}/{entry}/enter")
    with database.transaction(OFFICE) as tx:
        FIND.enqueue(tx, "examAnomalies", {})
    run_jobs()
    assert row_of(database, exam_entry, entry)["result_grade"] == "8" and _kinds(database) == []
