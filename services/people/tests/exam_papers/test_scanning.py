from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from kit.values.days import today
from people.exams.papers import scanning
from people.exams.rules.model import exam_rule
from services.people.tests.builders import insert, make_exam, make_series, staff
from services.people.tests.exam_sessions.builders import make_paper
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
PAPERS, SCAN = "/api/v1/exams/papers", "/api/v1/exams/papers/scan"


def _packet(office: Any, database: Database, **paper: Any) -> None:
    component = make_paper(database, make_exam(database, make_series(database)), **paper)
    assert office.post(PAPERS, json={"componentId": component, "barcode": "9021034567"}).status_code == 201


def test_scan_moves_the_packet_of_the_bar_code(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    _packet(office, database)
    answer = office.post(SCAN, json={"barcode": " 9021034567 ", "move": "receive", "place": "Reception"})
    assert answer.status_code == 200, answer.text
    packet = answer.json()["data"]
    assert (packet["status"], packet["place"], packet["paper"]) == ("received", "Reception", "GCSE Mathematics 8300/1")
    wrong = office.post(SCAN, json={"barcode": "9021034567", "move": "dispatch", "tracking": "PF1"})
    assert (wrong.status_code, wrong.json()["error"]) == (409, scanning.NO_MOVE.format(state="received"))
    unknown = office.post(SCAN, json={"barcode": "1", "move": "receive", "place": "Reception"})
    assert (unknown.status_code, unknown.json()["error"]) == (404, scanning.UNKNOWN)
    assert client(staff()).post(SCAN, json={"barcode": "9021034567", "move": "store", "place": "x"}).status_code == 403


def test_scan_that_a_device_sends_again_moves_once(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    _packet(office, database)
    body, key = {"barcode": "9021034567", "move": "receive", "place": "Reception"}, {"Idempotency-Key": "scan-1"}
    first, again = (office.post(SCAN, json=body, headers=key) for _ in range(2))
    assert (first.status_code, again.status_code, again.json()) == (200, 200, first.json())
    assert len(office.get("/api/v1/exams/paperlog").json()["data"]) == 1


def test_opening_by_scan_still_needs_a_second_person(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    _packet(office, database)
    for move in ("receive", "store"):
        office.post(SCAN, json={"barcode": "9021034567", "move": move, "place": "Store"})
    alone = office.post(SCAN, json={"barcode": "9021034567", "move": "open", "checked": "all", "agreed": True})
    assert alone.status_code == 422


def test_days_before_a_sitting_follow_the_rule(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    _packet(office, database, sitting_date=today() + dt.timedelta(days=10))
    late = {"lateArrival": "true"}
    assert office.get(PAPERS, params=late).json()["data"] == []
    insert(database, exam_rule, {"rule": "packetDays", "number": 14, "valid_from": today() - dt.timedelta(days=1)})
    assert len(office.get(PAPERS, params=late).json()["data"]) == 1
