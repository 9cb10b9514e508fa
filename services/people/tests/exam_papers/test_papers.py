from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.errors import Refused
from people.exams.anomalies.finding import refresh
from people.exams.papers.model import packet_log
from people.exams.papers.workflow import TWO
from people.persons.model import TABLES
from services.people.tests.builders import make_exam, make_person, make_series, staff
from services.people.tests.exam_entries.builders import make_candidate, make_deadline
from services.people.tests.exam_sessions.builders import make_paper
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
PAPERS, LOG, ANOMALIES = "/api/v1/exams/papers", "/api/v1/exams/paperlog", "/api/v1/exams/anomalies"


def _packet(office: Any, database: Database) -> int:
    paper = make_paper(database, make_exam(database, make_series(database)))
    answer = office.post(PAPERS, json={"componentId": paper, "barcode": "9021034567", "copies": 20})
    return int(answer.json()["data"]["id"])


def test_packet_is_opened_by_two_whom_its_log_names(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    packet, second = _packet(office, database), make_person(database, "staff", first_name="Grace")
    own = OFFICE.person("staff")
    with database.transaction(OFFICE) as tx:
        tx.insert(TABLES["staff"], {"id": own, "first_name": "Exams", "last_name": "Officer"})
    for move in ("receive", "store"):
        assert office.post(f"{PAPERS}/{packet}/{move}", json={"place": "Safe"}).status_code == 200
    opens = {"checked": "07/06/27 09:00 Mathematics 8300/1", "agreed": True}
    alone = office.post(f"{PAPERS}/{packet}/open", json=opens | {"secondId": own})
    assert (alone.status_code, alone.json()["error"]) == (422, TWO)
    unchecked = office.post(f"{PAPERS}/{packet}/open", json=opens | {"secondId": second, "agreed": False})
    assert unchecked.status_code == 422
    assert office.post(f"{PAPERS}/{packet}/open", json=opens | {"secondId": second}).status_code == 200
    lines = office.get(LOG, params={"sort": "created", "page": 1}).json()["data"]
    assert [(line["what"], line["secondName"]) for line in lines] == [
        ("received", ""),
        ("stored", ""),
        ("opened", "Grace Lovelace"),
    ]


def test_database_refuses_packet_opened_by_one(database: Database, client: ClientFor) -> None:
    packet, person = _packet(client(OFFICE), database), make_person(database, "staff")
    one = "UPDATE exam_packet SET opened = now(), opened_by_id = :person, second_id = :person WHERE id = :packet"
    with pytest.raises(Refused, match="two different people"), database.transaction(OFFICE) as tx:
        tx.execute(sa.text(one), {"person": person, "packet": packet})


@pytest.mark.parametrize("change", ["UPDATE packet_log SET note = 'no'", "DELETE FROM packet_log"])
def test_log_of_papers_is_never_changed(database: Database, client: ClientFor, change: str) -> None:
    office = client(OFFICE)
    packet = _packet(office, database)
    office.post(f"{PAPERS}/{packet}/receive", json={"place": "Reception"})
    with pytest.raises(Refused), database.transaction(OFFICE) as tx:
        tx.execute(sa.text(change))
    assert database.scalar(sa.select(sa.func.count()).select_from(packet_log)) == 1
    assert office.delete(f"{PAPERS}/{packet}").status_code == 409


def test_wrong_packet_is_logged_and_stored_again(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    packet = _packet(office, database)
    second = make_person(database, "staff")
    for move, body in (
        ("receive", {"place": "Safe"}),
        ("store", {"place": "Safe"}),
        ("open", {"secondId": second, "checked": "Paper 1", "agreed": True}),
        ("wrong", {"note": "It was paper 2"}),
        ("store", {"place": "Safe"}),
    ):
        answer = office.post(f"{PAPERS}/{packet}/{move}", json=body)
        assert answer.status_code == 200, answer.text
    notes = [line["note"] for line in office.get(LOG, params={"what": "wrong"}).json()["data"]]
    assert notes == ["It was paper 2"]
    assert client(staff("academicOffice")).post(f"{PAPERS}/{packet}/open", json={}).status_code == 403


def _kinds(office: Any) -> set[str]:
    return {row["kind"] for row in office.get(ANOMALIES).json()["data"]}


def test_anomaly_exists_as_long_as_its_fault(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    candidate = make_candidate(database, uci="625010260003A")
    entry = office.post("/api/v1/exams/entries", json={"candidateId": candidate, "examId": exam}).json()["data"]["id"]
    assert _kinds(office) == set()
    office.post(f"/api/v1/exams/entries/{entry}/enter")
    assert _kinds(office) == {"birthDate", "identity", "notInvoiced"}
    office.put(f"/api/v1/candidates/{candidate}", json={"field": "birthDate", "newValue": "2008-02-29"})
    (place,) = office.get("/api/v1/exams/candidacies").json()["data"]
    office.put(f"/api/v1/exams/candidacies/{place['id']}", json={"field": "idSeenOn", "newValue": "2026-11-02"})
    assert _kinds(office) == {"notInvoiced"}
    office.put(f"/api/v1/exams/candidacies/{place['id']}", json={"field": "uci", "newValue": "625010260009A"})
    office.put(f"/api/v1/exams/candidacies/{place['id']}", json={"field": "legalName", "newValue": "BYRON: ADA"})
    assert _kinds(office) == {"notInvoiced", "uci", "name"}
    office.post(f"/api/v1/exams/entries/{entry}/withdraw", json={"reason": "Ill"})
    assert _kinds(office) == set()


def test_planned_entry_after_deadline_is_anomaly(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    exam = make_exam(database, series)
    office.post("/api/v1/exams/entries", json={"candidateId": make_candidate(database), "examId": exam})
    make_deadline(database, series, "entries", -1)
    with database.transaction(OFFICE) as tx:
        assert refresh(tx) == 1
        assert refresh(tx) == 0, "a second run finds nothing new"
    assert _kinds(office) == {"latePlanned"}
    assert client(staff()).get(ANOMALIES).status_code == 200
