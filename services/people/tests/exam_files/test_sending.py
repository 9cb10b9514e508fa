from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.exams.anomalies.model import exam_anomaly
from people.exams.candidacies.model import exam_candidacy
from people.exams.files import importing, layouts
from people.exams.model import exam
from services.people.tests.builders import make_words
from services.people.tests.exam_entries.builders import make_candidate, make_deadline
from services.people.tests.exam_files import builders as files
from staffroom_testing.plugin import ClientFor

ENTRIES, FILES = "/api/v1/exams/entries", "/api/v1/exams/files"


@pytest.fixture
def series(database: Database) -> int:
    make_words(database)
    files.make_exchange(database)
    number = files.make_public_series(database)
    files.take_all(database, number)
    return number


def _exam(database: Database, code: str) -> int:
    return int(database.scalar(sa.select(exam.c.id).where(exam.c.code == code)))


def _enter(office: Any, database: Database, candidate: int, code: str, **values: Any) -> int:
    body = {"candidateId": candidate, "examId": _exam(database, code), **values}
    entry = office.post(ENTRIES, json=body).json()["data"]["id"]
    assert office.post(f"{ENTRIES}/{entry}/enter").status_code == 200
    return int(entry)


def _make(office: Any, series: int, **values: Any) -> Any:
    return office.post(f"{FILES}/make", json={"seriesId": series, "board": "AQA", **values})


def _lines(office: Any, file: int) -> list[str]:
    return [line for line in office.get(f"{FILES}/{file}/content").text.split("\r\n") if line]


def _ada(database: Database, **values: Any) -> int:
    return make_candidate(database, **{"birth_date": dt.date(2010, 12, 8), "uci": "62501026000XA", **values})


def test_first_file_has_entries_each_further_one_changes(database: Database, client: ClientFor, series: int) -> None:
    office, ada = client(files.OFFICE), _ada(database)
    maths = _enter(office, database, ada, "8300", tier="higher")
    physics = _enter(office, database, ada, "8463")
    (tried,) = _make(office, series, dry=True).json()["data"]
    assert tried["id"] is None and tried["name"] == "E6250170.X01" and tried["entries"] == 2
    (first,) = _make(office, series).json()["data"]
    header, record, trailer = _lines(office, first["id"])
    assert header == "E162501706G27001" + header[16:22] + "14" and trailer == "E9625010000001"
    assert record[59:72] == "62501026000XA" and record[53:59] == "081210" and record[84:] == "8300H 8463H "
    assert _make(office, series).json()["error"] == "Nothing has changed since the last file"

    office.post(f"{ENTRIES}/{physics}/withdraw", json={"reason": "Sits it in 2028"})
    office.put(f"{ENTRIES}/{maths}", json={"field": "option", "newValue": "8300F"})
    (second,) = _make(office, series).json()["data"]
    assert second["name"] == "A6250170.X02" and second["kind"] == "amendments"
    assert _lines(office, second["id"])[1][84:] == "W8300H E8300F W8463H "
    assert _make(office, series).status_code == 409


def test_change_of_name_is_sent_without_options(database: Database, client: ClientFor, series: int) -> None:
    office = client(files.OFFICE)
    _enter(office, database, _ada(database), "8463")
    _make(office, series)
    candidacy = database.scalar(sa.select(exam_candidacy.c.id))
    office.put(f"/api/v1/exams/candidacies/{candidacy}", json={"field": "legalName", "newValue": "KING: ADA"})
    (second,) = _make(office, series).json()["data"]
    record = _lines(office, second["id"])[1]
    assert record[12:52].strip() == "KING: ADA" and record[82:84] == "00" and len(record) == 84


def test_each_centre_and_board_has_a_sequence(database: Database, client: ClientFor, series: int) -> None:
    office = client(files.OFFICE)
    _enter(office, database, _ada(database), "8463")
    _enter(office, database, _ada(database, last_name="Byron", centre_number="71234"), "8463")
    names = [one["name"] for one in _make(office, series).json()["data"]]
    assert names == ["E6250170.X01", "E7123470.X01"]


def test_entry_without_birth_date_is_left_out_and_follows(database: Database, client: ClientFor, series: int) -> None:
    office, bare = client(files.OFFICE), make_candidate(database, last_name="Byron")
    _enter(office, database, _ada(database), "8463")
    _enter(office, database, bare, "8463")
    (first,) = _make(office, series).json()["data"]
    assert first["entries"] == 1 and first["leftOut"] == ["0002 Ada Byron 8463H: No date of birth"]
    office.put(f"/api/v1/candidates/{bare}", json={"field": "birthDate", "newValue": "2011-01-02"})
    (second,) = _make(office, series).json()["data"]
    assert second["kind"] == "amendments" and second["entries"] == 1


def test_refused_file_is_sent_again(database: Database, client: ClientFor, series: int) -> None:
    office = client(files.OFFICE)
    _enter(office, database, _ada(database), "8463")
    (first,) = _make(office, series).json()["data"]
    path = f"{FILES}/{first['id']}"
    assert office.post(f"{path}/accept").status_code == 409, "it was not sent"
    assert office.post(f"{path}/send").status_code == 200
    assert office.post(f"{path}/refuse", json={"boardSays": "Wrong series"}).status_code == 200
    (again,) = _make(office, series).json()["data"]
    assert again["name"] == "E6250170.X02" and again["entries"] == 1, "a number is used once"


def test_answers_of_board_are_noted_by_entry(database: Database, client: ClientFor, series: int) -> None:
    office, ada = client(files.OFFICE), _ada(database)
    maths, physics = (_enter(office, database, ada, code, tier="higher") for code in ("8300", "8463"))
    (first,) = _make(office, series).json()["data"]
    office.post(f"{FILES}/{first['id']}/send")
    lines = [
        layouts.line_of("K5", layouts.ANSWER, {"centre": "62501", "number": "1", **answer})
        for answer in (
            {"option": "8300H", "answer": "A"},
            {"option": "8463H", "answer": "R", "text": "UCI is not known"},
            {"option": "9999X", "answer": "A"},
        )
    ]
    content = layouts.file_of("K", {"centre": "62501", "board": "70"}, lines).encode()
    with database.transaction(files.OFFICE) as tx:
        answer = importing.take(tx, "K6250170.X01", content, series, None)
    assert answer["counts"] == {"accepted": 1, "refused": 2}
    kinds = database.all(sa.select(exam_anomaly.c.entry_id, exam_anomaly.c.kind))
    refused = {row["entry_id"] for row in kinds if row["kind"] == "boardRefused"}
    assert refused == {physics} and maths not in refused
    (again,) = _make(office, series).json()["data"]
    assert again["entries"] == 1, "what the board refused is told again"


def test_board_without_files_gets_a_sheet(database: Database, client: ClientFor, series: int) -> None:
    office = client(files.OFFICE)
    exchange = office.get("/api/v1/exams/exchange").json()["data"][0]["id"]
    office.put(f"/api/v1/exams/exchange/{exchange}", json={"field": "way", "newValue": "csv"})
    _enter(office, database, _ada(database), "8463")
    (first,) = _make(office, series).json()["data"]
    assert first["name"] == "E6250170-X01.csv"
    heads, row = _lines(office, first["id"])
    assert heads.startswith("Centre,Number,Name") and row.startswith(
        "62501,0001,LOVELACE: ADA,62501026000XA,2010-12-08"
    )


def test_estimated_grades_are_a_file_of_their_own(database: Database, client: ClientFor, series: int) -> None:
    office = client(files.OFFICE)
    entry = _enter(office, database, _ada(database), "8463", forecastGrade="8")
    (first,) = _make(office, series, kind="forecasts").json()["data"]
    assert first["name"] == "F6250170.X01" and _lines(office, first["id"])[1] == "F5625010001" + "8463H 8    "
    assert _make(office, series, kind="forecasts").status_code == 409
    office.put(f"{ENTRIES}/{entry}", json={"field": "forecastGrade", "newValue": "9"})
    assert _make(office, series, kind="forecasts").status_code == 200
    assert _make(office, series).json()["data"][0]["kind"] == "entries", "grades are no entries"


def test_missing_data_of_a_file_is_reported(database: Database, client: ClientFor) -> None:
    make_words(database)
    office, series = client(files.OFFICE), files.make_public_series(database)
    assert "Files of the boards" in _make(office, series).json()["error"]
    files.make_exchange(database, identifier="")
    assert "identifier of AQA" in _make(office, series).json()["error"]


def test_entry_in_no_file_after_deadline_is_anomaly(database: Database, client: ClientFor, series: int) -> None:
    office = client(files.OFFICE)
    make_deadline(database, series, "entries", -1)
    entry = _enter(office, database, _ada(database), "8463")
    of_entry = sa.select(exam_anomaly.c.kind).where(exam_anomaly.c.entry_id == entry)
    assert "unsent" in {row["kind"] for row in database.all(of_entry)}
    _make(office, series)
    assert "unsent" not in {row["kind"] for row in database.all(of_entry)}
