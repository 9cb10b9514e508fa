from __future__ import annotations

from collections.abc import Callable

import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database
from kit.errors import Invalid
from people.exams.anomalies.model import exam_anomaly
from people.exams.files import importing, layouts, naming
from people.exams.files.model import exam_file
from services.people.tests.builders import make_words, staff
from services.people.tests.exam_entries.builders import make_candidate
from services.people.tests.exam_files import builders as files
from staffroom_testing.plugin import ClientFor

EXAMS = "/api/v1/exam"
ENTRIES = "/api/v1/exams/entries"


@pytest.fixture
def series(database: Database) -> int:
    make_words(database)
    files.make_exchange(database)
    return files.make_public_series(database)


def test_name_of_file_has_type_centre_board_and_sequence() -> None:
    assert naming.name_of("E", "62501", "70", 103) == "E6250170.X03"
    parts = naming.read("e6250170.x03")
    assert parts == naming.FileName("E", "62501", "70", 3)
    assert naming.read("E6250170.txt") is None and naming.read("Q6250170.X01") is None


def test_uci_is_at_positions_60_to_72() -> None:
    values = {"centre": "62501", "number": "7", "name": "LOVELACE: ADA", "birthDate": "101208", "uci": "62501026000XA"}
    line = layouts.line_of("E5", layouts.CANDIDATE, values, "8300H ")
    assert line[59:72] == "62501026000XA" and line[7:11] == "0007"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda lines: lines[1:], "Line 1: the header O1 is missing"),
        (lambda lines: lines[:-1], "Line 4: the trailer O9 is missing: the file was cut short"),
        (lambda lines: [*lines[:2], *lines[3:]], "Line 4: the trailer says 3 records, and there are 2"),
        (lambda lines: [lines[0], "S5xx", *lines[2:]], "Line 2: S5 is no record of this file"),
    ],
)
def test_file_that_is_not_of_format_is_refused(change: object, text: str) -> None:
    lines = files.basedata("O")[1].decode().splitlines()
    with pytest.raises(Invalid, match=text):
        layouts.read("O", "\r\n".join(change(lines)))  # type: ignore[operator]  # the parameters are functions


def test_basedata_makes_exams_options_and_papers(database: Database, client: ClientFor, series: int) -> None:
    files.take_all(database, series)
    office = client(files.OFFICE)
    exams = {row["code"]: row for row in office.get(EXAMS).json()["data"]}
    assert exams["8300"]["papers"] == 2 and exams["8463"]["subject"] == "Physics"
    options = {row["code"]: row for row in office.get("/api/v1/exams/options").json()["data"]}
    assert options["8300H"]["fee"] == 4550 and options["8300H"]["papers"] == "8300/1H 8300/2H"
    papers = {row["code"]: row for row in office.get("/api/v1/exams/components").json()["data"]}
    assert papers["8300/1H"]["sittingDate"] == "2027-05-13" and papers["8300/1H"]["minutes"] == 90
    assert papers["8300/2H"]["minutes"] is None, "time allowed 000 is part of another paper's sitting"
    assert len(office.get("/api/v1/exams/disallowed").json()["data"]) == 2


def test_basedata_imported_twice_changes_nothing(database: Database, series: int) -> None:
    for letter in "SOCLD":
        files.take(database, series, letter)
    assert files.take(database, series, "O")["text"] == importing.AGAIN
    again = files.take(database, series, "O", sequence=2)
    assert again["counts"] == {"unchanged": 3}, "a newer file that says the same"
    assert files.take(database, series, "L", sequence=2)["counts"] == {"unchanged": 3}


def test_files_out_of_order_wait_for_each_other(database: Database, client: ClientFor, series: int) -> None:
    for letter in "CLO":
        assert files.take(database, series, letter)["status"] == "waiting"
    answer = files.take(database, series, "S")
    assert answer["counts"] == {"added": 2} and set(answer["again"]) == {"O6G02770.X01", "C6G02770.X01", "L6G02770.X01"}
    rows = client(files.OFFICE).get("/api/v1/exams/files").json()["data"]
    assert {row["status"] for row in rows} == {"imported"}
    assert len(client(files.OFFICE).get("/api/v1/exams/components").json()["data"]) == 3


def test_older_basedata_changes_nothing(database: Database, series: int) -> None:
    files.take(database, series, "S")
    files.take(database, series, "O", sequence=3)
    dearer = (files.OPTIONS[0] | {"fee": 9900},)
    late = files.take(database, series, "O", dearer, sequence=2)
    assert late["status"] == "superseded" and "O6G02770.X03" in late["text"]


def test_withdrawn_option_keeps_its_entries_as_anomalies(database: Database, client: ClientFor, series: int) -> None:
    files.take_all(database, series)
    office = client(files.OFFICE)
    exam = next(row["id"] for row in office.get(EXAMS).json()["data"] if row["code"] == "8300")
    body = {"candidateId": make_candidate(database), "examId": exam, "tier": "higher"}
    entry = office.post(ENTRIES, json=body).json()["data"]["id"]
    assert office.get(f"{ENTRIES}/{entry}").json()["data"]["option"] == "8300H", "the only option of the tier"
    answer = files.take(database, series, "O", (files.OPTIONS[0], files.OPTIONS[2]), sequence=2)
    assert answer["counts"] == {"unchanged": 2, "withdrawn": 1}
    assert answer["rows"][-1]["text"].startswith("The board no longer offers it. 1 entry")
    assert office.get(f"{ENTRIES}/{entry}").json()["data"]["status"] == "planned"
    kinds = database.all(sa.select(exam_anomaly.c.kind).where(exam_anomaly.c.entry_id == entry))
    assert "optionGone" in {row["kind"] for row in kinds}
    back = files.take(database, series, "O", sequence=3)
    assert back["counts"] == {"unchanged": 2, "changed": 1}
    kinds = database.all(sa.select(exam_anomaly.c.kind).where(exam_anomaly.c.entry_id == entry))
    assert "optionGone" not in {row["kind"] for row in kinds}


def test_refused_record_does_not_block_the_others(database: Database, series: int) -> None:
    answer = files.take(database, series, "S", (*files.SYLLABUSES, {"code": "7", "title": "Runes", "level": "GCSE"}))
    assert answer["counts"] == {"added": 2, "refused": 1}
    assert answer["rows"][-1]["text"].startswith("Add the subject Runes under Setup")


def test_sheet_is_basedata_of_board_without_files(database: Database, client: ClientFor, series: int) -> None:
    sheet = (
        "Syllabus,Title,Level,Option,Tier,Fee,Paper,Date,Session,Minutes\n"
        "0580,Mathematics,GCSE,0580A,H,61.50,0580/2,13/05/2027,AM,90\n"
        "0580,Mathematics,GCSE,0580A,H,61.50,0580/4,2027-05-20,PM,150\n"
        "0580,Mathematics,GCSE,0580B,F,61.50,0580/1,wrong,PM,60\n"
    )
    with database.transaction(files.OFFICE) as tx:
        answer = importing.take(tx, "cie.csv", sheet.encode(), series, "AQA")
    assert answer["counts"] == {"added": 5, "refused": 1}
    options = client(files.OFFICE).get("/api/v1/exams/options").json()["data"]
    assert {row["fee"] for row in options} == {6150}
    with database.transaction(files.OFFICE) as tx, pytest.raises(Invalid, match="no column Level"):
        importing.take(tx, "cie.csv", b"Syllabus,Title,Option\n1,2,3\n", series, "AQA")


def test_board_of_sheet_must_be_chosen(database: Database, series: int) -> None:
    with database.transaction(files.OFFICE) as tx, pytest.raises(Invalid, match="Please choose the board"):
        importing.take(tx, "cie.csv", b"Syllabus,Title,Level,Option\n", series, None)


def test_dry_run_writes_nothing(
    database: Database, client: ClientFor, series: int, run_jobs: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, content = files.basedata("S")
    monkeypatch.setattr(store, "get", lambda *_, **__: store.Stored(name, "text/plain", content))
    office = client(files.OFFICE)
    for way, kept in (("dry", 0), ("run", 1)):
        started = office.post("/api/v1/exams/files/import", json={"fileId": 1, "seriesId": series, "way": way})
        assert started.status_code == 202
        run_jobs()
        job = office.get(f"/api/v1/jobs/{started.json()['data']['id']}").json()["data"]
        assert job["result"]["counts"] == {"added": 2}
        assert len(database.all(sa.select(exam_file.c.id))) == kept
    assert client(staff("academicOffice")).post("/api/v1/exams/files/import", json={}).status_code == 403
